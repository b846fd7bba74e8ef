import fc from 'fast-check';
import { loadDevices } from '../../../devices/index.js';
import { panels as testPanels } from '../devices/panels.js';
import type { Dither, DitherOptions } from '../../../renderer/pictures/dither.js';
import type { RgbaPicture } from '../../../renderer/pictures/rgba.js';

export const methods = ['none', 'ordered', 'floyd-steinberg'] as const;
export const devices = testPanels;
const inksOf = (id: string) => devices.find((device) => device.id === id)!.inks.map((ink) => ink.measured);
export const blackWhite = inksOf('gooddisplay-gdey0213b74');
export const blackWhiteRed = inksOf('waveshare-7.5-b-v2');
export const fourInks = inksOf('gicisky-2.9-bwry');
export const sixInks = loadDevices()
  .get('waveshare-7.3-e')!
  .inks.map(({ measured }) => measured);
/** The measured colours of each set of inks among the shipped devices, by a device that has it. */
export const inkSets = new Map(
  [...new Map([...loadDevices()].map(([id, { inks }]) => [inks.map(({ measured }) => measured).join(' '), id]))].map(
    ([measured, id]) => [id, measured.split(' ')],
  ),
);
export const panels = [blackWhite, blackWhiteRed, fourInks];

/** A picture with `colour(x, y)`, including alpha, for each pixel. */
export function picture(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly number[],
): RgbaPicture {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i += 4) {
      const [red, green, blue, alpha = 255] = colour(x, y);
      rgba.set([red!, green!, blue!, alpha], i);
    }
  return { width, height, rgba };
}

export const field = (size: number, ...colour: readonly number[]) => picture(size, size, () => colour);
export const stretch = (dither: Dither, width: number, height = width): DitherOptions => ({
  width,
  height,
  fit: 'stretch',
  dither,
});
export const used = (inks: Uint8Array) => [...new Set(inks)].sort((a, b) => a - b);
export const anyPicture = fc
  .record({
    width: fc.integer({ min: 1, max: 24 }),
    height: fc.integer({ min: 1, max: 24 }),
    bytes: fc.uint8Array({ minLength: 4, maxLength: 400 }),
  })
  .map(({ width, height, bytes }) => {
    const rgba = Uint8Array.from({ length: width * height * 4 }, (_, i) => bytes[i % bytes.length]!);
    return { width, height, rgba };
  });
export const anyOptions = fc.record({
  width: fc.integer({ min: 1, max: 60 }),
  height: fc.integer({ min: 1, max: 60 }),
  fit: fc.constantFrom('contain', 'cover', 'stretch'),
  dither: fc.constantFrom(...methods),
});

import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { type Device, findDevices, readDevice } from '../../devices/index.js';
import { createFrame, type Framebuffer, pack, unpack } from '../../renderer/drawing/framebuffer.js';
import { encodePng } from '../../renderer/png/encode.js';
import { frameOfPng } from '../../renderer/pictures/frame-of-png.js';

const paths = findDevices();
const deviceOf = (id: string): Device => readDevice(paths.get(id)!);
/** Panels of each kind of inks, with 94 to 227 dpi. */
const ids = [
  ...['generic-296x128-bw', 'solum-m2-2.9-bwr', 'generic-152x152-bwry', 'solum-m3-1.6-bwr', 'generic-296x128-4gray'],
  ...['gooddisplay-gdep073e01', 'inky-impression-4.0'],
] as const;

/** Pixels of the first inks in no order. */
function scattered({ width, height, inks }: Device, count = inks.length): Framebuffer {
  let last = 1;
  const pixels = Uint8Array.from({ length: width * height }, () => {
    last = (Math.imul(last, 1_103_515_245) + 12_345) >>> 0;
    return (last >>> 16) % count;
  });
  return pack(pixels, width, height, inks.length);
}

interface Photograph {
  readonly png: PNG;
  readonly margin: number;
  /** The mean colour of a square of the picture. */
  readonly mean: (x: number, y: number, width: number, height: number) => readonly number[];
}

function photograph(frame: Framebuffer, device: Device, scale: number): Photograph {
  const png = PNG.sync.read(encodePng(frame, device, { view: 'tag', scale }));
  const margin = (png.width / scale - device.width) / 2;
  const mean = (x: number, y: number, width: number, height: number) => {
    const sums = [0, 0, 0];
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++)
        for (let c = 0; c < 3; c++) sums[c]! += png.data[(row * png.width + column) * 4 + c]!;
    return sums.map((sum) => sum / width / height);
  };
  return { png, margin, mean };
}

/** The colour of each ink in the middle of a panel full of it. */
function coloursOf(device: Device): readonly (readonly number[])[] {
  const { width, height, inks } = device;
  return inks.map((_, ink) => {
    const full = pack(new Uint8Array(width * height).fill(ink), width, height, inks.length);
    const { mean, margin } = photograph(full, device, 1);
    return mean(margin + (width >> 2), margin + (height >> 2), width >> 1, height >> 1);
  });
}

const spread = (colour: readonly number[]) => Math.max(...colour) - Math.min(...colour);
const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((value, c) => value - b[c]!));

test.each(ids)('%s as a tag: paper is white and neutral, inks differ, and around it are film and case', (id) => {
  const device = deviceOf(id);
  const colours = coloursOf(device);
  expect(Math.min(...colours[0]!)).toBeGreaterThan(228);
  expect(spread(colours[0]!)).toBeLessThan(1.5);
  for (const [i, colour] of colours.entries())
    for (const other of colours.slice(i + 1)) expect(distance(colour, other)).toBeGreaterThan(24);
  const { png, margin, mean } = photograph(createFrame(device.width, device.height, device.inks.length), device, 1);
  expect([png.width, png.height]).toEqual([device.width + 2 * margin, device.height + 2 * margin]);
  // 3.5 mm on each side.
  expect(Math.abs((margin * 25.4) / device.dpi.value - 3.5)).toBeLessThan(0.3);
  expect(Math.max(...mean(0, 0, png.width, 4))).toBeLessThan(70);
  // The film is a little darker than the paper, and has no pixels.
  const film = mean(margin, margin + device.height + 1, device.width, 2);
  expect(film[1]).toBeLessThan(mean(margin, margin, device.width, device.height)[1]! - 4);
  expect(film[1]).toBeGreaterThan(210);
});

test.each([2, 3, 8])('at scale %i each pixel of a panel can be counted: its middle is nearest to its ink', (scale) => {
  for (const id of scale === 8 ? ids.slice(1, 3) : ids.slice(0, 5)) {
    const device = deviceOf(id);
    // Two by two pixels show black and white, and more show colours.
    const count = scale === 2 ? 2 : device.inks.length;
    const frame = scattered(device, count);
    const colours = coloursOf(device).slice(0, count);
    const { mean, margin } = photograph(frame, device, scale);
    const edge = (scale - 1) >> 1;
    const read = unpack(frame).map((_, i) => {
      const [x, y] = [margin + (i % device.width), margin + Math.floor(i / device.width)];
      const seen = mean(x * scale + edge, y * scale + edge, scale - 2 * edge, scale - 2 * edge);
      const distances = colours.map((colour) => distance(seen, colour));
      return distances.indexOf(Math.min(...distances));
    });
    const wrong = unpack(frame).filter((ink, i) => ink !== read[i]);
    expect(wrong.length / read.length).toBeLessThan(scale === 2 ? 0.02 : 0.001);
  }
});

test('paper and ink have grain, coarser at a larger scale, and an edge is soft', () => {
  const device = deviceOf('generic-296x128-bw');
  const half = Uint8Array.from({ length: 296 * 128 }, (_, i) => (i % 296 < 148 ? 0 : 1));
  const deviation = (scale: number) => {
    const { png, margin } = photograph(pack(half, 296, 128, 2), device, scale);
    const row = (margin + 64) * scale;
    const values = Array.from(
      { length: 100 * scale },
      (_, x) => png.data[(row * png.width + (margin + 20) * scale + x) * 4]!,
    );
    const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length);
  };
  const [small, large] = [deviation(1), deviation(4)];
  expect(small).toBeGreaterThan(0.5);
  expect(large).toBeGreaterThan(2 * small);
  expect(large).toBeLessThan(10);
  const { png, margin } = photograph(pack(half, 296, 128, 2), device, 4);
  const greys = Array.from(
    { length: 128 * 4 },
    (_, y) => png.data[((margin * 4 + y) * png.width + (margin + 148) * 4) * 4]!,
  );
  expect(greys.filter((value) => value > 90 && value < 200).length).toBeGreaterThan(100);
});

test('has the same pixels on every machine, a density, no metadata, and is no picture to read inks from', () => {
  const device = deviceOf('solum-m2-2.9-bwr');
  const png = encodePng(scattered(device), device, { view: 'tag', scale: 3 });
  const hash = createHash('sha256').update(PNG.sync.read(png).data).digest('hex');
  expect(hash).toBe('d4d388cf80c5a71e16e8022a52ac94f674391592418f4a0431162fae77b4dbaf');
  expect(png.includes('pHYs')).toBe(true);
  expect(() => frameOfPng(png, device)).toThrow('Expected a PNG of 296×128 pixels');
});

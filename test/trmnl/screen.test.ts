import { crc32 } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { readBmp } from '../../server/trmnl/bmp.js';
import { logBody } from '../../server/trmnl/log.js';
import { palettes, type TrmnlModel, trmnlModel, trmnlModels } from '../../server/trmnl/models.js';
import { pictureOf } from '../../server/trmnl/screen.js';
import { bmpOf } from '../support/peers/byos.js';

/** A small screen of a model's kind, so that a test takes no time. */
const small = (name: string): TrmnlModel => ({ ...trmnlModel(name)!, width: 40, height: 20 });
type Rgb = readonly [number, number, number];
/** A PNG of 8 bits a channel; `colorType` 0: greys, 2: colours. */
function pngOf(colourAt: (x: number, y: number) => Rgb, colorType: 0 | 2): Buffer {
  const png = new PNG({ width: 40, height: 20 });
  for (let i = 0; i < 800; i++) png.data.set([...colourAt(i % 40, Math.floor(i / 40)), 255], i * 4);
  return PNG.sync.write(png, { colorType, inputColorType: 6 });
}
const greyPng = (greyAt: (x: number, y: number) => number) =>
  pngOf((x, y) => [greyAt(x, y), greyAt(x, y), greyAt(x, y)], 0);
function shown(bytes: Buffer, name: string) {
  const picture = pictureOf(bytes, 'image/png', small(name));
  const { data } = PNG.sync.read(picture.png);
  const colours = Array.from({ length: 40 }, (_, x) => `#${data.toString('hex', x * 4, x * 4 + 3)}`);
  return { ...picture, colours, codes: picture.faults.map(({ code }) => code) };
}

test('a BMP of any width has its pixels read, row by row', () => {
  for (let width = 1; width <= 70; width++) {
    const isBlack = (x: number, y: number) => (x * 7 + y * 5 + width) % 3 === 0;
    const pixels = readBmp(bmpOf(isBlack, undefined, [width, 3]), { width, height: 3 });
    expect([...pixels]).toEqual(
      Array.from({ length: width * 3 }, (_, i) => Number(isBlack(i % width, Math.floor(i / width)))),
    );
  }
});

describe('a model', () => {
  test('has the name, the size and the palette of the public list', () => {
    expect(trmnlModels.length).toBeGreaterThanOrEqual(36);
    expect(trmnlModel('v2')).toMatchObject({ header: 'x', width: 1872, height: 1404, bits: 4, maxBytes: 750_000 });
    expect(trmnlModel('og_plus')).toMatchObject({ header: 'og', width: 800, height: 480, bits: 2, maxBytes: 90_000 });
    expect(trmnlModel('seeed_e1002')!.palette).toHaveLength(6);
    expect(trmnlModel('toString')).toBeUndefined();
    for (const name of trmnlModels) expect([2, 3, 4, 6, 7, 16]).toContain(trmnlModel(name)!.palette.length);
    expect(palettes['gray-4']).toEqual(['#000000', '#555555', '#aaaaaa', '#ffffff']);
  });

  test('shows 16, 4 or 2 greys, or its nearest colours', () => {
    const ramp = greyPng((x) => Math.floor((x * 255) / 39));
    expect(['v2', 'inkplate_10', 'og_png'].map((name) => new Set(shown(ramp, name).colours).size)).toEqual([16, 4, 2]);
    const colours = ['ff0000', '00ff00', '0000ff', 'ffff00', '141414', 'e6e6e6'].map((hex) => [
      ...Buffer.from(hex, 'hex'),
    ]);
    const flags = pngOf((x) => colours[x % 6]! as unknown as Rgb, 2);
    const seen = shown(flags, 'seeed_e1002');
    expect(seen.colours.slice(0, 6)).toEqual(['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#000000', '#ffffff']);
    expect([seen.inks, seen.codes]).toEqual([6, []]);
    expect(shown(flags, 'og_bwry').colours.slice(0, 4)).toEqual(['#ff0000', '#ffff00', '#000000', '#ffff00']);
  });
});

describe('a picture', () => {
  test('of the wrong depth is named, with both depths', () => {
    const ramp = greyPng((x) => x * 6);
    const { faults } = shown(ramp, 'og_plus');
    expect(faults).toEqual([
      { code: 'WRONG_DEPTH', message: expect.stringMatching(/8 bits.*og_plus takes 2.* 4 greys/) },
    ]);
    const coloured = pngOf((x) => [x, x, x], 2);
    expect(shown(coloured, 'v2').faults[0]!.message).toMatch(/24 bits.*takes 4/);
    expect(shown(ramp, 'amazon_kindle_2024').codes).toEqual([]);
  });

  test('that was dithered twice is named: dots of black and white among greys', () => {
    const dithered = (x: number, y: number) => ((x + 2 * y) % 4 === 0 && y % 2 === 0 ? 0 : 255);
    const twice = greyPng((x, y) => (x < 20 ? dithered(x, y) : 0x55 + 0x55 * ((x + y) % 2)));
    expect(shown(twice, 'amazon_kindle_2024').codes).toEqual(['DITHERED_TWICE']);
    // Once: to two colours alone, and to four greys.
    expect(shown(greyPng(dithered), 'amazon_kindle_2024').codes).toEqual([]);
    const once = greyPng((x, y) => 0x55 * (Math.floor(x / 14) + ((x + y) % 2)));
    expect(shown(once, 'amazon_kindle_2024').codes).toEqual([]);
    // Letters: strokes of two pixels, with grey edges.
    const letters = greyPng((x) => [255, 128, 0, 0, 128, 255][x % 6]!);
    expect(shown(letters, 'amazon_kindle_2024').codes).toEqual([]);
  });
});

test('a PNG that is interlaced is refused', () => {
  const bytes = PNG.sync.write(new PNG({ width: 1, height: 1 }), { colorType: 0 });
  const pixel = (png: Buffer) => () => pictureOf(png, 'image/png', { ...trmnlModel('og_plus')!, width: 1, height: 1 });
  expect(pixel(bytes)).not.toThrow();
  // One pixel is stored alike; IHDR says so, and has a checksum.
  bytes[28] = 1;
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  expect(pixel(bytes)).toThrow('Expected a plain PNG but received one that is interlaced');
});

test('a log has the form of today, or of firmware up to 1.5', () => {
  const entry = { id: 3, at: 1_700_000_000, message: 'x', level: 'warn', refreshRate: 900 } as const;
  expect(logBody(entry, 'logs')).toEqual({
    logs: [expect.objectContaining({ created_at: entry.at, id: 3, message: 'x', level: 'warn', refresh_rate: 900 })],
  });
  const { log } = logBody(entry, 'logs_array') as { log: { logs_array: readonly object[] } };
  const device_status_stamp = expect.objectContaining({ refresh_rate: 900, current_fw_version: '1.8.14' }) as unknown;
  const older = { creation_timestamp: entry.at, log_id: 3, log_message: 'x', device_status_stamp };
  expect(log.logs_array).toEqual([expect.objectContaining(older)]);
});

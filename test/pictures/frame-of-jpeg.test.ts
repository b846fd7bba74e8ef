import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { loadDevices } from '../../devices/index.js';
import {
  createFrame,
  encodePng,
  frameOfJpeg,
  frameOfPng,
  PictureError,
  type TagPictureOptions,
  unpack,
} from '../../renderer/index.js';
import { encodeFrame } from '../../renderer/frame/index.js';
import { pack } from '../../renderer/drawing/framebuffer.js';
import { inksOfAccessPoint, tagColours } from '../../renderer/pictures/access-point.js';
import { frameOfTagPicture } from '../../renderer/pictures/frame-of-jpeg.js';
import { type Colour, jpegOf } from '../support/pictures/jpeg-file.js';
import { pngOf, progressiveJpeg } from '../support/pictures/picture-files.js';

const device = loadDevices().get('solum-m3-1.6-bwr')!;
const [white, black, red] = ['ffffff', '000000', 'ff0000'].map(
  (hex) => [...Buffer.from(hex, 'hex')] as unknown as Colour,
);
const plain: TagPictureOptions = { dither: 0, turns: 0, inverted: false };

/** The inks at places of the panel, for a JPEG that is black at the left, red at the right, and white below. */
const corners = (jpeg: Buffer, options: Partial<TagPictureOptions> = {}) => {
  const inks = unpack(frameOfJpeg(jpeg, device, { ...plain, ...options }));
  const at = (x: number, y: number) => device.inks[inks[y * device.width + x]!]!.name;
  return [at(10, 10), at(189, 10), at(10, 189), at(189, 189)].join(' ');
};
const sample = (width = 200, height = 200) =>
  jpegOf(width, height, (x, y) => (y >= height / 2 ? white! : x < width / 2 ? black! : red!));

describe('a PNG on a panel', () => {
  const { width, height } = device;
  const plainPng = (facts = { width, height }) =>
    PNG.sync.read(encodePng(createFrame(facts.width, facts.height, 3), { ...device, ...facts }));

  test('is refused where it has another colour, which is named with its place', () => {
    const image = plainPng();
    image.data.set([1, 2, 3, 255], (3 * width + 7) * 4);
    const refused = () => frameOfPng(PNG.sync.write(image), device);
    expect(refused).toThrow(/but received #010203 in column 7, row 3$/);
    image.data.set([255, 255, 255, 0], (3 * width + 8) * 4);
    expect(refused).toThrow(/#010203 in column 7, row 3, and others in 1 more$/);
  });

  test('is refused where it has another size', () => {
    for (const size of [
      { width, height: height + 1 },
      { width: width + 1, height },
    ]) {
      const image = PNG.sync.write(plainPng(size));
      expect(() => frameOfPng(image, device)).toThrow(`one of ${size.width}×${size.height}`);
    }
  });

  test('of 2 bits may have a palette of two colours, and no pixel of a third one', () => {
    const facts = { width, height, depth: 2, colour: 3, palette: Uint8Array.of(255, 0, 0, 255, 255, 255) };
    const row = [0, ...Array<number>(width / 4).fill(0b01_00_01_00)];
    const rows = Buffer.from(Array<number[]>(height).fill(row).flat());
    const inks = unpack(frameOfPng(pngOf(facts, rows), device));
    expect([...inks.subarray(0, 4), ...inks.subarray(-4)]).toEqual([0, 2, 0, 2, 0, 2, 0, 2]);
    rows[rows.length - 1] = 0b01_00_01_10;
    expect(() => frameOfPng(pngOf(facts, rows), device)).toThrow('palette entries below 2 for picture but received 2');
  });
});

describe('a JPEG on a panel', () => {
  test.each([
    [{}, 'black red white white'],
    [{ turns: 1 }, 'white black white red'],
    [{ turns: 2 }, 'white white red black'],
    [{ turns: 3 }, 'red white black white'],
    [{ inverted: true }, 'white red black black'],
    [{ dither: 2 }, 'black red white white'],
    [{ dither: 1 }, 'black red white white'],
    // As the firmware: a method that it does not have.
    [{ dither: 3 }, 'white white white white'],
  ] as const)('is shown pixel for pixel with %j', (options, expected) => {
    expect(corners(sample(), options)).toBe(expected);
  });

  test('that is smaller is at the top left on white, and what is larger is cut off', () => {
    expect(corners(jpegOf(100, 100, () => black!))).toBe('black white white white');
    expect(corners(jpegOf(400, 300, (x, y) => (x < 200 && y < 200 ? red! : black!)))).toBe('red red red red');
  });

  test.each([0, 2])('has no speck beside letters with dither %i', (dither) => {
    const stroke = (x: number, y: number) => (x + 2 * y) % 24 < 5;
    const jpeg = jpegOf(200, 200, (x, y) => (stroke(x, y) ? black! : white!), 90);
    const inks = unpack(frameOfJpeg(jpeg, device, { ...plain, dither }));
    const wrong = inks.filter((ink, i) => ink !== (stroke(i % 200, Math.floor(i / 200)) ? 1 : 0));
    expect(wrong).toHaveLength(0);
  });

  test.each([64, 128, 192])('of the flat grey %i is white in a share of its pixels, and never red', (grey) => {
    const share = grey / 256;
    const jpeg = jpegOf(200, 200, () => [grey, grey, grey]);
    for (const dither of [1, 2]) {
      const inks = unpack(frameOfJpeg(jpeg, device, { ...plain, dither }));
      expect(Math.abs(inks.filter((ink) => ink === 0).length / inks.length - share)).toBeLessThanOrEqual(0.02);
      expect(inks).not.toContain(2);
    }
  });

  test.each([0, 90, 180, 270] as const)(
    'is dithered in the order of the bytes of a panel that is fed at %i degrees',
    (rotation) => {
      const [width, height] = [16, 24];
      const { inks } = device;
      const oepl = { ...device.encodings.find(({ id }) => id === 'oepl')!, rotation };
      const panel = { ...device, width, height, encodings: [oepl] };
      const greyAt = (i: number) => (i * 89) % 256;
      // The rows of the buffer stay those of the real panel.
      const rowBytes = device.width / 8;
      const ground = encodeFrame(createFrame(width, height, inks.length), panel, oepl).planes[0]!.bytes;
      /** Where each pixel is in the buffer, as one black pixel shows. */
      const order = Array.from({ length: width * height }, (_, pixel) => {
        const alone = Uint8Array.from({ length: width * height }, (__, i) => Number(i === pixel));
        const [plane] = encodeFrame(pack(alone, width, height, inks.length), panel, oepl).planes;
        const byte = plane!.bytes.findIndex((value, i) => value !== ground[i]);
        const [row, column] = [Math.floor(byte / rowBytes), (byte % rowBytes) * 8];
        return (
          row * (rotation % 180 === 0 ? width : height) +
          column +
          Math.clz32((plane!.bytes[byte]! ^ ground[byte]!) << 24)
        );
      });
      const inBuffer = new Uint8Array(width * height * 4).fill(255);
      for (const [pixel, place] of order.entries()) inBuffer.fill(greyAt(pixel), place * 4, place * 4 + 3);
      const size = rotation % 180 === 0 ? { width, height } : { width: height, height: width };
      const expected = inksOfAccessPoint({ ...size, rgba: inBuffer }, tagColours(panel), 1, 0);
      const rgba = new Uint8Array(width * height * 4).fill(255);
      for (let i = 0; i < width * height; i++) rgba.fill(greyAt(i), i * 4, i * 4 + 3);
      const found = unpack(frameOfTagPicture({ width, height, rgba }, panel, { ...plain, dither: 1 }));
      expect([...found]).toEqual(order.map((place) => expected[place]));
    },
  );

  test('is refused if it is no whole baseline JPEG', () => {
    const jpeg = sample();
    for (const bytes of [Buffer.from('x'), jpeg.subarray(0, 500), progressiveJpeg, Buffer.alloc(5_000_000)])
      expect(() => frameOfJpeg(bytes, device, plain)).toThrow(PictureError);
  });
});

import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadDevices } from '../../devices/index.js';
import { encodePng, frameOfPng, pack, unpack } from '../../renderer/index.js';
import { PictureError } from '../../renderer/pictures/error.js';

const device = loadDevices().get('generic-152x152-bwr')!;
const inks = Uint8Array.from({ length: 152 * 152 }, (_, i) => (i % 7) % 3);
const png = encodePng(pack(inks, 152, 152, 3), device);

/** The message of the PictureError; rethrows others. Null: it has been read. */
function refusal(bytes: Uint8Array): string | null {
  try {
    frameOfPng(bytes, device);
    return null;
  } catch (error) {
    if (error instanceof PictureError) return error.message;
    throw error;
  }
}

test('a PNG in the panel’s inks is read, and one that is cut anywhere is refused', () => {
  expect(unpack(frameOfPng(png, device))).toEqual(inks);
  for (let length = 0; length < png.length; length += length < 64 ? 1 : 13)
    expect([length, refusal(png.subarray(0, length))]).toEqual([length, expect.stringMatching(/^Expected/)]);
});

test('a PNG with bytes changed ends in a picture or a PictureError', () => {
  const change = fc.array(fc.tuple(fc.nat(png.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(change, (changes) => {
      const broken = Uint8Array.from(png);
      for (const [place, value] of changes) broken[place] = value;
      refusal(broken);
    }),
  );
});

test('the first pixel in another colour is named, and the number of the others', () => {
  const canvas = createCanvas(152, 152);
  const context = canvas.getContext('2d');
  const png = (colour: string, ...places: readonly (readonly [column: number, row: number])[]) => {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, 152, 152);
    for (const [column, row] of places) {
      context.clearRect(column, row, 1, 1);
      context.fillStyle = colour;
      context.fillRect(column, row, 1, 1);
    }
    return canvas.toBuffer('image/png');
  };
  const expected = `Expected only the panel's colours ${device.inks.map((ink) => `${ink.device} (${ink.name})`).join(', ')} for picture but received`;
  expect(refusal(png('#ffffff'))).toBeNull();
  expect(refusal(png('#102030', [7, 5]))).toBe(`${expected} #102030 in column 7, row 5`);
  expect(refusal(png('#405060', [151, 0], [0, 1], [0, 151]))).toBe(
    `${expected} #405060 in column 151, row 0, and others in 2 more`,
  );
  expect(refusal(png('transparent', [3, 9], [4, 9]))).toBe(
    `${expected} #000000 with alpha 0 in column 3, row 9, and others in 1 more`,
  );
  const other = createCanvas(150, 151).toBuffer('image/png');
  expect(refusal(other)).toBe('Expected a PNG of 152×152 pixels for picture but received one of 150×151');
});

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

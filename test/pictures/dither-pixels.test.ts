import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { ditherPicture } from '../../renderer/pictures/dither.js';
import { blackWhite, blackWhiteRed, fourInks, picture } from '../support/pictures/pictures.js';

describe('the same pixels on every machine', () => {
  const wave = (x: number, y: number) => [(x * 5 + y * 3) % 256, (x * x + y * 7) % 256, (x * y) % 256];
  const ball = (x: number, y: number) => {
    const [dx, dy] = [x - 60, y - 45];
    const depth = 1600 - dx * dx - dy * dy;
    return depth > 0 ? [60 + depth / 9, 20 + depth / 30, 30, 255] : [90 + y, 150, 240 - x, x < 20 ? 100 : 255];
  };
  const pictures = {
    wave: picture(97, 61, wave),
    ball: picture(120, 90, ball),
    logo: picture(12, 9, (x, y) => ((x ^ y) & 4 ? [226, 0, 26] : x % 3 ? [255, 221, 0] : [20, 20, 20])),
  };

  test.each([
    ['wave', 'none', '43fa0571aecfccd1f8521af1ed7713c90b6a6335122619d63be3c0e4fb0ecd49'],
    ['wave', 'ordered', '37e12026b90f06db59fa183d366a0cfb43fb3be8c5f5d43a55d1a147b489a252'],
    ['wave', 'floyd-steinberg', '3157cebccf81988fb9be146f44eb9b36519bd5975cefc75a830a5bf375257364'],
    ['ball', 'none', 'a481289d60992b3a43809b9f0f4fb27705e4a400d2bdd066f1e43dfdb7d9ba64'],
    ['ball', 'ordered', 'bf3958889829505ba03238988bf6b442112b846d91c2ddfb1d210aa67d885590'],
    ['ball', 'floyd-steinberg', '79badd0a4f70c4a828abc73df6fc37c23071d6e59f2bf37bc0f550f59b6b7efa'],
    ['logo', 'none', '99940fc9701d64197cfe78df4e4f292138c421d2178635c6016fe0bc9eb940ef'],
    ['logo', 'ordered', '4138de8924f54e0caa66e2c69f3102bc7face058e7bee2e7b13a1e8a2e5a641d'],
    ['logo', 'floyd-steinberg', '479747dca35b2730837c84b09ca1c54cf02ef9b3b638fd56526cfe99cf781492'],
  ] as const)('%s, %s', (name, dither, expected) => {
    const hash = createHash('sha256');
    for (const inks of [blackWhite, blackWhiteRed, fourInks])
      hash.update(ditherPicture(pictures[name], { width: 80, height: 50, fit: 'contain', dither }, inks).inks);
    // A change of one of these is a change of every label with a picture.
    expect(hash.digest('hex')).toBe(expected);
  });
});

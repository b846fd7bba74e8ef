import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { ditherPicture } from '../../renderer/pictures/dither.js';
import { blackWhite, blackWhiteRed, fourInks, picture, sixInks } from '../support/pictures/pictures.js';

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
    ['wave', 'none', '20a00a13696d413218e92c809df032ce1da391942f77fc078697239c96bab9f9'],
    ['wave', 'ordered', '9215b84381aa31068e9764b4037bd94644c89898f8b2126e477660890f464423'],
    ['wave', 'floyd-steinberg', 'b7ec6d5d7f8d36b317eba9e635c884e6fcb999babbc834ea266b6a5d0cfdc659'],
    ['ball', 'none', '96321cfb2c1466c93cc5956217006e0816c5de7733f27128524b4234545d34da'],
    ['ball', 'ordered', 'a970337de5c86f1ff26f22150b677c21aeebf28f8c3fcc0ae431d117706ac5e8'],
    ['ball', 'floyd-steinberg', '1080ec1c99b33a79907a9b069d33796337178f30934e459388052a75089150ec'],
    ['logo', 'none', '3e1a9853c909a6a7efa6ffcebc3c78c5911dde95cfb27ffa78eaf1eb7cf71ac9'],
    ['logo', 'ordered', '66707fcd3336f1c2e226e4335b7065d11a6368b468ec7b7f52d586e7d6ad5a4a'],
    ['logo', 'floyd-steinberg', 'ff7b69e107f14d0fc8bd33e39f59d605d91f36400945d000722e6746eac228b5'],
  ] as const)('%s, %s', (name, dither, expected) => {
    const hash = createHash('sha256');
    for (const inks of [blackWhite, blackWhiteRed, fourInks, sixInks])
      hash.update(ditherPicture(pictures[name], { width: 80, height: 50, fit: 'contain', dither }, inks).inks);
    // A change of one of these is a change of every label with a picture.
    expect(hash.digest('hex')).toBe(expected);
  });
});

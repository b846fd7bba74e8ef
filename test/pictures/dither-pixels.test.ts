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
    ['wave', 'ordered', '354a350856615160e9c202e760dd1fa4950fb5f8aa00534f287ec9e3c005c6ef'],
    ['wave', 'floyd-steinberg', '5af0ae454f2f1eaa100307a358a9d4b2214017359415a38c324dc3fe8a0cd1c5'],
    ['ball', 'none', '96321cfb2c1466c93cc5956217006e0816c5de7733f27128524b4234545d34da'],
    ['ball', 'ordered', '3af7feec2ff814370a5a65ffbc7016519ab05677689ba7a9c6a9e78ab29a91de'],
    ['ball', 'floyd-steinberg', 'b821fe273c2c8b513c4b82581412321a862beda1f4f34061e3ffc6e5d96547b8'],
    ['logo', 'none', '3e1a9853c909a6a7efa6ffcebc3c78c5911dde95cfb27ffa78eaf1eb7cf71ac9'],
    ['logo', 'ordered', '66707fcd3336f1c2e226e4335b7065d11a6368b468ec7b7f52d586e7d6ad5a4a'],
    ['logo', 'floyd-steinberg', '4d0ac686068f69c19fcaafb4c97c6e3b20c648282ff1053d34cd38b8f269bf64'],
  ] as const)('%s, %s', (name, dither, expected) => {
    const hash = createHash('sha256');
    for (const inks of [blackWhite, blackWhiteRed, fourInks, sixInks])
      hash.update(ditherPicture(pictures[name], { width: 80, height: 50, fit: 'contain', dither }, inks).inks);
    // A change of one of these is a change of every label with a picture.
    expect(hash.digest('hex')).toBe(expected);
  });
});

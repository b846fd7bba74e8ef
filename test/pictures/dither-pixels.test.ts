import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { type Dither, ditherPicture } from '../../renderer/pictures/dither.js';
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

  test.each(Object.entries(hashes()))('%s', (name, hash) => {
    const [source, dither, panel] = name.split(' ') as [keyof typeof pictures, Dither, string];
    const inks = { '2': blackWhite, '3': blackWhiteRed, '4': fourInks }[panel]!;
    const result = ditherPicture(pictures[source], { width: 80, height: 50, fit: 'contain', dither }, inks);
    expect(createHash('sha256').update(result.inks).digest('hex')).toBe(hash);
  });
});

/** Picture, method and number of inks → SHA-256 of the inks. A change of these is a change of every label with a picture. */
function hashes(): Record<string, string> {
  return {
    'wave none 2': '91e17cd38fdce49f72159736325a97fd0b547e7b9961d5d55e5d479bbd4dacea',
    'wave none 3': '666d3d46609c054f1161b159165f48bf4dbd44c7cfa72515312a371c2a9841af',
    'wave none 4': 'fdf218af447dfced295e4ebb1a47afa893dd4c4e16c0a61b5501600723bc8eb3',
    'wave ordered 2': 'fcdd49c333719f380e336768d275024bd8bc9ce02d9b126a9f6d972181a1523c',
    'wave ordered 3': 'b10c70625dc2df4b22f4a1d2d9272694f93554c93f61bf8fb795ad33109e0000',
    'wave ordered 4': '8bfaf8a8a30fbc31c306a62e20e535423c40f1e52e34bde4973c7b1f6e8eb0d0',
    'wave floyd-steinberg 2': 'dc947aa9171825c137d837d057acd383d72175734baf0823abaecc7d21ac8b15',
    'wave floyd-steinberg 3': '57ee4f6aeb28a9127a2b33d00c3fd922d007a0db0419caebdafb1617a406b18b',
    'wave floyd-steinberg 4': '8195118088401289838f60f16f4d7100ceea373ebe9cbd212222546ac1a0daa3',
    'ball none 2': 'ede0d7090da02b2ce47f8e98c7f573198c4c061f7f282601d9508a3a4a03f2aa',
    'ball none 3': '923821992ec8832e70a0e683e1296e163fa1345a92ea0146c2cdb4622f220790',
    'ball none 4': '38264d6f261d6a18f6276261536ff7a5adc3a946bab8f6036179577a8dbc4707',
    'ball ordered 2': '16948b7e31313f64e5836560f0cc8f385b607347553f24711e3ac218422a5ec7',
    'ball ordered 3': '2e90c89f636b9eac987a8a5b7d41b92871b6e8164bc0415014a19d983f75ac42',
    'ball ordered 4': '963c2cffef21f89ad1a106600816a0a60af88228974352431fbe618a90278227',
    'ball floyd-steinberg 2': 'c60e6179a3ef96e9a449dc735899c5687325a433072d7abe24580ae8815f61f6',
    'ball floyd-steinberg 3': '6cfd2976217db259baaca063dabd1b537269ed09c6121948b476599bcd15af77',
    'ball floyd-steinberg 4': 'ece9e6f3958c17fe3f09264c333c1b4d83f8586aa81482d7e634cb104b648056',
    'logo none 2': '2d964fcbe2b750f1ff237accacee42dc7cd53db00d61f1f2063eaab81bbdd2b1',
    'logo none 3': '9f6ba314cf7516d58b36217218d9d60c477a18108b27d0d58a0b828b1acf6e22',
    'logo none 4': '481a8ad5b13a6cd44cc7394080d3ef137cb02732d2eadf230c8b9d2624f682e2',
    'logo ordered 2': '47ed1c6e0b3c8717d80f74038d552456b0ffd13d8b1bf36ec181781032efb265',
    'logo ordered 3': 'dc01b07726dfbafb32c703531de711a06be362bdfb9052b8ddb8f5efee3bc742',
    'logo ordered 4': '1aabb8fc212198f2e222839a5237db4b555766afae7eb6172c1819d45ae9d092',
    'logo floyd-steinberg 2': '629e845f235c1af9cf16d231809aa61fe762f9ad6bfb8ae5f15a580cfb417900',
    'logo floyd-steinberg 3': 'ba0db7da83183bcd13040cb5539eb0227b0dc05a89fc654604fa19d8f55e97c7',
    'logo floyd-steinberg 4': 'd3af1cfcfa1488b2befa5fcd9c397c3b9164591cc8286d4ed1aa665193554696',
  };
}

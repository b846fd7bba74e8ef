import { parseColour } from '../../../renderer/drawing/colour.js';
import type { RgbaPicture } from '../../../renderer/pictures/rgba.js';
import { lightOnPanel } from './colour-error.js';

/**
 * Plain Floyd–Steinberg in linear light: each pixel takes the nearest of the `measured` colours, and its neighbours the
 * error. An ink per pixel.
 */
export function plainDither(picture: RgbaPicture, measured: readonly string[]): Uint8Array {
  const { width, height } = picture;
  const colours = measured.map(parseColour);
  const light = lightOnPanel(picture, measured);
  const inks = new Uint8Array(width * height);
  for (let i = 0; i < inks.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const at = (channel: 0 | 1 | 2) => light[i * 3 + channel]!;
    const distances = colours.map(([r, g, b]) => (at(0) - r) ** 2 + (at(1) - g) ** 2 + (at(2) - b) ** 2);
    const ink = (inks[i] = distances.indexOf(Math.min(...distances)));
    for (const channel of [0, 1, 2] as const) {
      const error = at(channel) - colours[ink]![channel];
      const give = (dx: number, dy: number, share: number) => {
        if (x + dx < 0 || x + dx >= width || y + dy >= height) return;
        light[(i + dy * width + dx) * 3 + channel]! += error * share;
      };
      give(1, 0, 7 / 16);
      give(-1, 1, 3 / 16);
      give(0, 1, 5 / 16);
      give(1, 1, 1 / 16);
    }
  }
  return inks;
}

import { linear, oklab, parseColour, type Triple } from '../../../renderer/drawing/colour.js';
import type { RgbaPicture } from '../../../renderer/pictures/rgba.js';

/** Mean differences in OKLab × 100 between a picture and its dithering, both blurred as the eye blurs dots. */
export interface ColourError {
  readonly lightness: number;
  readonly chroma: number;
}

/** In pixels: at 130 dpi, this blurs dots as the eye does from about 1.5 m. */
const sigma = 3;
const reach = 3 * sigma;
const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, i) =>
  Math.exp(-((i - reach) ** 2) / (2 * sigma ** 2)),
);

/**
 * Linear light, three values per pixel, between the darkest and the lightest of the `measured` colours: no panel can show
 * more.
 */
export function lightOnPanel({ rgba }: RgbaPicture, measured: readonly string[]): Float64Array {
  const colours = measured.map(parseColour);
  const sums = colours.map(([red, green, blue]) => red + green + blue);
  const white = colours[sums.indexOf(Math.max(...sums))]!;
  const black = colours[sums.indexOf(Math.min(...sums))]!;
  return Float64Array.from({ length: (rgba.length / 4) * 3 }, (_, i) => {
    const channel = (i % 3) as 0 | 1 | 2;
    return (
      black[channel] + (linear[rgba[Math.floor(i / 3) * 4 + channel]!]! / 65535) * (white[channel] - black[channel])
    );
  });
}

/** The error of `inks`, an ink per pixel of `picture`. */
export function colourError(picture: RgbaPicture, inks: Uint8Array, measured: readonly string[]): ColourError {
  const { width, height } = picture;
  const colours = measured.map(parseColour);
  const wanted = lightOnPanel(picture, measured);
  const shown = wanted.map((_, i) => colours[inks[Math.floor(i / 3)]!]![(i % 3) as 0 | 1 | 2]);
  const [expected, actual] = [wanted, shown].map((light) => blurred(light, width, height)) as [
    Float64Array,
    Float64Array,
  ];
  let [lightness, chroma] = [0, 0];
  for (let i = 0; i < wanted.length; i += 3) {
    const [a, b] = [expected, actual].map((light) => oklab([light[i]!, light[i + 1]!, light[i + 2]!])) as [
      Triple,
      Triple,
    ];
    lightness += Math.abs(a[0] - b[0]);
    chroma += Math.sqrt((a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
  }
  return { lightness: (lightness * 100) / inks.length, chroma: (chroma * 100) / inks.length };
}

/** A Gaussian blur of three values per pixel; beyond its edges a picture has no weight. */
function blurred(light: Float64Array, width: number, height: number): Float64Array {
  const across = blurredLines(light, { lines: height, between: width * 3, length: width, step: 3 });
  return blurredLines(across, { lines: width, between: 3, length: height, step: width * 3 });
}

interface Lines {
  readonly lines: number;
  readonly between: number;
  readonly length: number;
  readonly step: number;
}

function blurredLines(light: Float64Array, { lines, between, length, step }: Lines): Float64Array {
  const result = new Float64Array(light.length);
  for (let line = 0; line < lines; line++) {
    for (let at = 0; at < length; at++) {
      const [first, last] = [Math.max(0, at - reach), Math.min(length - 1, at + reach)];
      for (let channel = 0; channel < 3; channel++) {
        let [sum, weight] = [0, 0];
        for (let other = first; other <= last; other++) {
          sum += light[line * between + other * step + channel]! * weights[other - at + reach]!;
          weight += weights[other - at + reach]!;
        }
        result[line * between + at * step + channel] = sum / weight;
      }
    }
  }
  return result;
}

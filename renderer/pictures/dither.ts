import { luminance, oklab, parseColour, type Triple } from '../drawing/colour.js';
import { type Mixture, mixtureOf, relativeTo } from './mixture.js';
import type { InkPicture } from '../drawing/marks.js';
import type { RgbaPicture } from './rgba.js';
import { type Fit, type LinearPicture, resample } from './resample.js';

export type Dither = 'none' | 'ordered' | 'floyd-steinberg';

export interface DitherOptions {
  /** The box in whole pixels, at least 1 each. */
  readonly width: number;
  readonly height: number;
  readonly fit: Fit;
  readonly dither: Dither;
}

/**
 * The picture in a panel's inks, at its size in the box (see `place` in resample.ts: `contain` may leave room in the
 * box, the others fill it). `inks` are the measured colours of 2 to 16 inks, as "#rrggbb". Pixels with alpha below half
 * are 255.
 *
 * - `floyd-steinberg`: for photographs.
 * - `ordered`: a regular grain, which is the same wherever the picture is the same.
 * - `none`: the nearest ink, for logos in few colours. What is darker than half the light is never drawn as the lightest ink, so that
 *   no stroke of a mid-tone is lost.
 *
 * Colours are taken relative to the panel: see {@link mixtureOf}. The result is the same on every machine.
 * @param mixture that of `inks`, if it is already computed
 */
export function ditherPicture(
  picture: RgbaPicture,
  options: DitherOptions,
  inks: readonly string[],
  mixture: () => Mixture = () => mixtureOf(inks),
): InkPicture {
  const scaled = resample(picture, options);
  switch (options.dither) {
    case 'none':
      return nearestInks(scaled, inks);
    case 'ordered':
      return ordered(scaled, mixture(), byLightness(inks));
    case 'floyd-steinberg':
      return diffused(scaled, mixture());
  }
}

/**
 * The weight of colour relative to lightness when each pixel takes the nearest ink: enough to keep every grey, light or dark,
 * nearer to white or black than to a dark red.
 */
const chroma = 4;

/** The most light of a stroke that is seen on white: a contrast of 1.25. */
const seen = 0.8;

/** The chroma in OKLab below which a colour is a grey, which no coloured ink shows. */
const neutral = 0.04;

function nearestInks({ width, height, light, solid }: LinearPicture, measured: readonly string[]): InkPicture {
  const colours = measured.map(parseColour);
  const [darkest, lightest] = [byLightness(measured)[0]!, byLightness(measured).at(-1)!];
  const targets = relativeTo(colours, colours[darkest]!, colours[lightest]!).map(oklab);
  // A picture may also be in the measured colours, of which the lightest may be darker than half.
  const ceiling = luminance(colours[lightest]!) * 0.98;
  const [half, stroke] = [Math.min(0.5, ceiling), Math.min(seen, ceiling)];
  const inkOf = (colour: Triple, isDark: boolean): number => {
    const ink = nearest(colour, targets);
    if (ink !== lightest || !isDark) return ink;
    return Math.hypot(colour[1], colour[2]) < neutral ? darkest : nearest(colour, targets, lightest);
  };
  const inks = new Uint8Array(width * height).fill(255);
  let [visible, lost, brightness] = [0, 0, 0];
  for (let i = 0, last = -1; i < inks.length; i++) {
    if (!solid[i]) continue;
    const [red, green, blue] = [light[i * 3]!, light[i * 3 + 1]!, light[i * 3 + 2]!];
    const same = last >= 0 && red === light[last * 3] && green === light[last * 3 + 1] && blue === light[last * 3 + 2];
    if (same) inks[i] = inks[last]!;
    else {
      const colour: Triple = [red / 65535, green / 65535, blue / 65535];
      brightness = luminance(colour);
      inks[i] = inkOf(oklab(colour), brightness < half);
    }
    if (brightness < stroke) {
      visible++;
      if (inks[i] === lightest) lost++;
    }
    last = i;
  }
  return { width, height, inks, ...(lost > 0 && { lost: lost / visible }) };
}

/** @param except an ink that is not taken */
function nearest(colour: Triple, targets: readonly Triple[], except?: number): number {
  let best = 0;
  let least = Infinity;
  for (let ink = 0; ink < targets.length; ink++) {
    if (ink === except) continue;
    const target = targets[ink]!;
    const l = colour[0] - target[0];
    const a = (colour[1] - target[1]) * chroma;
    const b = (colour[2] - target[2]) * chroma;
    const distance = l * l + a * a + b * b;
    if (distance < least) [least, best] = [distance, ink];
  }
  return best;
}

/** Ink indices, the darkest first. */
function byLightness(measured: readonly string[]): number[] {
  const lights = measured.map((colour) => luminance(parseColour(colour)));
  return lights.map((_, ink) => ink).sort((a, b) => lights[a]! - lights[b]! || b - a);
}

/** The rank (0 to 63) of each pixel of an 8 × 8 cell: B. E. Bayer, "An optimum method for two-level rendition", 1973. */
const bayer = Uint8Array.from({ length: 64 }, (_, i) => {
  const [x, y] = [i & 7, i >> 3];
  let rank = 0;
  for (let bit = 0; bit < 3; bit++) {
    const [column, row] = [(x >> bit) & 1, (y >> bit) & 1];
    rank |= ((column ^ row) * 2 + row) << (4 - 2 * bit);
  }
  return rank;
});

/** Lays the shares of the inks end to end, from dark to light; the rank of the pixel's place selects one. */
function ordered(
  { width, height, light, solid }: LinearPicture,
  mixture: Mixture,
  order: readonly number[],
): InkPicture {
  const shares = new Float64Array(mixture.inks);
  const inks = new Uint8Array(width * height).fill(255);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!solid[i]) continue;
      mixture.mix(light[i * 3]!, light[i * 3 + 1]!, light[i * 3 + 2]!, shares);
      let rest = (bayer[(y & 7) * 8 + (x & 7)]! + 0.5) / 64;
      for (const ink of order) {
        if (shares[ink] === 0) continue;
        inks[i] = ink;
        rest -= shares[ink]!;
        if (rest < 0) break;
      }
    }
  }
  return { width, height, inks };
}

/**
 * Error diffusion (R. W. Floyd and L. Steinberg, 1976) on a serpentine path, of shares of inks instead of colours. Each
 * pixel takes the ink with the largest debt, and passes the remaining debts on to its neighbours. Each pixel's shares are a
 * mixture that the inks can show, so debts stay small; errors in colour would grow without end where a picture is greener
 * than any ink.
 *
 * In the choice, the pixel's own shares count half. This starts a rare ink earlier. Otherwise it would be missing from the
 * first rows of a dark grey, until its debts are half a pixel.
 */
function diffused({ width, height, light, solid }: LinearPicture, mixture: Mixture): InkPicture {
  const count = mixture.inks;
  const shares = new Float64Array(count);
  const inks = new Uint8Array(width * height).fill(255);
  // With a margin of one pixel on either side, no neighbour needs a test.
  let here = new Float64Array((width + 2) * count);
  let below = new Float64Array((width + 2) * count);
  for (let y = 0; y < height; y++) {
    const step = y & 1 ? -1 : 1;
    for (let n = 0, x = step > 0 ? 0 : width - 1; n < width; n++, x += step) {
      const i = y * width + x;
      if (!solid[i]) continue;
      mixture.mix(light[i * 3]!, light[i * 3 + 1]!, light[i * 3 + 2]!, shares);
      const at = (x + 1) * count;
      let chosen = 0;
      for (let ink = 0, most = -Infinity; ink < count; ink++) {
        const claim = here[at + ink]! + shares[ink]! / 2;
        shares[ink]! += here[at + ink]!;
        if (claim > most) [most, chosen] = [claim, ink];
      }
      inks[i] = chosen;
      shares[chosen]! -= 1;
      const ahead = step * count;
      for (let ink = 0; ink < count; ink++) {
        const debt = shares[ink]! / 16;
        here[at + ahead + ink]! += debt * 7;
        below[at - ahead + ink]! += debt * 3;
        below[at + ink]! += debt * 5;
        below[at + ahead + ink]! += debt;
      }
    }
    [here, below] = [below, here.fill(0)];
  }
  return { width, height, inks };
}

import { luminance, parseColour, type Triple } from '../drawing/colour.js';
import { hullOf, nearestMixture } from './hull.js';

/** For any colour of a picture, the shares of the inks whose mixture approximates it best. */
export interface Mixture {
  readonly inks: number;
  /** Writes the share of each ink (sum 1, none negative) for linear light 0 to 65535 to `shares`. */
  mix(red: number, green: number, blue: number, shares: Float64Array): void;
}

/** An ink among the colours of a picture: black is (0, 0, 0) and white (1, 1, 1), whatever they look like on the panel. */
interface Pigment {
  /** Its place among the colours of a picture, linear light. */
  readonly place: Triple;
  /** Its lightness on the panel, between the panel's black (0) and white (1). */
  readonly light: number;
}

/** The number of steps along each side of the table of mixtures. */
const steps = 16;
const side = steps + 1;
/** A share below this would show as specks rather than a tone; the other inks get it. */
const speck = 1 / 64;
/** The same for white: dark tones would be plain black without it. */
const whiteSpeck = 1 / 128;
/**
 * How far apart the channels of a colour are, in steps of the table. Up to `neutral` it is drawn as a grey, from `tinted` on
 * in its own colour, and in between in a paler one. At middle grey, these are 8 and 24 of the 255 values of sRGB.
 */
const [neutral, tinted] = [0.5, 1.5];
/** An ink whose channels are this close together, relative to the largest, is a grey. */
const greyish = 0.2;

/**
 * How to mix inks whose measured colours are `measured` ("#rrggbb").
 *
 * A picture has purer colours than any panel, so it is taken relative to the panel: the lightest ink is the picture's
 * white, the darkest its black, a grey ink lies between them, and a coloured ink represents the purest colour of its hue: a
 * measured red of #780f05 represents (1, 0.02, 0). A colour becomes the nearest mixture of these. Then the amount of black
 * is set so that the mixture, as measured, has the colour's luminance, as far as the inks allow. So pure red is red ink
 * alone, and a dark red keeps its lightness; it would otherwise become nearly black, as the ink itself is dark.
 *
 * Mixtures are computed for 17³ colours, evenly spaced in the square root of light (close to what the eye sees), and
 * interpolated in the tetrahedra between them. Greys lie on an edge of the tetrahedra, whose mixtures have no coloured inks:
 * the eye sees single coloured dots in a grey. Neutral colours are taken as greys, so the tints that cameras and JPEG leave
 * in them make no dots either.
 */
export function mixtureOf(measured: readonly string[]): Mixture {
  const pigments = pigmentsOf(measured.map(parseColour));
  const inks = measured.length;
  const table = tableOf(pigments);
  const onlyGreys = pigments.every(isGrey);
  const specks = pigments.map(({ light }) => (light === 1 ? whiteSpeck : speck));
  const [left, up, back] = [side * side * inks, side * inks, inks];
  return {
    inks,
    mix(red, green, blue, shares) {
      let u = axis(red);
      let v = axis(green);
      let w = axis(blue);
      // Greys show a colour's luminance, with as much black as it needs.
      if (onlyGreys) u = v = w = axis(0.2126 * red + 0.7152 * green + 0.0722 * blue);
      const spread = (u > v ? (u > w ? u : w) : v > w ? v : w) - (u < v ? (u < w ? u : w) : v < w ? v : w);
      if (spread < tinted) {
        const part = spread > neutral ? (spread - neutral) / (tinted - neutral) : 0;
        const grey = 0.2126 * u + 0.7152 * v + 0.0722 * w;
        u = grey + (u - grey) * part;
        v = grey + (v - grey) * part;
        w = grey + (w - grey) * part;
      }
      const i = cell(u);
      const j = cell(v);
      const k = cell(w);
      // The tetrahedron goes from the cell's lower corner to its upper one, along the axis with the largest fraction
      // first. `max`, `mid` and `min` are the fractions; `second` and `third` are the corners in between.
      const x = u - i;
      const y = v - j;
      const z = w - k;
      const max = x > y ? (x > z ? x : z) : y > z ? y : z;
      const min = x < y ? (x < z ? x : z) : y < z ? y : z;
      const mid = x > y ? (x > z ? (y > z ? y : z) : x) : y > z ? (x > z ? x : z) : y;
      const first = i * left + j * up + k * back;
      const fourth = first + left + up + back;
      const second = first + (x === max ? left : y === max ? up : back);
      const third = fourth - (z === min ? back : y === min ? up : left);
      let sum = 0;
      for (let n = 0; n < inks; n++) {
        const share =
          table[first + n]! * (1 - max) +
          table[second + n]! * (max - mid) +
          table[third + n]! * (mid - min) +
          table[fourth + n]! * min;
        shares[n] = share < specks[n]! ? 0 : share;
        sum += shares[n]!;
      }
      for (let n = 0; n < inks; n++) shares[n]! /= sum;
    },
  };
}

/** The shares of all inks for each colour of the table; blue changes fastest. */
function tableOf(pigments: readonly Pigment[]): Float64Array {
  const black = pigments.findIndex(({ place }) => luminance(place) === 0);
  const lights = pigments.map(({ light }) => light);
  const vivid = pigments.map((pigment) => (isGrey(pigment) ? 0 : pigment.light));
  const hull = hullOf(pigments.map(({ place }) => place));
  const greys = hull.filter(({ corners }) => corners.every((corner) => isGrey(pigments[corner]!)));
  const inks = pigments.length;
  const table = new Float64Array(side * side * side * inks);
  for (let node = 0; node < side * side * side; node++) {
    const [r, g, b] = [Math.floor(node / side / side), Math.floor(node / side) % side, node % side];
    const colour: Triple = [(r * r) / steps / steps, (g * g) / steps / steps, (b * b) / steps / steps];
    const shares = table.subarray(node * inks, (node + 1) * inks);
    nearestMixture(r === g && g === b ? greys : hull, lights, vivid, colour, luminance(colour), shares);
    relight(shares, lights, black, luminance(colour));
  }
  return table;
}

function isGrey({ place: [red, green, blue] }: Pigment): boolean {
  return red === green && green === blue;
}

/** Trades black for the other inks, or them for black, until the mixture has the luminance `wanted` or no black is left. */
function relight(shares: Float64Array, lights: readonly number[], black: number, target: number): void {
  const light = shares.reduce((sum, share, ink) => sum + share * lights[ink]!, 0);
  const rest = 1 - shares[black]!;
  if (light <= 0 || rest <= 0) return;
  const factor = Math.min(target / light, 1 / rest);
  for (const [ink, share] of shares.entries()) shares[ink] = share * factor;
  shares[black] = Math.max(0, 1 - rest * factor);
}

function axis(light: number): number {
  return Math.sqrt(light / 65535) * steps;
}

function cell(position: number): number {
  return position >= steps ? steps - 1 : Math.floor(position);
}

/** The inks of measured colours (linear light) relative to the darkest and the lightest of them. */
function pigmentsOf(measured: readonly Triple[]): Pigment[] {
  const lights = measured.map(luminance);
  const white = lights.indexOf(Math.max(...lights));
  const black = lights.lastIndexOf(Math.min(...lights)); // not the white, even if all are the same
  return relativeTo(measured, measured[black]!, measured[white]!).map((colour, ink) => {
    if (ink === white) return { place: [1, 1, 1], light: 1 };
    if (ink === black) return { place: [0, 0, 0], light: 0 };
    const [min, max, light] = [Math.min(...colour), Math.max(...colour), luminance(colour)];
    if (max - min < greyish * max) return { place: [light, light, light], light };
    const pure = (value: number) => (value - min) / (max - min);
    return { place: [pure(colour[0]), pure(colour[1]), pure(colour[2])], light };
  });
}

/** Colours in linear light, stretched so that `black` becomes (0, 0, 0) and `white` (1, 1, 1). */
export function relativeTo(colours: readonly Triple[], black: Triple, white: Triple): Triple[] {
  const stretch = (colour: Triple, c: 0 | 1 | 2) => {
    const range = Math.max(white[c] - black[c], 0.01); // two inks with the same value in a channel leave no range
    return Math.min(1, Math.max(0, (colour[c] - black[c]) / range));
  };
  return colours.map((colour) => [stretch(colour, 0), stretch(colour, 1), stretch(colour, 2)]);
}

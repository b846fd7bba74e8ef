/**
 * Colour arithmetic that gives the same bits on every machine: only + − × ÷ and square roots, which IEEE 754 rounds
 * exactly. Math.pow and Math.cbrt may differ in the last bit between engines, and dithering propagates such a bit to all
 * later pixels.
 */

/** Red, green and blue, or another three coordinates of a colour. */
export type Triple = readonly [number, number, number];

/** sRGB value (0 to 255) → linear light (0 to 65535, whole), IEC 61966-2-1. */
export const linear = Uint16Array.from({ length: 256 }, (_, value) => {
  const c = value / 255;
  if (c <= 0.04045) return (c / 12.92) * 65535 + 0.5;
  const x = (c + 0.055) / 1.055;
  return x * x * root(x * x, 5) * 65535 + 0.5; // x^2.4
});

/** "#rrggbb" as linear light, 0 to 1. */
export function parseColour(hex: string): Triple {
  const part = (at: number) => linear[Number.parseInt(hex.slice(at, at + 2), 16)]! / 65535;
  return [part(1), part(3), part(5)];
}

/** Relative luminance of linear light: 0 for black, 1 for white (ITU-R BT.709). */
export function luminance([red, green, blue]: Triple): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Linear light as OKLab: lightness 0 to 1, green–red, blue–yellow (Björn Ottosson, "A perceptual color space", 2020). */
export function oklab([red, green, blue]: Triple): Triple {
  const l = cubeRoot(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = cubeRoot(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = cubeRoot(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The cube root of a number from 0 to about 1: a table's value for a nearby number, and one step of Newton's iteration. */
function cubeRoot(x: number): number {
  if (x < 1 / 256) return root(x, 3); // too steep here for a guess
  const near = cubeRoots[Math.min(4095, Math.floor(x * 4096))]!;
  return near - (near - x / (near * near)) / 3;
}

/** The `n`th root (3 or 5) of a number from 0 to about 1, by Newton's iteration from above. */
function root(x: number, n: 3 | 5): number {
  if (x <= 0) return 0;
  let r = x > 1 ? x : 1;
  for (;;) {
    const next = r - (r - x / (n === 3 ? r * r : r * r * r * r)) / n;
    if (next >= r) return r;
    r = next;
  }
}

/** The cube root of the middle of each 4096th from 0 to 1. */
const cubeRoots = Float64Array.from({ length: 4096 }, (_, i) => root((i + 0.5) / 4096, 3));

import type { RgbaPicture } from '../../../renderer/pictures/rgba.js';
import { picture } from './pictures.js';

type Colour = readonly [number, number, number];

const mix = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

/** A number from 0 to 1 for whole coordinates, the same on every machine. */
function noise(x: number, y: number): number {
  let value = Math.imul(x, 374761393) + Math.imul(y, 668265263);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

/** Noise in soft patches of `size` pixels. */
function patches(x: number, y: number, size: number): number {
  const [column, row] = [Math.floor(x / size), Math.floor(y / size)];
  const ease = (t: number) => t * t * (3 - 2 * t);
  const [u, v] = [ease(x / size - column), ease(y / size - row)];
  const upper = noise(column, row) * (1 - u) + noise(column + 1, row) * u;
  const lower = noise(column, row + 1) * (1 - u) + noise(column + 1, row + 1) * u;
  return upper * (1 - v) + lower * v;
}

/** Fruit, an egg, skin and a steel ball: centre, radius, colour (sRGB). */
const balls: readonly (readonly [x: number, y: number, radius: number, colour: Colour])[] = [
  [38, 92, 32, [205, 30, 38]],
  [96, 74, 24, [240, 150, 20]],
  [128, 112, 30, [222, 170, 140]],
  [176, 84, 27, [120, 160, 50]],
  [212, 118, 22, [60, 80, 170]],
  [82, 128, 17, [235, 225, 205]],
  [20, 136, 14, [130, 130, 132]],
];

function background(x: number, y: number): Colour {
  const leaves = patches(x, y, 22) * 0.6 + patches(x, y, 7) * 0.4;
  if (y < 96) return mix(mix([150, 190, 225], [225, 225, 215], y / 96), [40, 62, 30], Math.min(1, leaves * leaves * 2));
  const grain = patches(x, y * 6, 12) * 0.7 + noise(x, y) * 0.3;
  return mix([96, 62, 40], [186, 142, 102], grain);
}

/** A still life in the style of a photograph: shaded balls on wood before a garden, with shadows, highlights and noise. */
function stillLife(x: number, y: number): Colour {
  let colour = background(x, y);
  for (const [cx, cy, radius, own] of balls) {
    const [shadeX, shadeY] = [(x - cx - radius * 0.4) / (radius * 1.3), (y - cy - radius * 0.95) / (radius * 0.3)];
    const shadow = 1 - shadeX * shadeX - shadeY * shadeY;
    if (shadow > 0) colour = mix(colour, [18, 14, 16], shadow * 0.7);
    const [u, v] = [(x - cx) / radius, (y - cy) / radius];
    const depth = 1 - u * u - v * v;
    if (depth <= 0) continue;
    const facing = Math.max(0, -0.5 * u - 0.6 * v + 0.62 * Math.sqrt(depth));
    colour = mix([own[0] * 0.12, own[1] * 0.12, own[2] * 0.14], own, Math.min(1, 0.1 + facing));
    if (facing > 0.94) colour = mix(colour, [255, 255, 255], (facing - 0.94) * 14);
  }
  const film = (noise(x + 999, y) - 0.5) * 10;
  return [colour[0] + film, colour[1] + film, colour[2] + film];
}

/** Red, yellow, green, cyan, blue, magenta and all between them. */
function hue(turn: number): Colour {
  const channel = (shift: number) => 255 * Math.min(1, Math.max(0, Math.abs(((turn * 6 + shift) % 6) - 3) - 1));
  return [channel(0), channel(4), channel(2)];
}

const width = 240;
const clamped = (colour: Colour) => colour.map((value) => Math.min(255, Math.max(0, Math.round(value))));
const section = (height: number, colour: (x: number, y: number) => Colour): RgbaPicture =>
  picture(width, height, (x, y) => clamped(colour(x, y)));
const grey = (x: number): Colour => [(x * 255) / (width - 1), (x * 255) / (width - 1), (x * 255) / (width - 1)];

/** The pictures whose colours are measured, of equal widths. */
export const colourChart = {
  photo: section(160, stillLife),
  greys: section(28, grey),
  /** Greys with the faint tints that a camera and JPEG leave in them: four channels' worth of at most 6 in 255. */
  tinted: section(28, (x, y) => mix(grey(x), hue(Math.floor(y / 4) / 7), 6 / 255)),
  pale: section(28, (x) => mix([170, 170, 170], hue(x / width), 0.3)),
  hues: section(80, (x, y) => {
    const pure = hue(x / width);
    return y < 40 ? mix([255, 255, 255], pure, y / 39) : mix(pure, [0, 0, 0], (y - 40) / 39);
  }),
} as const;

export type ChartSection = keyof typeof colourChart;

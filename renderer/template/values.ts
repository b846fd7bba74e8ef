import type { Colour565 } from './canvas.js';

/** A value of a template, as the access point's JSON library converts it. */
export function integerIn(value: unknown): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number(value === true);
  return Number.isFinite(number) ? Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.trunc(number))) : 0;
}

/** A text; other values as JSON, and an absent one as `null`. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** The colours of templates: a number or a name. */
const colours: Readonly<Record<string, Colour565>> = {
  white: 0xffff,
  black: 0,
  red: 0xf800,
  yellow: 0xffe0,
  lightgray: 0xbdf7,
  darkgray: 0x7bef,
  pink: 0xfbcf,
  brown: 0x8400,
  green: 0x07e0,
  blue: 0x001f,
  orange: 0xfbe0,
};
const byNumber = Object.values(colours);

/** The colour of a name, a number or `#rrggbb`. `''` is black, anything else white. */
export function colourIn(value: unknown): Colour565 {
  const text = textIn(value);
  if (text === '') return colours.black!;
  if (/^#[0-9a-f]{6}$/i.test(text)) {
    const [red, green, blue] = Buffer.from(text.slice(1), 'hex');
    return ((red! >> 3) << 11) | ((green! >> 2) << 5) | (blue! >> 3);
  }
  if (Object.hasOwn(colours, text)) return colours[text]!;
  return (/^(\d|10)$/.test(text) ? byNumber[Number(text)] : undefined) ?? colours.white!;
}

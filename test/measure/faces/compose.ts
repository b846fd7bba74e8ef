import type { FaceAtSize } from './choose.js';
import { largeSize } from './outlines.js';
import { at, moved, type Shape, touch, union } from './shape.js';
import type { Marks } from './marks.js';

/** Marks joined to their letter, which is drawn with them. */
const attached = /[\u031b\u0327\u0328]/u;
/** Marks that are separate from their letter. */
const detached = /[\u0300-\u0304\u0306-\u030c\u0323\u0326]/u;
/** Their mark differs from the one in Unicode: a comma beside the letter or above it. */
const own = new Set('ďťľĽģ');
const dotless: Readonly<Record<string, string>> = { i: 'ı', j: 'ȷ', і: 'ı', ј: 'ȷ' };
const tones = new Set(['\u0301', '\u0300', '\u0309']);

/** A letter and the marks above and below it, or undefined for a character that is drawn as one shape. */
export function partsOf(character: string): { base: string; marks: readonly string[] } | undefined {
  if (own.has(character)) return undefined;
  const [letter, ...marks] = Array.from(character.normalize('NFD'));
  // Commas below are cedillas in Unicode, except in Ş, Ţ and Ç, whose cedillas touch.
  const comma = /[ĢĶķĻļŅņŖŗ]/u.test(character);
  const kept = marks.filter((mark) => attached.test(mark) && !comma);
  const free = marks.filter((mark) => !kept.includes(mark)).map((mark) => (mark === '\u0327' ? '\u0326' : mark));
  if (free.length === 0 || !free.every((mark) => detached.test(mark))) return undefined;
  const base = (letter! + kept.join('')).normalize('NFC');
  const above = free.some((mark) => mark !== '\u0323' && mark !== '\u0326');
  return { base: above ? (dotless[base] ?? base) : base, marks: free };
}

export function compose(
  character: string,
  base: Shape,
  parts: { readonly base: string; readonly marks: readonly string[] },
  marks: Marks,
  faceAtSize: FaceAtSize,
): Shape {
  const below = parts.marks.filter((mark) => mark === '\u0323' || mark === '\u0326');
  const above = parts.marks.filter((mark) => mark !== '\u0323' && mark !== '\u0326');
  const fit = (mark: string) => marks[mark]![base.width % 2 === 1 ? 0 : 1];
  const shapes = [base];
  if (/^[\u0386-\u038f]$/u.test(character) && above[0] === '\u0301') return besides(base, fit('\u0301'));
  if (above.length > 0) {
    const stack = stackOf(above, fit);
    const gap = faceAtSize.size >= 20 && base.top <= faceAtSize.lines.x + 1 ? 2 : 1;
    const shift = above.length === 1 ? shiftOf(character, parts.base, faceAtSize, 'above') : 0;
    shapes.push(centred(stack.shape, base, shift, base.top + gap + stack.shape.height, stack.middle));
  }
  for (const mark of below) {
    const shape = fit(mark);
    const bottom = Math.min(0, mark === '\u0326' ? base.top - base.height : 0);
    let placed = centred(shape, base, shiftOf(character, parts.base, faceAtSize, 'below'), bottom - 1);
    while (touch(placed, base))
      placed = moved(
        placed,
        base.top - base.height < -1 && mark === '\u0323' ? 1 : 0,
        base.top - base.height < -1 && mark === '\u0323' ? 0 : -1,
      );
    shapes.push(placed);
  }
  return union(...shapes);
}

/** The tonos of Greek capitals is left of them. */
function besides(base: Shape, tonos: Shape): Shape {
  let placed = moved(tonos, base.left - 1 - tonos.width - tonos.left, base.top - tonos.top);
  while (!touch(moved(placed, 1, 0), base)) placed = moved(placed, 1, 0);
  return union(placed, base);
}

/** One mark, or two: a tone at the right of a circumflex, between two dots, else above the mark. */
function stackOf(marks: readonly string[], fit: (mark: string) => Shape): { shape: Shape; middle: number } {
  const first = fit(marks[0]!);
  if (marks.length === 1) return { shape: first, middle: first.width / 2 };
  const second = fit(marks[1]!);
  const [name] = marks;
  if (name === '\u0302' && tones.has(marks[1]!)) {
    let tone = moved(second, first.left + first.width + 1 - second.left, first.top - second.top + 1);
    while (!touch(moved(tone, -1, 0), first)) tone = moved(tone, -1, 0);
    return { shape: union(first, tone), middle: first.width / 2 + 0.5 };
  }
  if (name === '\u0308') {
    const [left, right] = [moved(first, 0, 0), moved(first, 0, 0)];
    const dot = clip(left, 0, Math.floor((first.width - 1) / 2));
    const tone = moved(second, dot.width + 1 - second.left, 0);
    const last = moved(clip(right, 0, dot.width), dot.width + second.width + 2, 0);
    const shape = union(dot, tone, last);
    return { shape, middle: shape.width / 2 };
  }
  const over = moved(
    second,
    Math.round((first.width - second.width) / 2 - second.left),
    first.top + 1 + second.height - second.top,
  );
  const shape = union(first, over);
  return { shape, middle: shape.width / 2 };
}

function clip(shape: Shape, from: number, to: number): Shape {
  const width = to - from;
  const pixels = new Uint8Array(width * shape.height);
  for (let y = 0; y < shape.height; y++)
    for (let x = 0; x < width; x++) pixels[y * width + x] = at(shape, x + from, y) ? 1 : 0;
  return { ...shape, width, pixels };
}

function centred(shape: Shape, base: Shape, shift: number, top: number, middle = shape.width / 2): Shape {
  const x = Math.round(base.left + base.width / 2 - middle + shift - 0.01);
  return moved(shape, x - shape.left, top - shape.top);
}

/** How far in px the font sets the mark to the right of the letter's middle; small shifts are none. */
function shiftOf(character: string, base: string, { own: font, size }: FaceAtSize, where: 'above' | 'below'): number {
  if (!font.has(character) || !font.has(base)) return 0;
  const [whole, letter] = [font.large(character), font.large(base)];
  let [from, to] = [Infinity, -Infinity];
  for (let y = 0; y < whole.height; y++) {
    const height = whole.top - y;
    if (where === 'above' ? height <= letter.top + 2 : height > Math.min(-4, 0)) continue;
    for (let x = 0; x < whole.width; x++) {
      if (!at(whole, x, y)) continue;
      const [lx, ly] = [x + whole.left - letter.left, letter.top - height];
      if (at(letter, lx, ly)) continue;
      from = Math.min(from, x + whole.left);
      to = Math.max(to, x + whole.left + 1);
    }
  }
  if (from > to) return 0;
  const shift = (((from + to) / 2 - letter.left - letter.width / 2) * size) / largeSize;
  return Math.abs(shift) < 0.6 ? 0 : shift;
}

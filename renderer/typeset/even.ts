import type { FontFile } from '../../fonts/index.js';
import type { Alpha } from '../shapes/stencil.js';
import type { Rectangle } from '../shapes/rectangle.js';

/** Above these sizes in px, a stem that is a pixel wider is hardly visible, and no dot is too small. */
export const largestEven = { stems: 64, dots: 20 } as const;

/** The part of a px that a stem loses on average when it is cut: most are thinner than their outline. */
const lost = 0.25;

type Even = NonNullable<FontFile['even']>;

/** The ink of a text, 0 or 1 for each pixel, and the coverage that it was cut from. It has margins of at least 2 px. */
interface Ink extends Alpha {
  readonly bits: Uint8Array;
}

/**
 * The ink of a text, as coverage of 0 or 255, for a font that is cut from outlines: vertical stems have the one width of
 * `stem`, and dots are at least `dots` px wide and high. No stroke and no hole is lost, and none is added.
 */
export function evenInk(alpha: Alpha, cut: number, size: number, { stem, dots }: Even): Alpha {
  const ink: Ink = { ...alpha, bits: alpha.values.map((value) => (value >= cut ? 1 : 0)) };
  if (stem !== undefined) {
    const target = Math.max(1, Math.round(stem * size - lost));
    evenStems(ink, target, size);
    // A stem may have been in the way of another.
    evenStems(ink, target, size);
  }
  if (dots !== undefined && size <= largestEven.dots) growDots(ink, dots, size);
  return { width: alpha.width, height: alpha.height, values: ink.bits.map((bit) => bit * 255) };
}

/** A stroke of equally wide rows: columns `from` to `to`, rows `top` to `bottom`, both ends exclusive. */
interface Stem {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  bottom: number;
}

/**
 * Adds or removes one column of each stem that is 1 px off: on the side where it then lines up with the stem above or below
 * it, from which a bar separates it, else where its coverage says so. Long stems come first, so that short ones follow them.
 */
function evenStems(ink: Ink, target: number, size: number): void {
  const near = Math.max(3, Math.round(size / 5));
  const stems = stemsOf(ink).filter(({ top, bottom }) => bottom - top >= near);
  const even = stems.filter(({ from, to }) => to - from === target);
  const uneven = stems.filter(({ from, to }) => Math.abs(to - from - target) === 1);
  for (const { from, to, top, bottom } of uneven.sort((a, b) => b.bottom - b.top - (a.bottom - a.top))) {
    const add = to - from < target;
    const sides = add
      ? [
          { column: from - 1, from: from - 1, to },
          { column: to, from, to: to + 1 },
        ]
      : [
          { column: from, from: from + 1, to },
          { column: to - 1, from, to: to - 1 },
        ];
    const worth = ({ column, from: first, to: end }: (typeof sides)[number]): number => {
      const covered = sumOf(ink, column, top, bottom);
      const follows = even.some((stem) => isInLine({ from: first, to: end, top, bottom }, stem, near));
      return (follows ? preferred : 0) + (add ? covered : -covered);
    };
    const [left, right] = [worth(sides[0]!), worth(sides[1]!)];
    const taken = (left > right ? sides : sides.toReversed()).find(({ column }) =>
      changeColumn(ink, column, top, bottom, add),
    );
    if (!taken) continue;
    const stem = { from: taken.from, to: taken.to, top, bottom };
    for (const other of even) if (isInLine(stem, other, near)) bridge(ink, stem, other);
    even.push(stem);
  }
}

/** Whether two pieces of a stem have equal columns, and fewer than `most` rows between them. */
function isInLine(one: Stem, other: Stem, most: number): boolean {
  return (
    one.from === other.from && one.to === other.to && one.top - other.bottom < most && other.top - one.bottom < most
  );
}

/** Fills the columns of a stem in the rows between two pieces of it. */
function bridge({ width, bits }: Ink, one: Stem, other: Stem): void {
  for (let y = Math.min(one.bottom, other.bottom); y < Math.max(one.top, other.top); y++)
    for (let at = y * width + one.from; at < y * width + one.to; at++)
      if (bits[at] === 0 && isSimple(bits, at, width)) bits[at] = 1;
}

/** Runs of ink that begin and end in the same columns in row after row. */
function stemsOf({ width, height, bits }: Ink): readonly Stem[] {
  const stems: Stem[] = [];
  let open: Stem[] = [];
  for (let y = 0; y < height; y++) {
    const next: Stem[] = [];
    for (let x = 0; x < width; x++) {
      if (bits[y * width + x] === 0) continue;
      const from = x;
      while (x < width && bits[y * width + x] === 1) x++;
      const above = open.find((stem) => stem.from === from && stem.to === x);
      const stem = above ?? { from, to: x, top: y, bottom: y };
      stem.bottom = y + 1;
      if (!above) stems.push(stem);
      next.push(stem);
    }
    open = next;
  }
  return stems;
}

function sumOf({ width, values }: Ink, x: number, top: number, bottom: number): number {
  let sum = 0;
  for (let y = top; y < bottom; y++) sum += values[y * width + x]!;
  return sum;
}

/** Changes a column of a stem in all of its rows, or in none if that would join, split or close something. */
function changeColumn({ width, bits }: Ink, x: number, top: number, bottom: number, add: boolean): boolean {
  for (let y = top; y < bottom; y++) {
    const at = y * width + x;
    if (bits[at] !== Number(add) && isSimple(bits, at, width)) {
      bits[at] = Number(add);
      continue;
    }
    while (--y >= top) bits[y * width + x] = Number(!add);
    return false;
  }
  return true;
}

/**
 * Whether a pixel may change its ink without a change of topology: the paper above, below, left and right of it is connected
 * around it (Yokoi's connectivity number is 1).
 */
function isSimple(bits: Uint8Array, at: number, width: number): boolean {
  const paper = [-width, 1 - width, 1, width + 1, width, width - 1, -1, -width - 1].map((step) => 1 - bits[at + step]!);
  let pieces = 0;
  for (let i = 0; i < 8; i += 2) pieces += paper[i]! - paper[i]! * paper[i + 1]! * paper[(i + 2) % 8]!;
  return pieces === 1;
}

/** More coverage than any dot and any column has. */
const preferred = 1e6;

/** From this share of its box on, ink is a dot whose corners were lost, and not a hamza. */
const dotShare = 0.75;

/** Grows each dot to a rectangle of at least `least` px, where its coverage is largest and a blank pixel stays around it. */
function growDots(ink: Ink, least: number, size: number): void {
  const { width, bits } = ink;
  let last: { readonly dot: Rectangle; readonly best: Rectangle } | undefined;
  for (const dot of dotsOf(ink, Math.max(3, Math.round(size / 4)))) {
    const grown = { width: Math.max(dot.width, least), height: Math.max(dot.height, least) };
    const inked = sumIn(bits, dot, width) / (grown.width * grown.height);
    if (grown.width === dot.width && grown.height === dot.height && (inked === 1 || inked < dotShare)) continue;
    let best: Rectangle | undefined;
    let most = -1;
    // Dots side by side grow alike.
    const level = last?.dot.y === dot.y && last.dot.height === dot.height ? last.best.y : undefined;
    for (let y = dot.y + dot.height - grown.height; y <= dot.y; y++)
      for (let x = dot.x + dot.width - grown.width; x <= dot.x; x++) {
        const tried = { x, y, ...grown };
        const covered = sumIn(ink.values, tried, width) + (y === level ? preferred : 0);
        const isAlone = sumIn(bits, around(tried), width) === sumIn(bits, dot, width);
        if (isAlone && covered > most) [best, most] = [tried, covered];
      }
    if (!best) continue;
    last = { dot, best };
    for (let y = best.y; y < best.y + best.height; y++)
      bits.fill(1, y * width + best.x, y * width + best.x + best.width);
  }
}

/** Connected ink of at most `most` px in width and height. */
function dotsOf({ width, height, bits }: Ink, most: number): readonly Rectangle[] {
  const dots: Rectangle[] = [];
  const seen = new Uint8Array(bits.length);
  for (let start = 0; start < bits.length; start++) {
    if (bits[start] === 0 || seen[start] === 1) continue;
    const found = [start];
    seen[start] = 1;
    for (const at of found)
      for (const step of [-width - 1, -width, 1 - width, -1, 1, width - 1, width, width + 1]) {
        if (bits[at + step] !== 1 || seen[at + step] === 1) continue;
        seen[at + step] = 1;
        found.push(at + step);
      }
    const [columns, rows] = [found.map((at) => at % width), found.map((at) => Math.floor(at / width))];
    const [x, y] = [Math.min(...columns), Math.min(...rows)];
    const dot = { x, y, width: Math.max(...columns) + 1 - x, height: Math.max(...rows) + 1 - y };
    if (dot.width <= most && dot.height <= most && dot.y + dot.height < height) dots.push(dot);
  }
  return dots;
}

function around({ x, y, width, height }: Rectangle): Rectangle {
  return { x: x - 1, y: y - 1, width: width + 2, height: height + 2 };
}

function sumIn(values: Uint8Array, { x, y, width, height }: Rectangle, stride: number): number {
  let sum = 0;
  for (let row = y; row < y + height; row++)
    for (let at = row * stride + x; at < row * stride + x + width; at++) sum += values[at]!;
  return sum;
}

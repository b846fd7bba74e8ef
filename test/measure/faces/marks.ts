import { box, drawn, moved, type Shape, union } from './shape.js';

/** A mark in two widths: one is centred above letters of odd width, one above letters of even width. */
type Mark = readonly [odd: Shape, even: Shape];
/** The marks of one weight, by their combining character. */
export type Marks = Readonly<Record<string, Mark>>;

const one = (...rows: readonly string[]): Mark => {
  const shape = drawn(...rows);
  return [shape, shape];
};
const two = (odd: readonly string[], even: readonly string[]): Mark => [drawn(...odd), drawn(...even)];
const turned = (rows: readonly string[]) => rows.map((row) => Array.from(row).reverse().join(''));

interface Drawing {
  readonly acute: readonly string[];
  readonly circumflex: readonly [odd: readonly string[], even: readonly string[]];
  readonly caron: readonly [odd: readonly string[], even: readonly string[]];
  readonly breve: readonly [odd: readonly string[], even: readonly string[]];
  readonly ring: readonly [odd: readonly string[], even: readonly string[]];
  readonly tilde: readonly string[];
  readonly hook: readonly string[];
  readonly doubleAcute: readonly string[];
  readonly comma: readonly string[];
  readonly macron: number;
}

/** Strokes of one pixel, for letters of 12 to 15 px. */
const thin: Drawing = {
  acute: ['.#', '#.'],
  circumflex: [
    ['.#.', '#.#'],
    ['.##.', '#..#'],
  ],
  caron: [
    ['#.#', '.#.'],
    ['#.#', '.#.'],
  ],
  breve: [
    ['#...#', '.###.'],
    ['#..#', '.##.'],
  ],
  ring: [
    ['.#.', '#.#', '.#.'],
    ['.##.', '#..#', '.##.'],
  ],
  tilde: ['.##.#', '#.##.'],
  hook: ['##.', '..#', '.#.'],
  doubleAcute: ['.#..#', '#..#.'],
  comma: ['.#', '#.'],
  macron: 1,
};

/** Bold strokes in two rows, for letters of 12 to 15 px. */
const low: Drawing = {
  acute: ['.##', '##.'],
  circumflex: [
    ['.###.', '##.##'],
    ['.##.', '####'],
  ],
  caron: [
    ['##.##', '.###.'],
    ['####', '.##.'],
  ],
  breve: [
    ['#...#', '.###.'],
    ['##..##', '.####.'],
  ],
  ring: [
    ['.###.', '##.##', '.###.'],
    ['.##.', '#..#', '.##.'],
  ],
  tilde: ['.###.#', '#.###.'],
  hook: ['###.', '..##', '.##.'],
  doubleAcute: ['.##..##', '##..##.'],
  comma: ['.##', '##.'],
  macron: 1,
};

/** Strokes of two pixels, for letters from 16 px on. */
const medium: Drawing = {
  acute: ['..##', '.##.', '##..'],
  circumflex: [
    ['..#..', '.###.', '##.##'],
    ['..##..', '.####.', '##..##'],
  ],
  caron: [
    ['##.##', '.###.', '..#..'],
    ['##..##', '.####.', '..##..'],
  ],
  breve: [
    ['##.##', '.###.'],
    ['##..##', '.####.'],
  ],
  ring: [
    ['.###.', '#...#', '#...#', '.###.'],
    ['.##.', '#..#', '#..#', '.##.'],
  ],
  tilde: ['.###.##', '##.###.'],
  hook: ['###.', '..##', '.##.'],
  doubleAcute: ['.##..##', '##..##.'],
  comma: ['.##', '.##', '##.'],
  macron: 2,
};

/** Strokes of three pixels and more. */
const heavy: Drawing = {
  acute: ['..###', '.###.', '###..'],
  circumflex: [
    ['..###..', '.#####.', '###.###'],
    ['..##..', '.####.', '##..##'],
  ],
  caron: [
    ['###.###', '.#####.', '..###..'],
    ['##..##', '.####.', '..##..'],
  ],
  breve: [
    ['##...##', '#######', '.#####.'],
    ['##..##', '######', '.####.'],
  ],
  ring: [
    ['.#####.', '##...##', '##...##', '.#####.'],
    ['.####.', '##..##', '##..##', '.####.'],
  ],
  tilde: ['.###..##', '########', '##..###.'],
  hook: ['####.', '..###', '.###.'],
  doubleAcute: ['.###..###', '###..###.'],
  comma: ['.###', '.##.', '##..'],
  macron: 2,
};

/** The marks for letters with stems of `stem` px at `size` px. */
export function marksOf(stem: number, size: number): Marks {
  const of = stem === 1 ? thin : size < 16 ? low : stem === 2 ? medium : heavy;
  const dot = box(stem, stem);
  const dots = (gap: number) => union(dot, moved(dot, stem + gap, 0));
  const gap = stem === 1 && size < 14 ? 1 : 2;
  const bar = (width: number) => box(width, of.macron);
  const wide = Math.round(size * 0.36);
  return {
    '\u0301': one(...of.acute),
    '\u0300': one(...turned(of.acute)),
    '\u0302': two(...of.circumflex),
    '\u030c': two(...of.caron),
    '\u0306': two(...of.breve),
    '\u030a': two(...of.ring),
    '\u0303': one(...of.tilde),
    '\u0309': one(...of.hook),
    '\u030b': one(...of.doubleAcute),
    '\u0304': [bar(wide | 1), bar((wide >> 1) << 1)],
    '\u0307': [dot, dot],
    '\u0308': [dots(gap | 1), dots(2)],
    '\u0323': [dot, dot],
    '\u0326': one(...of.comma),
  };
}

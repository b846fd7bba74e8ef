import { box, drawn, moved, type Shape, union } from './shape.js';

/** A mark in two widths: one is centred above letters of odd width, one above letters of even width. */
type Mark = readonly [odd: Shape, even: Shape];
/** The marks of one weight, by their combining character. */
export type Marks = Readonly<Record<string, Mark>>;

/** The rows of each mark from the top. If letters of even width have another one than those of odd width, it follows "|". */
type Drawing = Readonly<
  Record<'acute' | 'circumflex' | 'caron' | 'breve' | 'ring' | 'tilde' | 'hook' | 'doubleAcute' | 'comma', string>
> & { readonly macron: number };

/** Strokes of one pixel, for letters of 12 to 15 px. */
const thin: Drawing = {
  acute: '.# #.',
  circumflex: '.#. #.# | .##. #..#',
  caron: '#.# .#. | #.# .#.',
  breve: '#...# .###. | #..# .##.',
  ring: '.#. #.# .#. | .##. #..# .##.',
  tilde: '.##.# #.##.',
  hook: '##. ..# .#.',
  doubleAcute: '.#..# #..#.',
  comma: '.# #.',
  macron: 1,
};

/** Bold strokes in two rows, for letters of 12 to 15 px. */
const low: Drawing = {
  acute: '.## ##.',
  circumflex: '.###. ##.## | .##. ####',
  caron: '##.## .###. | #### .##.',
  breve: '#...# .###. | ##..## .####.',
  ring: '.###. ##.## .###. | .##. #..# .##.',
  tilde: '.###.# #.###.',
  hook: '###. ..## .##.',
  doubleAcute: '.##..## ##..##.',
  comma: '.## ##.',
  macron: 1,
};

/** Strokes of two pixels, for letters from 16 px on. */
const medium: Drawing = {
  acute: '..## .##. ##..',
  circumflex: '..#.. .###. ##.## | ..##.. .####. ##..##',
  caron: '##.## .###. ..#.. | ##..## .####. ..##..',
  breve: '##.## .###. | ##..## .####.',
  ring: '.###. #...# #...# .###. | .##. #..# #..# .##.',
  tilde: '.###.## ##.###.',
  hook: '###. ..## .##.',
  doubleAcute: '.##..## ##..##.',
  comma: '.## .## ##.',
  macron: 2,
};

/** Strokes of three pixels and more. */
const heavy: Drawing = {
  acute: '..### .###. ###..',
  circumflex: '..###.. .#####. ###.### | ..##.. .####. ##..##',
  caron: '###.### .#####. ..###.. | ##..## .####. ..##..',
  breve: '##...## ####### .#####. | ##..## ###### .####.',
  ring: '.#####. ##...## ##...## .#####. | .####. ##..## ##..## .####.',
  tilde: '.###..## ######## ##..###.',
  hook: '####. ..### .###.',
  doubleAcute: '.###..### ###..###.',
  comma: '.### .##. ##..',
  macron: 2,
};

function markOf(drawing: string): Mark {
  const [odd, even = odd] = drawing.split(' | ').map((rows) => drawn(...rows.split(' ')));
  return [odd!, even!];
}

/** The marks for letters with stems of `stem` px at `size` px. */
export function marksOf(stem: number, size: number): Marks {
  const of = stem === 1 ? thin : size < 16 ? low : stem === 2 ? medium : heavy;
  const dot = box(stem, stem);
  const dots = (gap: number) => union(dot, moved(dot, stem + gap, 0));
  const gap = stem === 1 && size < 14 ? 1 : 2;
  const bar = (width: number) => box(width, of.macron);
  const wide = Math.round(size * 0.36);
  return {
    '\u0301': markOf(of.acute),
    '\u0300': markOf(Array.from(of.acute).reverse().join('').split(' ').reverse().join(' ')),
    '\u0302': markOf(of.circumflex),
    '\u030c': markOf(of.caron),
    '\u0306': markOf(of.breve),
    '\u030a': markOf(of.ring),
    '\u0303': markOf(of.tilde),
    '\u0309': markOf(of.hook),
    '\u030b': markOf(of.doubleAcute),
    '\u0304': [bar(wide | 1), bar((wide >> 1) << 1)],
    '\u0307': [dot, dot],
    '\u0308': [dots(gap | 1), dots(2)],
    '\u0323': [dot, dot],
    '\u0326': markOf(of.comma),
  };
}

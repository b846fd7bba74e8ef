import { offset } from '../shapes/align.js';
import { type Bars, encodeBars, type Omitted, type Span, type Symbology } from './barcode.js';
import type { Mark } from '../drawing/marks.js';
import type { Rectangle } from '../shapes/rectangle.js';
import type { Font, Ruler, Word } from '../text/ruler.js';
import {
  type Alignment,
  enlargeModules,
  type ModuleLimits,
  moduleScale,
  type PlacedSymbol,
  printInstead,
  staff,
  staffFonts,
  type SymbolFitter,
} from './symbol-box.js';

export interface BarcodeOptions extends Alignment {
  readonly symbology: Symbology | 'auto';
  /** Whether the text is printed below the bars. */
  readonly digits: boolean;
  /** `long`: guard bars reach down between the digits, as on goods. `even`: all bars end above the digits. Absent: long. */
  readonly guards?: 'long' | 'even';
}

/**
 * GS1 General Specifications, 5.12.3.1: symbol specification table 1 (retail point of sale). It also applies to Code 128
 * here: a shelf label is read at arm's length, as goods at a checkout are.
 */
const barModule: ModuleLimits = { min: 0.264, max: 0.66 };

/**
 * The minimum height of bars in mm. GS1's 18.28 mm is more than half of most labels: on a shelf, where a person aims the
 * scanner, bars are always truncated. A hand-held beam does not stay on lower bars.
 */
const minBarsMm = 3;

/** By how many modules guard bars are longer than the others (GS1 General Specifications, 5.2.3.2). */
const guardLength = 5;

const digitModules = 7;

type Guarded = Bars & Required<Pick<Bars, 'spans'>>;

/**
 * Draws barcodes as large as GS1 and the area allow, including the quiet zones; otherwise the text, with the reason. Guard
 * bars are long where the other bars are at least 3 mm high, and twice as high as the guards' overhang: beside lower bars,
 * long guards would dominate.
 */
export function createBarcodeFitter(ruler: Ruler): SymbolFitter<BarcodeOptions> {
  const fonts = staffFonts(ruler);
  return (text, area, options, dpi, ink) => {
    const bars = encodeBars(text, options.symbology);
    const symbol = 'reason' in bars ? bars : placeBars(bars, area, options, dpi, ink, fonts, ruler);
    return 'reason' in symbol ? printInstead(text, symbol, area, options, ink, fonts, ruler) : symbol;
  };
}

function placeBars(
  bars: Bars,
  area: Rectangle,
  { align, digits, guards = 'long' }: BarcodeOptions,
  dpi: number,
  ink: number,
  fonts: readonly Font[],
  ruler: Ruler,
): PlacedSymbol | Omitted {
  const { modules, quiet } = bars;
  const count = quiet.left + modules.length + quiet.right;
  const scale = moduleScale(count, area.width, dpi, barModule, `the box is ${area.width} px wide`);
  if (typeof scale !== 'number') return scale;
  const wanted = Math.max(staff.min, (staff.size * dpi) / 25.4);
  const suited = fonts.filter(({ size }) => size <= wanted);
  const x = area.x + offset(align ?? 'start', area.width - count * scale) + quiet.left * scale;
  const lowest = Math.ceil((minBarsMm * dpi) / 25.4);
  if (digits && guards === 'long' && bars.spans) {
    const symbol = placeGuarded({ ...bars, spans: bars.spans }, { ...area, x }, scale, lowest, ink, fonts, ruler);
    if (symbol) return symbol;
  }
  const lines = digits ? suited.map((font) => setLine(bars.groups, font, ruler)) : [noLine];
  // Half a module separates the digits from the bars.
  const gap = digits ? gapBelow(scale) : 0;
  const heightAbove = ({ ascent, descent }: TightLine) => area.height - gap - ascent - descent;
  const line = lines.find((tried) => tried.width <= area.width && heightAbove(tried) >= lowest);
  if (!line) return noRoom(lines.at(-1)!, heightAbove(lines.at(-1)!), lowest, area);
  const stencil = enlargeModules(modules, modules.length, scale, heightAbove(line));
  const centred = x + ((stencil.width - line.width) >> 1);
  const left = Math.min(Math.max(centred, area.x), area.x + area.width - line.width);
  const baseline = area.y + area.height - line.descent;
  const words = line.words.map(({ word, x: pen }): Mark => ({ kind: 'text', x: left + pen, y: baseline, ink, word }));
  return { marks: [{ kind: 'stencil', x, y: area.y, ink, stencil }, ...words] };
}

/** The px between bars and the digits below them. */
function gapBelow(scale: number): number {
  return Math.max(1, Math.round(scale / 2));
}

/**
 * Bars as on goods, with each digit below its own bars. The digits are as high as the guards' overhang, so they take no
 * extra height. `x` of the area is the start of the first bar.
 * @returns undefined where the other bars would be too low
 */
function placeGuarded(
  { modules, text, spans }: Guarded,
  { x, y, height }: Rectangle,
  scale: number,
  lowest: number,
  ink: number,
  fonts: readonly Font[],
  ruler: Ruler,
): PlacedSymbol | undefined {
  const [gap, longer] = [gapBelow(scale), guardLength * scale];
  const lines = fonts.map((font) => Array.from(text, (digit) => ruler.measure(digit, font)));
  const deepest = (line: readonly Word[]) => gap + Math.max(...line.map(({ ascent, descent }) => ascent + descent));
  const line = lines.find((tried) => deepest(tried) <= longer) ?? lines.at(-1)!;
  const short = height - Math.max(longer, deepest(line));
  if (short < Math.max(lowest, longer * 2)) return undefined;
  const starts = spans.flatMap(([from, to]) => range(from, to, digitModules));
  const baseline = y + short + gap + Math.max(...line.map(({ ascent }) => ascent));
  const digits = line.map((word, i): Mark => {
    const margin = (digitModules * scale - (word.right - word.left)) >> 1;
    return { kind: 'text', x: x + starts[i]! * scale + margin - word.left, y: baseline, ink, word };
  });
  const bars = (from: number, to: number, top: number, rows: number): Mark => {
    const stencil = enlargeModules(modules.subarray(from, to), to - from, scale, rows);
    return { kind: 'stencil', x: x + from * scale, y: top, ink, stencil };
  };
  const guards = besideSpans(spans, modules.length).map(([from, to]) => bars(from, to, y + short, longer));
  return { marks: [bars(0, modules.length, y, short), ...guards, ...digits] };
}

/** The modules between 0 and `end` outside all spans. */
function besideSpans(spans: readonly Span[], end: number): readonly Span[] {
  const inside = spans.filter(([from, to]) => from > 0 && to < end);
  return [...inside, [end, end] as const].map(([from], i) => [inside[i - 1]?.[1] ?? 0, from]);
}

/** The numbers from `from` to before `to`, `step` apart. */
function range(from: number, to: number, step: number): readonly number[] {
  return Array.from({ length: (to - from) / step }, (_, i) => from + i * step);
}

/** Why bars do not fit above even the smallest line, which leaves `height` px for them. */
function noRoom(line: TightLine, height: number, lowest: number, area: Rectangle): Omitted {
  if (line.width > area.width)
    return { reason: `The text below the bars needs ${line.width} px but the box is ${area.width} px wide` };
  const parts = `Bars of ${minBarsMm} mm${line === noLine ? '' : ' and the text below them'}`;
  return { reason: `${parts} need ${area.height - height + lowest} px but the box is ${area.height} px high` };
}

/** A line of words as high as its ink: digits have no descent, so no room is reserved for one. */
interface TightLine {
  readonly words: readonly { readonly word: Word; readonly x: number }[];
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
}

const noLine: TightLine = { words: [], width: 0, ascent: 0, descent: 0 };

function setLine(texts: readonly string[], font: Font, ruler: Ruler): TightLine {
  const words: { word: Word; x: number }[] = [];
  let [pen, width, ascent, descent] = [0, 0, 0, 0];
  for (const text of texts) {
    const word = ruler.measure(text, font);
    if (words.length === 0) pen = -word.left;
    words.push({ word, x: pen });
    width = pen + word.right;
    ascent = Math.max(ascent, word.ascent);
    descent = Math.max(descent, word.descent);
    pen += word.advance + ruler.blank(font);
  }
  return { words, width, ascent, descent };
}

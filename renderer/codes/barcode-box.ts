import { offset } from '../shapes/align.js';
import { type Bars, encodeBars, type Omitted, type Symbology } from './barcode.js';
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
}

/**
 * GS1 General Specifications, 5.12.3.1: symbol specification table 1 (retail point of sale). Code 128 is held to the same:
 * a shelf label is read at arm's length, as goods at a checkout are.
 */
const barModule: ModuleLimits = { min: 0.264, max: 0.66 };

/**
 * How low bars may be, in mm. GS1's 18.28 mm is more than half of most labels: on a shelf, where a person aims the
 * scanner, bars are always truncated. A hand-held beam does not stay on bars lower than this.
 */
const lowestBars = 3;

/**
 * Draws barcodes as large as GS1 and the area allow, quiet zones inside the area; otherwise the text, with the reason.
 */
export function createBarcodeFitter(ruler: Ruler): SymbolFitter<BarcodeOptions> {
  const fonts = staffFonts(ruler);
  return (text, area, options, dpi, ink) => {
    const bars = encodeBars(text, options.symbology);
    const placed = 'reason' in bars ? bars : placeBars(bars, area, options, dpi, ink, fonts, ruler);
    return 'reason' in placed ? printInstead(text, placed, area, options, ink, fonts, ruler) : placed;
  };
}

function placeBars(
  bars: Bars,
  area: Rectangle,
  { align, digits }: BarcodeOptions,
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
  const lines = digits
    ? fonts.filter(({ size }) => size <= wanted).map((font) => setLine(bars.groups, font, ruler))
    : [noLine];
  // Half a module keeps the digits apart from the bars.
  const gap = digits ? Math.max(1, Math.round(scale / 2)) : 0;
  const heightAbove = ({ ascent, descent }: TightLine) => area.height - gap - ascent - descent;
  const lowest = Math.ceil((lowestBars * dpi) / 25.4);
  const line = lines.find((tried) => tried.width <= area.width && heightAbove(tried) >= lowest);
  if (!line) return noRoom(lines.at(-1)!, heightAbove(lines.at(-1)!), lowest, area);
  const x = area.x + offset(align ?? 'start', area.width - count * scale) + quiet.left * scale;
  const stencil = enlargeModules(modules, modules.length, scale, heightAbove(line));
  const centred = x + ((stencil.width - line.width) >> 1);
  const left = Math.min(Math.max(centred, area.x), area.x + area.width - line.width);
  const baseline = area.y + area.height - line.descent;
  const words = line.words.map(({ word, x: pen }): Mark => ({ kind: 'text', x: left + pen, y: baseline, ink, word }));
  return { marks: [{ kind: 'stencil', x, y: area.y, ink, stencil }, ...words] };
}

/** Why bars do not fit above even the smallest line, which leaves `height` px for them. */
function noRoom(line: TightLine, height: number, lowest: number, area: Rectangle): Omitted {
  if (line.width > area.width)
    return { reason: `The text below the bars needs ${line.width} px but the box is ${area.width} px wide` };
  const parts = `Bars of ${lowestBars} mm${line === noLine ? '' : ' and the text below them'}`;
  return { reason: `${parts} need ${area.height - height + lowest} px but the box is ${area.height} px high` };
}

/** A line of words, no larger than its ink: digits have no descent, and no room is kept for one. */
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

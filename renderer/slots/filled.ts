import { type Cache, createCache, type Memo } from '../cache.js';
import type { Content } from '../content.js';
import { type Meter, workCosts } from '../limits.js';
import type { DrawnSize } from '../price/fit.js';
import type { FormatPrice } from '../price/price.js';
import type { Font } from '../text/ruler.js';
import { type Arrangement, type Arranger, nothing, turned, undrawn } from './arranged.js';
import type { Slot } from './slot.js';
import type { FitMode } from '../text/text-box.js';

/** The bytes of cached texts and codes: unit, date and model line repeat from label to label. */
export const arrangedBytes = 4 << 20;

/** Arranges the texts of a slot. */
export interface Fill {
  /** See {@link Arranger.arrange}. */
  readonly arrange: (text: string, field: string, mode: FitMode) => Arrangement | undefined;
  /** See {@link Arranger.cut}. */
  readonly cut?: (text: string, field: string, mode: FitMode) => Arrangement;
  /** See {@link Arranger.width}. */
  readonly width?: (text: string) => number;
  /** See {@link Arranger.lines}. */
  readonly lines?: (text: string, max: number) => number;
  /** Set for a text: the height of the digits of a font that it is drawn in. */
  readonly digits?: (font: Font) => number;
  /** Replaces a text whose fields are all empty. Absent: nothing. */
  readonly empty?: Arrangement;
}

/** Makes the arranger of a slot whose text is filled in from the content. */
export type ArrangeFilled = (slot: Slot, fill: Fill) => Arranger;

/**
 * Caches what was arranged for a text. A code is cached immediately, since it is expensive to make; any other text from
 * its second time on.
 */
export function createFilledArranger(format: FormatPrice, meter: Meter): ArrangeFilled {
  const cache: Cache = createCache(arrangedBytes);
  return (slot, { arrange, cut, width, lines, digits, empty = nothing }) => {
    const template = slot.template!;
    const field = template.fields[0] ?? 'layout';
    const isCode = slot.text === undefined;
    /** By fit mode. */
    const memos = new Map<FitMode, Memo<string, Arrangement>>();
    const memoOf = (mode: FitMode): Memo<string, Arrangement> => {
      let memo = memos.get(mode);
      if (!memo) memos.set(mode, (memo = cache.memo<string, Arrangement>()));
      return memo;
    };
    /** The previous label. */
    let last: Last | undefined;
    const textOf = (content: Content) => template.fill(template.read(content), slot.shared.prices, content, format);
    /** Caches the measure of the previous text. @param none the measure of a text whose fields are all empty */
    const cachingLast = (none: number, measure: (text: string, max: number) => number) => {
      let measured: { readonly text: string; readonly max: number; readonly result: number } | undefined;
      return (content: Content, max = 0): number => {
        const text = textOf(content);
        if (text === undefined) return none;
        if (measured?.text !== text || measured.max !== max) {
          meter.charge(text.length * workCosts.character);
          measured = { text, max, result: measure(text, max) };
        }
        return measured.result;
      };
    };

    const arrangeFor = (content: Content, mode: FitMode): Arrangement | undefined => {
      const { currency } = content;
      // Date and model line mostly repeat those of the previous label, and a tied text is measured before it is drawn:
      // comparing is cheaper than filling in and looking up.
      if (last?.mode === mode) {
        if (last.content === content) return last.arranged;
        if (last.currency === currency && template.has(last.values, content)) return last.arranged;
      }
      const values = template.read(content);
      const text = template.fill(values, slot.shared.prices, content, format);
      const memo = memoOf(mode);
      let arranged = text === undefined ? empty : memo.get(text);
      if (text !== undefined && !arranged) {
        meter.charge(text.length * workCosts.character);
        const arrangement = arrange(text, field, mode);
        arranged = arrangement && turned(arrangement, slot);
        if (arranged && (isCode || memo.again(text))) memo.set(text, arranged, bytesOf(text, arranged));
      }
      last = { content, values, currency, mode, arranged };
      return arranged;
    };

    return {
      arrange: arrangeFor,
      ...(digits && {
        drawn(content: Content, mode: FitMode): DrawnSize | undefined {
          const arranged = arrangeFor(content, mode);
          const word = arranged?.marks.find((mark) => mark.kind === 'text')?.word;
          return word ? { font: word.font.size, digits: digits(word.font) } : arranged && undrawn;
        },
      }),
      ...(cut && {
        cut: (content: Content, mode: FitMode) => turned(cut(textOf(content)!, field, mode), slot),
      }),
      ...(width && { width: cachingLast(0, (text) => width(text)) }),
      ...(lines && { lines: cachingLast(1, lines) }),
    };
  };
}

interface Last {
  readonly content: Content;
  readonly values: readonly string[];
  readonly currency: string;
  readonly mode: FitMode;
  readonly arranged: Arrangement | undefined;
}

function bytesOf(text: string, { marks, warnings }: Arrangement): number {
  let bytes = 300 + text.length * 2 + warnings.length * 600;
  for (const mark of marks) {
    bytes += 500;
    // A mark keeps its word's shape alive.
    if (mark.kind === 'text')
      bytes += ((mark.word.right - mark.word.left) * (mark.word.ascent + mark.word.descent)) >> 3;
    if (mark.kind === 'stencil') bytes += mark.stencil.bits.byteLength;
  }
  return bytes;
}

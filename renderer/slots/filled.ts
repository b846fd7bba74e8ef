import { type Cache, createCache, type Memo } from '../cache.js';
import type { Content } from '../content.js';
import { type Meter, workCosts } from '../limits.js';
import type { DrawnSize } from '../price/fit.js';
import type { Font } from '../text/ruler.js';
import { type Arrangement, type Arranger, nothing, turned, undrawn } from './arranged.js';
import type { Template } from '../layout/template.js';
import type { Slot } from './slot.js';
import { type FitMode, fitModes } from '../text/text-box.js';
import { getOrInsert } from '../get-or-insert.js';

/** The bytes of cached texts and codes: unit, date and model line repeat from label to label. */
export const arrangedBytes = 4 << 20;

/** Arranges the texts of a slot. */
export interface Fill {
  /**
   * See {@link Arranger.arrange}.
   * @param failed a mode in which the text is known not to fit
   */
  readonly arrange: (text: string, field: string, mode: FitMode, failed?: FitMode) => Arrangement | undefined;
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
export function createFilledArranger(meter: Meter): ArrangeFilled {
  const cache: Cache = createCache(arrangedBytes);
  const fillings = new WeakMap<Template, FillIn>();
  const fillingOf = (template: Template, prices: ReadonlySet<string>): FillIn =>
    getOrInsert(fillings, template, () => createFilling(template, prices));
  return (slot, { arrange, cut, width, lines, digits, empty = nothing }) => {
    const template = slot.template!;
    const textOf = fillingOf(template, slot.shared.prices);
    const field = template.fields[0] ?? 'layout';
    const isCode = slot.text === undefined;
    const memo: Memo<string, Fitted> = cache.memo();
    const emptied: Fitted = { failed: -1, from: 0, arranged: empty };
    /** The previous text. */
    let last: { readonly text: string; readonly fitted: Fitted } | undefined;
    const fittedFor = (text: string | undefined): Fitted => {
      if (text === undefined) return emptied;
      if (last?.text !== text)
        last = { text, fitted: memo.get(text) ?? { failed: -1, from: Infinity, arranged: undefined } };
      return last.fitted;
    };
    const arrangeFor = (content: Content, mode: FitMode): Arrangement | undefined => {
      const most = fitModes.indexOf(mode);
      const text = textOf(content);
      const fitted = fittedFor(text);
      if (fitted.from <= most) return fitted.arranged;
      if (text === undefined || fitted.failed >= most) return undefined;
      meter.charge(text.length * workCosts.character);
      const arrangement = arrange(text, field, mode, fitModes[fitted.failed]);
      if (!arrangement) {
        // A code concedes nothing.
        fitted.failed = isCode ? fitModes.length - 1 : most;
        return undefined;
      }
      const arranged = turned(arrangement, slot);
      fitted.from = most;
      fitted.arranged = arranged;
      if (isCode || memo.again(text)) memo.set(text, fitted, bytesOf(text, arranged));
      return arranged;
    };

    return {
      arrange: arrangeFor,
      ...(digits && {
        drawn(content: Content, mode: FitMode): DrawnSize | undefined {
          const arranged = arrangeFor(content, mode);
          if (!arranged) return undefined;
          return (fittedFor(textOf(content)).size ??= sizeOf(arranged, digits));
        },
      }),
      ...(cut && {
        cut: (content: Content, mode: FitMode) => turned(cut(textOf(content)!, field, mode), slot),
      }),
      ...(width && { width: cachingLast(textOf, meter, 0, (text) => width(text)) }),
      ...(lines && { lines: cachingLast(textOf, meter, 1, lines) }),
    };
  };
}

function sizeOf({ marks }: Arrangement, digits: (font: Font) => number): DrawnSize {
  const word = marks.find((mark) => mark.kind === 'text')?.word;
  return word ? { font: word.font.size, digits: digits(word.font) } : undrawn;
}

/**
 * Caches the measure of the previous text, up to a maximum. Below that, it is also its measure up to any other.
 * @param none the measure of a text whose fields are all empty
 */
function cachingLast(
  textOf: FillIn,
  meter: Meter,
  none: number,
  measure: (text: string, max: number) => number,
): (content: Content, max?: number) => number {
  let measured: { readonly text: string; readonly max: number; readonly result: number } | undefined;
  return (content, max = Infinity) => {
    const text = textOf(content);
    if (text === undefined) return none;
    if (measured?.text !== text || (measured.result === measured.max && measured.max < max)) {
      meter.charge(text.length * workCosts.character);
      measured = { text, max, result: measure(text, max) };
    }
    return Math.min(measured.result, max);
  };
}

/** The text of a label; undefined where its fields are all empty. */
type FillIn = (content: Content) => string | undefined;

/** Fills in the texts of a template. Most repeat that of the previous label, and comparing is cheaper than filling in. */
function createFilling(template: Template, prices: ReadonlySet<string>): FillIn {
  let last: { content: Content; readonly values: readonly string[]; readonly text: string | undefined } | undefined;
  return (content) => {
    if (last?.content === content) return last.text;
    const isLike = last?.content.currency === content.currency && last.content.date === content.date;
    if (last && isLike && template.has(last.values, content)) last.content = content;
    else {
      const values = template.read(content);
      last = { content, values, text: template.fill(values, prices, content) };
    }
    return last.text;
  };
}

/**
 * What is known of fitting a text into a slot. As each mode includes the previous ones, a text that fits in one mode fits in
 * the next ones, too, and looks the same.
 */
interface Fitted {
  /** The index in {@link fitModes} of the last one in which it is known not to fit; -1: none. */
  failed: number;
  /** The index of the first one in which it is known to fit, as `arranged`. */
  from: number;
  arranged: Arrangement | undefined;
  /** Of what is arranged, once a tie asked for it. */
  size?: DrawnSize;
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

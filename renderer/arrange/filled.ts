import { type Cache, createCache, type Memo } from '../cache.js';
import type { Content } from '../content.js';
import { type Meter, prices } from '../limits.js';
import type { FormatPrice } from '../price/price.js';
import { type Arranged, type Arranger, nothing, turned } from './arranged.js';
import type { Slot } from '../boxes/slots.js';
import type { TextManner } from '../text/text-box.js';

/** How many bytes of arranged texts and codes are kept: unit, date and model line are the same on label after label. */
export const arrangedBytes = 4 << 20;

/** Arranges the texts of a slot. */
export interface Fill {
  /** As {@link Arranger.arrange}. */
  readonly arrange: (text: string, field: string, manner: TextManner) => Arranged | undefined;
  /** As {@link Arranger.cut}. */
  readonly cut?: (text: string, field: string, manner: TextManner) => Arranged;
  /** As {@link Arranger.width}. */
  readonly width?: (text: string) => number;
  /** As {@link Arranger.lines}. */
  readonly lines?: (text: string, most: number) => number;
  /** What stands for a text whose fields are all empty. Absent: nothing. */
  readonly empty?: Arranged;
}

/** Makes the arranger of a slot whose text is filled in from the content. */
export type ArrangeFilled = (slot: Slot, fill: Fill) => Arranger;

/**
 * Keeps what was arranged for a text, for when the text comes again. A code is kept at once, since it is expensive to
 * make; any other text is kept from its second time on.
 */
export function createFilledArranger(format: FormatPrice, meter: Meter): ArrangeFilled {
  const kept: Cache = createCache(arrangedBytes);
  return (slot, { arrange, cut, width, lines, empty = nothing }) => {
    const template = slot.template!;
    const field = template.fields[0] ?? 'layout';
    const isCode = slot.node.type !== 'text';
    /** For each manner in which something was arranged. */
    const keepers = new Map<TextManner, Memo<string, Arranged>>();
    const keeperOf = (manner: TextManner): Memo<string, Arranged> => {
      let keeper = keepers.get(manner);
      if (!keeper) keepers.set(manner, (keeper = kept.memo<string, Arranged>()));
      return keeper;
    };
    /** The label before, if what was arranged for it is kept. */
    let last: Last | undefined;
    /** The lines of the text before. */
    let counted: { readonly text: string; readonly most: number; readonly lines: number } | undefined;
    /** The width of the text before. */
    let wide: { readonly text: string; readonly width: number } | undefined;
    const textOf = (content: Content) => template.fill(template.read(content), slot.prices, content, format);

    return {
      arrange(content, manner) {
        const { currency } = content;
        // Date and model line are mostly those of the label before: comparing is cheaper than filling in and looking up.
        if (last?.manner === manner && last.currency === currency && template.has(last.values, content))
          return last.arranged;
        const values = template.read(content);
        const text = template.fill(values, slot.prices, content, format);
        const known = keeperOf(manner);
        let arranged = text === undefined ? empty : known.get(text);
        if (text !== undefined && !arranged) {
          meter.charge(text.length * prices.character);
          const made = arrange(text, field, manner);
          arranged = made && turned(made, slot);
          if (!arranged || (!isCode && !known.again(text))) return arranged;
          known.set(text, arranged, bytesOf(text, arranged));
        }
        last = { values, currency, manner, arranged: arranged! };
        return arranged;
      },
      ...(cut && {
        cut: (content: Content, manner: TextManner) => turned(cut(textOf(content)!, field, manner), slot),
      }),
      ...(width && {
        width(content: Content) {
          const text = textOf(content);
          if (text === undefined) return 0;
          if (wide?.text !== text) {
            meter.charge(text.length * prices.character);
            wide = { text, width: width(text) };
          }
          return wide.width;
        },
      }),
      ...(lines && {
        lines(content: Content, most: number) {
          const text = textOf(content);
          if (text === undefined) return 1;
          if (counted?.text !== text || counted.most !== most) {
            meter.charge(text.length * prices.character);
            counted = { text, most, lines: lines(text, most) };
          }
          return counted.lines;
        },
      }),
    };
  };
}

interface Last {
  readonly values: readonly string[];
  readonly currency: string;
  readonly manner: TextManner;
  readonly arranged: Arranged;
}

function bytesOf(text: string, { marks, warnings }: Arranged): number {
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

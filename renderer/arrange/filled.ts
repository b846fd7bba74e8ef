import { type Cache, createCache } from '../cache.js';
import type { FormatPrice } from '../price/price.js';
import { type Arranged, type Arranger, nothing, turned } from './arranged.js';
import type { Slot } from './slots.js';

/** Bytes of arranged texts and codes that are kept: unit, date and model line are the same on label after label. */
export const arrangedBytes = 4 << 20;

/** Arranges a slot whose text is filled in from the content. */
export type ArrangeFilled = (slot: Slot, arrange: (text: string, field: string) => Arranged) => Arranger;

/**
 * Arranges a text once, however often it comes; a code at its first coming, as it is dear to make, any other text when it
 * comes again.
 */
export function createFilledArranger(format: FormatPrice): ArrangeFilled {
  const kept: Cache = createCache(arrangedBytes);
  return (slot, arrange) => {
    const template = slot.template!;
    const field = template.fields[0] ?? 'layout';
    const known = kept.memo<string, Arranged>();
    const isCode = slot.node.type !== 'text';
    /** The label before, if it is worth comparing with. */
    let last:
      { readonly values: readonly string[]; readonly currency: string; readonly arranged: Arranged } | undefined;

    return (content) => {
      const { currency } = content;
      // Date and model line are those of the label before: to see that is cheaper than to fill in and look up a text.
      if (last?.currency === currency && template.has(last.values, content)) return last.arranged;
      const values = template.read(content);
      const text = template.fill(values, slot.prices, content, format);
      let arranged = text === undefined ? nothing : known.get(text);
      if (text !== undefined && !arranged) {
        arranged = turned(arrange(text, field), slot);
        if (!isCode && !known.again(text)) return arranged;
        known.set(text, arranged, bytesOf(text, arranged));
      }
      last = { values, currency, arranged: arranged! };
      return arranged!;
    };
  };
}

function bytesOf(text: string, { marks, warnings }: Arranged): number {
  let bytes = 300 + text.length * 2 + warnings.length * 600;
  for (const mark of marks) {
    bytes += 500;
    // With its mark a word's shape is kept.
    if (mark.kind === 'text')
      bytes += ((mark.word.right - mark.word.left) * (mark.word.ascent + mark.word.descent)) >> 3;
    if (mark.kind === 'stencil') bytes += mark.stencil.bits.byteLength;
  }
  return bytes;
}

import { type Cache, createCache } from '../cache.js';
import { type Meter, prices } from '../limits.js';
import type { FormatPrice } from '../price/price.js';
import { type Arranged, type Arranger, nothing, turned } from './arranged.js';
import type { Slot } from './slots.js';

/** How many bytes of arranged texts and codes are kept: unit, date and model line are the same on label after label. */
export const arrangedBytes = 4 << 20;

/** Makes the arranger of a slot whose text is filled in from the content. */
export type ArrangeFilled = (slot: Slot, arrange: (text: string, field: string) => Arranged) => Arranger;

/**
 * Keeps what was arranged for a text, for when the text comes again. A code is kept at once, since it is expensive to
 * make; any other text is kept from its second time on.
 */
export function createFilledArranger(format: FormatPrice, meter: Meter): ArrangeFilled {
  const kept: Cache = createCache(arrangedBytes);
  return (slot, arrange) => {
    const template = slot.template!;
    const field = template.fields[0] ?? 'layout';
    const known = kept.memo<string, Arranged>();
    const isCode = slot.node.type !== 'text';
    /** The label before, if what was arranged for it is kept. */
    let last:
      { readonly values: readonly string[]; readonly currency: string; readonly arranged: Arranged } | undefined;

    return (content) => {
      const { currency } = content;
      // Date and model line are mostly those of the label before: comparing is cheaper than filling in and looking up.
      if (last?.currency === currency && template.has(last.values, content)) return last.arranged;
      const values = template.read(content);
      const text = template.fill(values, slot.prices, content, format);
      let arranged = text === undefined ? nothing : known.get(text);
      if (text !== undefined && !arranged) {
        meter.charge(text.length * prices.character);
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
    // A mark keeps its word's shape alive.
    if (mark.kind === 'text')
      bytes += ((mark.word.right - mark.word.left) * (mark.word.ascent + mark.word.descent)) >> 3;
    if (mark.kind === 'stencil') bytes += mark.stencil.bits.byteLength;
  }
  return bytes;
}

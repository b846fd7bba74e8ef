import { offset } from './align.js';
import type { Mark } from './drawing.js';
import type { PriceParts } from './price.js';
import type { Font, Ruler } from './ruler.js';

export interface PriceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly align: 'start' | 'center' | 'end';
  readonly valign: 'top' | 'middle' | 'bottom';
}

/** A layout leaves the price less room than the smallest size needs. */
export class PriceDoesNotFit extends Error {
  override readonly name = 'PriceDoesNotFit';
  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    super(`Expected room for the whole price in the layout but received a box of ${width}×${height} px`);
  }
}

/** The parts of a price as placed words: pens from the left ink edge, baselines from the price's baseline. */
interface SetPrice {
  readonly words: readonly { readonly text: string; readonly font: Font; readonly x: number; readonly y: number }[];
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
}

/** Raised decimals and signs are two thirds of the price's size (rendering.md; brand manuals in facts C3). */
const raisedShare = 2 / 3;
/** Blank between sign, digits and raised decimals, in em of the price. */
const tight = 0.06;
const loose = 0.18;

/**
 * Sets a price as large as its box allows.
 * @throws {PriceDoesNotFit} when not even the smallest size is whole.
 */
export function fitPrice(parts: PriceParts, box: PriceBox, ink: number, ruler: Ruler): readonly Mark[] {
  const sizes = ruler.sizes('price');
  const fits = (set: SetPrice) => set.width <= box.width && set.ascent + set.descent <= box.height;
  // The width grows with the size, so one trial tells nearly where the largest fitting size is.
  const trial = setPrice(parts, sizes[sizes.length >> 1]!, sizes, ruler);
  const share = Math.min(box.width / trial.width, box.height / (trial.ascent + trial.descent));
  let at = Math.max(
    0,
    sizes.findLastIndex((size) => size <= sizes[sizes.length >> 1]! * share),
  );
  let set = setPrice(parts, sizes[at]!, sizes, ruler);
  while (!fits(set) && at > 0) set = setPrice(parts, sizes[--at]!, sizes, ruler);
  if (!fits(set)) throw new PriceDoesNotFit(box.width, box.height);
  for (let next = set; at + 1 < sizes.length; set = next, at++) {
    next = setPrice(parts, sizes[at + 1]!, sizes, ruler);
    if (!fits(next)) break;
  }
  const left = box.x + offset(box.align, box.width - set.width);
  const baseline = box.y + offset(box.valign, box.height - set.ascent - set.descent) + set.ascent;
  return set.words.map(({ text, font, x, y }) => ({ kind: 'text', x: left + x, y: baseline + y, ink, text, font }));
}

function setPrice(parts: PriceParts, size: number, sizes: readonly number[], ruler: Ruler): SetPrice {
  const large: Font = { face: 'price', size };
  const small: Font = { face: 'price', size: sizes.findLast((px) => px <= size * raisedShare) ?? sizes[0]! };
  const capital = (font: Font) => ruler.measure('0', font).ascent;
  const raise = parts.raised ? capital(small) - capital(large) : 0;
  const sign = { text: parts.sign, font: parts.raised ? small : large, y: raise };
  const amount = [
    { text: parts.integer + parts.separator + (parts.raised ? '' : parts.decimals), font: large, y: 0 },
    ...(parts.raised ? [{ text: parts.decimals, font: small, y: raise }] : []),
  ];
  const signGap = Math.max(2, Math.round(size * (parts.gap ? loose : tight)));
  const sequence = parts.side === 'before' ? [sign, ...amount] : [...amount, sign];
  const words: SetPrice['words'][number][] = [];
  let [edge, ascent, descent] = [0, 0, 0];
  for (const part of sequence) {
    const extent = ruler.measure(part.text, part.font);
    if (words.length > 0)
      edge += part === sign || words.at(-1)?.text === sign.text ? signGap : Math.max(2, Math.round(size * tight));
    words.push({ ...part, x: edge - extent.left });
    edge += extent.right - extent.left;
    ascent = Math.max(ascent, extent.ascent - part.y);
    descent = Math.max(descent, extent.descent + part.y);
  }
  // Commas and signs reach below the digits: the same room is kept for every price, so that the baseline does not jump.
  return { words, width: edge, ascent, descent: Math.max(descent, ruler.metrics(large).descent) };
}

import { offset } from './align.js';
import type { LeafBox } from './boxes.js';
import type { Mark } from './drawing.js';
import type { PriceLeaf } from './layout.js';
import type { PriceParts } from './price.js';
import type { Font, Ruler } from './ruler.js';

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

/** Sets a price as large as its box allows. @throws {PriceDoesNotFit} when not even the smallest size is whole. */
export type PriceFitter = (parts: PriceParts, leaf: PriceLeaf, box: LeafBox, ink: number) => readonly Mark[];

const digit = /[0-9]/g;

/**
 * The size is chosen for the shape of a price – its signs and the number of its digits – so that "1.11" and "8.88"
 * stand equally large side by side, and the search for it is done once a shape and box.
 */
export function createPriceFitter(ruler: Ruler): PriceFitter {
  const sizes = ruler.sizes('price');
  const chosen = new WeakMap<LeafBox, Map<string, number>>();
  return (parts, leaf, box, ink) => {
    let ofBox = chosen.get(box);
    if (!ofBox) chosen.set(box, (ofBox = new Map<string, number>()));
    const shape = `${parts.sign} ${parts.integer.length} ${parts.integer.replace(digit, '0')}${parts.separator}${parts.decimals.length}`;
    let size = ofBox.get(shape);
    if (size === undefined) ofBox.set(shape, (size = largestSize(parts, box, sizes, ruler)));
    const set = setPrice(parts, size, sizes, ruler);
    const left = box.x + offset(leaf.align ?? 'start', box.width - set.width);
    const baseline = box.y + offset(leaf.valign ?? 'middle', box.height - set.ascent - set.descent) + set.ascent;
    return set.words.map(({ text, font, x, y }) => ({ kind: 'text', x: left + x, y: baseline + y, ink, text, font }));
  };
}

/** The largest size at which a price of this shape fits whatever its digits are. */
function largestSize(parts: PriceParts, box: LeafBox, sizes: readonly number[], ruler: Ruler): number {
  const shapes = Array.from('0123456789', (same) => ({
    ...parts,
    integer: parts.integer.replace(digit, same),
    decimals: parts.decimals.replace(digit, same),
  }));
  const size = sizes.findLast((candidate) =>
    shapes.every((shape) => {
      const set = setPrice(shape, candidate, sizes, ruler);
      return set.width <= box.width && set.ascent + set.descent <= box.height;
    }),
  );
  if (size === undefined) throw new PriceDoesNotFit(box.width, box.height);
  return size;
}

function setPrice(parts: PriceParts, size: number, sizes: readonly number[], ruler: Ruler): SetPrice {
  const large: Font = { face: 'price', size };
  const small: Font = { face: 'price', size: sizes.findLast((px) => px <= size * raisedShare) ?? sizes[0]! };
  const ascentOf = (text: string, font: Font) => ruler.measure(text, font).ascent;
  const digits = ascentOf('0', large);
  const raise = ascentOf('0', small) - digits;
  // A raised sign hangs from the digits' top by its own ink: "$" is taller than a digit and would stand out.
  const sign = parts.raised
    ? { text: parts.sign, font: small, y: Math.min(0, ascentOf(parts.sign, small) - digits) }
    : { text: parts.sign, font: large, y: 0 };
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

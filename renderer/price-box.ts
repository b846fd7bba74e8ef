import { offset } from './align.js';
import type { LeafBox } from './boxes.js';
import type { Mark } from './drawing.js';
import type { PriceLeaf } from './layout.js';
import { isWord, type PriceParts } from './price.js';
import type { Font, Ruler } from './ruler.js';
import { longestPrefix } from './search.js';

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

interface PlacedWord {
  readonly text: string;
  readonly font: Font;
  readonly x: number;
  readonly y: number;
}

/** The parts of a price as placed words: pens from the left ink edge, baselines from the price's baseline. */
interface SetPrice {
  readonly words: readonly PlacedWord[];
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
  const styles = new Map<number, Style>();
  const styleAt = (size: number): Style => {
    let style = styles.get(size);
    if (!style) styles.set(size, (style = styleOf(size, ruler)));
    return style;
  };
  const chosen = new WeakMap<LeafBox, Map<string, Style>>();
  return (parts, leaf, box, ink) => {
    let ofBox = chosen.get(box);
    if (!ofBox) chosen.set(box, (ofBox = new Map<string, Style>()));
    const { sign, side, gap, raised, separator } = parts;
    const shape = `${side}${String(gap)}${String(raised)}${sign}${parts.integer.replace(digit, '0')}${separator}${parts.decimals.length}`;
    let style = ofBox.get(shape);
    if (!style) ofBox.set(shape, (style = largestStyle(parts, box, styleAt, ruler)));
    const set = setPrice(parts, style, ruler);
    const left = box.x + offset(leaf.align ?? 'start', box.width - set.width);
    const baseline = box.y + offset(leaf.valign ?? 'middle', box.height - set.ascent - set.descent) + set.ascent;
    return set.words.map(({ text, font, x, y }) => ({ kind: 'text', x: left + x, y: baseline + y, ink, text, font }));
  };
}

/** What follows from a price's size alone. */
interface Style {
  readonly large: Font;
  readonly small: Font;
  /** How high the large digits stand. */
  readonly digits: number;
  /** Where the baseline of raised decimals is: their digits end at the same height. */
  readonly raise: number;
  /** Room below the baseline. Commas and signs reach there: it is kept for every price, so that the baseline does not jump. */
  readonly descent: number;
  readonly tight: number;
  readonly loose: number;
}

function styleOf(size: number, ruler: Ruler): Style {
  const large: Font = { face: 'price', size };
  const sizes = ruler.sizes('price');
  const small: Font = { face: 'price', size: sizes.findLast((px) => px <= size * raisedShare) ?? sizes[0]! };
  const digits = ruler.measure('0', large).ascent;
  return {
    large,
    small,
    digits,
    raise: ruler.measure('0', small).ascent - digits,
    descent: ruler.metrics(large).descent,
    tight: Math.max(2, Math.round(size * tight)),
    loose: Math.max(2, Math.round(size * loose)),
  };
}

/** The largest size at which a price of this shape fits whatever its digits are. */
function largestStyle(parts: PriceParts, box: LeafBox, styleAt: (size: number) => Style, ruler: Ruler): Style {
  const shapes = Array.from('0123456789', (same) => ({
    ...parts,
    integer: parts.integer.replace(digit, same),
    decimals: parts.decimals.replace(digit, same),
  }));
  const fits = (size: number) =>
    shapes.every((shape) => {
      const set = setPrice(shape, styleAt(size), ruler);
      return set.width <= box.width && set.ascent + set.descent <= box.height;
    });
  const sizes = ruler.sizes('price');
  const near = longestPrefix(sizes.length, (n) => fits(sizes[n - 1]!));
  // Rounding to whole pixels can let a size fit whose next smaller one does not.
  const size = sizes.slice(0, near + 2).findLast((candidate, i) => i < near || fits(candidate));
  if (size === undefined) throw new PriceDoesNotFit(box.width, box.height);
  return styleAt(size);
}

function setPrice(parts: PriceParts, style: Style, ruler: Ruler): SetPrice {
  const { large, small, raise } = style;
  const words: PlacedWord[] = [];
  let [edge, ascent, descent] = [0, 0, style.descent];
  const put = (text: string, font: Font, y: number, gap: number) => {
    const extent = ruler.measure(text, font);
    if (words.length > 0) edge += gap;
    words.push({ text, font, x: edge - extent.left, y });
    edge += extent.right - extent.left;
    ascent = Math.max(ascent, extent.ascent - y);
    descent = Math.max(descent, extent.descent + y);
  };
  const signGap = parts.gap ? style.loose : style.tight;
  const putSign = () => {
    if (!parts.raised) put(parts.sign, isWord(parts.sign) ? small : large, 0, signGap);
    // A raised sign hangs from the digits' top by its own ink: "$" is taller than a digit and would stand out.
    else put(parts.sign, small, Math.min(0, ruler.measure(parts.sign, small).ascent - style.digits), signGap);
  };
  if (parts.side === 'before') putSign();
  put(parts.integer + parts.separator + (parts.raised ? '' : parts.decimals), large, 0, signGap);
  if (parts.raised) put(parts.decimals, small, raise, style.tight);
  if (parts.side === 'after') putSign();
  return { words, width: edge, ascent, descent };
}

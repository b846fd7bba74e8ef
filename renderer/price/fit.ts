import { offset } from '../shapes/align.js';
import type { FillMark, Mark } from '../drawing/marks.js';
import { isWord, type PriceParts } from './price.js';
import type { Rectangle } from '../shapes/rectangle.js';
import type { Font, Ruler, Word } from '../text/ruler.js';
import { longestPrefix } from '../text/search.js';

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
  readonly word: Word;
  readonly x: number;
  readonly y: number;
}

/** The parts of a price as placed words: `x` from the price's left ink edge, `y` from its baseline. */
interface SetPrice {
  readonly words: readonly PlacedWord[];
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
}

/** Raised decimals and signs are two thirds of the price's size, as in Finish Line's brand manual (finishline-standards.com/fnl-typography). */
const raisedShare = 2 / 3;
/** The space before raised decimals and at most signs, in em of the price. */
const tight = 0.06;
/** The space at a sign that is set apart from the digits, in em of the price. */
const loose = 0.18;

export interface PriceOptions {
  readonly align: 'start' | 'center' | 'end';
  readonly valign: 'top' | 'middle' | 'bottom';
  readonly ink: number;
  /** The ink of a line through the price. It sticks out on both sides of the price as far as the box allows. */
  readonly strike?: number;
  /** The most px that the digits' font may be high, unless even its smallest size is higher. */
  readonly largest?: number;
}

/**
 * Sets prices of one locale as large as their box allows.
 * @throws {PriceDoesNotFit} when not even the smallest size fits.
 */
export type PriceFitter = (box: Rectangle, options: PriceOptions) => (parts: PriceParts) => readonly Mark[];

/**
 * Chooses the size by the shape of a price – its sign and the number of its digits – so that "1.11" and "8.88" are
 * equally large side by side, and so that each shape and box needs one search.
 */
export function createPriceFitter(ruler: Ruler): PriceFitter {
  const styles = new Map<string, Style>();
  const styleAt = (size: number, digits: string): Style => {
    const key = `${size} ${digits}`;
    let style = styles.get(key);
    if (!style) styles.set(key, (style = styleOf(size, digits, ruler)));
    return style;
  };
  return (box, { align, valign, ink, strike, largest = Infinity }) => {
    const room: Room = { width: box.width, height: box.height, largest, struck: strike !== undefined };
    /** By sign, then by the number of digits. */
    const chosen = new Map<string, Map<number, Style>>();

    function styleFor(parts: PriceParts): Style {
      let ofSign = chosen.get(parts.sign);
      if (!ofSign) chosen.set(parts.sign, (ofSign = new Map<number, Style>()));
      const shape = parts.integer.length * 8 + parts.decimals.length;
      let style = ofSign.get(shape);
      if (!style) ofSign.set(shape, (style = largestStyle(sameDigits(parts), room, styleAt, ruler)));
      return style;
    }

    return (parts) => {
      let style = styleFor(parts);
      let set = setPrice(parts, style, ruler);
      // Different digits side by side can come out wider than any one digit repeated, because of kerning.
      if (!fits(set, style, room)) {
        style = largestStyle([parts], room, styleAt, ruler);
        set = setPrice(parts, style, ruler);
      }
      const reach = room.struck ? Math.min(style.reach, (box.width - set.width) >> 1) : 0;
      const left = box.x + reach + offset(align, box.width - set.width - 2 * reach);
      const baseline = box.y + offset(valign, box.height - set.ascent - set.descent) + set.ascent;
      const marks = set.words.map(({ word, x, y }): Mark => ({
        kind: 'text',
        x: left + x,
        y: baseline + y,
        ink,
        word,
      }));
      if (strike !== undefined) marks.push(strikeLine(left - reach, baseline, set.width + 2 * reach, style, strike));
      return marks;
    };
  };
}

/** What follows from a price's size and the script of its digits. */
interface Style {
  readonly large: Font;
  readonly small: Font;
  /** How far the large digits reach above and below the baseline. */
  readonly digits: { readonly ascent: number; readonly descent: number };
  /**
   * The baseline of raised decimals, in px down from the price's: their tops line up with those of the large digits.
   */
  readonly raise: number;
  /** Room below the baseline, for commas and signs. Every price keeps it, so that the baseline does not jump. */
  readonly descent: number;
  readonly tight: number;
  readonly loose: number;
  /** Whether the sign is on a line of its own below the digits: the last resort in a narrow box. */
  readonly stacked: boolean;
  /** The thickness of a line through the price, and how far it sticks out on each side. */
  readonly thickness: number;
  readonly reach: number;
}

function styleOf(size: number, digits: string, ruler: Ruler): Style {
  const large: Font = { face: 'price', size };
  const sizes = ruler.sizes('price');
  const small: Font = { face: 'price', size: sizes.findLast((px) => px <= size * raisedShare) ?? sizes[0]! };
  // All Latin digits are as high as the zero. The Arabic zero is a dot, so all digits are measured.
  const sample = digits.startsWith('0') ? '0' : digits;
  const { ascent, descent } = ruler.measure(sample, large);
  return {
    large,
    small,
    digits: { ascent, descent },
    raise: ruler.measure(sample, small).ascent - ascent,
    descent: ruler.metrics(large).descent,
    stacked: false,
    tight: Math.max(2, Math.round(size * tight)),
    loose: Math.max(2, Math.round(size * loose)),
    thickness: Math.max(1, Math.round(size / 14)),
    reach: Math.max(2, Math.round(size / 10)),
  };
}

interface Room {
  readonly width: number;
  readonly height: number;
  readonly largest: number;
  readonly struck: boolean;
}

function fits({ width, ascent, descent }: SetPrice, { reach }: Style, room: Room): boolean {
  return width + (room.struck ? 2 * reach : 0) <= room.width && ascent + descent <= room.height;
}

/** The digits of the scripts in locales.ts. */
const digit = /[0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g;

/**
 * For each digit, the price with that digit in every place: the widest of them stands for every price of this shape.
 */
function sameDigits(parts: PriceParts): PriceParts[] {
  return Array.from(parts.digits, (same) => ({
    ...parts,
    integer: parts.integer.replace(digit, same),
    decimals: parts.decimals.replace(digit, same),
  }));
}

/** The largest size at which all these prices fit. */
function largestStyle(
  prices: readonly PriceParts[],
  room: Room,
  styleAt: (size: number, digits: string) => Style,
  ruler: Ruler,
): Style {
  const holdsOne = (size: number, parts: PriceParts) => {
    const style = styleAt(size, parts.digits);
    return fits(setPrice(parts, style, ruler), style, room);
  };
  const holds = (size: number) => prices.every((parts) => holdsOne(size, parts));
  const sizes = ruler.sizes('price').filter((size, i) => i === 0 || size <= room.largest);
  // One digit finds about the right size: drawing all ten at sizes that are not used would double the work of a first
  // label.
  let near = longestPrefix(sizes.length, (n) => holdsOne(sizes[n - 1]!, prices[0]!));
  while (near > 0 && !holds(sizes[near - 1]!)) near--;
  // Because of rounding to whole pixels, a size can fit although the next smaller one does not.
  const size = sizes.slice(0, near + 2).findLast((candidate, i) => i < near || holds(candidate));
  if (size !== undefined) return styleAt(size, prices[0]!.digits);
  const smallest = styleAt(sizes[0]!, prices[0]!.digits);
  const narrow = [smallest, { ...smallest, stacked: true }].find((style) =>
    prices.every((parts) => fits(setPrice(parts, style, ruler), { ...style, reach: 0 }, room)),
  );
  if (!narrow) throw new PriceDoesNotFit(room.width, room.height);
  return narrow;
}

function setPrice(parts: PriceParts, style: Style, ruler: Ruler): SetPrice {
  const { large, small, raise } = style;
  const words: PlacedWord[] = [];
  // The tallest digit counts even if the price does not have it: the Arabic zero is a dot.
  let [edge, ascent, descent] = [0, style.digits.ascent, Math.max(style.descent, style.digits.descent)];
  const put = (text: string, font: Font, y: number, gap: number) => {
    const word = ruler.measure(text, font);
    if (words.length > 0) edge += gap;
    words.push({ word, x: edge - word.left, y });
    edge += word.right - word.left;
    ascent = Math.max(ascent, word.ascent - y);
    descent = Math.max(descent, word.descent + y);
  };
  if (style.stacked) {
    const sign = ruler.measure(parts.sign, small);
    put(parts.integer + parts.separator + parts.decimals, large, 0, 0);
    const line = words[0]!.word.descent + 1 + sign.ascent;
    const left = Math.max(0, (edge - (sign.right - sign.left)) >> 1);
    words.splice(parts.side === 'before' ? 0 : 1, 0, { word: sign, x: left - sign.left, y: line });
    return { words, width: Math.max(edge, sign.right - sign.left), ascent, descent: line + sign.descent };
  }
  const signGap = parts.gap ? style.loose : style.tight;
  const putSign = () => {
    if (!parts.raised) put(parts.sign, isWord(parts.sign) ? small : large, 0, signGap);
    // The ink of a raised sign lines up with the top of the digits: "$" is taller than a digit and would stick out.
    else put(parts.sign, small, Math.min(0, ruler.measure(parts.sign, small).ascent - style.digits.ascent), signGap);
  };
  if (parts.side === 'before') putSign();
  put(parts.integer + parts.separator + (parts.raised ? '' : parts.decimals), large, 0, signGap);
  if (parts.raised) put(parts.decimals, small, raise, style.tight);
  if (parts.side === 'after') putSign();
  return { words, width: edge, ascent, descent };
}

/** A straight line through the middle of the digits. */
function strikeLine(x: number, baseline: number, width: number, style: Style, ink: number): FillMark {
  const { digits, thickness } = style;
  const y = baseline - Math.round((digits.ascent - digits.descent + thickness) / 2);
  return { kind: 'fill', x, y, width, height: thickness, ink };
}

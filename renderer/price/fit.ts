import { offset } from '../shapes/align.js';
import type { Mark } from '../drawing/marks.js';
import type { PriceParts } from './price.js';
import type { PriceManner } from './forms.js';
import { type Chosen, largestStyle, type Room, sameDigits } from './search.js';
import { setPrice } from './set.js';
import { createStrike, reachOf } from './strike.js';
import type { Rectangle } from '../shapes/rectangle.js';
import type { Ruler } from '../text/ruler.js';

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

export interface PriceOptions {
  readonly align: 'start' | 'center' | 'end';
  readonly valign: 'top' | 'middle' | 'bottom';
  readonly ink: number;
  /**
   * The ink of a line through the price, which then has no raised parts. It sticks out on both sides as far as the box
   * allows.
   */
  readonly strike?: number;
  /** The most px that the digits' font may be high, unless even its smallest size is higher. */
  readonly largest?: number;
  /** How the layout wants it to be written. Absent: so that it is largest. */
  readonly manner?: PriceManner;
}

/** Sets prices of one locale as large as their box allows. */
export type PriceFitter = (box: Rectangle, options: PriceOptions) => FitPrice;

/** Sets prices in a box. */
export interface FitPrice {
  /** @throws {PriceDoesNotFit} when not even the smallest size fits */
  readonly set: (parts: PriceParts) => readonly Mark[];
  /** Whether a price fits, without finding its size. */
  readonly holds: (parts: PriceParts) => boolean;
}

/**
 * Chooses form and size by the shape of a price – its sign and the number of its digits – so that "1.11" and "8.88" are
 * equally large side by side, and so that each shape and box needs one search.
 */
export function createPriceFitter(ruler: Ruler): PriceFitter {
  return (box, { align, valign, ink, strike, largest = Infinity, manner = {} }) => {
    const room: Room = { width: box.width, height: box.height, largest, struck: strike !== undefined, manner };
    const strikeOut = strike === undefined ? undefined : createStrike(strike);
    /** By sign, then by the number of digits. */
    const chosen = new Map<string, Map<number, Chosen>>();

    function search(prices: readonly PriceParts[]): Chosen {
      const found = largestStyle(prices, room, ruler);
      if (!found) throw new PriceDoesNotFit(room.width, room.height);
      return found;
    }

    function chosenFor(parts: PriceParts): Chosen {
      let ofSign = chosen.get(parts.sign);
      if (!ofSign) chosen.set(parts.sign, (ofSign = new Map<number, Chosen>()));
      const shape = parts.integer.length * 8 + parts.decimals.length;
      let known = ofSign.get(shape);
      if (!known) ofSign.set(shape, (known = search(sameDigits(parts))));
      return known;
    }

    const set = (parts: PriceParts): readonly Mark[] => {
      let found = chosenFor(parts);
      let setParts = setPrice(parts, found.style, ruler);
      // Different digits side by side can come out wider than any one digit repeated, because of kerning.
      if (setParts.width > found.widest) {
        found = search([parts]);
        setParts = setPrice(parts, found.style, ruler);
      }
      const { style, ascent, descent } = found;
      const reach = strikeOut ? Math.min(reachOf(style.size), (box.width - setParts.width) >> 1) : 0;
      const left = box.x + reach + offset(align, box.width - setParts.width - 2 * reach);
      const baseline = box.y + offset(valign, box.height - ascent - descent) + ascent;
      const marks: Mark[] = [];
      for (const { word, x, y } of setParts.words)
        marks.push({ kind: 'text', x: left + x, y: baseline + y, ink, word });
      if (strikeOut) marks.push(strikeOut(left - reach, baseline, setParts.width + 2 * reach, style));
      return marks;
    };
    const holds = (parts: PriceParts): boolean => {
      const digits = sameDigits(parts);
      // Because of rounding to whole pixels, a larger size can fit although the smallest one does not.
      return [0, room.largest].some((largest) => largestStyle(digits, { ...room, largest }, ruler) !== undefined);
    };
    return { set, holds };
  };
}

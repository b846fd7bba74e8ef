import { offset } from '../shapes/align.js';
import type { Mark } from '../drawing/marks.js';
import type { PriceParts } from './price.js';
import type { PriceAppearance } from './forms.js';
import { type FittedStyle, largestStyle, type PriceRoom, sameDigits } from './search.js';
import { setPrice } from './set.js';
import { createStrike, reachOf } from './strike.js';
import type { Rectangle } from '../shapes/rectangle.js';
import { NoRoom } from '../text/no-room.js';
import type { Ruler } from '../text/ruler.js';
import { getOrInsert } from '../get-or-insert.js';

/** The layout has less room for a price than the smallest size needs. */
export class PriceDoesNotFit extends NoRoom {
  override readonly name = 'PriceDoesNotFit';
  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    super(`Expected room for the whole price in the layout but received a box of ${width}×${height} px`);
  }
}

/** The px of a font, and how high its digits are. */
export interface DrawnSize {
  readonly font: number;
  readonly digits: number;
  /** Set for a price: the height that any price of its shape takes in this font, in px. */
  readonly height?: number;
}

export interface PriceOptions {
  readonly align: 'start' | 'center' | 'end';
  readonly valign: 'top' | 'middle' | 'bottom';
  readonly ink: number;
  /** The locale of all prices that are set in the box: it decides where their symbol is. Absent: any one. */
  readonly locale?: string;
  /** The ink of a line through the price, which then has no raised parts. It overhangs both sides as far as the box allows. */
  readonly strike?: number;
  /** The ink of the price's ground: a line in the price's ink takes it where it crosses digits. Absent: the line keeps its ink. */
  readonly backdrop?: number;
  /** The maximum height of the digits' font in px, unless even its smallest size is higher. */
  readonly largest?: number;
  /** How the layout wants it to be written. Absent: whatever makes it largest. */
  readonly appearance?: PriceAppearance;
}

/** What is known of prices in a room, by their shape: how large they are drawn, and whether they fit at all. */
interface RoomCache {
  /** By symbol, then by the rest of the shape. */
  readonly styles: Map<string, Map<number, FittedStyle>>;
  /** By symbol and the rest of the shape. A label that concedes asks this at each of its steps. */
  readonly fitting: Map<string, boolean>;
}

/** How many rooms have cached styles. */
const maxRooms = 1024;

/** Equal for two prices with equally many digits whose cents may be raised alike. */
function shapeOf({ integer, decimals, raised }: PriceParts): number {
  return (integer.length * 8 + decimals.length) * 2 + Number(raised);
}

/** Boxes of several steps, and those of other panels, are equally large: they share their styles in a locale. */
function createRoomCaches(): (room: PriceRoom, locale: string) => RoomCache {
  const rooms = new Map<string, RoomCache>();
  return ({ width, height, largest, struck, appearance = {} }, locale) => {
    const key = [width, height, largest, struck, appearance.style, appearance.sign, locale].join();
    let cached = rooms.get(key);
    if (!cached) {
      if (rooms.size >= maxRooms) rooms.clear();
      rooms.set(key, (cached = { styles: new Map(), fitting: new Map() }));
    }
    return cached;
  };
}

/** @throws {PriceDoesNotFit} */
function search(prices: readonly PriceParts[], room: PriceRoom, ruler: Ruler): FittedStyle {
  const style = largestStyle(prices, room, ruler);
  if (!style) throw new PriceDoesNotFit(room.width, room.height);
  return style;
}

/**
 * Sets prices of one locale as large as their box allows: chooses form and size by the shape of a price – its symbol, the number of
 * its digits, and whether its cents may be raised.
 * So "1.11" and "8.88" are equally large side by side, and each shape and box needs one search.
 */
export function createPriceFitter(ruler: Ruler) {
  const cacheOf = createRoomCaches();
  return (box: Rectangle, options: PriceOptions) => {
    const { align, valign, ink, strike, backdrop, largest = Infinity, appearance = {}, locale = '' } = options;
    const room: PriceRoom = { width: box.width, height: box.height, largest, struck: strike !== undefined, appearance };
    const strikeOut = strike === undefined ? undefined : createStrike(strike, strike === ink ? backdrop : undefined);
    const { styles, fitting } = cacheOf(room, locale);

    function chosenFor(parts: PriceParts): FittedStyle {
      const ofSign = getOrInsert(styles, parts.sign, () => new Map<number, FittedStyle>());
      const shape = shapeOf(parts);
      return getOrInsert(ofSign, shape, () => search(sameDigits(parts), room, ruler));
    }

    /** The size of a price as drawn; undefined when not even the smallest fits. */
    const size = (parts: PriceParts): DrawnSize | undefined => {
      try {
        const { style, ascent, descent } = chosenFor(parts);
        return { font: style.size, digits: style.digits.ascent, height: ascent + descent };
      } catch (error) {
        if (error instanceof PriceDoesNotFit) return undefined;
        throw error;
      }
    };
    /** @throws {PriceDoesNotFit} when not even the smallest size fits */
    const set = (parts: PriceParts): readonly Mark[] => {
      let fitted = chosenFor(parts);
      let setParts = setPrice(parts, fitted.style, ruler);
      // Kerning can make different digits side by side wider than any one digit repeated.
      if (setParts.width > fitted.widest) {
        fitted = search([parts], room, ruler);
        setParts = setPrice(parts, fitted.style, ruler);
      }
      const { style, ascent, descent } = fitted;
      const reach = strikeOut ? Math.min(reachOf(style.size), (box.width - setParts.width) >> 1) : 0;
      const left = box.x + reach + offset(align, box.width - setParts.width - 2 * reach);
      const baseline = box.y + offset(valign, box.height - ascent - descent) + ascent;
      const marks: Mark[] = [];
      for (const { word, x, y } of setParts.words)
        marks.push({ kind: 'text', x: left + x, y: baseline + y, ink, word });
      if (strikeOut) marks.push(strikeOut(left - reach, baseline, setParts.width + 2 * reach, style));
      return marks;
    };
    /** Whether a price fits, without finding its size. */
    const fits = (parts: PriceParts): boolean => {
      const key = `${shapeOf(parts)} ${parts.sign}`;
      return getOrInsert(fitting, key, () => {
        const digits = sameDigits(parts);
        // Because of rounding to whole pixels, a larger size can fit when the smallest one does not.
        return [0, room.largest].some((largest) => largestStyle(digits, { ...room, largest }, ruler) !== undefined);
      });
    };
    return { set, size, fits };
  };
}

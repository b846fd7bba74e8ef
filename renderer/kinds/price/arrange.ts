import type { Device } from '../../../devices/index.js';
import type { Content } from '../../content.js';
import type { Meter } from '../../limits.js';
import { readerOf } from '../../layout/template.js';
import { createPriceFitter } from '../../price/fit.js';
import { formatPrice, type PriceParts } from '../../price/price.js';
import { sideOf } from '../../shapes/align.js';
import type { Stencil } from '../../shapes/stencil.js';
import { turnStencil } from '../../shapes/turn.js';
import { type Arranger, nothing, shapingOf, turned, undrawn } from '../../slots/arranged.js';
import { chooseInk } from '../../slots/inks.js';
import { heightsOfPrice } from '../../slots/sizes.js';
import type { Slot } from '../../slots/slot.js';
import type { TurnShape } from '../../slots/turn-marks.js';
import type { NodeDrawing } from '../../slots/kind.js';
import type { Surroundings } from '../../slots/room.js';
import { fieldOfPrice, type PriceNode } from './schema.js';
import { getOrInsert } from '../../get-or-insert.js';

export const price: NodeDrawing<PriceNode> = {
  room: (node, _, around) => ({ least: leastHeight(node, around) }),
  arranging({ ruler, meter }) {
    const fitPrice = createPriceFitter(ruler);
    const readers = new WeakMap<PriceNode, ReadParts>();
    return (node, slot, device) => {
      const read = getOrInsert(readers, node, () => createReader(node));
      return arrangePrice(node, slot, device, fitPrice, read, meter);
    };
  },
};

/** The parts of the price that a node shows; undefined for one that is empty. */
type ReadParts = (content: Content) => PriceParts | undefined;

/** Caches the parts of the last content: they are the same in all slots of a node. */
function createReader(node: PriceNode): ReadParts {
  const read = readerOf(fieldOfPrice(node));
  const options = { signed: node.sign !== 'none' };
  let last: { readonly content: Content; readonly parts: PriceParts | undefined } | undefined;
  return (content) => {
    if (last?.content === content) return last.parts;
    const amount = read(content);
    last = {
      content,
      parts: amount === '' ? undefined : formatPrice(amount, content.locale, content.currency, options),
    };
    return last.parts;
  };
}

/** Arranges prices as large as their slots allow. */
function arrangePrice(
  node: PriceNode,
  slot: Slot,
  device: Device,
  fitPrice: ReturnType<typeof createPriceFitter>,
  read: ReadParts,
  meter: Meter,
): Arranger {
  const { align = 'start', valign = 'middle' } = node;
  const heights = heightsOfPrice(node, device);
  const largest = Math.min(heights.largest, slot.bounds?.most ?? Infinity);
  const { ink, warnings } = chooseInk(node.ink, 'text', slot.backdrop, device);
  const fit = fitPrice(slot.area, {
    align: sideOf(align, slot.rtl),
    valign,
    ink,
    backdrop: slot.backdrop,
    locale: slot.locale,
    appearance: node,
    ...(node.strike && { strike: chooseInk(node.strike, 'line', slot.backdrop, device).ink }),
    largest,
  });
  const turnLine = createTurnLine(slot, meter);
  return {
    arrange(content) {
      const parts = read(content);
      return parts ? turned({ marks: fit.set(parts), warnings }, slot, turnLine) : nothing;
    },
    drawn(content) {
      const parts = read(content);
      return parts ? fit.size(parts) : undrawn;
    },
    lacks(content) {
      const parts = read(content);
      if (!parts) return 0;
      if (!fit.fits(parts)) return 1;
      // Finding how large a price may be takes longer than whether it fits.
      return heights.preferred === 0 ? 0 : Math.max(0, 1 - fit.size(parts)!.font / heights.preferred);
    },
  };
}

/** Turns each line through a price once, as long as the price is cached. */
function createTurnLine(slot: Slot, meter: Meter): TurnShape {
  const turnedLines = new WeakMap<Stencil, Stencil>();
  return (line, turn) =>
    getOrInsert(turnedLines, line, () => {
      meter.charge(shapingOf(slot));
      return turnStencil(line, turn);
    });
}

/** The height in em that a price of the smallest size needs with its symbol; an Arabic symbol reaches farther down. */
const smallestPrice = { ltr: 1.3, rtl: 1.5 } as const;

/** The least height of a price in px: its floor, or the height of its smallest size. */
function leastHeight(node: PriceNode, { device, ruler, rtl }: Surroundings): number {
  const smallest = ruler.sizes('price')[0]! * smallestPrice[rtl ? 'rtl' : 'ltr'];
  return Math.round(Math.max(smallest, heightsOfPrice(node, device).floor));
}

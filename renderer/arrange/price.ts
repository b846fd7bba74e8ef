import type { Device } from '../../devices/index.js';
import type { Content } from '../content.js';
import type { PriceLeaf } from '../layout/document.js';
import type { Meter } from '../limits.js';
import { readerOf } from '../layout/template.js';
import { createPriceFitter } from '../price/fit.js';
import type { FormatPrice, PriceParts } from '../price/price.js';
import { sideOf } from '../shapes/align.js';
import type { Stencil } from '../shapes/stencil.js';
import { turnStencil } from '../shapes/turn.js';
import type { Ruler } from '../text/ruler.js';
import { type Arranger, nothing, shapingOf, turned } from './arranged.js';
import { chooseInk } from '../boxes/inks.js';
import { toPixels } from '../boxes/sizes.js';
import type { Slot } from '../boxes/slots.js';
import type { TurnShape } from './turn-marks.js';

/** Arranges prices as large as their slots allow. */
export function createPriceArranger(
  ruler: Ruler,
  format: FormatPrice,
  meter: Meter,
): (leaf: PriceLeaf, slot: Slot, device: Device) => Arranger {
  const fitPrice = createPriceFitter(ruler);
  return (leaf, slot, device) => {
    const { align = 'start', valign = 'middle', field = 'price', largest } = leaf;
    const read = readerOf(field);
    const { ink, warnings } = chooseInk(leaf.ink, 'text', slot.backdrop, device);
    const fit = fitPrice(slot.area, {
      align: sideOf(align, slot.rtl),
      valign,
      ink,
      appearance: leaf,
      ...(leaf.strike && { strike: chooseInk(leaf.strike, 'fill', slot.backdrop, device).ink }),
      ...(largest !== undefined && { largest: toPixels(largest, device, device.height) }),
    });
    const turnLine = createTurnLine(slot, meter);
    const partsOf = (content: Content): PriceParts | undefined => {
      const amount = read(content);
      return amount === '' ? undefined : format(amount, content.locale, content.currency);
    };
    return {
      arrange(content) {
        const parts = partsOf(content);
        return parts ? turned({ marks: fit.set(parts), warnings }, slot, turnLine) : nothing;
      },
      fits(content) {
        const parts = partsOf(content);
        return !parts || fit.fits(parts);
      },
    };
  };
}

/** Turns each line through a price once, as long as the price is cached. */
function createTurnLine(slot: Slot, meter: Meter): TurnShape {
  const turnedLines = new WeakMap<Stencil, Stencil>();
  return (line, turn) => {
    let turnedLine = turnedLines.get(line);
    if (!turnedLine) {
      meter.charge(shapingOf(slot));
      turnedLines.set(line, (turnedLine = turnStencil(line, turn)));
    }
    return turnedLine;
  };
}

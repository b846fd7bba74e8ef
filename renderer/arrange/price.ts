import type { Device } from '../../devices/index.js';
import type { PriceLeaf } from '../layout/document.js';
import { readerOf } from '../layout/template.js';
import { createPriceFitter } from '../price/fit.js';
import type { FormatPrice } from '../price/price.js';
import { sideOf } from '../shapes/align.js';
import type { Ruler } from '../text/ruler.js';
import { type Arranger, nothing, turned } from './arranged.js';
import { chooseInk } from '../boxes/inks.js';
import { toPixels } from '../boxes/sizes.js';
import type { Slot } from '../boxes/slots.js';

/** Arranges prices as large as their slots allow. */
export function createPriceArranger(
  ruler: Ruler,
  format: FormatPrice,
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
      ...(leaf.strike && { strike: chooseInk(leaf.strike, 'fill', slot.backdrop, device).ink }),
      ...(largest !== undefined && { largest: toPixels(largest, device, device.height) }),
    });
    return {
      arrange(content) {
        const amount = read(content);
        if (amount === '') return nothing;
        return turned({ marks: fit(format(amount, content.locale, content.currency)), warnings }, slot);
      },
    };
  };
}

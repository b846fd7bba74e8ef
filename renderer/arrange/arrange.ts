import type { Device } from '../../devices/index.js';
import type { Content, Warning } from '../content.js';
import type { Drawing, Mark } from '../drawing/marks.js';
import type { Layout } from '../layout/document.js';
import { type Meter, unmetered } from '../limits.js';
import { createPictures, type Pictures } from '../pictures/decode.js';
import { createPriceFormat, type FormatPrice } from '../price/price.js';
import type { Ruler } from '../text/ruler.js';
import { always, type Arranger, shapingOf, turned } from './arranged.js';
import { createCodeArranger } from './code.js';
import { createFilledArranger } from './filled.js';
import { arrangeGround } from './ground.js';
import { chooseInk } from './inks.js';
import { createPictureArranger } from './picture.js';
import { createPriceArranger } from './price.js';
import type { Slot, Slots } from './slots.js';
import { createTextArranger } from './text.js';

/**
 * Decides where everything on a label goes: content + layout + device → marks and warnings. Pure, except for what it
 * keeps.
 * @throws {PriceDoesNotFit} when a layout leaves a price too little room: a price is never clipped.
 * @throws {RangeError} for a price, a locale or a currency that the server would have refused.
 */
export type Arrange = (content: Content, layout: Layout, device: Device) => Drawing;

/**
 * @param format see {@link createPriceFormat}; passed in where others use it too
 * @param meter is charged for whatever is not known yet, before it is made
 */
export function createArrange(
  ruler: Ruler,
  slots: Slots,
  format: FormatPrice = createPriceFormat(),
  meter: Meter = unmetered,
  pictures: Pictures = createPictures(),
): Arrange {
  const createArranger = createArrangers(ruler, format, meter, pictures);
  const arrangers = new WeakMap<Slot, Arranger>();

  function arrangerOf(slot: Slot, device: Device): Arranger {
    let arranger = arrangers.get(slot);
    if (!arranger) arrangers.set(slot, (arranger = createArranger(slot, device)));
    return arranger;
  }

  return (content, layout, device) => {
    const marks: Mark[] = [];
    const warnings: Warning[] = [];
    for (const slot of slots(layout, device, content)) {
      const arranged = arrangerOf(slot, device)(content);
      for (const mark of arranged.marks) marks.push(mark);
      for (const warning of arranged.warnings)
        if (!warnings.some((other) => same(other, warning))) warnings.push(warning);
    }
    return { width: device.width, height: device.height, marks, warnings };
  };
}

/** Makes the arranger of a slot, by the type of its node. */
function createArrangers(
  ruler: Ruler,
  format: FormatPrice,
  meter: Meter,
  pictures: Pictures,
): (slot: Slot, device: Device) => Arranger {
  const filled = createFilledArranger(format, meter);
  const code = createCodeArranger(ruler, meter);
  const price = createPriceArranger(ruler, format, meter);
  const picture = createPictureArranger(pictures, meter);
  return (slot, device) => {
    const { node, area, backdrop } = slot;
    switch (node.type) {
      case 'box':
        meter.charge(shapingOf(slot));
        return always(turned(arrangeGround(node, slot, device), slot));
      case 'line': {
        const { ink, warnings } = chooseInk(node.ink, 'fill', backdrop, device);
        return always(turned({ marks: [{ kind: 'fill', ...area, ink }], warnings }, slot));
      }
      case 'picture':
        return always(turned(picture(node, slot, device), slot));
      case 'price':
        return price(node, slot, device);
      case 'text':
        return filled(slot, createTextArranger(node, slot, device, ruler));
      case 'barcode':
      case 'qr':
        return filled(slot, code(node, slot, device));
      default:
        return node satisfies never;
    }
  };
}

/** Whether two warnings say the same. Two boxes may lack the same ink: that is said once. */
function same(a: Warning, b: Warning): boolean {
  return a.code === b.code && a.field === b.field && a.message === b.message;
}

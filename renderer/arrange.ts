import type { Device } from '../devices/index.js';
import { sideOf } from './align.js';
import { type Arranged, arrangeBox, arrangePicture, nothing, onPaper } from './arrange-parts.js';
import { arrangeText } from './arrange-text.js';
import { createBarcodeFitter } from './barcode-box.js';
import { createCache } from './cache.js';
import type { Content, Warning } from './content.js';
import type { Drawing, Mark } from './drawing.js';
import { chooseInk } from './inks.js';
import type { Layout, PriceLeaf } from './layout.js';
import { createPriceFitter } from './price-box.js';
import { formatPrice } from './price.js';
import { createQrFitter } from './qr-box.js';
import type { Ruler } from './ruler.js';
import { toPixels } from './sizes.js';
import type { Slot, Slots } from './slots.js';
import { fieldOf } from './template.js';
import { turnMarks } from './turn-marks.js';

/** Bytes of arranged texts and barcodes that are kept: unit, date and model line are the same on label after label. */
export const arrangedBytes = 4 << 20;

/** So many texts are remembered as seen once. */
const mostSeen = 4096;

/**
 * Decides where each word of a label stands: content + layout + device → marks and warnings. Pure but for what it keeps.
 * @throws {PriceDoesNotFit} when a layout leaves a price too little room: a price is never clipped.
 * @throws {RangeError} for a price, a locale or a currency that the server would have refused.
 */
export type Arrange = (content: Content, layout: Layout, device: Device) => Drawing;

export function createArrange(ruler: Ruler, slots: Slots): Arrange {
  const fitPrice = createPriceFitter(ruler);
  const fitBarcode = createBarcodeFitter(ruler);
  const fitQr = createQrFitter(ruler);
  const kept = createCache<Arranged>(arrangedBytes);
  /** Texts that were arranged once. Only those that come again are kept: to keep each new name costs 2 µs a label, most of it the collector's. */
  const seen = new Set<string>();
  /** What stands on every label alike: boxes, lines, pictures. */
  const fixed = new WeakMap<Slot, Arranged>();

  function once(slot: Slot, arrange: () => Arranged): Arranged {
    let arranged = fixed.get(slot);
    if (!arranged) fixed.set(slot, (arranged = turned(arrange(), slot)));
    return arranged;
  }

  /** Arranges what depends on a text alone, or takes it from the labels before. */
  function ofText(slot: Slot, content: Content, arrange: (text: string, field: string) => Arranged): Arranged {
    const template = slot.template!;
    const text = template.fill(content, slot.prices);
    if (text === undefined) return nothing;
    const known = kept.get(slot.id, text);
    if (known) return known;
    const arranged = turned(arrange(text, template.fields[0] ?? 'layout'), slot);
    if (slot.node.type !== 'text' || seen.has(text)) return kept.set(slot.id, text, arranged, bytesOf(text, arranged));
    if (seen.size >= mostSeen) seen.clear();
    seen.add(text);
    return arranged;
  }

  function arrangeSlot(slot: Slot, content: Content, device: Device): Arranged {
    const { node, area, rtl } = slot;
    switch (node.type) {
      case 'box':
        return once(slot, () => arrangeBox(node, slot, device));
      case 'line':
        return once(slot, () => {
          const { ink, warnings } = chooseInk(node.ink, 'fill', slot.backdrop, device);
          return { marks: [{ kind: 'fill', ...area, ink }], warnings };
        });
      case 'picture':
        return once(slot, () => arrangePicture(node, slot, device));
      case 'price':
        return arrangePrice(node, slot, content, device);
      case 'text':
        return ofText(slot, content, (text, field) => arrangeText(text, field, node, slot, device, ruler));
      case 'barcode':
        return ofText(slot, content, (text, field) => {
          const { symbology = 'auto', digits = true, valign } = node;
          const options = { symbology, digits, align: sideOf(node.align ?? 'start', rtl), valign };
          return onPaper(slot, device, field, fitBarcode(text, area, options, device.dpi.value, blackOf(device)));
        });
      case 'qr':
        return ofText(slot, content, (text, field) => {
          const options = { align: sideOf(node.align ?? 'start', rtl), valign: node.valign };
          return onPaper(slot, device, field, fitQr(text, area, options, device.dpi.value, blackOf(device)));
        });
      default:
        return node satisfies never;
    }
  }

  function arrangePrice(leaf: PriceLeaf, slot: Slot, content: Content, device: Device): Arranged {
    const { align = 'start', valign = 'middle', field = 'price' } = leaf;
    const amount = fieldOf(content, field);
    if (amount === '') return nothing;
    const { ink, warnings } = chooseInk(leaf.ink, 'text', slot.backdrop, device);
    const strike = leaf.strike && chooseInk(leaf.strike, 'fill', slot.backdrop, device).ink;
    const largest = leaf.largest === undefined ? undefined : toPixels(leaf.largest, device, device.height);
    const marks = fitPrice(
      formatPrice(amount, content.locale, content.currency),
      { ...slot.area, key: slot },
      { align: sideOf(align, slot.rtl), valign, ...(largest !== undefined && { largest }) },
      ink,
      strike,
    );
    return { marks: turnMarks(marks, slot), warnings };
  }

  return (content, layout, device) => {
    const marks: Mark[] = [];
    const warnings: Warning[] = [];
    for (const slot of slots(layout, device, content)) {
      const arranged = arrangeSlot(slot, content, device);
      for (const mark of arranged.marks) marks.push(mark);
      for (const warning of arranged.warnings)
        if (!warnings.some((other) => same(other, warning))) warnings.push(warning);
    }
    return { width: device.width, height: device.height, marks, warnings };
  };
}

function turned({ marks, warnings }: Arranged, slot: Slot): Arranged {
  return { marks: turnMarks(marks, slot), warnings };
}

/** Scanners see red as white: codes are black. */
function blackOf({ inks }: Device): number {
  return inks.findIndex(({ name }) => name === 'black');
}

/** Two boxes may lack the same ink: it is said once. */
function same(a: Warning, b: Warning): boolean {
  return a.code === b.code && a.field === b.field && a.message === b.message;
}

function bytesOf(text: string, { marks, warnings }: Arranged): number {
  let bytes = 300 + text.length * 2 + warnings.length * 600;
  for (const mark of marks) {
    bytes += 500;
    // With its mark a word's shape is kept: some 0.6 em a letter wide and 1.2 em high, 8 pixels a byte.
    if (mark.kind === 'text') bytes += Math.ceil(0.09 * mark.font.size ** 2 * mark.text.length);
    if (mark.kind === 'stencil') bytes += mark.stencil.bits.byteLength;
  }
  return bytes;
}

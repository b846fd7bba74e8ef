import type { Device } from '../../devices/index.js';
import { sideOf } from '../shapes/align.js';
import { type Arranged, arrangeBox, arrangePicture, nothing, onPaper } from './parts.js';
import { createTextArranger } from './text.js';
import { createBarcodeFitter } from '../codes/barcode-box.js';
import { createCache } from '../cache.js';
import type { Content, Warning } from '../content.js';
import type { Drawing, Mark } from '../drawing/marks.js';
import { chooseInk } from './inks.js';
import type { Layout, PriceLeaf } from '../layout/document.js';
import { createPriceFitter } from '../price/fit.js';
import { formatPrice } from '../price/price.js';
import { createQrFitter } from '../codes/qr-box.js';
import type { Ruler } from '../text/ruler.js';
import { toPixels } from './sizes.js';
import type { Slot, Slots } from './slots.js';
import { readerOf } from '../layout/template.js';
import { turnMarks } from './turn-marks.js';

/** Bytes of arranged texts and barcodes that are kept: unit, date and model line are the same on label after label. */
export const arrangedBytes = 4 << 20;

/**
 * Decides where each word of a label stands: content + layout + device → marks and warnings. Pure but for what it keeps.
 * @throws {PriceDoesNotFit} when a layout leaves a price too little room: a price is never clipped.
 * @throws {RangeError} for a price, a locale or a currency that the server would have refused.
 */
export type Arrange = (content: Content, layout: Layout, device: Device) => Drawing;

/** Arranges a slot; what is the same on every label is worked out before. */
type Arranger = (content: Content) => Arranged;

export function createArrange(ruler: Ruler, slots: Slots): Arrange {
  const fitPrice = createPriceFitter(ruler);
  const fitBarcode = createBarcodeFitter(ruler);
  const fitQr = createQrFitter(ruler);
  const kept = createCache(arrangedBytes);
  const arrangers = new WeakMap<Slot, Arranger>();

  /** A slot with a text. Codes are kept at once, as they are dear to make. */
  function ofText(slot: Slot, arrange: (text: string, field: string) => Arranged): Arranger {
    const template = slot.template!;
    const field = template.fields[0] ?? 'layout';
    const known = kept.shelf<string, Arranged>();
    const isCode = slot.node.type !== 'text';
    let last: Arranged | undefined;
    let lastValues: readonly string[] = [];
    let lastCurrency = '';

    function find(text: string): Arranged {
      const found = known.get(text);
      if (found) return found;
      const arranged = turned(arrange(text, field), slot);
      const bytes = bytesOf(text, arranged);
      return isCode ? known.set(text, arranged, bytes) : known.offer(text, arranged, bytes);
    }

    return (content) => {
      const { currency } = content;
      // Date and model line are those of the label before: to see that is cheaper than to fill in and look up a text.
      if (last && currency === lastCurrency && template.has(lastValues, content)) return last;
      lastValues = template.read(content);
      lastCurrency = currency;
      const text = template.fill(lastValues, slot.prices, content);
      return (last = text === undefined ? nothing : find(text));
    };
  }

  function ofPrice(leaf: PriceLeaf, slot: Slot, device: Device): Arranger {
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
    return (content) => {
      const amount = read(content);
      if (amount === '') return nothing;
      const marks = fit(formatPrice(amount, content.locale, content.currency));
      return { marks: turnMarks(marks, slot), warnings };
    };
  }

  function createArranger(slot: Slot, device: Device): Arranger {
    const { node, area, rtl } = slot;
    switch (node.type) {
      case 'box':
        return always(turned(arrangeBox(node, slot, device), slot));
      case 'line': {
        const { ink, warnings } = chooseInk(node.ink, 'fill', slot.backdrop, device);
        return always(turned({ marks: [{ kind: 'fill', ...area, ink }], warnings }, slot));
      }
      case 'picture':
        return always(turned(arrangePicture(node, slot, device), slot));
      case 'price':
        return ofPrice(node, slot, device);
      case 'text':
        return ofText(slot, createTextArranger(node, slot, device, ruler));
      case 'barcode':
        return ofText(slot, (text, field) => {
          const { symbology = 'auto', digits = true, valign } = node;
          const options = { symbology, digits, align: sideOf(node.align ?? 'start', rtl), valign };
          return onPaper(slot, device, field, fitBarcode(text, area, options, device.dpi.value, blackOf(device)));
        });
      case 'qr':
        return ofText(slot, (text, field) => {
          const options = { align: sideOf(node.align ?? 'start', rtl), valign: node.valign };
          return onPaper(slot, device, field, fitQr(text, area, options, device.dpi.value, blackOf(device)));
        });
      default:
        return node satisfies never;
    }
  }

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

/** What stands on every label alike. */
function always(arranged: Arranged): Arranger {
  return () => arranged;
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
    // With its mark a word's shape is kept.
    if (mark.kind === 'text')
      bytes += ((mark.word.right - mark.word.left) * (mark.word.ascent + mark.word.descent)) >> 3;
    if (mark.kind === 'stencil') bytes += mark.stencil.bits.byteLength;
  }
  return bytes;
}

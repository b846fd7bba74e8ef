import { offset } from '../shapes/align.js';
import type { Omitted } from './barcode.js';
import { digitalLink } from './digital-link.js';
import { encodeQr, qrQuiet } from './qr.js';
import type { Rectangle } from '../shapes/rectangle.js';
import type { Ruler } from '../text/ruler.js';
import {
  type Alignment,
  enlargeModules,
  type ModuleLimits,
  moduleScale,
  type PlacedSymbol,
  printInstead,
  staffFonts,
  type SymbolFitter,
} from './symbol-box.js';

interface QrOptions extends Alignment {
  /** Set to encode a GTIN as a GS1 Digital Link: the address before the number. */
  readonly resolver?: string;
}

/**
 * At the point of sale, where a fixed scanner reads QR codes, GS1 requires modules of 0.396 mm (General Specifications,
 * 5.12.3.1). On a shelf phones read them, from nearer and in focus: EAN's target module is enough, and small enough for
 * a web address on a 2.9″ label.
 */
const qrModule: ModuleLimits = { min: 0.33, max: Infinity };

/**
 * Draws QR codes as large as the area allows, including the quiet zone; otherwise the text, with the reason. A truncated
 * address would lead nowhere, so the text is printed in full or not at all; that of a GTIN is the number.
 */
export function createQrFitter(ruler: Ruler): SymbolFitter<QrOptions> {
  const fonts = staffFonts(ruler);
  return (text, area, options, dpi, ink) => {
    const symbol = placeQr(text, area, options, dpi, ink);
    if (!('reason' in symbol)) return symbol;
    const printed = printInstead(text, symbol, withinQuietZone(area, dpi), options, ink, fonts, ruler);
    if (printed.omitted?.shown === text) return printed;
    return { marks: [], omitted: { reason: symbol.reason, shown: '', missing: [] } };
  };
}

/** An area without the quiet zone of the smallest code on each side, so that its text touches no neighbour. */
function withinQuietZone({ x, y, width, height }: Rectangle, dpi: number): Rectangle {
  const blank = Math.min(qrQuiet * Math.ceil((qrModule.min * dpi) / 25.4), width >> 1);
  return { x: x + blank, y, width: width - blank * 2, height };
}

function placeQr(
  text: string,
  area: Rectangle,
  { align, valign, resolver }: QrOptions,
  dpi: number,
  ink: number,
): PlacedSymbol | Omitted {
  const linked = resolver === undefined ? { link: text } : digitalLink(text, resolver);
  if ('reason' in linked) return linked;
  const qr = encodeQr(linked.link);
  if ('reason' in qr) return qr;
  const count = qr.size + 2 * qrQuiet;
  const { width, height } = area;
  const scale = moduleScale(count, Math.min(width, height), dpi, qrModule, `the box is ${width}×${height} px`);
  if (typeof scale !== 'number') return scale;
  const x = area.x + offset(align ?? 'start', width - count * scale) + qrQuiet * scale;
  const y = area.y + offset(valign ?? 'middle', height - count * scale) + qrQuiet * scale;
  return { marks: [{ kind: 'stencil', x, y, ink, stencil: enlargeModules(qr.modules, qr.size, scale, scale) }] };
}

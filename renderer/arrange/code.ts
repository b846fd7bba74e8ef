import type { Device } from '../../devices/index.js';
import { createBarcodeFitter } from '../codes/barcode-box.js';
import { defaultResolver } from '../codes/digital-link.js';
import { createQrFitter } from '../codes/qr-box.js';
import type { Omission, PlacedSymbol } from '../codes/symbol-box.js';
import type { Warning } from '../content.js';
import type { Mark } from '../drawing/marks.js';
import { missingWarnings } from '../drawing/place-lines.js';
import type { BarcodeLeaf, QrLeaf } from '../layout/document.js';
import { sideOf } from '../shapes/align.js';
import type { Ruler } from '../text/ruler.js';
import { limits, type Meter, workCosts } from '../limits.js';
import { type Arrangement, nothing, shapingOf } from './arranged.js';
import type { Slot } from '../boxes/slots.js';

/** Arranges the code of a text; warnings name `field`. */
interface CodeArranger {
  arrange(text: string, field: string): Arrangement;
  /** Replaces a code whose fields are all empty. */
  readonly empty: Arrangement;
}

/** Arranges barcodes and QR codes. They are black: scanners see red as white. */
export function createCodeArranger(
  ruler: Ruler,
  meter: Meter,
): (leaf: BarcodeLeaf | QrLeaf, slot: Slot, device: Device) => CodeArranger {
  const fitBarcode = createBarcodeFitter(ruler);
  const fitQr = createQrFitter(ruler);
  return (leaf, slot, device) => {
    const { area, rtl } = slot;
    const black = device.inks.findIndex(({ name }) => name === 'black');
    const alignment = { align: sideOf(leaf.align ?? 'start', rtl), valign: leaf.valign };
    const empty = withoutValue(slot.template!.fields);
    if (leaf.type === 'qr') {
      const resolver = leaf.text === undefined ? (leaf.resolver ?? slot.resolver ?? defaultResolver) : undefined;
      const options = { ...alignment, ...(resolver !== undefined && { resolver }) };
      return {
        empty,
        arrange(text, field) {
          const bytes = Buffer.byteLength(text) + (resolver === undefined ? 0 : resolver.length + linkBytes);
          meter.charge(workCosts.qr + Math.min(bytes, limits.codes.qr) * workCosts.qrByte + shapingOf(slot));
          return onPaper(slot, device, field, fitQr(text, area, options, device.dpi.value, black));
        },
      };
    }
    const { symbology = 'auto', digits = true, guards = 'long' } = leaf;
    const options = { symbology, digits, guards, ...alignment };
    return {
      empty,
      arrange(text, field) {
        meter.charge(workCosts.barcode + Math.min(text.length, limits.codes.code128) * workCosts.bar + shapingOf(slot));
        return onPaper(slot, device, field, fitBarcode(text, area, options, device.dpi.value, black));
      },
    };
  };
}

/** The bytes of a GS1 Digital Link besides its resolver and its number: "/01/" and zeros. */
const linkBytes = 10;

/** Replaces a code whose fields are all empty by a warning that says what to set. */
function withoutValue(fields: readonly string[]): Arrangement {
  if (fields.length === 0) return nothing;
  const names = [...new Set(fields)];
  const places = names.map((name) => (name === 'sku' || name.startsWith('data.') ? `the binding's ${name}` : name));
  const reason = `Expected a value of ${names.join(' or ')} but received none: set ${places.join(' or ')}`;
  return { marks: [], warnings: omissionWarnings(names[0]!, { reason, shown: '', missing: [] }) };
}

/** Puts white under a symbol on any other ground, because scanners read black on white. */
function onPaper({ area, backdrop }: Slot, device: Device, field: string, symbol: PlacedSymbol): Arrangement {
  const paper = device.inks.findIndex(({ name }) => name === 'white');
  const ground: Mark[] = backdrop === paper ? [] : [{ kind: 'fill', ...area, ink: paper }];
  return {
    marks: [...ground, ...symbol.marks],
    warnings: symbol.omitted ? omissionWarnings(field, symbol.omitted) : [],
  };
}

function omissionWarnings(field: string, { reason, shown, missing }: Omission): Warning[] {
  const message = `The code of ${field} is not drawn: ${reason}`;
  return [{ code: 'BARCODE_OMITTED', field, message, shown }, ...missingWarnings(field, missing)];
}

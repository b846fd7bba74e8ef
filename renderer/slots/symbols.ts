import type { Device } from '../../devices/index.js';
import type { Alignment, Omission, PlacedSymbol, SymbolFitter } from '../codes/symbol-box.js';
import type { Warning } from '../content.js';
import type { Mark } from '../drawing/marks.js';
import { missingWarnings } from '../drawing/place-lines.js';
import type { Node } from '../layout/document.js';
import { sideOf } from '../shapes/align.js';
import { type Arrangement, nothing } from './arranged.js';
import type { Fill } from './filled.js';
import type { Slot } from './slot.js';

/**
 * Arranges the symbol of a text. It is black: scanners see red as white.
 * @param charge is called before a symbol is made
 */
export function symbolIn<Options extends Alignment>(
  node: Node<'barcode' | 'qr'>,
  slot: Slot,
  device: Device,
  fit: SymbolFitter<Options>,
  options: Omit<Options, keyof Alignment>,
  charge: (text: string) => void,
): Fill {
  const black = device.inks.findIndex(({ name }) => name === 'black');
  const aligned = {
    ...options,
    align: sideOf(node.align ?? 'start', slot.rtl),
    valign: node.valign,
  } as unknown as Options;
  const draw = (text: string, field: string) => {
    charge(text);
    return onPaper(slot, device, field, fit(text, slot.area, aligned, device.dpi.value, black));
  };
  return {
    empty: withoutValue(slot.template!.fields),
    arrange: (text, field) => (node.optional === undefined ? draw(text, field) : drawn(draw(text, field))),
    cut: draw,
  };
}

/** @returns undefined for a code that is not drawn: where it is optional, it gives way, and what is in its place is drawn */
function drawn(arrangement: Arrangement): Arrangement | undefined {
  return arrangement.warnings.length === 0 ? arrangement : undefined;
}

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

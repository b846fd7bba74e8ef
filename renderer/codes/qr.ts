import type { Omitted } from './barcode.js';
import { limits } from '../limits.js';
import { rawSymbol } from './bwip.js';

/** A QR code without its quiet zone: `size` × `size` modules, row by row, 1 is dark. */
export interface Qr {
  readonly size: number;
  readonly modules: Uint8Array;
}

/** Blank modules on each side (ISO/IEC 18004, 9.1). */
export const qrQuiet = 4;

/**
 * The bytes that version 40 holds at level M after the mark that says UTF-8 (ISO/IEC 18004, table 7: 2331 without it).
 */
export const qrBytes = limits.codes.qr;

/**
 * The QR code of a text: the smallest version that holds it at error correction level M, at the highest level for which
 * that version has room. Text beyond ASCII is marked as UTF-8 (ECI 26): by the standard, unmarked bytes are Latin-1.
 */
export function encodeQr(text: string): Qr | Omitted {
  if (text === '') return { reason: 'Expected a text for the QR code but received none' };
  const bytes = Buffer.byteLength(text);
  if (bytes > qrBytes) return { reason: `Expected at most ${qrBytes} bytes for the QR code but received ${bytes}` };
  const ascii = !/[^\0-\x7f]/.test(text);
  const symbol = ascii
    ? rawSymbol('qrcode', text, { eclevel: 'M' })
    : rawSymbol('qrcode', `^ECI000026${text.replaceAll('^', '^^')}`, { eclevel: 'M', parsefnc: true });
  if (!('pixs' in symbol)) throw new Error('Expected a matrix for the QR code but received bars');
  return { size: symbol.pixx, modules: Uint8Array.from(symbol.pixs) };
}

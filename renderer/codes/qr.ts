import type { Omitted } from './barcode.js';
import { limits } from '../limits.js';
import { type Qr, type QrMode, qrOf } from './encoders.js';

/** Blank modules on each side (ISO/IEC 18004, 9.1). */
export const qrQuiet = 4;

/** The bytes that version 40 holds at level M (ISO/IEC 18004, table 7). */
const qrBytes = limits.codes.qr;
/** How many fewer it holds with the mark of UTF-8: of its 12 bits, 4 are spare. */
const markBytes = 1;

/**
 * The QR code of a text: the smallest version that holds it at error correction level M, at the highest level that fits that
 * version. In an address, characters beyond ASCII are percent-encoded (RFC 3987, 3.1). Other text with such characters is marked as
 * UTF-8 (ECI 26): without the mark, scanners guess, and ZBar reads "Käse" as "Kﾃ､se".
 */
export function encodeQr(content: string): Qr | Omitted {
  const text = /^https?:/i.test(content) ? content.replace(/[^\p{ASCII}]+/gu, encodeURIComponent) : content;
  if (text === '') return { reason: 'Expected a text for the QR code but received none' };
  const mode = modeOf(text);
  const most = mode === 'utf8' ? qrBytes - markBytes : qrBytes;
  const bytes = Buffer.byteLength(text);
  if (bytes > most) return { reason: `Expected at most ${most} bytes for the QR code but received ${bytes}` };
  return qrOf(text, mode);
}

function modeOf(text: string): QrMode {
  if (/^[0-9]+$/.test(text)) return 'numeric';
  if (/^[0-9A-Z $%*+./:-]+$/.test(text)) return 'alphaNumeric';
  return /^\p{ASCII}+$/u.test(text) ? 'ascii' : 'utf8';
}

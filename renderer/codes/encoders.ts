import { createRequire } from 'node:module';
import type * as QrLibrary from 'qr';
import { lazy } from '../lazy.js';

const require = createRequire(import.meta.url);

type LinearFormat = 'EAN13' | 'EAN8' | 'UPC' | 'CODE128';

/** The encoders in `jsbarcode`, without its drawing code. `flat` returns guard bars and digits in one string. */
type LinearEncoders = Readonly<
  Record<LinearFormat, new (text: string, options: { readonly flat: true }) => { encode(): { readonly data: string } }>
>;

/** The level of error correction of a QR code, from little to much. */
export type Correction = 'medium' | 'quartile' | 'high';
export type QrMode = 'numeric' | 'alphanumeric' | 'byte';

/* Loading a library takes some ms. The build bundles each library into one file beside this one. */
const bars = lazy(() => require('./jsbarcode-encoder.cjs') as LinearEncoders);
const qr = lazy(() => require('./qr-encoder.cjs') as typeof QrLibrary);

/**
 * The modules of a linear symbol: 1 is a bar, 0 a space.
 * @throws {Error} of the library, when the text can't be encoded: check it first
 */
export function linearModules(format: LinearFormat, text: string): Uint8Array {
  return Uint8Array.from(new (bars()[format])(text, { flat: true }).encode().data, Number);
}

/**
 * The modules of a QR code with a quiet zone of one module, row by row. Text beyond ASCII is UTF-8.
 * @throws {Error} of the library, when the version has no room for the text at this level
 */
export function qrModules(text: string, version: number, ecc: Correction, encoding: QrMode): boolean[][] {
  return qr().encodeQR(text, 'raw', { version, ecc, encoding, border: 1 });
}

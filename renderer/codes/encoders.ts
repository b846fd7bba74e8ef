import { createRequire } from 'node:module';
import type * as QrLibrary from 'lean-qr';
import { lazy } from '../lazy.js';

const require = createRequire(import.meta.url);

type LinearFormat = 'EAN13' | 'EAN8' | 'UPC' | 'CODE128';

/** The encoders in `jsbarcode`, without its drawing code. `flat` returns guard bars and digits in one string. */
type LinearEncoders = Readonly<
  Record<LinearFormat, new (text: string, options: { readonly flat: true }) => { encode(): { readonly data: string } }>
>;

/** How a QR code writes a text. In `utf8` it says so, by ECI 26. */
export type QrMode = 'numeric' | 'alphaNumeric' | 'ascii' | 'utf8';

/** A QR code without its quiet zone: `size` × `size` modules, row by row, 1 is dark. */
export interface Qr {
  readonly size: number;
  readonly modules: Uint8Array;
}

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
 * The QR code of a text in the smallest version that holds it at error correction level M, at the highest level that fits that version.
 * @throws {Error} of the library, when no version has room for the text, or the mode has not all of its characters
 */
export function qrOf(text: string, mode: QrMode): Qr {
  const library = qr();
  const code = library.generate(library.mode[mode](text), { minCorrectionLevel: library.correction.M });
  const { size } = code;
  const modules = Uint8Array.from({ length: size * size }, (_, i) =>
    code.get(i % size, Math.floor(i / size)) ? 1 : 0,
  );
  return { size, modules };
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { scanGrayBuffer } from '@undecaf/zbar-wasm';
import {
  barcodeFormats,
  binarizers,
  characterSets,
  defaultReaderOptions,
  eanAddOnSymbols,
  prepareZXingModule,
  textModes,
} from 'zxing-wasm/reader';

/** What an independent reader (ZXing) makes of a picture, an ink a pixel, of which ink 1 is black: nothing is enlarged for it. */
export interface Scan {
  readonly text: string;
  readonly format: 'EAN_13' | 'EAN_8' | 'UPC_A' | 'CODE_128' | 'QR_CODE';
}

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
/** What is used of the module: it is synchronous, unlike the functions around it. */
interface Reader {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(at: number): void;
  readBarcodesFromPixmap(
    at: number,
    width: number,
    height: number,
    options: object,
  ): { size(): number; get(i: number): { readonly text: string; readonly format: number }; delete(): void };
}
const prepared: unknown = await prepareZXingModule({
  overrides: { wasmBinary: readFileSync(wasm) },
  fireImmediately: true,
});
const zxing = prepared as Reader;
const names = {
  'EAN-13': 'EAN_13',
  'EAN-8': 'EAN_8',
  'UPC-A': 'UPC_A',
  Code128: 'CODE_128',
  QRCode: 'QR_CODE',
} as const satisfies Partial<Record<(typeof barcodeFormats)[number], Scan['format']>>;

/** Reads a linear barcode of whichever kind is found first. */
export function scanBarcode(pixels: Uint8Array, width: number, height: number): Scan | null {
  return scan(pixels, width, height, ['EAN-13', 'EAN-8', 'UPC-A', 'Code128']);
}

/** Reads a Code 128 and looks for nothing else. */
export function scanCode128(pixels: Uint8Array, width: number, height: number): Scan | null {
  return scan(pixels, width, height, ['Code128']);
}

export function scanQr(pixels: Uint8Array, width: number, height: number): Scan | null {
  return scan(pixels, width, height, ['QRCode']);
}

const bitOf = (format: (typeof barcodeFormats)[number]) => 2 ** barcodeFormats.indexOf(format);

function scan(
  pixels: Uint8Array,
  width: number,
  height: number,
  formats: readonly (keyof typeof names)[],
): Scan | null {
  const options = {
    ...defaultReaderOptions,
    formats: formats.reduce((bits, format) => bits | bitOf(format), 0),
    binarizer: binarizers.indexOf('GlobalHistogram'),
    eanAddOnSymbol: eanAddOnSymbols.indexOf('Ignore'),
    textMode: textModes.indexOf('Plain'),
    characterSet: characterSets.indexOf('Unknown'),
    tryDownscale: false,
  };
  // Four bytes a pixel.
  const rgba = Uint32Array.from(pixels, (ink) => (ink === 1 ? 0xff000000 : 0xffffffff));
  const at = zxing._malloc(rgba.byteLength);
  zxing.HEAPU8.set(new Uint8Array(rgba.buffer), at);
  const found = zxing.readBarcodesFromPixmap(at, width, height, options);
  const first = found.size() > 0 ? found.get(0) : undefined;
  const format = formats.find((each) => bitOf(each) === first?.format);
  zxing._free(at);
  found.delete();
  if (!first || !format) return null;
  // A UPC-A is an EAN-13 that begins with a zero.
  if (format !== 'Code128' && /^0\d{12}$/.test(first.text)) return { text: first.text.slice(1), format: 'UPC_A' };
  return { text: first.text, format: names[format] };
}

/** What ZBar, the reader of many tills and kiosks, makes of a picture of ink 1 on others. */
export async function zbarText(pixels: Uint8Array, width: number, height: number): Promise<string | undefined> {
  const grey = Uint8Array.from(pixels, (ink) => (ink === 1 ? 0 : 255));
  const [symbol] = await scanGrayBuffer(grey.buffer, width, height);
  return symbol?.decode();
}

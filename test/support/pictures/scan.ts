import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  MultiFormatReader,
  NotFoundException,
  ChecksumException,
  FormatException,
  RGBLuminanceSource,
} from '@zxing/library';

/** What an independent reader (ZXing) makes of a picture, an ink a pixel, of which ink 1 is black: nothing is enlarged for it. */
export interface Scan {
  readonly text: string;
  readonly format: 'EAN_13' | 'EAN_8' | 'UPC_A' | 'CODE_128' | 'QR_CODE';
}

const linear = [BarcodeFormat.EAN_13, BarcodeFormat.EAN_8, BarcodeFormat.UPC_A, BarcodeFormat.CODE_128];

/** Reads a linear barcode of whichever kind is found first, EAN before Code 128. */
export function scanBarcode(pixels: Uint8Array, width: number, height: number): Scan | null {
  return scan(pixels, width, height, linear);
}

/** Reads a Code 128 and looks for nothing else: in one of some thousands ZXing finds an EAN-8. */
export function scanCode128(pixels: Uint8Array, width: number, height: number): Scan | null {
  return scan(pixels, width, height, [BarcodeFormat.CODE_128]);
}

/**
 * Reads a QR code that has nothing but paper around it. ZXing searches for the three finders first, as in a camera's
 * picture; in one code of a hundred it takes data for a finder and gives up, so then it is told that there is only a code.
 */
export function scanQr(pixels: Uint8Array, width: number, height: number): Scan | null {
  const formats = [BarcodeFormat.QR_CODE];
  return scan(pixels, width, height, formats) ?? scan(pixels, width, height, formats, true);
}

function scan(
  pixels: Uint8Array,
  width: number,
  height: number,
  formats: readonly BarcodeFormat[],
  pure = false,
): Scan | null {
  const luminance = Uint8ClampedArray.from(pixels, (ink) => (ink === 1 ? 0 : 255));
  const source = new RGBLuminanceSource(luminance, width, height);
  const hints = new Map<DecodeHintType, unknown>([[DecodeHintType.POSSIBLE_FORMATS, formats]]);
  if (pure) hints.set(DecodeHintType.PURE_BARCODE, true);
  try {
    const result = new MultiFormatReader().decode(new BinaryBitmap(new GlobalHistogramBinarizer(source)), hints);
    return { text: result.getText(), format: BarcodeFormat[result.getBarcodeFormat()] as Scan['format'] };
  } catch (error) {
    if (error instanceof NotFoundException || error instanceof ChecksumException || error instanceof FormatException)
      return null;
    throw error;
  }
}

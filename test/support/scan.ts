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

/** What an independent reader (ZXing) makes of a picture, pixel by pixel: nothing is enlarged for it. */
export interface Scan {
  readonly text: string;
  readonly format: 'EAN_13' | 'EAN_8' | 'UPC_A' | 'CODE_128' | 'QR_CODE';
}

const linear = [BarcodeFormat.EAN_13, BarcodeFormat.EAN_8, BarcodeFormat.UPC_A, BarcodeFormat.CODE_128];

/** Reads a linear barcode: `pixels` is an ink a pixel, `black` the index of the ink that counts as dark. */
export function scanBarcode(pixels: Uint8Array, width: number, height: number, black = 1): Scan | null {
  return scan(pixels, width, height, black, linear);
}

/**
 * Reads a QR code that has nothing but paper around it. ZXing searches for the three finders first, as in a camera's
 * picture; in one code of a hundred it takes data for a finder and gives up, so then it is told that there is only a code.
 */
export function scanQr(pixels: Uint8Array, width: number, height: number, black = 1): Scan | null {
  const formats = [BarcodeFormat.QR_CODE];
  return scan(pixels, width, height, black, formats) ?? scan(pixels, width, height, black, formats, true);
}

function scan(
  pixels: Uint8Array,
  width: number,
  height: number,
  black: number,
  formats: readonly BarcodeFormat[],
  pure = false,
): Scan | null {
  const luminance = Uint8ClampedArray.from(pixels, (ink) => (ink === black ? 0 : 255));
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

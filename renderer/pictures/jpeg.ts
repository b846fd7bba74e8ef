import { createRequire } from 'node:module';
import type Jpeg from 'jpeg-js';
import { lazy } from '../lazy.js';
import { limits } from '../limits.js';
import { checkSize, PictureError } from './error.js';
import type { RgbaPicture } from './rgba.js';

/**
 * The maximum samples of a JPEG: 4 megapixels of grey, 2.8 of 4:2:0 or 1.4 of 4:4:4. jpeg-js holds all of them at the same
 * time, 17 bytes each, 70 MB in all.
 */
const maxSamples = 4_194_304;

/** Few layouts have a JPEG. */
const jpeg = lazy(() => createRequire(import.meta.url)('./jpeg-decoder.cjs') as Pick<typeof Jpeg, 'decode'>);

/**
 * The picture in a JPEG: 8 bits, grey or YCbCr, baseline or progressive, upright.
 * @throws if it is another kind, over the limits, truncated or followed by other bytes
 */
export function decodeJpeg(bytes: Buffer): RgbaPicture {
  const { width, height, orientation } = readMarkers(bytes);
  const { data } = jpeg().decode(bytes, {
    useTArray: true,
    formatAsRGBA: true,
    tolerantDecoding: false,
    maxResolutionInMP: 5,
    maxMemoryUsageInMB: 64,
  });
  return turn({ width, height, rgba: data }, orientation);
}

/** @throws as {@link decodeJpeg} */
export function isBaseline(bytes: Buffer): boolean {
  return readMarkers(bytes).baseline;
}

/** The pixels that decoding a JPEG costs: its own, or a quarter of the samples that its scans visit. */
export function jpegPixels(bytes: Buffer): number {
  const { width, height, scanned } = readMarkers(bytes);
  return Math.max(width * height, scanned / 4);
}

/** Checks all segments, because jpeg-js stops at the first end marker and fills missing pixels with grey. */
function readMarkers(bytes: Buffer) {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) throw new PictureError('a JPEG', 'other bytes');
  let size: ReturnType<typeof readFrame> | undefined;
  /** The number of samples that all scans visit. */
  let scanned = 0;
  /** How the camera was held, 1 to 8 (EXIF 2.3, tag 0x0112). */
  let orientation = 1;
  let scans = 0;
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) throw new PictureError('a JPEG', `a broken one (no marker at byte ${at})`);
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xd9) {
      if (at + 2 !== bytes.length) throw new PictureError('nothing after the end', `${bytes.length - at - 2} bytes`);
      if (!size || scans === 0) throw new PictureError('a JPEG', 'one without a picture');
      const { baseline, width, height } = size;
      return { baseline, width, height, orientation, scanned };
    }
    if (at + 4 > bytes.length) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) break;
    const body = bytes.subarray(at + 4, end);
    at = end;
    if (isFrame(marker)) {
      if (size) throw new PictureError('one picture', 'a JPEG of several');
      size = readFrame(marker, body);
    } else if (marker === 0xe1 && body.toString('latin1', 0, 6) === 'Exif\0\0') {
      orientation = readOrientation(body.subarray(6));
    } else if (marker === 0xda) {
      // Encoders write 1 to 12.
      if (++scans > limits.picture.scans)
        throw new PictureError(`at most ${limits.picture.scans} scans`, 'a JPEG of more');
      if (size) scanned += (size.samples * body.readUInt8(0)) / size.components;
      // A scan of a few bytes can cover all blocks, so a small file could keep the decoder busy for long.
      if (scanned > 4 * limits.picture.pixels)
        throw new PictureError(`scans of at most ${4 * limits.picture.pixels} samples`, 'a JPEG of more');
      at = endOfScan(bytes, at);
    }
  }
  throw new PictureError('a whole JPEG', 'one without its end');
}

/** SOF0 to SOF15, without DHT, JPG and DAC, whose numbers are among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Reads the header of a frame. */
function readFrame(marker: number, body: Buffer) {
  if (marker > 0xc2) throw new PictureError('a baseline or progressive JPEG', `SOF${marker - 0xc0}`);
  const [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)];
  checkSize(width, height);
  const components = body.readUInt8(5);
  if (body.readUInt8(0) !== 8 || (components !== 1 && components !== 3))
    throw new PictureError(
      'a JPEG of 8 bits in grey or YCbCr',
      `one of ${body.readUInt8(0)} bits (components: ${components})`,
    );
  const [across, down] = [0, 1].map((axis) =>
    Array.from({ length: components }, (_, i) => (body.readUInt8(7 + i * 3) >> (axis ? 0 : 4)) & 15),
  ) as [number[], number[]];
  if ([...across, ...down].some((factor) => factor < 1 || factor > 4))
    throw new PictureError('sampling factors 1 to 4', `${across.join()} and ${down.join()}`);
  // Blocks at the edges count in full.
  const units = Math.ceil(width / (8 * Math.max(...across))) * Math.ceil(height / (8 * Math.max(...down)));
  const samples = across.reduce((sum, factor, i) => sum + factor * down[i]!, 0) * units * 64;
  if (samples > maxSamples) throw new PictureError(`a JPEG of at most ${maxSamples} samples`, `${samples}`);
  // SOF0 is the plainest kind, which small decoders read; not a progressive one.
  return { baseline: marker === 0xc0, width, height, components, samples };
}

/** The end of the entropy-coded data. In it, 0xff is followed by 0 or begins a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** The orientation in a TIFF block; 1, which is upright, if none can be read. */
function readOrientation(tiff: Buffer): number {
  if (tiff.length < 14) return 1;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = short(directory);
  for (let i = 0, at = directory + 2; i < entries && at + 12 <= tiff.length; i++, at += 12) {
    const value = short(at + 8);
    if (short(at) === 0x0112) return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** The EXIF orientations of quarter turns clockwise. */
export const quarterTurns = [1, 6, 3, 8] as const;

/** The picture upright: orientations 5 to 8 swap columns and rows, the others mirror one or both. */
export function turn(picture: RgbaPicture, orientation: number): RgbaPicture {
  if (orientation === 1) return picture;
  const swap = orientation >= 5;
  const [mirrorX, mirrorY] = [[2, 3, 7, 8].includes(orientation), [3, 4, 6, 7].includes(orientation)];
  const width = swap ? picture.height : picture.width;
  const height = swap ? picture.width : picture.height;
  const from = new Uint32Array(picture.rgba.buffer, picture.rgba.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  for (let y = 0, i = 0; y < picture.height; y++) {
    const row = mirrorY ? picture.height - 1 - y : y;
    for (let x = 0; x < picture.width; x++, i++) {
      const column = mirrorX ? picture.width - 1 - x : x;
      to[swap ? column * width + row : row * width + column] = from[i]!;
    }
  }
  return { width, height, rgba: new Uint8Array(to.buffer) };
}

import type { Device } from '../../devices/index.js';
import { decodePng, encodePng, type Framebuffer, pixelHash, type View } from '../../renderer/index.js';
import type { ImageFacts } from './store/index.js';

/** An image as it is stored: view `ink`, scale 1. */
export interface LabelImage {
  readonly image: ImageFacts;
  readonly png: Uint8Array;
}

/**
 * How hard an image is compressed that is kept: a higher level takes 3 to 10 times as long as all else of the image, and saves
 * about a tenth of its bytes.
 */
const keptLevel = 1;

/** The image of a frame, as it is stored. */
export function imageOf(frame: Framebuffer, device: Device): LabelImage {
  const { width, height } = frame;
  const image = { width, height, inks: device.inks.length, sha256: pixelHash(frame) };
  return { image, png: encodePng(frame, device, { level: keptLevel }) };
}

/** The PNG of a stored image in another view or size. */
export function variantOf({ png }: LabelImage, device: Device, view: View, scale: number): Uint8Array {
  return view === 'ink' && scale === 1 ? png : encodePng(decodePng(png), device, { view, scale });
}

import type { Device } from '../../devices/index.js';
import {
  decodePng,
  encodePng,
  type FilmedRefresh,
  filmRefresh,
  type Framebuffer,
  pixelHash,
  shineThrough,
  type View,
} from '../../renderer/index.js';
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

/** An image, and the former one that may shine through it. */
export interface GlassImage extends LabelImage {
  readonly ghost?: LabelImage | null;
}

/** The PNG of a stored image in another view or size, with what shines through it. */
export function variantOf({ png, ghost }: GlassImage, device: Device, view: View, scale: number): Uint8Array {
  if (view === 'ink' && scale === 1 && !ghost) return png;
  const frame = decodePng(png);
  return encodePng(ghost ? shineThrough(frame, decodePng(ghost.png)) : frame, device, { view, scale });
}

/** The animated PNG of a refresh from one stored image to another. */
export function refreshFilm(
  from: LabelImage,
  to: LabelImage,
  device: Device,
  refresh: FilmedRefresh,
  view: View,
): Uint8Array {
  return filmRefresh(decodePng(from.png), decodePng(to.png), device, refresh, view);
}

import type { Device } from '../../../devices/index.js';
import {
  decodePng,
  describedAs,
  describedIn,
  type Description,
  encodePng,
  type FilmedRefresh,
  filmRefresh,
  type Framebuffer,
  type InkView,
  type Layout,
  pixelHash,
  shineThrough,
  type View,
  withMetadata,
  withoutMetadata,
} from '../../../renderer/index.js';
import type { ImageFacts } from '../store/index.js';

/** A stored image: view `ink`, scale 1. */
export interface LabelImage {
  readonly image: ImageFacts;
  readonly png: Uint8Array;
}

/**
 * The compression level of stored images. A higher one would take 3 to 10 times as long as the rest of the drawing, and save a
 * tenth of the bytes.
 */
const storedLevel = 1;

/** The image of a frame. @param description for the metadata of the PNG; an uploaded picture has none */
export function imageOf(frame: Framebuffer, device: Device, description?: Description): LabelImage {
  const { width, height } = frame;
  const image = { width, height, inks: device.inks.length, sha256: pixelHash(frame) };
  const png = encodePng(frame, device, { level: storedLevel });
  return { image, png: description ? withMetadata(png, description) : png };
}

/** An image, and the previous one that may shine through it. */
export interface DisplayedImage extends LabelImage {
  readonly ghost?: LabelImage | null;
}

/** How a stored image is requested. */
export interface ImageOptions {
  readonly view: View;
  readonly scale: number;
  /** Whether the PNG has the metadata of the stored one. One with a ghost never has. */
  readonly metadata: boolean;
}

/**
 * The PNG of a stored image in another view or size, with its ghost.
 * @param layout whose document is added to the metadata
 */
export function variantOf(
  { png, ghost }: DisplayedImage,
  device: Device,
  options: ImageOptions,
  layout?: Layout,
): Uint8Array {
  const { view, scale, metadata } = options;
  if (ghost) return encodePng(shineThrough(decodePng(png), decodePng(ghost.png)), device, { view, scale });
  const description = metadata ? describedIn(png) : undefined;
  const plain = view === 'ink' && scale === 1;
  if (plain && !layout) return metadata ? png : withoutMetadata(png);
  const image = plain ? withoutMetadata(png) : encodePng(decodePng(png), device, { view, scale });
  return description && view !== 'tag' ? withMetadata(image, describedAs(description, view, scale), layout) : image;
}

/** The animated PNG of a refresh from one stored image to another. */
export function refreshFilm(
  from: LabelImage,
  to: LabelImage,
  device: Device,
  refresh: FilmedRefresh,
  view: InkView,
): Uint8Array {
  return filmRefresh(decodePng(from.png), decodePng(to.png), device, refresh, view);
}

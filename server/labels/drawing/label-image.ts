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
  type Layout,
  pixelHash,
  shineThrough,
  type View,
  withMetadata,
  withoutMetadata,
} from '../../../renderer/index.js';
import type { ImageFacts } from '../store/index.js';

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

/** The image of a frame, as it is stored. @param said what its PNG says of it; a picture that was not drawn says nothing */
export function imageOf(frame: Framebuffer, device: Device, said?: Description): LabelImage {
  const { width, height } = frame;
  const image = { width, height, inks: device.inks.length, sha256: pixelHash(frame) };
  const png = encodePng(frame, device, { level: keptLevel });
  return { image, png: said ? withMetadata(png, said) : png };
}

/** An image, and the former one that may shine through it. */
export interface DisplayedImage extends LabelImage {
  readonly ghost?: LabelImage | null;
}

/** How a stored image is asked for. */
export interface Asked {
  readonly view: View;
  readonly scale: number;
  /** Whether the PNG says what it shows, if the stored one does. One with what shines through it never does. */
  readonly metadata: boolean;
}

/**
 * The PNG of a stored image in another view or size, with what shines through it.
 * @param layout whose document goes into the PNG, too
 */
export function variantOf({ png, ghost }: DisplayedImage, device: Device, asked: Asked, layout?: Layout): Uint8Array {
  const { view, scale, metadata } = asked;
  if (ghost) return encodePng(shineThrough(decodePng(png), decodePng(ghost.png)), device, { view, scale });
  const said = metadata ? describedIn(png) : undefined;
  const plain = view === 'ink' && scale === 1;
  if (plain && !layout) return metadata ? png : withoutMetadata(png);
  const image = plain ? withoutMetadata(png) : encodePng(decodePng(png), device, { view, scale });
  return said ? withMetadata(image, describedAs(said, view, scale), layout) : image;
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

import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Device } from '../../devices/index.js';
import {
  createFrame,
  decodePng,
  encodePng,
  headOf,
  type Framebuffer,
  pixelHash,
  type View,
} from '../../renderer/index.js';
import type { ImageFacts } from './store/index.js';

/** An image that can be sent. */
export interface Variant {
  readonly png: Uint8Array;
  /** Strong: it changes with the pixels, the palette and the density. */
  readonly etag: string;
}

/** An image as it is stored: view `ink`, scale 1. */
export interface LabelImage {
  readonly image: ImageFacts;
  readonly png: Uint8Array;
}

export interface Images {
  /** The image of a frame. */
  image(frame: Framebuffer, device: Device): LabelImage;
  /** The blank paper of a panel, which a label shows before its first update. */
  blank(device: Device): LabelImage;
  /**
   * The image in another view or size. Null when the profile of its panel is gone (`device` null) or has changed so that the
   * image can't be made.
   */
  variant(image: LabelImage, device: Device | null, view: View, scale: number): Variant | null;
}

/**
 * How hard an image is compressed that is kept: a higher level takes 3 to 10 times as long as all else of the image, and saves
 * about a tenth of its bytes.
 */
const keptLevel = 1;

/** Makes images, and keeps `cacheBytes` of those that were used most recently. */
export function createImages(cacheBytes = 16 * 1024 * 1024): Images {
  const variants = new LRUCache<string, Variant>({
    maxSize: cacheBytes,
    sizeCalculation: ({ png }) => png.byteLength + 256,
  });
  const blanks = new Map<Device, LabelImage>();

  const image = (frame: Framebuffer, device: Device): LabelImage => ({
    image: {
      width: frame.width,
      height: frame.height,
      inks: device.inks.length,
      sha256: pixelHash(frame),
    },
    png: encodePng(frame, device, { level: keptLevel }),
  });

  return {
    image,
    blank(device) {
      const known = blanks.get(device) ?? image(createFrame(device.width, device.height, device.inks.length), device);
      blanks.set(device, known);
      return known;
    },
    variant(stored, device, view, scale) {
      const { image: facts, png } = stored;
      if (view === 'ink' && scale === 1) return { png, etag: etagOf(facts, png, view, scale) };
      if (!device || !fits(device, facts)) return null;
      const key = `${facts.sha256} ${device.id} ${view} ${scale}`;
      const known = variants.get(key);
      if (known) return known;
      const encoded = encodePng(decodePng(png), device, { view, scale });
      const variant = { png: encoded, etag: etagOf(facts, encoded, view, scale) };
      variants.set(key, variant);
      return variant;
    },
  };
}

function fits(device: Device, image: ImageFacts): boolean {
  return device.width === image.width && device.height === image.height && device.inks.length === image.inks;
}

/**
 * Made of the hash of the pixels and of everything before them in the PNG (size, palette, density), as panels with
 * different inks can show the same pixels. Not of the compressed bytes, which another version of the compressor changes.
 */
function etagOf(image: ImageFacts, png: Uint8Array, view: View, scale: number): string {
  const rest = crc32(headOf(png)).toString(16).padStart(8, '0');
  return `"${image.sha256.slice(0, 32)}-${rest}-${view}-${scale}"`;
}

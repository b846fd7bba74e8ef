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

/** An image ready to be sent. */
export interface Variant {
  readonly png: Uint8Array;
  /** Strong: the same as long as the pixels, the palette and the density are. */
  readonly etag: string;
}

/** The image of a content as it is stored: view `ink`, scale 1. */
export interface LabelImage {
  readonly image: ImageFacts;
  readonly png: Uint8Array;
}

export interface Images {
  /** The facts and the bytes to keep of a frame. */
  image(frame: Framebuffer, device: Device): LabelImage;
  /** The paper of a panel, which a label shows before its first update. */
  blank(device: Device): LabelImage;
  /** The image in another view or size. `device` null: its profile is gone. Null when that can't be made any more. */
  variant(image: LabelImage, device: Device | null, view: View, scale: number): Variant | null;
}

/** Makes images, and keeps at most `cacheBytes` of those that were asked for lately. */
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
    png: encodePng(frame, device),
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
 * The pixels, and all of the PNG that is not pixels (size, palette, density): two panels with other inks can show the
 * same pixels. Not the compressed bytes, which change with the zlib of a Node version.
 */
function etagOf(image: ImageFacts, png: Uint8Array, view: View, scale: number): string {
  const rest = crc32(headOf(png)).toString(16).padStart(8, '0');
  return `"${image.sha256.slice(0, 32)}-${rest}-${view}-${scale}"`;
}

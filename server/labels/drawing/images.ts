import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Device } from '../../../devices/index.js';
import { createFrame, headOf, metadataMark, type View, withoutMetadata } from '../../../renderer/index.js';
import { type Asked, type DisplayedImage, imageOf, type LabelImage } from './label-image.js';
import type { ImageFacts } from '../store/index.js';
import type { Refresh } from '../tag/tag.js';
import type { DrawingPool } from './pool.js';

/** An image that can be sent. */
export interface Variant {
  readonly png: Uint8Array;
  /** Strong: it changes with the pixels, the palette and the density, and with what the PNG says of them. */
  readonly etag: string;
}

export interface Images {
  /** The blank paper of a panel, which a label shows before its first update. */
  blank(device: Device): LabelImage;
  /** The image as it is stored: view `ink`, scale 1; without what it says of itself if `metadata` is false. */
  stored(image: LabelImage, metadata: boolean): Variant;
  /**
   * The image in another view or size, which is made for `client`. Null when the profile of its panel is gone (`device` null)
   * or has changed so that the image can't be made.
   * @throws {Problem} as `DrawingPool.run`
   */
  variant(image: DisplayedImage, device: Device | null, asked: Asked, client: string): Promise<Variant | null>;
  /**
   * The animation of a refresh, which is made for `client`. Null when the profile of its panel is gone or has changed.
   * @throws {Problem} as `DrawingPool.run`
   */
  refresh(shown: RefreshImages, device: Device | null, view: View, client: string): Promise<Variant | null>;
  /** Whether {@link Images.variant} has no work with it: one that is kept, and one that can't be made. */
  known(image: DisplayedImage, device: Device | null, asked: Asked): boolean;
  /** The bytes of the images that are kept. */
  keptBytes(): number;
}

/** A refresh of a label, and the images that it begins and ends with; null: that of a profile that is gone. */
export interface RefreshImages {
  readonly refresh: Pick<Refresh, 'kind' | 'seconds' | 'basis'>;
  readonly from: LabelImage | null;
  readonly to: LabelImage | null;
}

/** Makes images, and keeps `cacheBytes` of those that were used most recently. */
export function createImages(drawingPool: Pick<DrawingPool, 'run'>, cacheBytes = 16 * 1024 * 1024): Images {
  const variants = new LRUCache<string, Variant>({
    maxSize: cacheBytes,
    sizeCalculation: ({ png }) => png.byteLength + 256,
  });
  const blanks = new Map<Device, LabelImage>();
  const storedTags = new WeakMap<Uint8Array, string>();
  return {
    blank(device) {
      const known = blanks.get(device) ?? imageOf(createFrame(device.width, device.height, device.inks.length), device);
      blanks.set(device, known);
      return known;
    },
    stored({ image: facts, png }, metadata) {
      if (!metadata) {
        const bare = withoutMetadata(png);
        return { png: bare, etag: etagOf(facts, bare, 'ink', 1) };
      }
      const etag = storedTags.get(png) ?? etagOf(facts, png, 'ink', 1);
      storedTags.set(png, etag);
      return { png, etag };
    },
    async variant(stored, device, asked, client) {
      const { image: facts, png } = stored;
      if (!device || !fits(device, facts)) return null;
      const ghost = ghostOf(stored);
      const { view, scale } = asked;
      const key = keyOf(stored, device, asked);
      const known = variants.get(key);
      if (known) return known;
      const image = { image: facts, png, ghost };
      const encoded = await drawingPool.run('variant', { image, device: device.id, asked }, client);
      const variant = { png: encoded, etag: etagOf(facts, encoded, view, scale, ghost) };
      variants.set(key, variant);
      return variant;
    },
    async refresh({ refresh: { kind, seconds, basis }, from, to }, device, view, client) {
      if (!device || !from || !to || !fits(device, from.image) || !fits(device, to.image)) return null;
      const refresh = { kind, seconds, basis };
      const names = [from.image.sha256, to.image.sha256, device.id, view, kind, seconds, basis];
      const known = variants.get(names.join(' '));
      if (known) return known;
      const job = { from: plain(from), to: plain(to), device: device.id, refresh, view };
      const png = await drawingPool.run('refresh', job, client);
      const variant = { png, etag: `"${createHash('sha256').update(png).digest('hex').slice(0, 32)}"` };
      variants.set(names.join(' '), variant);
      return variant;
    },
    known(stored, device, asked) {
      if (!device || !fits(device, stored.image)) return true;
      return variants.has(keyOf(stored, device, asked));
    },
    keptBytes: () => variants.calculatedSize,
  };
}

function keyOf(stored: DisplayedImage, device: Device, { view, scale, metadata }: Asked): string {
  const ghost = ghostOf(stored);
  const said = metadata && !ghost ? metadataMark(stored.png) : null;
  return `${stored.image.sha256} ${ghost?.image.sha256 ?? ''} ${device.id} ${view} ${scale} ${said ?? ''}`;
}

/** An image as a job is sent it: the facts and the bytes alone. */
function plain({ image, png }: LabelImage): LabelImage {
  return { image, png };
}

/** What shines through an image. One of another size can't. */
function ghostOf({ image, ghost }: DisplayedImage): LabelImage | null {
  const alike =
    ghost?.image.width === image.width && ghost.image.height === image.height && ghost.image.inks === image.inks;
  return ghost && alike ? plain(ghost) : null;
}

function fits(device: Device, image: ImageFacts): boolean {
  return device.width === image.width && device.height === image.height && device.inks.length === image.inks;
}

/**
 * Made of the hash of the pixels, of everything before them in the PNG (size, palette, density), as panels with
 * different inks can show the same pixels, and of what the PNG says of them, if it does. Not of the compressed bytes, which another version of the compressor changes.
 */
function etagOf(
  image: ImageFacts,
  png: Uint8Array,
  view: View,
  scale: number,
  ghost: LabelImage | null = null,
): string {
  const rest = crc32(headOf(png)).toString(16).padStart(8, '0');
  const through = ghost ? `-${ghost.image.sha256.slice(0, 32)}` : '';
  const mark = metadataMark(png);
  const said = mark === null ? '' : `-${mark}`;
  return `"${image.sha256.slice(0, 32)}-${rest}-${view}-${scale}${through}${said}"`;
}

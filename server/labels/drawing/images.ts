import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Device } from '../../../devices/index.js';
import { createFrame, getOrInsert, headOf, metadataMark, type View, withoutMetadata } from '../../../renderer/index.js';
import type { RefreshJob } from './job-kinds.js';
import { type ImageOptions, type DisplayedImage, imageOf, type LabelImage } from './label-image.js';
import type { ImageFacts } from '../store/index.js';
import type { TagRefresh } from '../tag/tag.js';
import type { DrawingPool } from './pool.js';

/** An image for a response. */
export interface Variant {
  readonly png: Uint8Array;
  /** A strong ETag: it depends on the pixels, the palette, the density and the metadata. */
  readonly etag: string;
}

export type Images = ReturnType<typeof createImages>;

/** A refresh, and its first and last image; null: blank paper of a panel whose profile is no longer loaded. */
export interface RefreshImages {
  readonly refresh: Pick<TagRefresh, 'kind' | 'seconds' | 'basis'>;
  readonly from: LabelImage | null;
  readonly to: LabelImage | null;
}

/** Makes images, and caches up to `cacheBytes` of them. */
export function createImages(drawingPool: Pick<DrawingPool, 'run'>, cacheBytes = 16 * 1024 * 1024) {
  const { variants, cached } = createVariantCache(cacheBytes);
  const blanks = new Map<Device, LabelImage>();
  const storedTags = new WeakMap<Uint8Array, string>();
  return {
    /** The blank paper of a panel, which a label shows before its first update. */
    blank(device: Device): LabelImage {
      const draw = () => imageOf(createFrame(device.width, device.height, device.inks.length), device);
      return getOrInsert(blanks, device, draw);
    },
    /** The stored image: view `ink`, scale 1. */
    stored({ image: facts, png }: LabelImage, metadata: boolean): Variant {
      const shown = metadata ? png : withoutMetadata(png);
      const known = metadata ? storedTags.get(png) : undefined;
      const etag = known ?? etagOf(facts, shown, 'ink', 1);
      if (metadata) storedTags.set(png, etag);
      return { png: shown, etag };
    },
    /**
     * The image in another view or size. Null when the profile of its panel is no longer loaded (`device` null), or has another
     * size or other inks.
     * @throws {Problem} as `DrawingPool.run`
     */
    async variant(
      stored: DisplayedImage,
      device: Device | null,
      options: ImageOptions,
      client: string,
    ): Promise<Variant | null> {
      if (!device || !fits(device, stored.image)) return null;
      return cached(keyOf(stored, device, options), () => drawVariant(drawingPool, stored, device, options, client));
    },
    /**
     * The animation of a refresh. Null in the same cases.
     * @throws {Problem} as `DrawingPool.run`
     */
    async refresh(
      { refresh: { kind, seconds, basis }, from, to }: RefreshImages,
      device: Device | null,
      view: RefreshJob['view'],
      client: string,
    ): Promise<Variant | null> {
      if (!device || !from || !to || !fits(device, from.image) || !fits(device, to.image)) return null;
      const names = [from.image.sha256, to.image.sha256, device.id, view, kind, seconds, basis];
      const job = { from: plain(from), to: plain(to), device: device.id, refresh: { kind, seconds, basis }, view };
      return cached(names.join(' '), async () => {
        const png = await drawingPool.run('refresh', job, client);
        return { png, etag: `"${createHash('sha256').update(png).digest('hex').slice(0, 32)}"` };
      });
    },
    /** Whether `variant` returns without drawing: the image is cached, or can't be made. */
    known(stored: DisplayedImage, device: Device | null, options: ImageOptions): boolean {
      if (!device || !fits(device, stored.image)) return true;
      return variants.has(keyOf(stored, device, options));
    },
    /** Bytes of the cached images. */
    keptBytes: () => variants.calculatedSize,
  };
}

function createVariantCache(maxSize: number) {
  const variants = new LRUCache<string, Variant>({ maxSize, sizeCalculation: ({ png }) => png.byteLength + 256 });
  const cached = async (key: string, draw: () => Promise<Variant>): Promise<Variant> => {
    const known = variants.get(key);
    if (known) return known;
    const variant = await draw();
    variants.set(key, variant);
    return variant;
  };
  return { variants, cached };
}

async function drawVariant(
  drawingPool: Pick<DrawingPool, 'run'>,
  stored: DisplayedImage,
  device: Device,
  options: ImageOptions,
  client: string,
): Promise<Variant> {
  const image = { ...plain(stored), ghost: ghostOf(stored) };
  const png = await drawingPool.run('variant', { image, device: device.id, options }, client);
  return { png, etag: etagOf(stored.image, png, options.view, options.scale, image.ghost) };
}

function keyOf(stored: DisplayedImage, device: Device, { view, scale, metadata }: ImageOptions): string {
  const ghost = ghostOf(stored);
  const mark = metadata && !ghost ? metadataMark(stored.png) : null;
  return `${stored.image.sha256} ${ghost?.image.sha256 ?? ''} ${device.id} ${view} ${scale} ${mark ?? ''}`;
}

/** The image without the other fields of a revision, to send to a thread. */
function plain({ image, png }: LabelImage): LabelImage {
  return { image, png };
}

/** The image that shines through, if it has the same size and inks. */
function ghostOf({ image, ghost }: DisplayedImage): LabelImage | null {
  const isAlike =
    ghost?.image.width === image.width && ghost.image.height === image.height && ghost.image.inks === image.inks;
  return ghost && isAlike ? plain(ghost) : null;
}

function fits(device: Device, image: ImageFacts): boolean {
  return device.width === image.width && device.height === image.height && device.inks.length === image.inks;
}

/**
 * A hash of the pixels, of everything before them in the PNG (size, palette, density), as panels with different inks can show
 * the same pixels, and of the metadata. It does not depend on the compressed bytes, which may change with the compressor.
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
  return `"${image.sha256.slice(0, 32)}-${rest}-${view}-${scale}${through}${mark === null ? '' : `-${mark}`}"`;
}

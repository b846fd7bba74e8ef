import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LabelRefreshing } from '../../../../http/answers.js';
import { labelPath, readPicture } from '../../../api/labels.js';
import { Pause } from '../../../api/pause.js';
import { apiErrorFrom } from '../../../api/request.js';
import { decoded } from '../../../parts/label/decoded.js';
import { replaceUrl } from '../../../state/shelf/blob-url.js';
import type { ShelfLabel } from '../../../state/shelf/label.js';

/** Concurrent requests, and pictures in the cache. */
const [maxConcurrent, maxCached] = [6, 300];
/** The server draws each refresh: at most this many a minute, and only those that last this many milliseconds. */
const [maxFlashes, shortest] = [10, 600];
/** Milliseconds that the last frame stays, while the new picture is read. */
const flashEndMs = 500;

/** The picture of a label as a blob URL, released when no tile uses it. */
interface CachedPicture {
  readonly url: Signal<string | null>;
  readonly flash: Signal<string | null>;
  /** The keys of the requested picture and of the loaded one. */
  wanted: string;
  loaded: string;
  users: number;
}

const cache = new Map<string, CachedPicture>();
const queue = new Set<string>();
const loading = new Set<CachedPicture>();
const pause = new Pause();

/** The displayed picture of a visible label; null until it is read. */
export function usePicture({ id, device, shown }: ShelfLabel): {
  readonly url: string | null;
  readonly flash: string | null;
} {
  const picture = pictureOf(id);
  const wanted = `${device} ${shown}`;
  useEffect(() => {
    picture.users++;
    return () => {
      picture.users--;
      replaceUrl(picture.flash, null);
    };
  }, [picture]);
  useEffect(() => {
    picture.wanted = wanted;
    if (picture.loaded === wanted) return;
    queue.add(id);
    work();
  }, [picture, wanted]);
  return { url: picture.url.value, flash: picture.flash.value };
}

function pictureOf(id: string): CachedPicture {
  const known = cache.get(id);
  // The most recently used one is last.
  cache.delete(id);
  const picture = known ?? { url: signal(null), flash: signal(null), wanted: '', loaded: '', users: 0 };
  cache.set(id, picture);
  if (cache.size > maxCached) dropUnused();
  return picture;
}

function dropUnused(): void {
  for (const [id, picture] of cache) {
    if (cache.size <= maxCached * 0.8) return;
    if (picture.users > 0 || loading.has(picture) || picture.url.peek() === null) continue;
    drop(picture);
    cache.delete(id);
  }
}

function drop(picture: CachedPicture): void {
  replaceUrl(picture.url, null);
  replaceUrl(picture.flash, null);
}

function work(): void {
  for (const id of queue) {
    if (loading.size >= maxConcurrent) return;
    queue.delete(id);
    const picture = cache.get(id);
    if (!picture || picture.users === 0 || loading.has(picture) || picture.loaded === picture.wanted) continue;
    loading.add(picture);
    void load(id, picture).finally(() => {
      loading.delete(picture);
      if (picture.loaded !== picture.wanted && picture.users > 0) queue.add(id);
      work();
    });
  }
}

async function load(id: string, picture: CachedPicture): Promise<void> {
  await pause.end();
  const { wanted } = picture;
  try {
    const url = URL.createObjectURL(await readPicture(`${labelPath(id)}/image.png?at=now`));
    await decoded(url).catch((error: unknown) => {
      URL.revokeObjectURL(url);
      throw error;
    });
    replaceUrl(picture.url, url);
    picture.loaded = wanted;
    if (!cache.has(id)) drop(picture);
  } catch (error) {
    const failure = apiErrorFrom(error);
    // A picture that the server does not have is not requested again.
    if (failure.isTransient) pause.begin(failure);
    else picture.loaded = wanted;
  }
}

const still = matchMedia('(prefers-reduced-motion: reduce)');
/** When the refreshes of the last minute began. */
const flashes: number[] = [];

/** Plays the refresh of a visible panel, unless it is short. */
export function playFlash({ id, began_at, ends_at }: LabelRefreshing): void {
  const picture = cache.get(id);
  if (still.matches || !picture || picture.users === 0 || Date.parse(ends_at) - Date.parse(began_at) < shortest) return;
  const now = performance.now();
  while (flashes.length > 0 && flashes[0]! <= now - 60_000) flashes.shift();
  if (flashes.length >= maxFlashes) return;
  flashes.push(now);
  const { wanted } = picture;
  readPicture(`${labelPath(id)}/refresh.png`)
    .then((blob) => {
      if (picture.users === 0 || picture.wanted !== wanted) return;
      replaceUrl(picture.flash, URL.createObjectURL(blob));
    })
    // The old picture stays, and the text below it says that the panel refreshes.
    .catch(apiErrorFrom);
}

/** Ends the animation. Its last frame is the new picture, which is read meanwhile. */
export function endFlash(id: string): void {
  const picture = cache.get(id);
  if (picture?.flash.peek() == null) return;
  setTimeout(() => {
    replaceUrl(picture.flash, null);
  }, flashEndMs);
}

export function dropPictures(): void {
  queue.clear();
  for (const picture of cache.values()) drop(picture);
  cache.clear();
}

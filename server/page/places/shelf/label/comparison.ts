import type { RevisionView } from '../../../../http/answers.js';
import { readPicture } from '../../../api/labels.js';
import { decodedBlob } from '../../../parts/label/decoded.js';
import { differenceOf, type RgbaPixels } from '../../../state/shelf/difference.js';

/** A picture, and for a difference the number of pixels that differ; null: no difference, or different sizes. */
export interface HistoryPicture {
  readonly image: HTMLImageElement;
  readonly count: number | null;
}

/** @throws {ApiError} */
export async function readShown(url: string, signal: AbortSignal): Promise<HistoryPicture> {
  return { image: await decodedBlob(await readPicture(url, signal)), count: null };
}

/** The difference of two revisions; the later one if their sizes differ. @throws {ApiError} */
export async function readDifference(before: RevisionView, after: RevisionView, signal: AbortSignal) {
  const both = [before, after].map(({ image }) => readShown(image.url, signal));
  const [old, now] = (await Promise.all(both)).map(({ image }) => image) as [HTMLImageElement, HTMLImageElement];
  const [from, to] = [pixelsOf(old), pixelsOf(now)];
  if (from.width !== to.width || from.height !== to.height) return { image: now, count: null };
  const { count, data } = differenceOf(from, to);
  const canvas = new OffscreenCanvas(to.width, to.height);
  canvas.getContext('2d')!.putImageData(new ImageData(data, to.width, to.height), 0, 0);
  return { image: await decodedBlob(await canvas.convertToBlob()), count };
}

function pixelsOf(image: HTMLImageElement): RgbaPixels {
  const { naturalWidth: width, naturalHeight: height } = image;
  const brush = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  brush.drawImage(image, 0, 0);
  return brush.getImageData(0, 0, width, height);
}

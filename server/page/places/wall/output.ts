import { signal } from '@preact/signals';
import { listen } from '../../browser/ends.js';
import { bytesOf } from '../../browser/hand-over.js';
import { downloadFiles } from '../bulk.js';
import type { Item } from './items.js';
import { state } from './model.js';

/** Labels that are mounted at first, and with each scroll: a thousand together would block the page. */
export const mountStep = 120;

export const mounted = signal(mountStep);

/** Prints the wall at real size: see print.css. */
export async function printWall(): Promise<void> {
  mounted.value = Infinity;
  await new Promise(requestAnimationFrame);
  // All labels are mounted now. Wait for their pictures.
  await Promise.allSettled(
    [...document.querySelectorAll<HTMLImageElement>('.wall img')].map((image) => image.decode()),
  );
  print();
}

/** Mounts all labels if the user prints by the browser's menu. @returns ends that */
export function showAllForPrint(): () => void {
  return listen(window, 'beforeprint', () => (mounted.value = Infinity));
}

/** Saves the PNGs of the server. */
export async function downloadAll(items: readonly Item[]): Promise<void> {
  const files = new Map(items.flatMap((item) => entryOf(item)));
  if (files.size > 0) await downloadFiles(state.peek().by, files);
}

function entryOf({ id, outcome }: Item): readonly (readonly [string, Uint8Array<ArrayBuffer>])[] {
  const now = outcome.peek();
  return now?.kind === 'drawn' ? [[id, bytesOf(now.answer.image.data_uri)]] : [];
}

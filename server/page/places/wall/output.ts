import { signal } from '@preact/signals';
import { safeName } from '../../../batch/output/safe-name.js';
import { listen } from '../../browser/ends.js';
import { bytesOf, download } from '../../browser/hand-over.js';
import type { Item } from './items.js';
import { state } from './model.js';

/** Labels that are mounted at first, and with each scroll: a thousand together would block the page. */
export const mountStep = 120;

/** The number of mounted labels. */
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

/** Saves the PNG of the server. @returns whether there is one */
export function downloadOne(item: Item): boolean {
  const bytes = pngOf(item);
  if (bytes) download(`${safeName(item.id)}.png`, new Blob([bytes], { type: 'image/png' }));
  return bytes !== null;
}

/** Saves all PNGs: one as a file, several in a ZIP without compression. */
export async function downloadAll(items: readonly Item[]): Promise<void> {
  const drawn = items.filter(({ outcome }) => outcome.peek()?.kind === 'drawn');
  if (drawn.length === 1) {
    downloadOne(drawn[0]!);
    return;
  }
  const { zipSync } = await import('fflate');
  const files = drawn.map((item) => [`${safeName(item.id)}.png`, pngOf(item)!] as const);
  const zip = zipSync(Object.fromEntries(files), { level: 0 });
  download(`${state.peek().by}.zip`, new Blob([zip], { type: 'application/zip' }));
}

function pngOf({ outcome }: Item): Uint8Array<ArrayBuffer> | null {
  const now = outcome.peek();
  return now?.kind === 'drawn' ? bytesOf(now.answer.image.data_uri) : null;
}

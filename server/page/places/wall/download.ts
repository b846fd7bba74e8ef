import { fileKey, safeName } from '../../../batch/output/safe-name.js';
import { bytesOf, download } from '../../browser/hand-over.js';
import type { Item } from './items.js';
import { state } from './model.js';

/** Saves the PNG of a label, as the server made it. @returns whether there is one */
export function downloadOne(item: Item): boolean {
  const bytes = pngOf(item);
  if (bytes) download(`${safeName(item.id)}.png`, new Blob([bytes], { type: 'image/png' }));
  return bytes !== null;
}

/** Saves the PNGs of all labels that could be drawn: one as it is, more in one ZIP, which packs and does not compress. */
export async function downloadAll(items: readonly Item[]): Promise<void> {
  const drawn = items.filter(({ outcome }) => outcome.peek()?.kind === 'drawn');
  if (drawn.length === 1) {
    downloadOne(drawn[0]!);
    return;
  }
  const { zipSync } = await import('fflate');
  const taken = new Set<string>();
  const files = drawn.map((item) => [nameFor(item, taken), pngOf(item)!] as const);
  const zip = zipSync(Object.fromEntries(files), { level: 0 });
  download(`${state.peek().by}.zip`, new Blob([zip], { type: 'application/zip' }));
}

/** A name that no file system takes for one that is there already. */
function nameFor({ id }: Item, taken: Set<string>): string {
  const base = safeName(id);
  let name = `${base}.png`;
  for (let i = 2; taken.has(fileKey(name)); i++) name = `${base}-${i}.png`;
  taken.add(fileKey(name));
  return name;
}

function pngOf({ outcome }: Item): Uint8Array<ArrayBuffer> | null {
  const now = outcome.peek();
  return now?.kind === 'drawn' ? bytesOf(now.answer.image.data_uri) : null;
}

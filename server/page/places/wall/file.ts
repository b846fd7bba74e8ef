import { signal } from '@preact/signals';
import { catalogue } from '../../api/catalogue.js';
import type { FileFault, Reading, RowFile } from '../../state/wall/csv.js';

/** The file of the wall "rows", also while another wall is shown. */
export const file = signal<{ readonly name: string; readonly read: RowFile } | null>(null);
/** The last file, if it could not be read, and why. */
export const refused = signal<{ readonly name: string; readonly why: FileFault | { readonly fault: 'unread' } } | null>(
  null,
);
/** The last file, to be read in another way. */
let last: { readonly name: string; readonly bytes: Uint8Array } | null = null;

/** @returns whether the rows could be read */
export async function takeFile(given: File): Promise<boolean> {
  last = null;
  try {
    last = { name: given.name, bytes: new Uint8Array(await given.arrayBuffer()) };
  } catch {
    refused.value = { name: given.name, why: { fault: 'unread' } };
    return false;
  }
  return readAgain({});
}

/** Reads the last file as a person chose. @returns whether the rows could be read */
export async function readAgain(reading: Reading): Promise<boolean> {
  if (!last) return false;
  const { name, bytes } = last;
  const layouts = catalogue.value?.layouts ?? [];
  const prices = new Set(
    layouts.flatMap(({ data = {} }) => Object.keys(data).filter((key) => data[key]!.type === 'price')),
  );
  try {
    const { readCsv } = await import('../../state/wall/csv.js');
    const read = readCsv(bytes, new Set([...prices].map((key) => `data.${key}`)), reading);
    refused.value = 'fault' in read ? { name, why: read } : null;
    if (!('fault' in read)) file.value = { name, read };
  } catch {
    refused.value = { name, why: { fault: 'unread' } };
  }
  return refused.value === null;
}

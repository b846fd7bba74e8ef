import { signal } from '@preact/signals';
import type { FileFault, RowFile } from '../../state/wall/csv.js';

/** The file whose rows are on the wall: it stays while other walls are looked at. */
export const file = signal<{ readonly name: string; readonly read: RowFile } | null>(null);
/** The file that was given last, and why it is not on the wall. */
export const refused = signal<{ readonly name: string; readonly why: FileFault | { readonly fault: 'unread' } } | null>(
  null,
);

/** Puts the rows of a file on the wall. @returns whether they could be read */
export async function takeFile(given: File): Promise<boolean> {
  const { name } = given;
  try {
    const [{ readCsv }, bytes] = await Promise.all([import('../../state/wall/csv.js'), given.arrayBuffer()]);
    const read = readCsv(new Uint8Array(bytes));
    refused.value = 'fault' in read ? { name, why: read } : null;
    if (!('fault' in read)) file.value = { name, read };
  } catch {
    refused.value = { name, why: { fault: 'unread' } };
  }
  return refused.value === null;
}

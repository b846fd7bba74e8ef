import { signal } from '@preact/signals';
import type { FileFault, RowFile } from '../../state/wall/csv.js';

/** The file of the wall "rows", also while another wall is shown. */
export const file = signal<{ readonly name: string; readonly read: RowFile } | null>(null);
/** The last file, if it could not be read, and why. */
export const refused = signal<{ readonly name: string; readonly why: FileFault | { readonly fault: 'unread' } } | null>(
  null,
);

/** @returns whether the rows could be read */
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

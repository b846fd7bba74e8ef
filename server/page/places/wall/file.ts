import { signal } from '@preact/signals';
import { catalogue } from '../../api/catalogue.js';
import { type FileFault, type FileTable, type FileChoices, readTable, type RowFile } from '../../state/wall/table.js';

/** The file of the wall "rows", also while another wall is shown. */
export const file = signal<{ readonly name: string; readonly read: RowFile } | null>(null);
/** The last file, if it could not be read, and why. */
export const refused = signal<{ readonly name: string; readonly why: FileFault | { readonly fault: 'unread' } } | null>(
  null,
);
/** The last file, to be read in another way. */
let last: { readonly name: string; readonly table: FileTable } | null = null;

/** @returns whether the rows could be read */
export async function takeFile(given: File): Promise<boolean> {
  const { name } = given;
  last = null;
  try {
    const bytes = new Uint8Array(await given.arrayBuffer());
    const { readCells } = await import('../../state/wall/cells.js');
    const table = await readCells(bytes);
    if ('fault' in table) refused.value = { name, why: table };
    else last = { name, table };
  } catch {
    refused.value = { name, why: { fault: 'unread' } };
  }
  return readAgain({});
}

/** Reads the last file as a person chose. @returns whether the rows could be read */
export function readAgain(reading: FileChoices): boolean {
  if (!last) return false;
  const { name, table } = last;
  const layouts = catalogue.value?.layouts ?? [];
  const prices = layouts.flatMap(({ data = {} }) => Object.keys(data).filter((key) => data[key]!.type === 'price'));
  const read = readTable(table, new Set(prices.map((key) => `data.${key}`)), reading);
  refused.value = 'fault' in read ? { name, why: read } : null;
  if (!('fault' in read)) file.value = { name, read };
  return refused.value === null;
}

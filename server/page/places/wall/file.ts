import { signal } from '@preact/signals';
import { catalogue } from '../../api/catalogue.js';
import { type FileFault, type FileChoices, readTable, type RowFile } from '../../state/wall/table.js';

/** The file of the wall "rows", also while another wall is shown. */
export const file = signal<{ readonly name: string; readonly read: RowFile } | null>(null);
/** The last file, if it could not be read, and why. */
export const refused = signal<{ readonly name: string; readonly why: FileFault | { readonly fault: 'unread' } } | null>(
  null,
);
/** The last file, to be read in another way, and how often it was read. */
let last: { readonly name: string; readonly bytes: Uint8Array } | null = null;
let readings = 0;

/** @returns whether the rows could be read */
export async function takeFile(given: File, today: string): Promise<boolean> {
  const { name } = given;
  try {
    last = { name, bytes: new Uint8Array(await given.arrayBuffer()) };
  } catch {
    last = null;
    refused.value = { name, why: { fault: 'unread' } };
  }
  return readAgain({}, today);
}

/** Reads the last file as a person chose. @param today the day of its sales @returns whether the rows could be read, and no later choice was made */
export async function readAgain(choices: FileChoices, today: string): Promise<boolean> {
  if (!last) return false;
  const { name, bytes } = last;
  const reading = ++readings;
  const layouts = catalogue.value?.layouts ?? [];
  const prices = layouts.flatMap(({ data = {} }) => Object.keys(data).filter((key) => data[key]!.type === 'price'));
  const read = await import('../../state/wall/cells.js')
    .then(({ readCells }) => readCells(bytes, choices.encoding))
    .then((table) =>
      'fault' in table ? table : readTable(table, new Set(prices.map((key) => `data.${key}`)), choices, today),
    )
    .catch(() => ({ fault: 'unread' }) as const);
  if (reading !== readings) return false;
  refused.value = 'fault' in read ? { name, why: read } : null;
  if (!('fault' in read)) file.value = { name, read };
  return refused.value === null;
}

import { fieldEntries } from '../../../renderer/fields.js';

/** The fields by common column names, in lower case without blanks, hyphens and underscores. */
const fieldsByWord = new Map<string, string>(
  fieldEntries.flatMap(([field, { columns }]) => columns.split(' ').map((word) => [word, field] as const)),
);

/** Guesses a column's field by common names in some languages. The user confirms it. */
export function fieldGuessed(name: string): string | undefined {
  return fieldsByWord.get(
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[\s_-]+/g, ''),
  );
}

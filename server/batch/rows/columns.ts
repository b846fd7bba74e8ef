import { parse } from 'csv-parse/sync';
import { suggestion, updateSchema } from '../../../renderer/index.js';
import { BatchError } from '../error.js';
import { cut } from '../../fields/text.js';
import { csvOptions } from './csv.js';
import type { Block } from './split-rows.js';

/** What a row may say: an update and a binding in one flat object, as a preview takes it, and `data.…`. */
export const rowFields = [
  ...updateSchema.required,
  'sku',
  'device',
  'layout',
  'locale',
  'currency',
  'time_zone',
  'date',
] as const;

/** Column or key of the input → the field that it is, null: ignored. */
export type FieldNames = ReadonlyMap<string, string | null>;

const dataField = /^data\.[a-z][a-z0-9_]{0,31}$/;

/** Reads `column=field` pairs; `column=` ignores the column. @throws {BatchError} naming the pair. */
export function readMap(pairs: readonly string[]): FieldNames {
  return new Map(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=');
      const [column, field] = [pair.slice(0, at), pair.slice(at + 1)];
      if (at < 1) throw usage(`Expected column=field for --map but received "${cut(pair)}"`);
      if (field !== '' && !isField(field))
        throw usage(`Expected a field for --map ${cut(column)}= but received "${cut(field)}"${near(field)}`);
      return [column, field === '' ? null : field];
    }),
  );
}

/**
 * The field of each column of a CSV.
 * @param options `given`: fields that an option says for all rows, by the option's name.
 * @throws {BatchError} for a column that is no field and is not mapped, for two of one field and for a missing one.
 */
export function readColumns(header: Block, map: FieldNames, given: ReadonlyMap<string, string>): (string | null)[] {
  const names = namesOf(header).map((name) => name.trim());
  if (names.length === 1 && /[;\t]/.test(names[0]!))
    throw usage(`Expected commas between the columns (RFC 4180) but received "${cut(names[0]!)}"`);
  const columns = names.map((name) => {
    const mapped = map.get(name);
    if (mapped !== undefined) return mapped;
    if (!isField(name))
      throw usage(
        `Expected a known field for the column "${cut(name)}"${near(name)}: name one with --map "${cut(name)}=field", or ignore it with --map "${cut(name)}="`,
      );
    return name;
  });
  for (const name of map.keys())
    if (!names.includes(name))
      throw usage(`Expected a column of the file for --map but received "${cut(name)}"${suggestion(name, names)}`);
  for (const [i, field] of columns.entries()) {
    if (field === null) continue;
    const first = columns.indexOf(field);
    if (first < i)
      throw usage(
        `Expected one column for ${field} but received "${cut(names[first]!)}" and "${cut(names[i]!)}": ignore one with --map "column="`,
      );
    if (given.has(field))
      throw usage(
        `Expected ${field} in ${given.get(field)!} or in a column but received both: ignore the column with --map "${cut(names[i]!)}="`,
      );
  }
  for (const field of updateSchema.required)
    if (!columns.includes(field))
      throw usage(
        `Expected a column for ${field} but received ${names.map((name) => `"${cut(name)}"`).join(', ')}: name it with --map "column=${field}"`,
      );
  return columns;
}

function namesOf(header: Block): readonly string[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(header.bytes);
  } catch {
    throw new BatchError('invalid', 'line 1: Expected UTF-8 for the names of the columns but received other bytes');
  }
  if (header.faults.size > 0)
    throw new BatchError('invalid', `line ${header.lines[0]!}: Expected names of columns, with their quotes closed`);
  return parse(text, csvOptions)[0] ?? [];
}

export function isField(name: string): boolean {
  return (rowFields as readonly string[]).includes(name) || dataField.test(name);
}

function near(name: string): string {
  return suggestion(name, rowFields);
}

function usage(message: string): BatchError {
  return new BatchError('usage', message);
}

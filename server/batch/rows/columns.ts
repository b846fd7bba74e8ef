import { parse } from 'csv-parse/sync';
import { suggestion, updateSchema } from '../../../renderer/index.js';
import { cut } from '../../fields/text.js';
import { BatchError } from '../error.js';
import { csvOptions } from './csv.js';
import { type FieldNames, isField } from './fields.js';
import { rowFields } from './row-fields.js';
import { faultProblem } from './problem.js';
import type { Block } from './split-rows.js';

/**
 * The field of each column of a CSV; null: the column is ignored.
 * @param given fields that an option sets for all rows → the option.
 * @throws {BatchError} for an unknown column that is not mapped, for two columns of one field, and for a missing column
 */
export function readColumns(header: Block, map: FieldNames, given: ReadonlyMap<string, string>): (string | null)[] {
  const names = namesOf(header).map((name) => name.trim());
  if (names.length === 1 && /[;\t]/.test(names[0]!))
    throw usage(`Expected commas between the columns (RFC 4180) but received ${quoted(names[0]!)}`);
  for (const name of map.keys())
    if (!names.includes(name))
      throw usage(`Expected a column of the file for --map but received ${quoted(name)}${suggestion(name, names)}`);
  const columns = names.map((name) => fieldOf(name, map));
  for (const [i, field] of columns.entries()) {
    if (field === null) continue;
    const first = columns.indexOf(field);
    if (first < i)
      throw usage(
        `Expected one column for ${field} but received ${quoted(names[first]!)} and ${quoted(names[i]!)}: ignore one with --map "column="`,
      );
    if (given.has(field))
      throw usage(
        `Expected ${field} in ${given.get(field)!} or in a column but received both: ignore the column with --map "${cut(names[i]!)}="`,
      );
  }
  for (const field of updateSchema.required)
    if (!columns.includes(field))
      throw usage(
        `Expected a column for ${field} but received ${names.map(quoted).join(', ')}: say which one it is with --map "column=${field}"`,
      );
  return columns;
}

function fieldOf(column: string, map: FieldNames): string | null {
  const mapped = map.get(column);
  if (mapped !== undefined) return mapped;
  if (isField(column)) return column;
  throw usage(
    `Expected a known field for the column ${quoted(column)}${suggestion(column, rowFields)}: ` +
      `say what it is with --map "${cut(column)}=field", or ignore it with --map "${cut(column)}="`,
  );
}

function namesOf(header: Block): readonly string[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(header.bytes);
  } catch {
    throw invalid(header, 'Expected UTF-8 for the names of the columns but received other bytes');
  }
  const fault = header.faults.get(0);
  if (fault) throw invalid(header, faultProblem(fault).message);
  return parse(text, csvOptions)[0] ?? [];
}

function quoted(name: string): string {
  return `"${cut(name)}"`;
}

function invalid({ lines }: Block, message: string): BatchError {
  return new BatchError('invalid', `line ${lines[0]!}: ${message}`);
}

function usage(message: string): BatchError {
  return new BatchError('usage', message);
}

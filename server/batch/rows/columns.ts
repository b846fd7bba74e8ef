import { parse } from 'csv-parse/sync';
import { asQuestion, nearest, suggestion } from '../../../renderer/index.js';
import { cut } from '../../fields/text.js';
import { BatchError } from '../error.js';
import { csvOptions } from './csv.js';
import type { FieldNames } from './fields.js';
import { faultProblem } from './problem.js';
import { dataField, fieldNamed, isField, requiredFields, rowFields } from './row-fields.js';
import type { Block } from './split-rows.js';
import { fieldGuessed } from './synonyms.js';

/** What the columns of a file stand for. */
export interface Columns {
  /** The field of each; null: the column is ignored. */
  readonly fields: readonly (string | null)[];
  /** What was taken for granted, a sentence each. */
  readonly notes: readonly string[];
}

/** What decides on the columns beside their names. */
export interface ColumnRules {
  readonly map: FieldNames;
  /** Fields that an option sets for all rows → the option. */
  readonly given: ReadonlyMap<string, string>;
  /** The fields of `data` that layouts or names of files use; null: any may be used. */
  readonly data: ReadonlySet<string> | null;
}

/** So many problems of a header are told: it has room for thousands. */
const mostTold = 20;

/**
 * The fields of columns, by their names. A name may be in other capitals, and have blanks or hyphens for underscores.
 * @throws {BatchError} with a line for each column that is unknown, that comes twice or is missing, and a last one with
 *   the options that mend it
 */
export function readColumns(header: readonly string[], rules: ColumnRules): Columns {
  const { map, given, data } = rules;
  const names = header.map((name) => name.trim());
  const problems = [...map.keys()]
    .filter((key) => !names.includes(key) && positionOf(key, names.length) === undefined)
    .map((key) => `Expected a column of the file for --map but received ${quoted(key)}${suggestion(key, names)}`);
  const fields = fieldsOf(names, map);
  const mends: string[] = [];
  /** Fields that are there, or that a mended column would be. */
  const found = new Set(fields.filter((field) => field !== undefined));
  const mend = (i: number, field: string) => {
    const alone = names.indexOf(names[i]!) === names.lastIndexOf(names[i]!) && names[i] !== '' && !map.has(names[i]!);
    mends.push(`--map ${word(`${alone ? names[i]! : `#${i + 1}`}=${field}`)}`);
  };
  for (const [i, field] of fields.entries()) {
    const name = names[i]!;
    const first = field === null || field === undefined ? i : fields.indexOf(field);
    if (field === null) continue;
    if (field === undefined) {
      const guess = guessOf(name, data);
      const free = guess !== undefined && !found.has(guess) && !given.has(guess) ? guess : undefined;
      if (free !== undefined) found.add(free);
      problems.push(`Expected a known field for the column ${quoted(name)}${asQuestion(free)}`);
      mend(i, free ?? '');
    } else if (first < i) {
      const columns = `columns ${first + 1} (${quoted(names[first]!)}) and ${i + 1} (${quoted(name)})`;
      problems.push(`Expected one column for ${field} but received ${columns}`);
      mends.push(`--map ${word(`#${i + 1}=`)}`);
    } else if (given.has(field)) {
      problems.push(`Expected ${field} in ${given.get(field)!} or in a column but received both`);
      mend(i, '');
    } else if (data && dataField.test(field) && !data.has(field.slice('data.'.length))) {
      const guess = nearest(field.slice('data.'.length), data);
      const full = guess === undefined ? undefined : `data.${guess}`;
      problems.push(`Expected a field of data that a layout has for the column ${quoted(name)}${asQuestion(full)}`);
      mend(i, full !== undefined && !found.has(full) ? full : '');
    }
  }
  for (const field of requiredFields)
    if (!found.has(field)) problems.push(`Expected a column for ${field} but received ${listed(names)}`);
  if (problems.length > 0) throw new BatchError('usage', told(problems, mends));
  return { fields: fields as readonly (string | null)[], notes: notesOf(names, fields, map) };
}

/** The field of each column; undefined: unknown. A name that is a field goes before names that are nearly one. */
function fieldsOf(names: readonly string[], map: FieldNames): readonly (string | null | undefined)[] {
  return names.map((name, i) => {
    const position = `#${i + 1}`;
    if (map.has(position) && !names.includes(position)) return map.get(position);
    if (map.has(name)) return map.get(name);
    if (isField(name)) return name;
    // Spreadsheets write separators behind the last column.
    return name === '' ? null : fieldNamed(name);
  });
}

/** The column that `#3` stands for, from 0; undefined for another text, or where there is none. */
function positionOf(key: string, columns: number): number | undefined {
  const [, digits] = /^#([1-9][0-9]{0,4})$/.exec(key) ?? [];
  return digits !== undefined && Number(digits) <= columns ? Number(digits) - 1 : undefined;
}

function guessOf(name: string, data: ReadonlySet<string> | null): string | undefined {
  const known = [...rowFields, ...Array.from(data ?? [], (field) => `data.${field}`)];
  return fieldGuessed(name) ?? nearest(name, known);
}

function notesOf(
  names: readonly string[],
  fields: readonly (string | null | undefined)[],
  map: FieldNames,
): readonly string[] {
  const taken = names.flatMap((name, i) =>
    fields[i] && fields[i] !== name && !map.has(name) && !map.has(`#${i + 1}`)
      ? [`${quoted(name)} as ${fields[i]}`]
      : [],
  );
  const unnamed = names.flatMap((name, i) => (name === '' && fields[i] === null ? [i + 1] : []));
  return [
    ...(taken.length > 0
      ? [`Columns are read by names that are nearly their fields: ${taken.slice(0, mostTold).join(', ')}`]
      : []),
    ...(unnamed.length > 0 ? [`Columns without a name are ignored: ${unnamed.slice(0, mostTold).join(', ')}`] : []),
  ];
}

/** The names in the header of a CSV. @throws {BatchError} when it can't be read */
export function namesOf(header: Block, delimiter: string): readonly string[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(header.bytes);
  } catch {
    throw invalid(header, 'Expected UTF-8 for the names of the columns but received other bytes');
  }
  const fault = header.faults.get(0);
  if (fault) throw invalid(header, faultProblem(fault, delimiter).message);
  return parse(text, csvOptions(delimiter))[0] ?? [];
}

function told(problems: readonly string[], mends: readonly string[]): string {
  const lines = problems.slice(0, mostTold);
  if (problems.length > mostTold) lines.push(`and ${problems.length - mostTold} more`);
  if (mends.length > 0)
    lines.push(`Say what each column is, or nothing to ignore it: ${mends.slice(0, mostTold).join(' ')}`);
  return lines.join('\n');
}

/** A word of a command line, in quotes where a shell needs them. */
function word(text: string): string {
  if (/^[\p{L}\p{N}_.][\p{L}\p{N}_.=-]*$/u.test(text)) return text;
  return /["$`\\!\n\r]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`;
}

function listed(names: readonly string[]): string {
  const rest = names.length > mostTold ? `, and ${names.length - mostTold} more` : '';
  return names.slice(0, mostTold).map(quoted).join(', ') + rest;
}

function quoted(name: string): string {
  return `"${cut(name)}"`;
}

function invalid({ lines }: Block, message: string): BatchError {
  return new BatchError('invalid', `line ${lines[0]!}: ${message}`);
}

import { parse } from 'csv-parse/sync';
import { asQuestion, nearest, suggestion } from '../../../renderer/index.js';
import { cut } from '../../fields/field-problem.js';
import { oneLine } from '../../fields/text.js';
import { BatchError } from '../error.js';
import { csvOptions } from './csv.js';
import type { FieldNames } from './fields.js';
import { faultProblem } from './problem.js';
import { dataField, fieldNamed, isField, labelColumn, requiredFields, rowFields } from './row-fields.js';
import type { RowBlock } from './split-rows.js';
import { type ColumnRules, columnRules } from './guess/column-rules.js';
import { columnOrder, fieldGuessed, guessColumns } from './guess/synonyms.js';

/** Items per message: a header may have thousands of columns. */
const maxListed = 20;

/**
 * Maps columns to fields by name. Case is ignored, and blanks and hyphens equal underscores.
 * @param given options by the fields that they set for all rows
 * @param data the fields of `data` in layouts and file names; null: any
 * @param guess whether columns with common names fill their fields, and the others are ignored
 * @param unit that of rows without one
 * @returns the field of each column, null if it is ignored; what the names say of the cells; whether a field is guessed; sentences about assumptions
 * @throws {BatchError} with a line for each unknown, duplicate or missing column, and a last line with options that
 *   solve the problems
 */
export function readColumns(
  header: readonly string[],
  {
    map,
    given,
    data,
    guess: isGuessed = false,
    unit,
  }: {
    readonly map: FieldNames;
    readonly given: ReadonlyMap<string, string>;
    readonly data: ReadonlySet<string> | null;
    readonly guess?: boolean;
    readonly unit?: string | undefined;
  },
): {
  readonly fields: readonly (string | null)[];
  readonly rules: ColumnRules;
  readonly isGuessed: (column: number) => boolean;
  readonly notes: readonly string[];
} {
  const names = header.map((name) => name.trim());
  const columns = columnsOf(names, map, isGuessed);
  const problems = [...map.keys()]
    .filter((key) => !names.includes(key) && !names.some((_, i) => key === `#${i + 1}`))
    .map((key) => `Expected a column of the file for --map but received ${quoted(key)}${suggestion(key, names)}`);
  const fixes: string[] = [];
  /** Fields of columns, suggested ones included. */
  const usedFields = new Set(columns.flatMap(({ field }) => field ?? []));
  const suggestFix = (i: number, field: string) => {
    const name = names[i]!;
    const alone = names.indexOf(name) === names.lastIndexOf(name) && name !== '' && !map.has(name);
    // A terminal does not show a name with controls as it is.
    fixes.push(`--map ${word(`${alone && !/\p{Cc}/u.test(name) ? name : `#${i + 1}`}=${field}`)}`);
  };
  for (const [i, column] of columns.entries()) {
    const { name, field } = column;
    if (field === null) continue;
    const first = columns.findIndex((other) => other.field === field);
    if (field === undefined) {
      const guess = guessOf(name, data);
      const free = guess !== undefined && !usedFields.has(guess) && !given.has(guess) ? guess : undefined;
      if (free !== undefined) usedFields.add(free);
      problems.push(`Expected a known field for the column ${quoted(name)}${asQuestion(free)}`);
      suggestFix(i, free ?? '');
    } else if (first < i && !arePair(columns[first]!, column)) {
      const both = `columns ${first + 1} (${quoted(names[first]!)}) and ${i + 1} (${quoted(name)})`;
      problems.push(`Expected one column for ${field} but received ${both}`);
      fixes.push(`--map ${word(`#${i + 1}=`)}`);
    } else if (given.has(field)) {
      problems.push(`Expected ${field} in ${given.get(field)!} or in a column but received both`);
      suggestFix(i, '');
    } else if (data && dataField.test(field) && !data.has(field.slice('data.'.length))) {
      const guess = nearest(field.slice('data.'.length), data);
      const full = guess === undefined ? undefined : `data.${guess}`;
      problems.push(`Expected a field of data that a layout has for the column ${quoted(name)}${asQuestion(full)}`);
      suggestFix(i, full !== undefined && !usedFields.has(full) ? full : '');
    }
  }
  for (const field of requiredFields)
    if (!usedFields.has(field) && !(field === 'unit' && unit !== undefined))
      problems.push(`Expected a column for ${field} but received ${listed(names)}`);
  if (problems.length > 0) throw new BatchError('usage', problemText(problems, fixes));
  const keys = [...map.keys()];
  const rank = (i: number) => Math.max(keys.indexOf(`#${i + 1}`), keys.indexOf(names[i]!));
  const order = [...columnOrder(names)].sort((a, b) => rank(a) - rank(b));
  // None is unknown.
  const fields = columns.map(({ field }) => field ?? null);
  const isFree = (i: number) => isGuessed && fields[i] === null && !columns[i]!.isMapped;
  const rules = columnRules(names, fields, isFree, order);
  return {
    fields,
    rules,
    isGuessed: (i) => columns[i]!.isGuess && fields[i] !== null,
    notes: notesOf(columns, rules),
  };
}

interface Column {
  readonly name: string;
  /** Null: the column is ignored; undefined: its field is unknown. */
  readonly field: string | null | undefined;
  readonly isMapped: boolean;
  /** Whether the field is a guess, or was replaced by one. */
  readonly isGuess: boolean;
}

/** Exact names win over similar ones, and these over guesses. */
function columnsOf(names: readonly string[], map: FieldNames, isGuessed: boolean): readonly Column[] {
  const isMapped = (i: number) => map.has(names[i]!) || map.has(`#${i + 1}`);
  const fields = fieldsOf(names, map);
  const guesses = isGuessed ? guessColumns(names, fields, isMapped) : [];
  return names.map((name, i) => {
    const isGuess = guesses[i] !== undefined;
    const field = isGuess ? guesses[i] : fields[i];
    return { name, field: isGuessed ? (field ?? null) : field, isMapped: isMapped(i), isGuess };
  });
}

/** Whether two columns may fill one field: a sale price and the regular one. */
function arePair(first: Column, second: Column): boolean {
  return first.isGuess || second.isGuess || (first.isMapped && second.isMapped);
}

/** The field of each column; undefined: unknown. Exact names win over similar ones. */
function fieldsOf(names: readonly string[], map: FieldNames): readonly (string | null | undefined)[] {
  return names.map((name, i) => {
    const position = `#${i + 1}`;
    if (map.has(position) && !names.includes(position)) return map.get(position);
    if (map.has(name)) return map.get(name);
    if (isField(name)) return name;
    // Spreadsheets write separators after the last column.
    return name === '' || name.toLowerCase() === labelColumn ? null : fieldNamed(name);
  });
}

function guessOf(name: string, data: ReadonlySet<string> | null): string | undefined {
  const candidates = [...rowFields, ...Array.from(data ?? [], (field) => `data.${field}`)];
  return fieldGuessed(name) ?? nearest(name, candidates);
}

function notesOf(columns: readonly Column[], { sale, helping, variants }: ColumnRules): readonly string[] {
  const listOf = (isIn: (column: Column) => boolean) =>
    columns
      .flatMap((column, i) =>
        isIn(column) ? [column.name === '' ? i + 1 : `${quoted(column.name)} as ${column.field}`] : [],
      )
      .slice(0, maxListed)
      .join(', ');
  const similar = listOf(
    ({ name, field, isGuess, isMapped }) => Boolean(field) && !isGuess && !isMapped && field !== name,
  );
  const ignored = columns.flatMap(({ name, field, isMapped }, i) =>
    field === null && !['', labelColumn].includes(name.toLowerCase()) && !isMapped && !helping.has(i) ? [name] : [],
  );
  const nameless = listOf(({ name, field }) => name === '' && field === null);
  const guesses = listOf(({ field, isGuess }) => isGuess && field !== null);
  const namesAt = (of: readonly number[]) => listed(of.flatMap((i) => columns[i]?.name ?? []));
  const days = namesAt((sale?.dates ?? []).map(({ column }) => column));
  const notes = [
    ['Columns are read by names that are nearly their fields: ', similar],
    ['Columns without a name are ignored: ', nameless],
    ['Columns are guessed: ', guesses],
    ['Columns are ignored: ', listed(ignored)],
    [`${sale?.isOnly ? 'Prices' : 'Sale prices'} count only where these columns say so: `, days],
    ['Names of variants are completed by: ', namesAt(variants?.options ?? [])],
    ['Rows without an article are left out by: ', variants ? namesAt([variants.product, variants.kind]) : ''],
  ] as const;
  return notes.flatMap(([start, list]) => (list === '' ? [] : [start + list]));
}

/** The column names of a CSV. @throws {BatchError} for an unreadable header */
export function namesOf(header: RowBlock, delimiter: string): readonly string[] {
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

function problemText(problems: readonly string[], fixes: readonly string[]): string {
  const lines = problems.slice(0, maxListed);
  if (problems.length > maxListed) lines.push(`and ${problems.length - maxListed} more`);
  if (fixes.length > 0)
    lines.push(`Say what each column is, or nothing to ignore it: ${fixes.slice(0, maxListed).join(' ')}`);
  return lines.join('\n');
}

/** A shell word, quoted if necessary. */
function word(text: string): string {
  if (/^[\p{L}\p{N}_.][\p{L}\p{N}_.=-]*$/u.test(text)) return text;
  return /["$`\\!\n\r]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`;
}

function listed(names: readonly string[]): string {
  const rest = names.length > maxListed ? `, and ${names.length - maxListed} more` : '';
  return names.slice(0, maxListed).map(quoted).join(', ') + rest;
}

function quoted(name: string): string {
  return `"${oneLine(cut(name))}"`;
}

function invalid({ lines }: RowBlock, message: string): BatchError {
  return new BatchError('invalid', `line ${lines[0]!}: ${message}`);
}

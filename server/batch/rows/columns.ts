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
import { saleIn } from './guess/sale.js';
import type { Table } from './table.js';
import { columnOrder, fieldGuessed, guessColumns, unitColumns, wordsAfter } from './guess/synonyms.js';

/** Items per message: a header may have thousands of columns. */
const maxListed = 20;

/**
 * Maps columns to fields by name. Case is ignored, and blanks and hyphens equal underscores.
 * @param given options by the fields that they set for all rows
 * @param data the fields of `data` in layouts and file names; null: any
 * @param guess whether columns with common names fill their fields, and the others are ignored
 * @param unit that of rows without one
 * @returns the field of each column, null if it is ignored, the order in which they are read, what their names add to numbers, the sale, whether a field is guessed, and sentences about assumptions
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
): Pick<Table, 'sale' | 'weighed' | 'precise'> &
  Required<Pick<Table, 'order' | 'words'>> & {
    readonly fields: readonly (string | null)[];
    readonly isGuessed: (column: number) => boolean;
    readonly notes: readonly string[];
  } {
  const names = header.map((name) => name.trim());
  const problems = [...map.keys()]
    .filter((key) => !names.includes(key) && positionOf(key, names.length) === undefined)
    .map((key) => `Expected a column of the file for --map but received ${quoted(key)}${suggestion(key, names)}`);
  const known = fieldsOf(names, map);
  const keys = [...map.keys()];
  const isMapped = (i: number) => map.has(names[i]!) || map.has(`#${i + 1}`);
  const guesses = isGuessed ? guessColumns(names, known, isMapped) : [];
  const fields = isGuessed ? known.map((field, i) => (guesses[i] === undefined ? field : guesses[i]) ?? null) : known;
  /** A sale price and the regular one. */
  const isPair = (first: number, i: number) => guesses[first] ?? guesses[i] ?? (isMapped(first) && isMapped(i));
  const fixes: string[] = [];
  /** Fields of columns, suggested ones included. */
  const usedFields = new Set(fields.filter((field) => field !== undefined));
  const suggestFix = (i: number, field: string) => {
    const name = names[i]!;
    const alone = names.indexOf(name) === names.lastIndexOf(name) && name !== '' && !map.has(name);
    // A terminal does not show a name with controls as it is.
    fixes.push(`--map ${word(`${alone && !/\p{Cc}/u.test(name) ? name : `#${i + 1}`}=${field}`)}`);
  };
  for (const [i, field] of fields.entries()) {
    const name = names[i]!;
    const first = field === null || field === undefined ? i : fields.indexOf(field);
    if (field === null) continue;
    if (field === undefined) {
      const guess = guessOf(name, data);
      const free = guess !== undefined && !usedFields.has(guess) && !given.has(guess) ? guess : undefined;
      if (free !== undefined) usedFields.add(free);
      problems.push(`Expected a known field for the column ${quoted(name)}${asQuestion(free)}`);
      suggestFix(i, free ?? '');
    } else if (first < i && !isPair(first, i)) {
      const columns = `columns ${first + 1} (${quoted(names[first]!)}) and ${i + 1} (${quoted(name)})`;
      problems.push(`Expected one column for ${field} but received ${columns}`);
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
  const guessed = guesses.flatMap((field, i) =>
    field === undefined || field === null ? [] : [`${quoted(names[i]!)} as ${field}`],
  );
  const notes = guessed.length > 0 ? [`Columns are guessed: ${guessed.slice(0, maxListed).join(', ')}`] : [];
  const order = [...columnOrder(names)].sort((a, b) => keys.indexOf(names[a]!) - keys.indexOf(names[b]!));
  // No other field is left.
  const found = fields as readonly (string | null)[];
  const isFree = (i: number) => isGuessed && found[i] === null && !isMapped(i);
  const sale = saleIn(names, found, order, isFree);
  if (sale && sale.dates.length > 0)
    notes.push(`Sale prices count on their days only, by ${listed(sale.dates.map(({ column }) => names[column]!))}`);
  return {
    fields: found,
    order,
    sale,
    ...unitColumns(names, isFree),
    words: wordsAfter(names, found),
    isGuessed: (i) => typeof guesses[i] === 'string',
    notes: [...notesOf(names, fields, map, guesses), ...notes],
  };
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

/** The index of a column such as `#3`, from 0; undefined: there is none. */
function positionOf(key: string, columns: number): number | undefined {
  const [, digits] = /^#([1-9][0-9]{0,4})$/.exec(key) ?? [];
  return digits !== undefined && Number(digits) <= columns ? Number(digits) - 1 : undefined;
}

function guessOf(name: string, data: ReadonlySet<string> | null): string | undefined {
  const candidates = [...rowFields, ...Array.from(data ?? [], (field) => `data.${field}`)];
  return fieldGuessed(name) ?? nearest(name, candidates);
}

function notesOf(
  names: readonly string[],
  fields: readonly (string | null | undefined)[],
  map: FieldNames,
  guesses: readonly (string | null | undefined)[],
): readonly string[] {
  const taken = names.flatMap((name, i) =>
    fields[i] && guesses[i] === undefined && fields[i] !== name && !map.has(name) && !map.has(`#${i + 1}`)
      ? [`${quoted(name)} as ${fields[i]}`]
      : [],
  );
  const unnamed = names.flatMap((name, i) => (name === '' && fields[i] === null ? [i + 1] : []));
  return [
    ...(taken.length > 0
      ? [`Columns are read by names that are nearly their fields: ${taken.slice(0, maxListed).join(', ')}`]
      : []),
    ...(unnamed.length > 0 ? [`Columns without a name are ignored: ${unnamed.slice(0, maxListed).join(', ')}`] : []),
  ];
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

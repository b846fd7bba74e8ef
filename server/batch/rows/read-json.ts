import { suggestion } from '../../../renderer/index.js';
import { type Body, isObject, parseBody } from '../../fields/json.js';
import { Problem } from '../../fields/problem.js';
import { cut } from '../../fields/field-problem.js';
import type { FieldNames } from './fields.js';
import { putField, isField, rowFields } from './row-fields.js';
import type { ReadRow, RowProblem } from './problem.js';

export interface JsonReading {
  readonly format: 'ndjson';
  /** Fields by renamed keys. */
  readonly map: FieldNames;
  /** Options by the fields that they set for all rows. */
  readonly options: ReadonlyMap<string, string>;
}

/** Reads a line of NDJSON. Its data may be in the object `data`, in keys such as `data.note`, or in both. */
export function readJson(bytes: Uint8Array, { map, options }: JsonReading): ReadRow {
  let body: Body;
  try {
    body = parseBody(bytes, 'the row');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problems: error.options.errors ?? [] };
  }
  const problems: RowProblem[] = [...body.problems];
  /** Keys by the fields read so far. */
  const seen = new Map<string, string>();
  const object: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body.object)) {
    const mapped = map.get(key);
    const field = mapped === undefined ? key : mapped;
    if (field === null || field === 'data') continue;
    const problem = fieldProblem(key, field, options, seen);
    if (problem) problems.push(problem);
    else putField(object, field, value);
    seen.set(field, key);
  }
  if (Object.hasOwn(body.object, 'data') && !map.has('data')) {
    const { data } = body.object;
    problems.push(...duplicates(data, seen));
    object.data = isObject(data) ? { ...data, ...(object.data as object | undefined) } : data;
  }
  return problems.length > 0 ? { problems } : { object };
}

function fieldProblem(
  key: string,
  field: string,
  options: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, string>,
): RowProblem | undefined {
  const name = cut(key);
  if (!isField(field)) {
    const message = `Expected a known field but received ${name}${suggestion(name, rowFields)}`;
    return { field: name, reason: 'unknown_field', message };
  }
  const option = options.get(field);
  if (option !== undefined)
    return { field, reason: 'duplicate', message: `Expected ${field} in ${option} or in the row but received both` };
  if (seen.has(field))
    return { field, reason: 'duplicate', message: `Expected ${field} once but it comes again as ${name}` };
  return undefined;
}

/** Problems of fields that are both in the object `data` and in a key `data.…`. */
function duplicates(data: unknown, seen: ReadonlyMap<string, string>): RowProblem[] {
  if (!isObject(data)) return [];
  return Object.keys(data).flatMap((name) => {
    const field = `data.${name}`;
    const key = seen.get(field);
    if (key === undefined) return [];
    return { field, reason: 'duplicate', message: `Expected ${field} once but received it in data and as ${cut(key)}` };
  });
}

import { createRequire } from 'node:module';
import type { SchemaError, Validator } from '../../devices/index.js';
import { bindingSchema, fieldEntries, limits, type Warning } from '../../renderer/index.js';
import type { Checked } from './checked.js';
import { cut, type FieldProblem } from './field-problem.js';
import { isObject, type JsonObject } from './json.js';
import { maxListed } from './problem.js';
import { pointerOf, problemOf } from './schema-problem.js';
import { type RequestOf, requestSchemas } from './schemas.js';
import { clean, type TextRefusal, refusalOf } from './text.js';

type RequestName = keyof typeof requestSchemas;
const validators = createRequire(import.meta.url)('./validators.cjs') as Readonly<Record<RequestName, Validator>>;

export const checkUpdate = bodyCheck<RequestOf<'Update'>>('Update');
export const checkLabelUpdate = bodyCheck<RequestOf<'LabelUpdate'>>('LabelUpdate');
export const checkBinding = bodyCheck<RequestOf<'Binding'>>('Binding');
export const checkPreview = bodyCheck<RequestOf<'Preview'>>('Preview');
export const checkWebhook = bodyCheck<RequestOf<'WebhookFields'>>('WebhookFields');
export const checkImageQuery = queryCheck<RequestOf<'ImageQuery'>>('ImageQuery');
export const checkFrameQuery = queryCheck<RequestOf<'FrameQuery'>>('FrameQuery');
export const checkDeviceSearch = queryCheck<RequestOf<'DeviceSearch'>>('DeviceSearch');
export const checkDecodeQuery = queryCheck<RequestOf<'DecodeQuery'>>('DecodeQuery');
export const checkLabelImageQuery = queryCheck<RequestOf<'LabelImageQuery'>>('LabelImageQuery');
export const checkBindQuery = queryCheck<RequestOf<'BindQuery'>>('BindQuery');
export const checkRefreshQuery = queryCheck<RequestOf<'RefreshQuery'>>('RefreshQuery');
export const checkLabelsQuery = queryCheck<RequestOf<'LabelsQuery'>>('LabelsQuery');
export const checkPageQuery = queryCheck<RequestOf<'PageQuery'>>('PageQuery');

/**
 * @param known problems of the keys that are already known
 * @param further finds what a schema can't. It gets the cleaned fields, which the schema may have refused
 */
type BodyCheck<T> = (
  object: JsonObject,
  known?: readonly FieldProblem[],
  further?: (fields: JsonObject) => readonly FieldProblem[],
) => Checked<T>;

function bodyCheck<T>(name: 'Update' | 'LabelUpdate' | 'Binding' | 'Preview' | 'WebhookFields'): BodyCheck<T> {
  const { properties, required = [] }: { properties: object; required?: readonly string[] } = requestSchemas[name];
  const validate = validators[name] as Validator<T>;
  const fieldNames = new Set(Object.keys(properties));
  return (object, known = [], further = () => []) => {
    const { fields, problems: found, warnings } = cleaned(object, fieldNames, required);
    const more = further(fields);
    const valid = validate(fields);
    if (valid && found.size + known.length + more.length === 0) return { ok: true, value: fields, warnings };
    const settled = new Set(known.map(({ field }) => field));
    addProblems(found, valid ? [] : validate.errors!, fieldNames, settled.size);
    // Nothing more is said of a duplicate field: which of its values counts is unknown.
    const others = [...found.values()].filter(({ field }) => !settled.has(field));
    return { ok: false, problems: together(known.concat(others), more) };
  };
}

/** Adds the first problem of each place, in words, until `more` than an answer lists are found. */
function addProblems(
  found: Map<string, FieldProblem>,
  errors: readonly SchemaError[],
  names: Iterable<string>,
  more = 0,
): void {
  for (const error of errors) {
    if (found.size > maxListed + more) return;
    const problem = problemOf(error, names);
    if (!found.has(problem.pointer)) found.set(problem.pointer, problem);
  }
}

/** The texts that people read on the label, which are cleaned up; so are all values of `data`. */
const texts: ReadonlyMap<string, number> = new Map(
  fieldEntries.flatMap(([name, { text, schema }]) => (text === 'shown' ? [[name, schema.maxLength!] as const] : [])),
);

/** The most texts of a valid body. Beyond them nothing is cleaned up: the schema refuses the body. */
const maxTexts = texts.size + bindingSchema.properties.data.maxProperties * limits.list.rows * limits.list.columns;

/** Entries of an object that are looked at, unknown fields among them. The schema refuses an object with far fewer. */
const maxEntries = 1000;

/** The texts that name something. They stay as they are: a character too many makes another name, and is never cut off. */
const names = new Set<string>(fieldEntries.flatMap(([name, { text }]) => (text === 'name' ? [name] : [])));

/** The fields after clean-up, the warnings of it, and the problems of texts by their pointers. */
function cleaned(object: JsonObject, known: ReadonlySet<string>, required: readonly string[]) {
  const problems = new Map<string, FieldProblem>();
  const warnings: Warning[] = [];
  const fields = Object.create(null) as Record<string, unknown>;
  let seen = 0;
  const refuse = ({ reason, expected }: TextRefusal, path: readonly string[]): void => {
    if (problems.size > maxListed) return;
    const [pointer, field] = [pointerOf(path), path.join('.')];
    problems.set(pointer, { field: cut(field), pointer, reason, message: `Expected ${expected} for ${field}` });
  };
  const tidy = (value: unknown, longest: number, ...path: readonly string[]): unknown => {
    if (typeof value !== 'string' || ++seen > maxTexts) return value;
    const result = clean(value, longest);
    if (result.ok && result.removed.length === 0) return result.text;
    if (!result.ok) {
      refuse(result, path);
      return value;
    }
    warnings.push(removedWarning(path.join('.'), result.removed, result.text));
    return result.text;
  };
  /** A value of `data`: a text, or the texts in the rows of a list. Rows that are too many are left for the schema to refuse. */
  const tidyAll = (value: unknown, ...path: readonly string[]): unknown => {
    if (Array.isArray(value) && value.length <= limits.list.rows)
      return value.map((row: unknown, i) => tidyAll(row, ...path, String(i)));
    return isObject(value)
      ? mapped(value, (inner, key) => tidy(inner, limits.data, ...path, key))
      : tidy(value, limits.data, ...path);
  };
  let unknown = 0;
  for (const name in object) {
    if (!known.has(name) && ++unknown > maxEntries) continue;
    const value = object[name];
    // Left out, so that the schema reports it as missing.
    if (required.includes(name) && (value === null || value === '')) continue;
    const longest = texts.get(name);
    if (longest !== undefined) fields[name] = tidy(value, longest, name);
    else if (name === 'data' && isObject(value))
      fields[name] = mapped(value, (inner, key) => tidyAll(inner, name, key));
    else {
      fields[name] = value;
      const refusal = names.has(name) && typeof value === 'string' ? refusalOf(value) : null;
      if (refusal) refuse(refusal, [name]);
    }
  }
  return { fields, problems, warnings };
}

/** The first {@link maxEntries} of `object`, their values mapped. */
function mapped(object: JsonObject, map: (value: unknown, key: string) => unknown): object {
  const entries: [string, unknown][] = [];
  for (const key in object) {
    if (entries.length === maxEntries) break;
    entries.push([key, map(object[key], key)]);
  }
  return Object.fromEntries(entries);
}

/** Both lists of problems, one problem per field: the one in `problems`, unless the field is missing altogether. */
function together(problems: readonly FieldProblem[], further: readonly FieldProblem[]): readonly FieldProblem[] {
  if (further.length === 0) return problems;
  const missing = new Set(further.filter(({ reason }) => reason === 'missing').map(({ field }) => field));
  const left = problems.filter(({ field }) => !missing.has(field));
  const wrong = new Set(left.map(({ field }) => field));
  return [...left, ...further.filter(({ field }) => !wrong.has(field))];
}

function queryCheck<T>(name: RequestName): (query: JsonObject) => Checked<T> {
  const properties: Readonly<Record<string, object>> = requestSchemas[name].properties;
  const validate = validators[name] as Validator<T>;
  return (query) => {
    // Only own properties. A query consists of texts: where the schema wants a number or a boolean, it is converted.
    const fields = Object.fromEntries(
      Object.entries(query).map(([name, value]) => {
        const property = Object.hasOwn(properties, name) ? properties[name]! : {};
        return [name, 'type' in property ? converted(value, property.type) : value];
      }),
    );
    if (validate(fields)) return { ok: true, value: fields, warnings: [] };
    const found = new Map<string, FieldProblem>();
    addProblems(found, validate.errors!, Object.keys(properties));
    const problems = Array.from(found.values(), (each): FieldProblem => {
      // Pointers are for bodies.
      const problem = { ...each, pointer: undefined };
      if (problem.reason !== 'unknown_field') return problem;
      return {
        ...problem,
        reason: 'unknown_parameter',
        message: problem.message.replace('a known field', 'a known parameter'),
      };
    });
    return { ok: false, problems };
  };
}

/** A text of a query as the type that it stands for; as it is where it is none of that type. */
function converted(value: unknown, type: unknown): unknown {
  if (type === 'integer' && typeof value === 'string' && /^[0-9]{1,9}$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function removedWarning(field: string, removed: readonly string[], shownText: string): Warning {
  const message = `Invisible characters were removed from ${field}: ${removed.join(', ')}`;
  return { code: 'INVISIBLE_REMOVED', field, message, shown: shownText };
}

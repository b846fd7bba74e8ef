import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { bindingSchema, updateSchema, type Warning } from '../../renderer/index.js';
import type { Checked } from './checked.js';
import type { FieldProblem } from './field-problem.js';
import type { JsonObject } from './json.js';
import { pointerOf, problemOf } from './schema-problem.js';
import { imageQuerySchema, pageQuerySchema, previewSchema } from './schemas.js';
import { clean, cut } from './text.js';
import type * as Validators from './validators.cjs';

const { validateBinding, validateImageQuery, validatePageQuery, validatePreview, validateUpdate } = createRequire(
  import.meta.url,
)('./validators.cjs') as typeof Validators;

export const checkUpdate = bodyCheck(updateSchema, validateUpdate);
export const checkBinding = bodyCheck(bindingSchema, validateBinding);
export const checkPreview = bodyCheck(previewSchema, validatePreview);
export const checkImageQuery = queryCheck(imageQuerySchema, validateImageQuery);
export const checkPageQuery = queryCheck(pageQuerySchema, validatePageQuery);

/**
 * @param known what is wrong with the body's keys already
 * @param further says what the schema can't: of the fields after clean-up, with which the schema may have found fault
 */
type BodyCheck<T> = (
  object: JsonObject,
  known?: readonly FieldProblem[],
  further?: (fields: JsonObject) => readonly FieldProblem[],
) => Checked<T>;

interface BodySchema {
  readonly properties: object;
  readonly required?: readonly string[];
}

function bodyCheck<T>({ properties, required = [] }: BodySchema, validate: ValidateFunction<T>): BodyCheck<T> {
  const names = Object.keys(properties);
  return (object, known = [], further = () => []) => {
    const { fields, problems: found, warnings } = cleaned(object, required);
    const valid = validate(fields);
    for (const error of (valid ? undefined : validate.errors) ?? []) {
      const problem = problemOf(error, names);
      if (!found.has(problem.pointer)) found.set(problem.pointer, problem);
    }
    // A field that comes twice has no one value to say more of.
    const others = [...found.values()].filter(({ field }) => !known.some((settled) => settled.field === field));
    const problems = together(known.concat(others), further(fields));
    return valid && problems.length === 0 ? { ok: true, value: fields, warnings } : { ok: false, problems };
  };
}

/** Texts that people read on the label; `data` is a folder of them. Only these are cleaned. */
const texts = new Set(['product_name', 'unit', 'sku']);

/** The fields after clean-up, with its warnings, and by their pointers what was wrong with texts. */
function cleaned(object: JsonObject, required: readonly string[]) {
  const problems = new Map<string, FieldProblem>();
  const warnings: Warning[] = [];
  const fields = Object.create(null) as Record<string, unknown>;
  const tidy = (value: unknown, ...path: readonly string[]): unknown => {
    if (typeof value !== 'string') return value;
    const field = path.join('.');
    const result = clean(value);
    if (!result.ok) {
      const [pointer, message] = [pointerOf(path), `Expected ${result.expected} for ${field}`];
      problems.set(pointer, { field: cut(field), pointer, reason: result.reason, message });
      return value;
    }
    if (result.removed.length > 0) warnings.push(removedWarning(field, result.removed, result.text));
    return result.text;
  };
  for (const [name, value] of Object.entries(object)) {
    // Nothing was said: the schema's `required` then reports it as missing.
    if (required.includes(name) && (value === null || value === '')) continue;
    if (texts.has(name)) fields[name] = tidy(value, name);
    else if (name === 'data' && typeof value === 'object' && value !== null && !Array.isArray(value))
      fields[name] = Object.fromEntries(Object.entries(value).map(([key, text]) => [key, tidy(text, name, key)]));
    else fields[name] = value;
  }
  return { fields, problems, warnings };
}

/** The problems of one request, each field with one: what the schema says of it, unless it is missing altogether. */
function together(problems: readonly FieldProblem[], further: readonly FieldProblem[]): readonly FieldProblem[] {
  if (further.length === 0) return problems;
  const missing = new Set(further.filter(({ reason }) => reason === 'missing').map(({ field }) => field));
  const left = problems.filter(({ field }) => !missing.has(field));
  const wrong = new Set(left.map(({ field }) => field));
  return [...left, ...further.filter(({ field }) => !wrong.has(field))];
}

interface QuerySchema {
  readonly properties: Readonly<Record<string, object>>;
}

function queryCheck<T>({ properties }: QuerySchema, validate: ValidateFunction<T>): (query: JsonObject) => Checked<T> {
  return (query) => {
    // Own entries only, and numbers where the schema has them: a query knows nothing but texts.
    const fields = Object.fromEntries(
      Object.entries(query).map(([name, value]) => {
        const property = Object.hasOwn(properties, name) ? properties[name]! : {};
        const whole = 'type' in property && property.type === 'integer';
        return [name, whole && typeof value === 'string' && /^[0-9]{1,9}$/.test(value) ? Number(value) : value];
      }),
    );
    if (validate(fields)) return { ok: true, value: fields, warnings: [] };
    const problems = (validate.errors ?? []).map((error) => {
      // A pointer points into a body; a query is none.
      const problem: FieldProblem = { ...problemOf(error, Object.keys(properties)), pointer: undefined };
      return problem.reason === 'unknown_field' ? { ...problem, reason: 'unknown_parameter' as const } : problem;
    });
    return { ok: false, problems };
  };
}

function removedWarning(field: string, removed: readonly string[], shownText: string): Warning {
  const message = `Invisible characters were removed from ${field}: ${removed.join(', ')}`;
  return { code: 'INVISIBLE_REMOVED', field, message, shown: shownText };
}

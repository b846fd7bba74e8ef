import { createRequire } from 'node:module';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { type Warning, bindingSchema, suggestion, updateSchema } from '../../renderer/index.js';
import { type JsonObject, kindOf } from './json.js';
import type { FieldProblem, Reason } from './field-problem.js';
import { imageQuerySchema, pageQuerySchema, previewSchema } from './schemas.js';
import { clean, cut } from './text.js';
import type * as Validators from './validators.cjs';

/** The fields after clean-up, and all that is wrong with them. `fields` keeps its type's promise only without problems. */
export interface Checked {
  readonly fields: JsonObject;
  readonly problems: readonly FieldProblem[];
  readonly warnings: readonly Warning[];
}

type Schema = typeof updateSchema | typeof bindingSchema | typeof previewSchema;

const { validateBinding, validateImageQuery, validatePageQuery, validatePreview, validateUpdate } = createRequire(
  import.meta.url,
)('./validators.cjs') as typeof Validators;

/** Texts that people read on the label; `data` is a folder of them. Only these are cleaned. */
const texts = new Set(['product_name', 'unit', 'sku']);

export const checkUpdate = bodyCheck(updateSchema, validateUpdate);
export const checkBinding = bodyCheck(bindingSchema, validateBinding);
export const checkPreview = bodyCheck(previewSchema, validatePreview);
export const checkImageQuery = queryCheck(imageQuerySchema, validateImageQuery);
export const checkPageQuery = queryCheck(pageQuerySchema, validatePageQuery);

/** `known`: what is wrong with the body's keys already. */
type BodyCheck = (object: JsonObject, known?: readonly FieldProblem[]) => Checked;

function bodyCheck(schema: Schema, validate: ValidateFunction): BodyCheck {
  const required: readonly string[] = 'required' in schema ? schema.required : [];
  return (object, known = []) => {
    const problems = new Map<string, FieldProblem>();
    const warnings: Warning[] = [];
    const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    const tidy = (value: unknown, field: string): unknown => {
      if (typeof value !== 'string') return value;
      const cleaned = clean(value);
      if (!cleaned.ok) {
        const message = `Expected ${cleaned.expected} for ${field}`;
        problems.set(pointerOf(field.split('.')), { ...at(field), reason: cleaned.reason, message });
        return value;
      }
      if (cleaned.removed.length > 0) warnings.push(removedWarning(field, cleaned.removed, cleaned.text));
      return cleaned.text;
    };
    for (const [name, value] of Object.entries(object)) {
      // Nothing was said: the schema's `required` then reports it as missing.
      if (required.includes(name) && (value === null || value === '')) continue;
      if (texts.has(name)) fields[name] = tidy(value, name);
      else if (name === 'data' && typeof value === 'object' && value !== null && !Array.isArray(value))
        fields[name] = Object.fromEntries(Object.entries(value).map(([key, text]) => [key, tidy(text, `data.${key}`)]));
      else fields[name] = value;
    }
    for (const error of errorsOf(validate, fields)) {
      const problem = problemOf(error, Object.keys(schema.properties));
      if (!problems.has(problem.pointer)) problems.set(problem.pointer, problem);
    }
    // A field that comes twice has no one value to say more of.
    const others = [...problems.values()].filter(({ field }) => !known.some((settled) => settled.field === field));
    return { fields, problems: [...known, ...others], warnings };
  };
}

function errorsOf(validate: ValidateFunction, data: unknown): readonly ErrorObject[] {
  return validate(data) ? [] : (validate.errors ?? []);
}

function queryCheck(
  schema: typeof imageQuerySchema | typeof pageQuerySchema,
  validate: ValidateFunction,
): (query: JsonObject) => Checked {
  const properties: Readonly<Record<string, object>> = schema.properties;
  return (query) => {
    // Own entries only, and numbers where the schema has them: a query knows nothing but texts.
    const fields = Object.fromEntries(
      Object.entries(query).map(([name, value]) => {
        const property = Object.hasOwn(properties, name) ? properties[name]! : {};
        const whole = 'type' in property && property.type === 'integer';
        return [name, whole && typeof value === 'string' && /^[0-9]{1,9}$/.test(value) ? Number(value) : value];
      }),
    );
    const problems = errorsOf(validate, fields).map((error) => {
      // A pointer points into a body; a query is none.
      const problem: FieldProblem = { ...problemOf(error, Object.keys(properties)), pointer: undefined };
      return problem.reason === 'unknown_field' ? { ...problem, reason: 'unknown_parameter' as const } : problem;
    });
    return { fields, problems, warnings: [] };
  };
}

type Pointed = FieldProblem & { readonly pointer: string };

const reasonOf: Readonly<Record<string, Reason>> = {
  required: 'missing',
  type: 'type',
  pattern: 'format',
  minLength: 'blank',
  maxLength: 'too_long',
  minimum: 'range',
  maximum: 'range',
  maxProperties: 'too_many',
  additionalProperties: 'unknown_field',
  propertyNames: 'format',
  enum: 'unknown_value',
};

/** ajv's words in ours: one sentence "Expected X for field but received Y". */
function problemOf(error: ErrorObject, known: readonly string[]): Pointed {
  const reason = reasonOf[error.keyword] ?? 'format';
  const params = error.params as Readonly<Record<string, unknown>>;
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  const inner = params.missingProperty ?? params.additionalProperty ?? params.propertyName;
  if (typeof inner === 'string') path.push(inner);
  else if (error.propertyName !== undefined) path.push(error.propertyName);
  const name = path.at(-1) ?? '';
  const field = cut(path.join('.'));
  const spot = { field, pointer: pointerOf(path) };
  if (reason === 'missing')
    return { ...spot, reason, message: `Expected a value for ${field} but received none`, ...exampleOf(error, name) };
  if (reason === 'unknown_field')
    return { ...spot, reason, message: `Expected a known field but received ${field}${suggestion(name, known)}` };
  if (reason === 'blank')
    return { ...spot, reason, message: `Expected more than blanks for ${field}`, ...exampleOf(error, name) };
  const received = shown(error.propertyName !== undefined ? name : error.data);
  const message = `Expected ${expectation(error, name)} for ${field} but received ${received.said}`;
  return { ...spot, reason, message, ...received.field, ...exampleOf(error, name) };
}

function expectation(error: ErrorObject, name: string): string {
  const params = error.params as Readonly<Record<string, unknown>>;
  if (error.propertyName !== undefined) return 'a lower-case name of at most 32 letters, digits and underscores';
  switch (error.keyword) {
    case 'type':
      return [params.type].flat().map(String).map(article).join(' or ');
    case 'enum':
      return `one of ${(params.allowedValues as unknown[]).map(String).join(', ')}`;
    case 'maxLength':
      return `at most ${String(params.limit)} characters`;
    case 'maxProperties':
      return `at most ${String(params.limit)} entries`;
    case 'minimum':
    case 'maximum':
      return `a number ${String(params.comparison)} ${String(params.limit)}`;
    default:
      return name === 'price' ? 'digits, a dot and two digits, such as "3.50",' : formatOf(error);
  }
}

function formatOf(error: ErrorObject): string {
  const [example] = examplesOf(error);
  return example === undefined ? 'another form' : `something such as "${example}"`;
}

function exampleOf(error: ErrorObject, name: string): { example?: string } {
  const schema = error.keyword === 'required' ? propertyOf(error, name) : error.parentSchema;
  const [example] = examplesOf({ parentSchema: schema });
  return example === undefined ? {} : { example };
}

function propertyOf(error: ErrorObject, name: string): ErrorObject['parentSchema'] {
  return (error.parentSchema as { properties?: Record<string, object> } | undefined)?.properties?.[name];
}

function examplesOf(error: Pick<ErrorObject, 'parentSchema'>): readonly string[] {
  const examples = (error.parentSchema as { examples?: unknown[] } | undefined)?.examples;
  return (examples ?? []).map(String);
}

function article(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** What came, short: texts and numbers as they are, the rest by its kind. */
function shown(value: unknown): { said: string; field: { received?: string } } {
  if (typeof value === 'string') {
    const received = cut(value);
    return { said: JSON.stringify(received), field: { received } };
  }
  if (typeof value === 'number' || typeof value === 'boolean')
    return { said: `the ${typeof value} ${String(value)}`, field: { received: String(value) } };
  return { said: kindOf(value), field: {} };
}

function at(field: string): { field: string; pointer: string } {
  return { field: cut(field), pointer: pointerOf(field.split('.')) };
}

function removedWarning(field: string, removed: readonly string[], shownText: string): Warning {
  const message = `Invisible characters were removed from ${field}: ${removed.join(', ')}`;
  return { code: 'INVISIBLE_REMOVED', field, message, shown: shownText };
}

function pointerOf(path: readonly string[]): string {
  const escaped = path.map((part) => encodeURIComponent(cut(part).replaceAll('~', '~0').replaceAll('/', '~1')));
  return ['#', ...escaped].join('/');
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

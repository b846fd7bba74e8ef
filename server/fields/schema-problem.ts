import type { SchemaError } from '../../devices/index.js';
import { priceFault, suggestion } from '../../renderer/index.js';
import { cut, type FieldProblem, type Reason } from './field-problem.js';
import { kindOf } from './json.js';

export type Pointed = FieldProblem & { readonly pointer: string };

const reasonOf: Readonly<Record<string, Reason>> = {
  required: 'missing',
  type: 'type',
  pattern: 'format',
  minLength: 'blank',
  maxLength: 'too_long',
  minimum: 'range',
  maximum: 'range',
  maxProperties: 'too_many',
  maxItems: 'too_many',
  minItems: 'too_few',
  minProperties: 'too_few',
  additionalProperties: 'unknown_field',
  propertyNames: 'format',
  enum: 'unknown_value',
  uniqueItems: 'duplicate',
};

/** Translates an error of ajv into a sentence: "Expected X for field but received Y". */
export function problemOf(error: SchemaError, known: Iterable<string>): Pointed {
  const params = error.params as Readonly<Record<string, unknown>>;
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  const inner = params.missingProperty ?? params.additionalProperty ?? params.propertyName;
  if (typeof inner === 'string') path.push(inner);
  else if (error.propertyName !== undefined) path.push(error.propertyName);
  const name = path.at(-1) ?? '';
  const reason = priceRule(error, name)?.reason ?? reasonOf[error.keyword] ?? 'format';
  const field = cut(path.join('.'));
  const spot = { field, pointer: pointerOf(path) };
  if (reason === 'missing')
    return { ...spot, reason, message: `Expected a value for ${field} but received none`, ...exampleOf(error, name) };
  if (reason === 'unknown_field')
    return { ...spot, reason, message: `Expected a known field but received ${field}${suggestion(name, known)}` };
  if (reason === 'blank')
    return { ...spot, reason, message: `Expected more than blanks for ${field}`, ...exampleOf(error, name) };
  const isSecret = (error.parentSchema as { writeOnly?: boolean } | undefined)?.writeOnly === true;
  const received = isSecret
    ? { said: 'another value', field: {} }
    : shown(error.propertyName !== undefined ? name : dataOf(error));
  const message = `Expected ${expectation(error, name)} for ${field} but received ${received.said}`;
  return { ...spot, reason, message, ...received.field, ...exampleOf(error, name) };
}

function expectation(error: SchemaError, name: string): string {
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
    case 'maxItems':
      return `at most ${String(params.limit)} entries`;
    case 'minProperties':
    case 'minItems':
      return `at least ${String(params.limit)} entry`;
    case 'uniqueItems':
      return 'each entry once';
    case 'minimum':
    case 'maximum':
      return `a number ${String(params.comparison)} ${String(params.limit)}`;
    default:
      return priceRule(error, name)?.expected ?? formatOf(error);
  }
}

/** The rule that a text breaks as a price. */
function priceRule({ keyword, data }: SchemaError, name: string) {
  return keyword === 'pattern' && name === 'price' ? priceFault(data as string) : undefined;
}

/** The value at fault: of a list, the entry that comes again. */
function dataOf({ keyword, data, params }: SchemaError): unknown {
  return keyword === 'uniqueItems' ? (data as unknown[])[(params as { i: number }).i] : data;
}

function formatOf(error: SchemaError): string {
  const [example] = examplesOf(error);
  return example === undefined ? 'another form' : `something such as "${example}"`;
}

function exampleOf(error: SchemaError, name: string): { example?: string } {
  const schema = error.keyword === 'required' ? propertyOf(error, name) : error.parentSchema;
  const [example] = examplesOf({ parentSchema: schema });
  return example === undefined ? {} : { example };
}

function propertyOf(error: SchemaError, name: string): SchemaError['parentSchema'] {
  return (error.parentSchema as { properties?: Record<string, Record<string, unknown>> } | undefined)?.properties?.[
    name
  ];
}

function examplesOf(error: Pick<SchemaError, 'parentSchema'>): readonly string[] {
  const examples = (error.parentSchema as { examples?: unknown[] } | undefined)?.examples;
  return (examples ?? []).map(String);
}

function article(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** The received value, shortened: texts and numbers as they are, other values by their type. */
function shown(value: unknown): { said: string; field: { received?: string } } {
  if (typeof value === 'string') {
    const received = cut(value);
    return { said: JSON.stringify(received), field: { received } };
  }
  if (typeof value === 'number' || typeof value === 'boolean')
    return { said: `the ${typeof value} ${String(value)}`, field: { received: String(value) } };
  return { said: kindOf(value), field: {} };
}

/** A received value in words, for messages. */
export function received(value: unknown): string {
  return shown(value).said;
}

/** The JSON pointer (RFC 6901) to `path` as a URI fragment. */
export function pointerOf(path: readonly string[]): string {
  const escaped = path.map((part) => encodeURIComponent(cut(part).replaceAll('~', '~0').replaceAll('/', '~1')));
  return ['#', ...escaped].join('/');
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

import type { SchemaError } from '../../../devices/index.js';
import { fieldPattern, fields } from '../../kinds/values.js';
import { layoutSchema } from '../schema.js';
import { asQuestion } from '../../suggestion.js';
import { meant } from './synonyms.js';

/** A problem of a layout document, and its place. */
export interface LayoutProblem {
  /** JSON pointer of the place, as a URI fragment: "#/root/children/0". */
  readonly pointer: string;
  readonly reason: string;
  readonly message: string;
}

/**
 * ajv also reports the failure of alternatives and of key names as a whole, and of a node without a type as none of the known
 * ones. Those are consequences.
 */
function isCause({ keyword, params }: SchemaError): boolean {
  if (keyword === 'discriminator') return (params as { tagValue?: unknown }).tagValue !== undefined;
  return keyword !== 'oneOf' && keyword !== 'anyOf' && keyword !== 'propertyNames';
}

/** Suggestions are computed for at most this many unknown keys. */
const maxGuessedKeys = 32;

/**
 * The errors of the schema in words: one per place, and at most `most`. Leaves out consequences of another mistake: the keys of a
 * node with an unknown type, or of a root that is no box, and a missing key that is present under a wrong name.
 */
export function schemaProblems(errors: readonly SchemaError[], most: number): readonly LayoutProblem[] {
  const causes = errors.filter(isCause);
  const mistyped = new Set<string>();
  const unknown = new Map<string, SchemaError[]>();
  for (const error of causes) {
    const { keyword, instancePath } = error;
    if (keyword === 'discriminator') mistyped.add(`${instancePath}/type`);
    if (keyword === 'const') mistyped.add(instancePath.replace(/\/type$/, ''));
    if (keyword !== 'additionalProperties') continue;
    const others = unknown.get(instancePath) ?? [];
    if (others.length < maxGuessedKeys) unknown.set(instancePath, [...others, error]);
  }
  const problems = new Map<string, LayoutProblem>();
  for (const error of causes) {
    if (problems.size >= most) break;
    const { keyword, instancePath, params } = error;
    const missing = keyword === 'required' ? (params as { missingProperty: string }).missingProperty : undefined;
    const follows = missing !== undefined || keyword === 'additionalProperties' || keyword === 'enum';
    if (follows && mistyped.has(instancePath)) continue;
    if (missing !== undefined && unknown.get(instancePath)?.some((other) => meantKey(other) === missing)) continue;
    const problem = schemaProblem(error);
    const place = missing === undefined ? problem.pointer : `${problem.pointer} ${missing}`;
    // A number of the wrong type may be out of range, too: only the type is reported.
    if (!problems.has(place)) problems.set(place, problem);
  }
  return [...problems.values()];
}

function schemaProblem(error: SchemaError): LayoutProblem {
  const { instancePath, keyword, params, propertyName } = error;
  const values = params as Readonly<Record<string, unknown>>;
  const extra = keyIn(error);
  const pointer = `#${instancePath}${extra === undefined ? '' : `/${escapePointer(extra)}`}`;
  const place = pointer === '#' ? 'the layout' : pointer;
  const message =
    keyword === 'required'
      ? `Expected the key ${String(values.missingProperty)} in ${place} but received ${insteadOf(error)}`
      : keyword === 'additionalProperties'
        ? `Expected a known key but received ${place}${asQuestion(meantKey(error))}`
        : `Expected ${expectation(error)} for ${place} but received ${shown(propertyName ?? error.data)}${guess(error)}`;
  return { pointer, reason: reasonOf[keyword] ?? 'format', message };
}

/** The key that is itself wrong. */
function keyIn({ params, propertyName }: SchemaError): string | undefined {
  const { additionalProperty, propertyName: inner } = params as Readonly<Record<string, unknown>>;
  return [additionalProperty, inner, propertyName].find((key) => typeof key === 'string');
}

/** The known key that is most likely meant by an unknown one. */
function meantKey(error: SchemaError): string | undefined {
  const { properties = {} } = (error.parentSchema ?? {}) as { properties?: object };
  return meant(keyIn(error) ?? '', Object.keys(properties));
}

const reasonOf: Readonly<Record<string, string>> = {
  required: 'missing',
  type: 'type',
  additionalProperties: 'unknown_key',
  enum: 'unknown_value',
  const: 'unknown_value',
  discriminator: 'unknown_value',
  minimum: 'range',
  maximum: 'range',
  exclusiveMinimum: 'range',
  minLength: 'blank',
  maxLength: 'too_long',
  minItems: 'too_few',
  maxItems: 'too_many',
  maxProperties: 'too_many',
};

function expectation({ keyword, params, parentSchema, schema }: SchemaError): string {
  const values = params as Readonly<Record<string, unknown>>;
  const limit = String(values.limit);
  switch (keyword) {
    case 'type':
      return [values.type].flat().map(String).join(' or ');
    case 'enum':
      return `one of ${(schema as unknown[]).map(String).join(', ')}`;
    case 'const':
      return JSON.stringify(schema);
    case 'discriminator':
      return `one of ${allTypes.join(', ')} as its type`;
    case 'minItems':
      return `at least ${limit} entry`;
    case 'maxItems':
    case 'maxProperties':
      return `at most ${limit} entries`;
    case 'minLength':
      return 'a text that is not empty';
    case 'maxLength':
      return `at most ${limit} characters`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return `a number ${String(values.comparison)} ${limit}`;
    default: {
      const { examples } = (parentSchema ?? {}) as { examples?: readonly string[] };
      return examples ? `something such as ${JSON.stringify(examples[0])}` : 'a valid name';
    }
  }
}

/** What replaces a missing type, without which the keys of a node are not known; other unknown keys are reported separately. */
function insteadOf({ params, data }: SchemaError): string {
  if ((params as { missingProperty?: unknown }).missingProperty !== 'type') return 'none';
  const other = Object.keys(data as object)
    .slice(0, maxGuessedKeys)
    .find((key) => meant(key, ['type']) !== undefined);
  return other === undefined ? 'none' : `${JSON.stringify(other.slice(0, 40))}${asQuestion('type')}`;
}

const allTypes: readonly string[] = layoutSchema.$defs.node.properties.type.enum;

function guess({ keyword, data, schema, params }: SchemaError): string {
  const given: unknown = keyword === 'discriminator' ? (params as { tagValue?: unknown }).tagValue : data;
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') return '';
  const known =
    keyword === 'enum'
      ? (schema as unknown[]).map(String)
      : keyword === 'discriminator'
        ? allTypes
        : schema === fieldPattern
          ? fields
          : undefined;
  return known ? asQuestion(meant(String(given), known)) : '';
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object' || value === null) return String(value);
  return 'type' in value && typeof value.type !== 'object' ? `the type ${shown(value.type)}` : 'an object';
}

function escapePointer(key: string): string {
  return encodeURIComponent(key.slice(0, 64).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
}

import type { ErrorObject } from 'ajv/dist/2020.js';
import { layoutSchema } from './schema.js';
import { suggestion } from './suggestion.js';

export interface LayoutProblem {
  /** JSON pointer of the place, as a URI fragment: "#/root/children/0". */
  readonly pointer: string;
  readonly reason: string;
  readonly message: string;
}

/** ajv also reports that an alternative, or the names of keys, failed as a whole; the cause is what failed in them. */
export function isCause({ keyword }: ErrorObject): boolean {
  return keyword !== 'oneOf' && keyword !== 'anyOf' && keyword !== 'propertyNames';
}

/** What the schema refuses, in words. */
export function schemaProblem(error: ErrorObject): LayoutProblem {
  const { instancePath, keyword, params, parentSchema, propertyName } = error;
  const named = params as Readonly<Record<string, unknown>>;
  const extra = [named.additionalProperty, named.propertyName, propertyName].find((key) => typeof key === 'string');
  const pointer = `#${instancePath}${extra === undefined ? '' : `/${escapePointer(extra)}`}`;
  const place = pointer === '#' ? 'the layout' : pointer;
  const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
  const message =
    keyword === 'required'
      ? `Expected the key ${String(named.missingProperty)} in ${place} but received none`
      : keyword === 'additionalProperties'
        ? `Expected a known key but received ${place}${suggestion(extra ?? '', known)}`
        : `Expected ${expectation(error)} for ${place} but received ${shown(propertyName ?? error.data)}${guess(error)}`;
  return { pointer, reason: reasonOf[keyword] ?? 'format', message };
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

function expectation({ keyword, params, parentSchema, schema }: ErrorObject): string {
  const named = params as Readonly<Record<string, unknown>>;
  const limit = String(named.limit);
  switch (keyword) {
    case 'type':
      return [named.type].flat().map(String).join(' or ');
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
      return `a number ${String(named.comparison)} ${limit}`;
    default: {
      const { examples } = (parentSchema ?? {}) as { examples?: readonly string[] };
      return examples ? `something such as ${JSON.stringify(examples[0])}` : 'a valid name';
    }
  }
}

const allTypes: readonly string[] = layoutSchema.$defs.node.properties.type.enum;

function guess({ keyword, data, schema, params }: ErrorObject): string {
  if (keyword === 'enum' && typeof data === 'string') return suggestion(data, (schema as unknown[]).map(String));
  const { tagValue } = params as { tagValue?: unknown };
  return keyword === 'discriminator' && typeof tagValue === 'string' ? suggestion(tagValue, allTypes) : '';
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object' || value === null) return String(value);
  return 'type' in value && typeof value.type !== 'object' ? `the type ${JSON.stringify(value.type)}` : 'an object';
}

function escapePointer(key: string): string {
  return encodeURIComponent(key.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1'));
}

import fc from 'fast-check';

/** What of JSON Schema 2020-12 our OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly example?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  };
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface GeneratedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/** Levels of containers that random layouts have at most. */
const maxDepth = 8;
/** Characters of several scripts, of both directions, that combine, that control, and of no text. */
const letters: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.constantFrom('\u0000', '\u202e', '\u200d', '\ud800', '\u0301', 'ﷺ', '𠮷', '{', '}'),
);
const text = fc.string({ unit: letters, maxLength: 40 });
const long = fc.integer({ min: 100, max: 60_000 });
/** Values of wrong sizes and types. */
const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom('', ' ', '\u0000', null, true, 0, -1, 1e308, 2 ** 53, 1e-9, [], {}, '__proto__', '{price}', '-0.00'),
  text,
  long.map((length) => 'é'.repeat(length)),
  long.map((length) => Array.from({ length }, () => 1)),
  long.map((length) => Object.fromEntries(Array.from({ length: length / 10 }, (_, i) => [`k${i}`, '']))),
  fc.integer({ min: 1, max: 2000 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown),
);

/**
 * Requests of all operations of the document but streams: most values are valid, and up to three are not.
 * @param samples values of schemas of which random ones are hardly ever valid, by the names of the schemas
 */
export function requestsOf(
  { paths, components }: OpenApi,
  samples: Readonly<Record<string, readonly unknown[]>>,
): fc.Arbitrary<GeneratedRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const [writes, reads] = [true, false].map((wanted) =>
    operations.filter(({ path, operation }) => wanted === 'requestBody' in operation && !path.endsWith('/events')),
  );
  const values = valuesOf(components.schemas, samples);
  return fc
    .oneof(fc.constantFrom(...reads!), { weight: 2, arbitrary: fc.constantFrom(...writes!) })
    .chain(({ method, path, operation: { parameters = [], requestBody } }) => {
      const content = Object.entries(requestBody?.content ?? {});
      const body = content.map(
        ([type, { schema, example }]): fc.Arbitrary<readonly [string, GeneratedRequest['body']]> => {
          if (type === 'application/json')
            return fc.tuple(fc.constant(type), spoiled(values(schema, maxDepth)).map(jsonText));
          // The same values as in the array.
          const array = requestBody?.content['application/json'];
          const lines =
            array && spoiled(values(array.schema, maxDepth)).map((value) => [value].flat().map(jsonText).join('\n'));
          return fc.tuple(
            fc.constant(type),
            example === undefined || !lines ? fc.uint8Array({ maxLength: 5000 }) : lines,
          );
        },
      );
      return fc.record({
        method: fc.constant(method.toUpperCase()),
        path: fc.constant(path),
        given: fc.tuple(...parameters.filter(isPlain).map((parameter) => argument(path, parameter, values))),
        body: body.length === 0 ? fc.constant(null) : fc.oneof(...body),
      });
    })
    .map(({ method, path, given, body }) => {
      const [where, query] = [{ path }, new URLSearchParams()];
      const headers: Record<string, string> = body ? { 'Content-Type': body[0] } : {};
      for (const [{ in: place, name }, value] of given)
        if (place === 'path') where.path = where.path.replace(`{${name}}`, encodeURIComponent(value ?? 'x'));
        else if (value === null) continue;
        else if (place === 'query') query.set(name, value);
        else
          Object.assign(headers, {
            [name]: value
              .replace(/[^ -~]/g, '?')
              .trim()
              .slice(0, 4000),
          });
      return { method, path: `${where.path}?${query.toString()}`, headers, body: body?.[1] ?? null };
    });
}

const idIn = (path: string) => (path.includes('/devices/') ? 'solum-m2-2.9-bwr' : 'default');

const jsonText = (value: unknown) => JSON.stringify(value);

/** A header may ask for a fault. */
const isPlain = ({ name }: Parameter) => name !== 'X-ESL-Simulate';

/** The value of a parameter; null: it is absent. */
function argument(
  path: string,
  parameter: Parameter,
  values: (schema: Schema, depth: number) => fc.Arbitrary<unknown>,
): fc.Arbitrary<readonly [Parameter, string | null]> {
  const { schema } = parameter;
  const known = parameter.example ?? schema.examples?.[0] ?? (parameter.in === 'path' ? idIn(path) : undefined);
  const written = (given: unknown) => (typeof given === 'string' ? given : JSON.stringify(given)).toWellFormed();
  const kinds = [
    { weight: known === undefined ? 0 : 6, arbitrary: fc.constant(written(known ?? '')) },
    { weight: 2, arbitrary: values(schema, 1).map(written) },
    { weight: 1, arbitrary: wrong.map((value) => written(value).slice(0, 8000)) },
    { weight: parameter.in === 'path' ? 0 : 3, arbitrary: fc.constant(null) },
  ];
  return fc.oneof(...kinds).map((value) => [parameter, value] as const);
}

/** Values that a schema allows, but for what it can't say. */
function valuesOf(schemas: Readonly<Record<string, Schema>>, samples: Readonly<Record<string, readonly unknown[]>>) {
  const known = new Map<Schema, fc.Arbitrary<unknown>[]>();
  const values = (schema: Schema, depth: number): fc.Arbitrary<unknown> => {
    const byDepth = known.get(schema) ?? [];
    known.set(schema, byDepth);
    return (byDepth[Math.max(depth, 0)] ??= arbitraryOf(schema, depth));
  };
  const arbitraryOf = (schema: Schema, depth: number): fc.Arbitrary<unknown> => {
    const { $ref, oneOf, examples = schema.example === undefined ? [] : [schema.example] } = schema;
    if ($ref !== undefined && depth <= 0) return fc.constant('data.origin');
    if ($ref !== undefined) {
      const name = $ref.split('/').at(-1)!;
      // Built when it is needed: nodes contain nodes.
      const random = fc.constant(null).chain(() => values(schemas[name]!, depth - 1));
      return samples[name] ? fc.oneof(random, { weight: 3, arbitrary: fc.constantFrom(...samples[name]) }) : random;
    }
    if (oneOf) return fc.oneof(...oneOf.map((one) => values(one, depth)));
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if ('const' in schema) return fc.constant(schema.const);
    const types = [schema.type ?? 'string'].flat();
    const random = fc.oneof(...types.map((type) => typed(schema, type, depth)));
    return examples.length === 0 ? random : fc.oneof(fc.constantFrom(...examples), random);
  };
  const typed = (schema: Schema, type: string, depth: number): fc.Arbitrary<unknown> => {
    const { pattern, minLength = 0, maxLength = 200, minimum, exclusiveMinimum = 0, maximum = 1e6 } = schema;
    switch (type) {
      case 'string':
        return pattern === undefined
          ? text.map((value) => value.padEnd(minLength, 'a').slice(0, maxLength))
          : fc.stringMatching(new RegExp(pattern));
      case 'integer':
        return fc.integer({ min: minimum ?? exclusiveMinimum, max: maximum });
      case 'number':
        return fc.double({ min: minimum ?? exclusiveMinimum, max: maximum, noNaN: true });
      case 'boolean':
        return fc.boolean();
      case 'array':
        return fc.array(values(schema.items ?? {}, depth - 1), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.max(schema.minItems ?? 0, depth > 0 ? Math.min(schema.maxItems ?? 4, 4) : 0),
        });
      case 'object':
        return object(schema, depth);
      default:
        return fc.constant(null);
    }
  };
  const object = ({ properties = {}, required = [], additionalProperties, propertyNames }: Schema, depth: number) => {
    const members = Object.entries(properties).filter(([name]) => depth > 0 || required.includes(name));
    const known = fc.record(Object.fromEntries(members.map(([name, one]) => [name, values(one, depth)])), {
      requiredKeys: [...required],
    });
    if (typeof additionalProperties !== 'object' || depth <= 0) return known;
    const names = values(propertyNames ?? { type: 'string' }, depth) as fc.Arbitrary<string>;
    const more = fc.dictionary(names, values(additionalProperties, depth - 1), { maxKeys: 4 });
    return fc.tuple(more, known).map(([some, others]) => ({ ...some, ...others }));
  };
  return values;
}

/** The value with wrong values at up to three random places. */
function spoiled(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const place = fc.tuple(fc.nat(1000), wrong);
  return fc
    .tuple(values, fc.oneof(fc.constant([]), fc.array(place, { minLength: 1, maxLength: 3 })))
    .map(([value, places]) => {
      let result = value;
      for (const [number, other] of places) {
        const paths = placesIn(result, []);
        result = replaced(result, paths[number % paths.length]!, other);
      }
      return result;
    });
}

type Place = readonly string[];

function placesIn(value: unknown, at: Place): readonly Place[] {
  if (typeof value !== 'object' || value === null || at.length > 20) return [at];
  return [
    at,
    ...Object.entries(value)
      .slice(0, 50)
      .flatMap(([name, one]) => placesIn(one, [...at, name])),
  ];
}

function replaced(value: unknown, [name, ...rest]: Place, other: unknown): unknown {
  if (name === undefined) return other;
  const one = replaced((value as Readonly<Record<string, unknown>>)[name], rest, other);
  if (Array.isArray(value)) return value.with(Number(name), one) as unknown;
  return { ...(value as object), [name]: one };
}

/** Each number of a JSON schema, as "maximum 100", and its place. */
export function numbersIn(schema: object, path: string): readonly (readonly [number: string, place: string])[] {
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]): readonly (readonly [string, string])[] => {
    if (/^(min|max|exclusive)/.test(key) && typeof value === 'number') return [[`${key} ${value}`, path]];
    if (typeof value !== 'object' || value === null || key === 'examples') return [];
    return numbersIn(value, /^(properties|\$defs)$/.test(key) ? path : `${path}.${key}`);
  });
}

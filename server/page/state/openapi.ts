import { hasWords } from './query.js';

/** A part of a JSON Schema, as far as it is shown. */
export interface ShownSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly items?: ShownSchema;
  readonly properties?: Readonly<Record<string, ShownSchema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly ShownSchema[];
  readonly anyOf?: readonly ShownSchema[];
  readonly additionalProperties?: boolean | ShownSchema;
}

interface MediaContent {
  readonly schema?: ShownSchema;
  readonly example?: unknown;
}

export interface ShownParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: ShownSchema;
  readonly example?: unknown;
}

interface WrittenOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly ShownParameter[];
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaContent>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, MediaContent>> }>
  >;
}

export interface OpenApi {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, ShownSchema>> };
}

export interface Operation extends WrittenOperation {
  readonly method: string;
  readonly path: string;
}

/** All operations, those of a tag together. */
export function operationsOf({ paths, tags }: OpenApi): readonly Operation[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  return tags.flatMap(({ name }) => all.filter((operation) => operation.tags[0] === name));
}

/** The operations that have all words of a search in their method, path, summary or id. */
export function searchOperations(operations: readonly Operation[], search: string): readonly Operation[] {
  return operations.filter(({ method, path, summary, operationId }) =>
    hasWords(`${method} ${path} ${summary} ${operationId}`, search),
  );
}

/** The schema that a reference names, with its name. */
export function resolvedSchema(schema: ShownSchema, { components }: OpenApi) {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? '')?.[1];
  return name === undefined ? { schema, name: '' } : { schema: { ...components.schemas[name], ...schema }, name };
}

/** What a value may be, in a few words: "string, at most 200". */
export function typeWords(schema: ShownSchema, openApi: OpenApi): string {
  const { schema: found, name } = resolvedSchema(schema, openApi);
  const { type, items, const: only, maxLength, minimum, maximum, format, pattern } = found;
  const values = found.enum ?? (only === undefined ? [] : [only]);
  const choices = found.oneOf ?? found.anyOf;
  const kind =
    values.length > 0 ? values.map((value) => JSON.stringify(value)).join(' | ') : [type ?? []].flat().join(' | ');
  const list = items && type === 'array' ? `list of ${typeWords(items, openApi)}` : kind;
  const one = list || (choices ? choices.map((each) => typeWords(each, openApi)).join(' | ') : '');
  const limits = [
    format ?? '',
    maxLength === undefined ? '' : `at most ${maxLength}`,
    minimum === undefined && maximum === undefined ? '' : `${minimum ?? ''}…${maximum ?? ''}`,
    pattern ?? '',
  ];
  return [name && one === 'object' ? name : one, ...limits].filter((word) => word !== '').join(', ');
}

/** An example of a parameter; empty: none is known. */
export function exampleOf({ name, example, schema = {} }: ShownParameter): string {
  const found = example ?? schema.examples?.[0] ?? schema.default;
  if (found !== undefined) return typeof found === 'string' ? found : JSON.stringify(found);
  return name === 'id' ? 'default' : '';
}

/** The request of an operation with the typed values of its parameters. Empty ones are left out. */
export function filledRequest(
  { path, parameters = [] }: Pick<Operation, 'path' | 'parameters'>,
  values: Readonly<Record<string, string>>,
): { readonly path: string; readonly headers: Readonly<Record<string, string>> } {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let filled = path;
  for (const parameter of parameters) {
    const value = values[parameter.name] ?? '';
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (parameter.in === 'query') query.set(parameter.name, value);
    else headers[parameter.name] = value;
  }
  return { path: query.size > 0 ? `${filled}?${query.toString()}` : filled, headers };
}

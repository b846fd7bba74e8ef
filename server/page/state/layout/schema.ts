import { isList, isObject, type Json, type ParsedObject, type Path, valueAt } from './json.js';
import { typeOf } from './nodes.js';

export type Schema = ParsedObject;

export function resolved(schema: Schema, whole: Schema): Schema {
  const { $ref, ...rest } = schema;
  if (typeof $ref !== 'string') return schema;
  const found = valueAt(whole, $ref.replace(/^#\//, '').split('/'));
  return isObject(found) ? { ...found, ...rest } : rest;
}

/** The properties of a node's type, without type and children. */
export function propertiesOf(whole: Schema, type: string): readonly (readonly [string, Schema])[] {
  const found = valueAt(whole, ['$defs', type, 'properties']);
  if (!isObject(found)) return [];
  return Object.entries(found).flatMap(([name, schema]) =>
    isObject(schema) && name !== 'type' && name !== 'children' ? [[name, resolved(schema, whole)] as const] : [],
  );
}

/** The schema at a path. The type of a node chooses among the schemas of nodes. */
export function schemaAt(whole: Schema, path: Path, document: Json): Schema | undefined {
  let schema: Schema | undefined = whole;
  for (const [i, step] of path.entries()) {
    const inner = stepInto(schema, step, whole);
    if (!inner) return undefined;
    schema = ofType(resolved(inner, whole), valueAt(document, path.slice(0, i + 1)), whole);
  }
  return schema;
}

function stepInto(schema: Schema, step: string | number, whole: Schema): Schema | undefined {
  if (typeof step === 'number') return isObject(schema.items) ? resolved(schema.items, whole) : undefined;
  const { properties, additionalProperties } = schema;
  const named = isObject(properties) ? properties[step] : undefined;
  if (isObject(named)) return named;
  return isObject(additionalProperties) ? additionalProperties : undefined;
}

function ofType(schema: Schema, value: Json | undefined, whole: Schema): Schema {
  if (!isList(schema.oneOf)) return schema;
  const found = valueAt(whole, ['$defs', typeOf(value)]);
  return isObject(found) ? found : schema;
}

export interface Completion {
  readonly text: string;
  readonly note: string;
}

export function keysFor(whole: Schema, path: Path, document: Json): readonly Completion[] {
  const schema = schemaAt(whole, path, document);
  const value = valueAt(document, path);
  if (!schema || !isObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([key, each]) => {
    const isThere = isObject(value) && Object.hasOwn(value, key);
    return isThere || !isObject(each) ? [] : [{ text: key, note: noteOf(resolved(each, whole)) }];
  });
}

/** Suggested values: listed ones, booleans, and examples. */
export function valuesFor(whole: Schema, path: Path, document: Json): readonly Completion[] {
  const schema = schemaAt(whole, path, document);
  if (!schema) return [];
  const { enum: listed, const: only, examples, type } = schema;
  const values = [
    ...(isList(listed) ? listed : []),
    ...(only === undefined ? [] : [only]),
    ...(type === 'boolean' ? [true, false] : []),
    ...(isList(examples) ? examples : []),
  ];
  return values.map((value) => ({ text: JSON.stringify(value), note: noteOf(schema) }));
}

function noteOf({ description }: Schema): string {
  return typeof description === 'string' ? description : '';
}

/** A JSON Schema of OpenAPI 3.1; references are written `#/components/schemas/Name`. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export function ref<const Name extends string>(name: Name) {
  return { $ref: `#/components/schemas/${name}` } as const;
}

export const text = { type: 'string' } as const;
export const whole = { type: 'integer', minimum: 0 } as const;
export const instant = { type: 'string', format: 'date-time' } as const;
export const success = { const: true } as const;
export const requestId = { type: 'string', description: 'Also in the header X-Request-Id.' } as const;

/** A schema without its `$id`, which would change the base of the references within it. */
export function placed<T extends { readonly $id: string }>(schema: T): Omit<T, '$id'> {
  return without(schema, '$id');
}

export function without<T extends object, K extends keyof T>(object: T, key: K): Omit<T, K> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as Omit<T, K>;
}

/** An object that has all of these properties, maybe the optional ones, and no others. */
export function exactly<
  const Properties extends Readonly<Record<string, JsonSchema>>,
  const Optional extends object = object,
>(properties: Properties, description?: string, optional = {} as Optional) {
  const required = Object.keys(properties) as (keyof Properties & string)[];
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: { ...properties, ...optional },
    required,
    additionalProperties: false,
  } as const;
}

export function listOf<const Items extends JsonSchema>(items: Items, description?: string) {
  return { type: 'array', items, ...(description !== undefined && { description }) } as const;
}

export function orNull<const S extends JsonSchema>(schema: S, description: string) {
  return { anyOf: [schema, { type: 'null' }], description } as const;
}

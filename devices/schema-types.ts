// Types of JSON schemas, and of the validators that ajv compiles from them. Our own, so that the package's declarations import no
// other package.

/**
 * The type of a JSON schema that is `as const`.
 * @typeParam Given pairs of a schema and its type, for schemas whose types can't be derived, such as those of patterns
 */
export type FromSchema<Schema, Given extends readonly [schema: unknown, type: unknown] = never> = [
  GivenFor<Schema, Given>,
] extends [never]
  ? Derived<Schema, Given>
  : GivenFor<Schema, Given>;

type Pair = readonly [schema: unknown, type: unknown];

type GivenFor<Schema, Given extends Pair> = Given extends readonly [infer Known, infer Type]
  ? Schema extends Known
    ? Type
    : never
  : never;

type Derived<Schema, Given extends Pair> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly anyOf: readonly (infer Branch)[] } | { readonly oneOf: readonly (infer Branch)[] }
      ? AnyOf<Branch, Given>
      : Schema extends { readonly type: readonly (infer Name)[] }
        ? Typed<Name, Schema, Given>
        : Schema extends { readonly type: infer Name }
          ? Typed<Name, Schema, Given>
          : unknown;

type AnyOf<Branch, Given extends Pair> = Branch extends unknown ? FromSchema<Branch, Given> : never;

type Typed<Name, Schema, Given extends Pair> = Name extends 'string'
  ? string
  : Name extends 'number' | 'integer'
    ? number
    : Name extends 'boolean'
      ? boolean
      : Name extends 'null'
        ? null
        : Name extends 'array'
          ? Schema extends { readonly items: infer Item }
            ? FromSchema<Item, Given>[]
            : unknown[]
          : Schema extends { readonly properties: infer Properties }
            ? WithProperties<Properties, RequiredIn<Schema>, Given>
            : Schema extends { readonly additionalProperties: infer Value extends object }
              ? Record<string, FromSchema<Value, Given>>
              : Record<string, unknown>;

type RequiredIn<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;

type WithProperties<Properties, Required, Given extends Pair> = {
  [Name in keyof Properties as Name extends Required ? Name : never]: FromSchema<Properties[Name], Given>;
} & {
  [Name in keyof Properties as Name extends Required ? never : Name]?: FromSchema<Properties[Name], Given>;
};

/** The names of all properties but some, for `required`, in their order. */
export function allBut<Properties extends object, const Optional extends keyof Properties = never>(
  properties: Properties,
  ...optional: readonly Optional[]
) {
  const names = Object.keys(properties) as (keyof Properties & string)[];
  return names.filter((name) => !optional.some((one) => one === name)) as Exclude<
    keyof Properties & string,
    Optional
  >[];
}

/** An error that a validator reports, as ajv names its parts. */
export interface SchemaError {
  readonly keyword: string;
  /** A JSON pointer of the wrong value. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: object;
  /** The key that is wrong, of an object. */
  readonly propertyName?: string;
  readonly message?: string;
  /** The keyword's value, and the schema that has it. */
  readonly schema?: unknown;
  readonly parentSchema?: Readonly<Record<string, unknown>>;
  /** The wrong value. */
  readonly data?: unknown;
}

/** A validator that `.ci/validators.mjs` compiles from a schema. */
export interface Validator<T = unknown> {
  (data: unknown): data is T;
  /** Of the last call. */
  readonly errors?: readonly SchemaError[] | null;
}

import type { Device, FromSchema } from '../devices/index.js';
import { schemasOf } from './fields.js';
import { type LintSet, lintSets, unitPriceShareOf } from './lint-sets.js';
import { limits } from './limits.js';
import { type WarningCode, warningGrades } from './warnings.js';

/** A type with every property readonly, at any depth. */
export type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T;

const { price, product_name, unit } = schemasOf('update');

/** What a point of sale sends. JSON Schema 2020-12; `server/fields/text.ts` checks what a schema can't express. */
export const updateSchema = {
  $id: 'Update',
  type: 'object',
  description: 'What a point of sale sends.',
  properties: { price, product_name, unit },
  required: ['price', 'product_name', 'unit'],
  additionalProperties: false,
} as const;

/** What is set once, when a tag is put on the shelf. JSON Schema 2020-12. {@link defaultBinding} fills in absent fields. */
export const bindingSchema = {
  $id: 'Binding',
  type: 'object',
  description: 'What is set once, when a tag is put on the shelf.',
  properties: {
    ...schemasOf('binding'),
    data: {
      type: 'object',
      description: 'Free fields that a layout may name as {data.field}.',
      propertyNames: { pattern: '^[a-z][a-z0-9_]{0,31}$' },
      additionalProperties: {
        type: ['string', 'array'],
        minLength: 1,
        maxLength: limits.data,
        minItems: 1,
        maxItems: limits.list.rows,
        items: {
          type: 'object',
          propertyNames: { pattern: '^[a-z][a-z0-9_]{0,31}$' },
          additionalProperties: { type: 'string', minLength: 1, maxLength: limits.data },
          minProperties: 1,
          maxProperties: limits.list.columns,
        },
        description: 'A text; or a list of rows, each of which has texts by name.',
      },
      maxProperties: 32,
    },
    lint: {
      type: 'array',
      uniqueItems: true,
      maxItems: Object.keys(lintSets).length,
      items: { enum: Object.keys(lintSets) as LintSet[] },
      description:
        'The sets of rules that check the label; answers have `findings`, and the unit price is as large as their laws want it. truth is always one of them. Absent: none.',
      examples: [['truth', 'at']],
    },
    lint_strict: {
      type: 'boolean',
      description: 'Whether an update with findings of the grade error is refused (422). Absent: false.',
      examples: [false],
    },
  },
  additionalProperties: false,
} as const;

/** What a point of sale sends: price, name and quantity, as texts. */
export type Update = Immutable<FromSchema<typeof updateSchema>>;
/** A binding in a request: any field may be absent. */
export type BindingFields = Immutable<FromSchema<typeof bindingSchema>>;
type LintFields = 'lint' | 'lint_strict';
/** What is set once for a label, with all fields: {@link defaultBinding} fills in absent ones. Only a label with lint has its fields. */
export type Binding = Required<Omit<BindingFields, LintFields>> & Pick<BindingFields, LintFields>;

/** The binding of a new label. */
export const defaultBinding: Binding = {
  device: 'solum-m2-2.9-bwr',
  layout: 'standard',
  sku: '',
  locale: 'en-US',
  currency: 'USD',
  time_zone: 'UTC',
  data: {},
};

/** Everything that a label can show. `date` is YYYY-MM-DD, the day of the update in the binding's time zone. */
export interface Content extends Update {
  readonly sku: string;
  readonly date: string;
  readonly model_line: string;
  readonly locale: string;
  readonly currency: string;
  readonly data: Readonly<Record<string, DataValue>>;
  /** The least height of a unit price as a share of the price's digits, where the binding's lint has a law that names one. */
  readonly unit_price_share?: number;
}

/** A value of a binding's `data`: a text, or a list of rows. */
export type DataValue = string | readonly DataRow[];
/** A row of a list in `data`: texts by name. */
export type DataRow = Readonly<Record<string, string>>;

/** A text in `data`; undefined for a name that is absent or a list's. */
export function textIn(data: Content['data'], name: string): string | undefined {
  const value = Object.hasOwn(data, name) ? data[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Update + binding + date of the update + model line of the device = content. Layouts follow the share of the unit price that
 * the laws in the binding's lint name.
 * @example
 * import { compose, defaultBinding, loadDevices } from 'esl-simulator';
 *
 * const panel = loadDevices().get(defaultBinding.device);
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
 * const content = compose(milk, { ...defaultBinding, locale: 'de-DE' }, panel, '2026-11-20');
 * console.log(content.locale, content.price, content.model_line); // de-DE 3.50 SoluM M2 2.9" 296×128 BWR
 */
export function compose(update: Update, binding: Binding, device: Device, date: string): Content {
  const { price, product_name, unit } = update;
  const { sku, locale, currency, data, lint } = binding;
  const share = lint && unitPriceShareOf(lint);
  const content = { price, product_name, unit, sku, date, model_line: device.model_line, locale, currency, data };
  return share === undefined ? content : { ...content, unit_price_share: share };
}

/** What was not drawn as requested, or contradicts itself: which field is affected, and what is shown instead. */
export const warningSchema = {
  type: 'object',
  description: 'What was not drawn as requested, or contradicts itself. A price is always drawn in full.',
  properties: {
    code: {
      enum: Object.keys(warningGrades) as WarningCode[],
    },
    field: { type: 'string' },
    message: { type: 'string' },
    shown: { type: 'string', description: 'What is shown instead.' },
  },
  required: ['code', 'field', 'message'],
  additionalProperties: false,
} as const;

/** Something that was not drawn as requested, or is likely a mistake. */
export type Warning = Immutable<FromSchema<typeof warningSchema>>;
/** How a label's content chose among the boxes of its layout: which texts take more lines, and what is hidden for them. */
export const stepSchema = {
  type: 'object',
  description:
    'How the content shared out the panel. Labels of one layout, panel and locale, with the same optional fields, have equal boxes where their steps are equal.',
  properties: {
    lines: {
      type: 'object',
      description: 'The lines that each text has room for, by the fields in it. A text with one line is left out.',
      additionalProperties: { type: 'integer', minimum: 2 },
      examples: [{ product_name: 2 }],
    },
    hidden: {
      type: 'integer',
      minimum: 0,
      description: 'How many ranks of optional nodes are hidden, least needed first.',
      examples: [0],
    },
    widths: {
      type: 'object',
      description:
        'The widths in px of the boxes that are as wide as their texts, by the fields in them. Absent: there is none.',
      additionalProperties: { type: 'integer', minimum: 0 },
      examples: [{ 'data.badge': 32 }],
    },
    sizes: {
      type: 'object',
      description:
        'The px of the letters that the boxes of texts have room for, where they differ from what their layout prefers, by the fields in them. Absent: there is none.',
      additionalProperties: { type: 'number', minimum: 0 },
      examples: [{ unit_price: 26 }],
    },
  },
  required: ['lines', 'hidden'],
  additionalProperties: false,
} as const;

/** Compare steps as JSON: texts are named in the order of the layout. */
export type LabelStep = Immutable<FromSchema<typeof stepSchema>>;

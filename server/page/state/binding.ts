import type { BindingFields, Update } from '../../../renderer/index.js';
import type { LabelView } from '../../http/answers.js';

/** The parts of a binding, the most visible first. */
const parts = {
  device: ({ device }) => device,
  layout: ({ layout }) => layout,
  locale: ({ locale }) => locale,
  currency: ({ currency }) => currency,
  data: ({ data = {} }) => Object.entries(data).sort(byName),
  sku: ({ sku }) => sku,
  time_zone: ({ time_zone }) => time_zone,
  lint: ({ lint = [], lint_strict = false }) => [lint.toSorted(), lint_strict],
} satisfies Readonly<Record<string, (binding: BindingFields) => unknown>>;

export type BindingPart = keyof typeof parts;

export function changedParts(one: BindingFields, other: BindingFields): readonly BindingPart[] {
  return (Object.keys(parts) as BindingPart[]).filter((part) => text(parts[part](one)) !== text(parts[part](other)));
}

export function bindingOfLabel(label: LabelView): BindingFields {
  const { device, layout, sku, locale, currency, time_zone, data, lint, lint_strict } = label;
  const checks = { ...(lint && { lint }), ...(lint_strict !== undefined && { lint_strict }) };
  return { device, layout, sku, locale, currency, time_zone, data, ...checks };
}

export interface Showing {
  readonly binding: BindingFields;
  readonly update: Update;
}

/** Null: the label is blank, or shows a picture, which no update restores. */
export function showingOf(label: LabelView): Showing | null {
  if (!label.content) return null;
  const { product_name, price, unit } = label.content;
  return { binding: bindingOfLabel(label), update: { product_name, price, unit } };
}

/** As JSON. The members of a row have no order. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(byName))
      : inner,
  );
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

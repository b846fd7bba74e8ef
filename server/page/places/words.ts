import type { Warning } from '../../../renderer/index.js';
import { texts } from '../texts/index.js';

/** A warning in words, with advice. */
export function warningWords({ code, shown = '' }: Warning): string {
  return texts.value.preview.warnings[code](shown);
}

/** The content of a label, for screen readers. */
export function contentWords({
  product_name,
  price,
  unit,
}: Readonly<Record<'product_name' | 'price' | 'unit', string>>) {
  return `${product_name}, ${price}, ${unit}`;
}

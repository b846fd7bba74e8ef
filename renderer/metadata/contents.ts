import type { Content } from '../content.js';
import { kindOf } from '../kinds/schemas.js';
import { fieldOf, nameOfText } from '../layout/template.js';
import { writePrice } from '../price/price.js';
import type { Slot } from '../slots/slot.js';

/** Whether a slot may show content: not the layout's own boxes and lines. */
export function isFilled({ node, width, height }: Slot): boolean {
  return width > 0 && height > 0 && kindOf(node).shows !== 'nothing';
}

export function isPicture({ node }: Slot): boolean {
  return kindOf(node).shows === 'picture';
}

/**
 * The display name of a slot: its fields, or its words if it names no field.
 * @param text the slot's text
 */
export function nameIn(slot: Slot, text: string): string {
  const { node, template } = slot;
  const { noun } = kindOf(node);
  const field = kindOf(node).field?.(node);
  if (isPicture(slot)) return node.type;
  if (field !== undefined) return field;
  const name = nameOfText(template!, text);
  return noun === undefined ? name : `${noun} of ${name}`;
}

/** The text in a slot in the locale's format: empty for a picture, undefined where nothing is drawn. */
export function textIn(slot: Slot, content: Content): string | undefined {
  const { node, template, shared } = slot;
  const field = kindOf(node).field?.(node);
  if (isPicture(slot)) return '';
  if (field === undefined) return template!.fill(template!.read(content), shared.prices, content);
  const value = fieldOf(content, field);
  const signed = node.type !== 'price' || node.sign !== 'none';
  return value === '' ? undefined : writePrice(value, content, { signed });
}

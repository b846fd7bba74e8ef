import type { Slot } from '../boxes/slots.js';
import type { Content } from '../content.js';
import { fieldOf, nameOfText } from '../layout/template.js';
import { type FormatPrice, priceText } from '../price/price.js';

const kinds = { barcode: 'barcode', qr: 'QR code', icon: 'icon' } as const;

/** Whether a slot may show content: not the layout's own boxes and lines. */
export function isFilled({ node: { type }, width, height }: Slot): boolean {
  return width > 0 && height > 0 && type !== 'box' && type !== 'stack' && type !== 'shape' && type !== 'line';
}

/**
 * The display name of a slot: its fields, or its words if it names no field.
 * @param text the slot's text
 */
export function nameIn({ node, template }: Slot, text: string): string {
  if (node.type === 'picture') return 'picture';
  if (node.type === 'price') return node.field ?? 'price';
  const name = nameOfText(template!, text);
  return node.type in kinds ? `${kinds[node.type as keyof typeof kinds]} of ${name}` : name;
}

/** The text in a slot in the locale's format: empty for a picture, undefined where nothing is drawn. */
export function textIn({ node, template, prices }: Slot, content: Content, format: FormatPrice): string | undefined {
  if (node.type === 'picture') return '';
  if (node.type !== 'price') return template!.fill(template!.read(content), prices, content, format);
  const value = fieldOf(content, node.field ?? 'price');
  return value === '' ? undefined : priceText(format(value, content.locale, content.currency));
}

import type { Region } from '../compare/index.js';
import type { Content } from '../content.js';
import type { FormatPrice } from '../price/price.js';
import type { Slot } from '../boxes/slots.js';
import { fieldOf, nameOfText } from '../layout/template.js';

/** The boxes that a content fills, named by the fields in them. The layout's own boxes and lines are left out. */
export function regionsOf(slots: readonly Slot[], content: Content, format: FormatPrice): readonly Region[] {
  return slots.flatMap((slot) => {
    const name = nameOf(slot, content, format);
    const { x, y, width, height } = slot;
    return name === undefined || width === 0 || height === 0 ? [] : [{ name, x, y, width, height }];
  });
}

/** The fields that a slot shows, each once. */
export function fieldsOfSlot({ node, template }: Pick<Slot, 'node' | 'template'>): readonly string[] {
  return node.type === 'price' ? [node.field ?? 'price'] : [...new Set(template?.fields)];
}

const kinds = { barcode: 'barcode', qr: 'QR code', icon: 'icon' } as const;

/** What people call the content of a slot; undefined when it is not drawn. */
function nameOf({ node, template, prices }: Slot, content: Content, format: FormatPrice): string | undefined {
  switch (node.type) {
    case 'box':
    case 'stack':
    case 'shape':
    case 'line':
      return undefined;
    case 'picture':
      return 'picture';
    case 'price': {
      const { field = 'price' } = node;
      return fieldOf(content, field) === '' ? undefined : field;
    }
    case 'text':
    case 'barcode':
    case 'qr':
    case 'icon': {
      const text = template!.fill(template!.read(content), prices, content, format);
      if (text === undefined) return undefined;
      const name = nameOfText(template!, text);
      return node.type === 'text' ? name : `${kinds[node.type]} of ${name}`;
    }
    default:
      return node satisfies never;
  }
}

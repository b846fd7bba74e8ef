import type { FromSchema } from 'json-schema-to-ts';
import type { PlacedNode } from '../boxes/boxes.js';
import type { Slot } from '../boxes/slots.js';
import type { Immutable, Warning } from '../content.js';
import type { Layout } from '../layout/document.js';
import { pointersOf } from '../layout/pointers.js';

const wholeNumber = { type: 'integer', minimum: 0 } as const;

/** A box of a drawn label. JSON Schema 2020-12. */
export const drawnBoxSchema = {
  type: 'object',
  description:
    'A box of the label: where a node of the layout is, in pixels of the panel. Boxes that hold others come before what is in them.',
  properties: {
    pointer: {
      type: 'string',
      description:
        'Where the layout’s document describes the node, as a JSON Pointer: for a node of one of the layout’s parts, in the part; for one of a shipped part, at its place.',
      examples: ['#/root/children/1'],
    },
    place: {
      type: 'string',
      description: 'The node’s place: for a node of a part, where the part is used; else the same as pointer.',
      examples: ['#/root/children/1'],
    },
    kind: {
      enum: ['box', 'stack', 'shape', 'text', 'price', 'barcode', 'qr', 'icon', 'line', 'picture'],
      description: 'The type of the node.',
    },
    fields: {
      type: 'array',
      items: { type: 'string' },
      description: 'The fields that it shows, named as in warnings.',
      examples: [['product_name']],
    },
    x: wholeNumber,
    y: wholeNumber,
    width: wholeNumber,
    height: wholeNumber,
    warnings: {
      type: 'array',
      items: wholeNumber,
      description: 'The warnings that it caused, by their indices in that list, from 0.',
    },
  },
  required: ['pointer', 'place', 'kind', 'fields', 'x', 'y', 'width', 'height', 'warnings'],
  additionalProperties: false,
} as const;

export type DrawnBox = Immutable<FromSchema<typeof drawnBoxSchema>>;

/** The kinds of nodes that cause a warning. Any other warning may come from all kinds that show its field. */
const causes: Readonly<Partial<Record<Warning['code'], readonly DrawnBox['kind'][]>>> = {
  TEXT_TRUNCATED: ['text'],
  TEXT_SHRUNK: ['text'],
  GLYPH_MISSING: ['text'],
  BARCODE_OMITTED: ['barcode', 'qr'],
  ICON_UNKNOWN: ['icon'],
  PICTURE_UNKNOWN: ['picture'],
};

/** The boxes of a label in drawing order, each with its warnings. */
export function drawnBoxes(
  placed: readonly PlacedNode[],
  slots: readonly Slot[],
  layout: Layout,
  warnings: readonly Warning[],
): readonly DrawnBox[] {
  const pointers = pointersOf(layout);
  const slotOfNode = new Map(slots.map((slot) => [slot.node, slot]));
  return placed.flatMap(({ node, ...place }) => {
    const nodePointers = pointers.get(node);
    // The box that a shape makes for its children is in no document.
    if (!nodePointers) return [];
    const slot = slotOfNode.get(node);
    const { x, y, width, height } = slot ?? place;
    const kind = node.type;
    const fields = slot ? fieldsOfSlot(slot) : [];
    const own = warnings.flatMap(({ code, field }, i) =>
      fields.includes(field) && (causes[code]?.includes(kind) ?? true) ? [i] : [],
    );
    return [{ ...nodePointers, kind, fields, x, y, width, height, warnings: own }];
  });
}

/** The fields that a slot shows, each once. */
function fieldsOfSlot({ node, template }: Pick<Slot, 'node' | 'template'>): readonly string[] {
  return node.type === 'price' ? [node.field ?? 'price'] : [...new Set(template?.fields)];
}

import type { FromSchema } from '../../devices/index.js';
import type { PlacedNode } from '../slots/slot.js';
import type { Slot } from '../slots/slot.js';
import type { Plan } from '../boxes/plan.js';
import type { Immutable, Warning } from '../content.js';
import type { WarningCode } from '../warnings.js';
import { drawings } from '../kinds/drawings.js';
import { type KindName, kindOf, kinds } from '../kinds/schemas.js';
import type { DrawnKind } from '../layout/document.js';
import { fieldsIn } from '../layout/node-texts.js';
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
      enum: Object.keys(drawings) as DrawnKind[],
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

/** Whether nodes of a kind may cause a warning: not one that only other kinds cause. */
function mayCause(kind: DrawnKind, code: WarningCode): boolean {
  const isCause = (type: KindName) => kindOf({ type }).causes?.includes(code) ?? false;
  return isCause(kind) || !Object.keys(kinds).some((type) => isCause(type as KindName));
}

/** The boxes of a label in drawing order, each with its warnings. */
export function drawnBoxes(
  placed: readonly PlacedNode[],
  slots: readonly Slot[],
  { layout, roots }: Pick<Plan, 'layout' | 'roots'>,
  warnings: readonly Warning[],
): readonly DrawnBox[] {
  const pointers = pointersOf(layout, roots);
  const slotOfNode = new Map(slots.map((slot) => [slot.node, slot]));
  return placed.flatMap(({ node, ...place }) => {
    const nodePointers = pointers.get(node);
    // The box that a shape makes for its children is in no document.
    if (!nodePointers) return [];
    const slot = slotOfNode.get(node);
    const { x, y, width, height } = slot ?? place;
    const kind = node.type;
    const fields = slot ? [...new Set(fieldsIn(slot.node, slot.template))] : [];
    const own = warnings.flatMap(({ code, field }, i) => (fields.includes(field) && mayCause(kind, code) ? [i] : []));
    const { pointer, place: pointerOfPlace } = nodePointers;
    return [{ pointer, place: pointerOfPlace, kind, fields, x, y, width, height, warnings: own }];
  });
}

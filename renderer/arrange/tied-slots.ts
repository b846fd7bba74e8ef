import type { Device } from '../../devices/index.js';
import type { Node, Role } from '../layout/document.js';
import { columnOf, tieOf } from '../layout/scale.js';
import type { DrawnSize } from '../price/fit.js';
import type { Slot } from '../slots/slot.js';
import { createDigits, faceOf, fontsFor } from '../slots/sizes.js';
import type { Ruler } from '../text/ruler.js';
import { getOrInsert } from '../get-or-insert.js';

/** A slot whose drawn size is tied to that of another. */
export interface TiedSlots {
  readonly own: Slot;
  readonly other: Slot;
  /** Their indices. */
  readonly ownIndex: number;
  readonly otherIndex: number;
  readonly role: Role | undefined;
  /** Shares of the height of the other's digits. */
  readonly min: number;
  readonly max: number;
  /** Set for a text. */
  readonly text: TiedText | undefined;
}

interface TiedText {
  /** The font in px that it prefers without ties, and the height of its digits. */
  readonly preferred: DrawnSize;
  /** The largest height in px that its digits can have. */
  readonly largest: number;
  /** The px of the smallest font with digits at least this high. */
  readonly atLeast: (digits: number) => number;
}

/** Finds the tied slots once for all labels with the same slots. */
export function createTies(ruler: Ruler) {
  const ties = new WeakMap<readonly Slot[], readonly TiedSlots[]>();
  const digitsIn = createDigits(ruler);
  const textOf = (slot: Slot, node: Node<'text'>, device: Device): TiedText => {
    const face = faceOf(node);
    const wanted = fontsFor(node, device, ruler).preferred;
    const largest = Math.max(wanted, fontsFor(node, device, ruler, 'JP', slot.bounds).fonts[0]!.size);
    return {
      preferred: { font: wanted, digits: digitsIn({ face, size: wanted }) },
      largest: digitsIn({ face, size: largest }),
      atLeast(digits) {
        const sizes = ruler.sizes(face);
        return sizes.find((size) => digitsIn({ face, size }) >= digits) ?? sizes.at(-1)!;
      },
    };
  };
  return (slots: readonly Slot[], device: Device): readonly TiedSlots[] =>
    getOrInsert(ties, slots, () => slots.flatMap((slot) => tiesFrom(slot, slots, device, textOf)));
}

/** Finds the slots that are in the same place of different rows of a list, as indices, once for all labels with the same slots. */
export function createColumns() {
  const columns = new WeakMap<readonly Slot[], readonly (readonly number[])[]>();
  return (slots: readonly Slot[]): readonly (readonly number[])[] =>
    getOrInsert(columns, slots, () => {
      const byName = new Map<string, number[]>();
      for (const [i, { node }] of slots.entries()) {
        const name = node.type === 'text' || node.type === 'price' ? columnOf(node) : undefined;
        if (name !== undefined) getOrInsert(byName, name, () => []).push(i);
      }
      return [...byName.values()].filter(({ length }) => length > 1);
    });
}

function tiesFrom(
  own: Slot,
  slots: readonly Slot[],
  device: Device,
  textOf: (slot: Slot, node: Node<'text'>, device: Device) => TiedText,
): readonly TiedSlots[] {
  const { node } = own;
  if (node.type !== 'text' && node.type !== 'price') return [];
  const tie = tieOf(node);
  if (!tie) return [];
  const withRole = (role: Role) =>
    slots.find((slot) => (slot.node.type === 'price' || slot.node.type === 'text') && slot.node.role === role);
  const other = tie.of === undefined ? (withRole('offer') ?? withRole('price')) : withRole(tie.of);
  if (!other || other === own) return [];
  const { min, max } = tie;
  const text = node.type === 'text' ? textOf(own, node, device) : undefined;
  return [
    {
      own,
      other,
      ownIndex: slots.indexOf(own),
      otherIndex: slots.indexOf(other),
      role: node.role,
      min: min === undefined ? 0 : parseFloat(min) / 100,
      max: max === undefined ? Infinity : parseFloat(max) / 100,
      text,
    },
  ];
}

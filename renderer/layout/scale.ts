import { readFileSync } from 'node:fs';
import type { Device } from '../../devices/index.js';
import type { Tied } from '../kinds/types.js';
import type { Length, Node, Role } from './document.js';

/** Heights of a role's letters: of each list, the largest length counts. A price has no preferred one: it fills its box. */
export interface RoleHeights {
  readonly largest?: readonly Length[];
  readonly preferred?: readonly Length[];
  readonly floor: readonly Length[];
}

/** Panels that are held and read alike, by shape, then by diagonal. */
interface PanelClass {
  readonly name: string;
  readonly min_aspect?: number;
  readonly max_aspect?: number;
  readonly max_inches?: number;
}

const scale = JSON.parse(readFileSync(new URL('./scale.json', import.meta.url), 'utf8')) as {
  readonly classes: readonly PanelClass[];
  readonly roles: Readonly<Record<Role, Readonly<Record<string, RoleHeights>>>>;
  /** The roles of texts that are bold unless a layout says otherwise. */
  readonly bold: readonly Role[];
  readonly ties: Readonly<Partial<Record<Role, Tied>>>;
};

/** The name of the first class of the scale that a panel is in. */
export function panelClass({ width, height, dpi }: Pick<Device, 'width' | 'height' | 'dpi'>): string {
  const aspect = width / height;
  // A panel of "3 inches" has 3.003 by its pixels.
  const inches = Math.round((Math.hypot(width, height) / dpi.value) * 10) / 10;
  return scale.classes.find(
    ({ min_aspect = 0, max_aspect = Infinity, max_inches = Infinity }) =>
      aspect >= min_aspect && aspect <= max_aspect && inches <= max_inches,
  )!.name;
}

export function heightsOfRole(role: Role, device: Device): RoleHeights {
  return scale.roles[role][panelClass(device)]!;
}

export function isBold(role: Role): boolean {
  return scale.bold.includes(role);
}

/** How a node's drawn size depends on another's: what the layout says, else what the scale says of its role. */
export function tieOf({ role, tied }: { readonly role?: Role; readonly tied?: Tied }): Tied | undefined {
  return tied ?? (role && scale.ties[role]);
}

/** A text or a price that may be tied to another, or another to it. Those in the rows of a list have one size. */
export type RankedNode = Node<'text' | 'price'>;

export function isRanked(node: Node): node is RankedNode {
  if (node.type !== 'text' && node.type !== 'price') return false;
  return node.role !== undefined || node.tied !== undefined || columnOf(node) !== undefined;
}

/** The same for a text or a price in each row of a list; undefined outside lists. */
export function columnOf(node: RankedNode): string | undefined {
  const template = node.type === 'price' ? `{${node.field ?? ''}}` : JSON.stringify(node.text);
  return /\{data\.\w+\.\d+[.:}]/.test(template) ? template.replaceAll(/(\{data\.\w+)\.\d+/g, '$1') : undefined;
}

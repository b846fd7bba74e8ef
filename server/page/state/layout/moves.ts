import { editorKind } from './editor-kinds.js';
import {
  isList,
  isObject,
  type Json,
  mapped,
  type Path,
  valueAt,
  withInserted,
  withoutItem,
  withValue,
} from './json.js';
import { childrenOf, isContainer, type LayoutDocument, type LayoutNode, listOf, placeIn, typeOf } from './nodes.js';

/** A changed document, and the nodes to select: those side by side from `path` on. */
export interface Moved {
  readonly document: LayoutDocument;
  readonly path: Path;
  readonly count?: number;
}

/** A position in a container: before the child with this index, or after the last. */
export interface DropGap {
  readonly container: Path;
  readonly place: number;
  /** The container is a node without children: it is first put into a row or column of its own. */
  readonly beside?: 'row' | 'column';
}

/** The position for a new node: at the end of a selected container, or after the selected node. */
export function gapAfter(document: LayoutDocument, selected: Path): DropGap {
  const node = valueAt(document, selected);
  if (isContainer(node)) return { container: selected, place: childrenOf(node).length };
  const around = placeIn(selected);
  return around ? { container: around.container, place: around.place + 1 } : { container: selected, place: 0 };
}

/** The position after a node, outside of it. */
export function gapBeside(document: LayoutDocument, selected: Path): DropGap {
  const around = placeIn(selected);
  return around ? { container: around.container, place: around.place + 1 } : gapAfter(document, selected);
}

/** @returns null if the target is no container */
export function inserted(
  document: LayoutDocument,
  { container, place, beside }: DropGap,
  ...nodes: readonly LayoutNode[]
): Moved | null {
  if (beside) {
    const side = beside === 'row' ? 'width' : 'height';
    const sharing = nodes.map((node) => (node[side] === undefined ? { ...node, grow: node.grow ?? 1 } : node));
    const split = wrapped(document, [container], beside)?.document ?? document;
    return inserted(split, { container, place }, ...sharing);
  }
  if (!isContainer(valueAt(document, container))) return null;
  const list = listOf(container);
  const next = nodes.reduceRight((rest, node) => withInserted(rest, list, place, node), document);
  return { document: next, path: [...list, place], count: nodes.length };
}

/** Adds copies after the last of some nodes. Roots and parts have none. */
export function duplicated(document: LayoutDocument, paths: readonly Path[]): Moved | null {
  const last = paths.at(-1);
  return last && placeIn(last) ? inserted(document, gapBeside(document, last), ...nodesAt(document, paths)) : null;
}

export function nodesAt(document: LayoutDocument, paths: readonly Path[]): readonly LayoutNode[] {
  return paths.map((path) => valueAt(document, path)).filter(isObject);
}

/** Removes a node and selects its neighbour or container. Roots and parts stay. */
export function removed(document: LayoutDocument, path: Path): Moved | null {
  const around = placeIn(path);
  if (!around) return null;
  const { container, place } = around;
  const list = listOf(container);
  const without = withoutItem(document, list, place);
  const rest = childrenOf(valueAt(without, container)).length;
  if (rest > 0) return { document: without, path: [...list, Math.min(place, rest - 1)] };
  const { childless } = editorKind(typeOf(valueAt(without, container)));
  return { document: childless ? withValue(without, list, undefined) : without, path: container };
}

/** In the place of a node that leaves, so that paths stay valid until all are in their new place. */
const gone: LayoutNode = {};

/** Moves nodes side by side. @returns null if the target is inside one of them, if it is no container, and if nothing changes */
export function moved(document: LayoutDocument, from: readonly Path[], to: DropGap): Moved | null {
  if (from.length === 0 || from.some((path) => !placeIn(path) || startsWith(to.container, path))) return null;
  const inRow = to.beside === 'row' || (!to.beside && isRow(document, to.container));
  const nodes = from.map((path) => {
    const node = valueAt(document, path) as LayoutNode;
    return isRow(document, placeIn(path)!.container) === inRow ? { ...node } : turned(node, inRow);
  });
  const left = from.reduce((rest, path) => withValue(rest, path, gone), document);
  const put = inserted(left, to, ...nodes);
  if (!put) return null;
  const swept = mapped(put.document, (value) =>
    isList(value) && value.includes(gone) ? value.filter((each) => each !== gone) : value,
  ) as LayoutDocument;
  if (JSON.stringify(swept) === JSON.stringify(document)) return null;
  // The containers before it may have lost items.
  const path = put.path.map((step, i) => {
    const list = typeof step === 'number' ? valueAt(put.document, put.path.slice(0, i)) : undefined;
    return isList(list) ? Number(step) - list.slice(0, Number(step)).filter((each) => each === gone).length : step;
  });
  return { document: swept, path, count: nodes.length };
}

const unsized = ['barcode', 'icon', 'picture', 'price', 'qr', 'shape'];

/** A node that leaves a column for a row, or a row for a column: it gets a share instead of its size there. */
function turned(node: LayoutNode, inRow: boolean): LayoutNode {
  const { [inRow ? 'height' : 'width']: _, ...rest } = node;
  const isSized = ['grow', inRow ? 'width' : 'height'].some((name) => name in rest);
  return isSized || !unsized.includes(typeOf(node)) ? rest : { ...rest, grow: 1 };
}

export function isRow(document: LayoutDocument, container: Path): boolean {
  const node = valueAt(document, container);
  return isObject(node) && node.direction === 'row';
}

export function startsWith(path: Path, start: Path): boolean {
  return start.every((step, i) => path[i] === step);
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** Up and down among their siblings, left out of their container, right into the container before them. */
export function movedInTree(document: LayoutDocument, paths: readonly Path[], direction: Direction): Moved | null {
  const first = paths[0] && placeIn(paths[0]);
  const last = placeIn(paths.at(-1) ?? []);
  if (!first || !last) return null;
  const { container, place } = first;
  const to = (target: Path, at: number): Moved | null => moved(document, paths, { container: target, place: at });
  if (direction === 'up') return place === 0 ? null : to(container, place - 1);
  if (direction === 'down') {
    const end = childrenOf(valueAt(document, last.container)).length;
    return last.place + 1 === end ? null : to(last.container, last.place + 2);
  }
  if (direction === 'left') {
    const outer = placeIn(container);
    return outer && to(outer.container, outer.place + 1);
  }
  const before = [...listOf(container), place - 1];
  return place === 0 ? null : to(before, childrenOf(valueAt(document, before)).length);
}

/** Wraps nodes in a box, which takes the place and the size of the first. A node alone fills the box. */
export function wrapped(document: LayoutDocument, paths: readonly Path[], direction: 'row' | 'column'): Moved | null {
  const [path, ...others] = paths;
  const node = path && valueAt(document, path);
  if (!path || !placeIn(path) || !isObject(node)) return null;
  const { width, height, ...inner } = node;
  const box: LayoutNode = {
    type: 'box',
    ...(direction === 'row' && { direction }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(node.grow !== undefined && { grow: node.grow }),
    gap: '1mm',
    children: [{ ...inner, grow: 1 }],
  };
  const made = withValue(document, path, box);
  return { document: moved(made, others, { container: path, place: 1 })?.document ?? made, path };
}

export function unwrapped(document: LayoutDocument, path: Path): Moved | null {
  const around = placeIn(path);
  const node = valueAt(document, path);
  const children = childrenOf(node);
  if (!around || children.length === 0) return null;
  const list = listOf(around.container);
  const before = valueAt(document, list);
  const after: readonly Json[] = isList(before) ? before.toSpliced(around.place, 1, ...children) : children;
  return { document: withValue(document, list, after), path };
}

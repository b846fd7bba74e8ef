import { editorKind } from './editor-kinds.js';
import { isList, isObject, type Json, type Path, valueAt, withInserted, withoutItem, withValue } from './json.js';
import { childrenOf, isContainer, type LayoutDocument, type LayoutNode, listOf, placeIn, typeOf } from './nodes.js';

/** A changed document, and the node to select. */
export interface Moved {
  readonly document: LayoutDocument;
  readonly path: Path;
}

/** A position in a container: before the child with this index, or after the last. */
export interface Gap {
  readonly container: Path;
  readonly place: number;
  /** The container is a node without children: it is first put into a row or column of its own. */
  readonly beside?: 'row' | 'column';
}

/** The position for a new node: at the end of a selected container, or after the selected node. */
export function gapAfter(document: LayoutDocument, selected: Path): Gap {
  const node = valueAt(document, selected);
  if (isContainer(node)) return { container: selected, place: childrenOf(node).length };
  const around = placeIn(selected);
  return around ? { container: around.container, place: around.place + 1 } : { container: selected, place: 0 };
}

/** @returns null if the target is no container */
export function inserted(document: LayoutDocument, { container, place, beside }: Gap, node: LayoutNode): Moved | null {
  if (beside) {
    const side = beside === 'row' ? 'width' : 'height';
    const sharing = node[side] === undefined ? { ...node, grow: node.grow ?? 1 } : node;
    return inserted(wrapped(document, container, beside)?.document ?? document, { container, place }, sharing);
  }
  if (!isContainer(valueAt(document, container))) return null;
  const list = listOf(container);
  return { document: withInserted(document, list, place, node), path: [...list, place] };
}

/** Adds a copy after a node. Roots and parts have none. */
export function duplicated(document: LayoutDocument, path: Path): Moved | null {
  const around = placeIn(path);
  const node = valueAt(document, path);
  return around && isObject(node) ? inserted(document, { ...around, place: around.place + 1 }, node) : null;
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

/** Moves a node. @returns null if the target is inside the node, or no container */
export function moved(document: LayoutDocument, from: Path, to: Gap): Moved | null {
  const around = placeIn(from);
  const node = valueAt(document, from);
  if (!around || node === undefined || startsWith(to.container, from)) return null;
  if (to.beside) return movedBeside(document, from, to, node as LayoutNode);
  if (!isContainer(valueAt(document, to.container))) return null;
  const same = to.container.length === around.container.length && startsWith(to.container, around.container);
  const place = same && to.place > around.place ? to.place - 1 : to.place;
  if (same && place === around.place) return null;
  const container = shifted(to.container, from);
  return inserted(
    withoutItem(document, listOf(around.container), around.place),
    { container, place },
    node as LayoutNode,
  );
}

function movedBeside(document: LayoutDocument, from: Path, to: Gap, node: LayoutNode): Moved | null {
  const { container, place } = placeIn(from)!;
  return inserted(
    withoutItem(document, listOf(container), place),
    { ...to, container: shifted(to.container, from) },
    node,
  );
}

function shifted(path: Path, gone: Path): Path {
  const at = gone.length - 1;
  const [here, there] = [path[at], gone[at]];
  const isLater = startsWith(path, gone.slice(0, -1)) && typeof here === 'number' && here > Number(there);
  return isLater ? path.with(at, here - 1) : path;
}

export function startsWith(path: Path, start: Path): boolean {
  return start.every((step, i) => path[i] === step);
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** Up and down among its siblings, left out of its container, right into the container before it. */
export function movedInTree(document: LayoutDocument, path: Path, direction: Direction): Moved | null {
  const around = placeIn(path);
  if (!around) return null;
  const { container, place } = around;
  if (direction === 'up') return place === 0 ? null : moved(document, path, { container, place: place - 1 });
  if (direction === 'down') {
    const last = childrenOf(valueAt(document, container)).length - 1;
    return place === last ? null : moved(document, path, { container, place: place + 2 });
  }
  if (direction === 'left') {
    const outer = placeIn(container);
    return outer && moved(document, path, { container: outer.container, place: outer.place + 1 });
  }
  const before = [...listOf(container), place - 1];
  const end = childrenOf(valueAt(document, before)).length;
  return place === 0 ? null : moved(document, path, { container: before, place: end });
}

/** Wraps a node in a box, which takes its place and size. The node fills the box. */
export function wrapped(document: LayoutDocument, path: Path, direction: 'row' | 'column'): Moved | null {
  const node = valueAt(document, path) as LayoutNode | undefined;
  if (!placeIn(path) || !node) return null;
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
  return { document: withValue(document, path, box), path };
}

/** Replaces a box by its children. */
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

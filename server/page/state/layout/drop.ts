import type { Dimensions } from '../fit.js';
import { type Path, pathOf, pointerOf, valueAt } from './json.js';
import { type DropGap, isRow, startsWith } from './moves.js';
import { childrenOf, isContainer, isStacked, type LayoutDocument, listOf, placeIn } from './nodes.js';

export interface PlacedBox extends Point, Dimensions {
  readonly pointer: string;
  readonly place: string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The target of a drag, and its mark in px. */
export interface Drop extends DropGap {
  readonly mark: Omit<PlacedBox, 'pointer' | 'place'>;
}

interface DragPoint {
  readonly document: LayoutDocument;
  readonly boxes: readonly PlacedBox[];
  readonly point: Point;
  readonly rtl: boolean;
}

/** The box of a node, or of the part that it uses. */
export function boxOf(boxes: readonly PlacedBox[], pointer: string): PlacedBox | undefined {
  return boxes.find((box) => box.pointer === pointer) ?? boxes.find(({ place }) => place === pointer);
}

/** The innermost box at a point; of overlapping boxes, the last one drawn. */
export function boxAt(boxes: readonly PlacedBox[], point: Point): PlacedBox | undefined {
  return boxes.findLast((box) => isIn(box, point));
}

function isIn({ x, y, width, height }: PlacedBox, point: Point): boolean {
  return point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;
}

/**
 * The target for a node that is dragged to a point: in the innermost container or, at its edge, next to it.
 * @param dragged they can't go into themselves; empty: a new node
 */
export function dropAt(
  document: LayoutDocument,
  boxes: readonly PlacedBox[],
  point: Point,
  dragged: readonly Path[],
  rtl: boolean,
): Drop | null {
  const drag = { document, boxes, point, rtl };
  const beside = besideAt(drag, dragged);
  if (beside) return beside;
  const at = boxes.findLast((box) => {
    const path = pathOf(box.pointer, document);
    return isIn(box, point) && isContainer(valueAt(document, path)) && !isInside(path, dragged);
  });
  if (!at) return null;
  return gapIn(drag, outer(drag, pathOf(at.pointer, document)));
}

function isInside(path: Path, dragged: readonly Path[]): boolean {
  return dragged.some((each) => startsWith(path, each));
}

/** The target in the tree: before, in or after the node of a row. @param share of the row's height that is above the pointer */
export function treeDropAt(
  document: LayoutDocument,
  path: Path,
  share: number,
  dragged: readonly Path[],
): (DropGap & { readonly side: 'before' | 'in' | 'after' }) | null {
  if (isInside(path, dragged)) return null;
  const around = placeIn(path);
  const node = valueAt(document, path);
  const children = childrenOf(node).length;
  if (isContainer(node) && (!around || (share > 0.3 && (share < 0.7 || children > 0))))
    return { container: path, place: share < 0.7 ? children : 0, side: 'in' };
  if (!around) return null;
  const isAfter = share > 0.5;
  return { container: around.container, place: around.place + Number(isAfter), side: isAfter ? 'after' : 'before' };
}

/** The share of a node without children, at each edge across its container, where a drop puts a node beside it. */
const edgeShare = 0.2;

/** A target across the container of the innermost node: at the left or right of one in a column, above or below one in a row. */
function besideAt(drag: DragPoint, dragged: readonly Path[]): Drop | null {
  const { document, boxes, point, rtl } = drag;
  const box = boxAt(boxes, point);
  const path = box && pathOf(box.pointer, document);
  const around = path && placeIn(path);
  if (!around || isContainer(valueAt(document, path)) || isStacked(valueAt(document, around.container))) return null;
  if (isInside(path, dragged)) return null;
  // At the edge of its container, the node goes beside the container.
  if (outer(drag, around.container).length < around.container.length) return null;
  const inRow = isRow(document, around.container);
  const [at, start, size] = inRow ? [point.y, box.y, box.height] : [point.x, box.x, box.width];
  const share = (at - start) / size;
  if (share >= edgeShare && share <= 1 - edgeShare) return null;
  const isAfter = share > edgeShare;
  const { x, y, width, height } = box;
  const mark = inRow
    ? { x, y: isAfter ? y + height : y, width, height: 0 }
    : { x: isAfter ? x + width : x, y, width: 0, height };
  const isLast = !inRow && rtl ? !isAfter : isAfter;
  return { container: path, place: Number(isLast), beside: inRow ? 'column' : 'row', mark };
}

/** The container, or its parent if the point is at its edge. */
function outer({ document, boxes, point }: DragPoint, path: Path): Path {
  const around = placeIn(path);
  const box = boxOf(boxes, pointerOf(path));
  if (!around || !box) return path;
  const row = isRow(document, around.container);
  const [from, size, at] = row ? [box.x, box.width, point.x] : [box.y, box.height, point.y];
  const edge = Math.min(6, size / 5);
  const isEdge = at < from + edge || at >= from + size - edge;
  return isEdge ? around.container : path;
}

function gapIn({ document, boxes, point, rtl }: DragPoint, container: Path): Drop | null {
  const box = boxOf(boxes, pointerOf(container));
  if (!box) return null;
  const node = valueAt(document, container);
  const count = childrenOf(node).length;
  const children = Array.from({ length: count }, (_, i) => boxOf(boxes, pointerOf([...listOf(container), i])));
  const row = isRow(document, container);
  const turned = row && rtl;
  if (isStacked(node)) return { container, place: count, mark: box };
  const middle = (each: PlacedBox): number => (row ? each.x + each.width / 2 : each.y + each.height / 2);
  const before = children.findIndex((child) => {
    if (!child) return false;
    return turned ? point.x > middle(child) : (row ? point.x : point.y) < middle(child);
  });
  const place = before < 0 ? count : before;
  return { container, place, mark: markAt(box, children, place, row, turned) };
}

function markAt(
  box: PlacedBox,
  children: readonly (PlacedBox | undefined)[],
  place: number,
  row: boolean,
  turned: boolean,
): Drop['mark'] {
  const before = children.slice(0, place).findLast((child) => child !== undefined);
  const after = children.slice(place).find((child) => child !== undefined);
  const start = (each: PlacedBox): number => (row ? (turned ? each.x + each.width : each.x) : each.y);
  const end = (each: PlacedBox): number => (row ? (turned ? each.x : each.x + each.width) : each.y + each.height);
  const sides = [before && end(before), after && start(after)].filter((side) => side !== undefined);
  const at = sides.length > 0 ? sides.reduce((sum, side) => sum + side, 0) / sides.length : start(box);
  return row
    ? { x: Math.round(at), y: box.y, width: 0, height: box.height }
    : { x: box.x, y: Math.round(at), width: box.width, height: 0 };
}

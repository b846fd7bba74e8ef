import { boxOf, type PlacedBox } from './layout/drop.js';
import { isObject, type Path, pathOf, pointerOf, valueAt, withValue } from './layout/json.js';
import { childrenOf, drawable, type LayoutDocument, listOf, placeIn } from './layout/nodes.js';
import { resized, type Side } from './layout/sizing.js';

/** A node that can't be drawn, as its box is too small for all of a price or a quantity. */
export interface Gap {
  readonly pointer: string;
  readonly path: Path;
  /** The room that it had, in px; null: unknown. */
  readonly room: Readonly<Record<Side, number>> | null;
}

interface RoomProblem {
  readonly pointer?: string | undefined;
  readonly reason: string;
  readonly message: string;
}

/** Whether another panel or content may not have the problem. */
export function isOfRoom({ reason }: Pick<RoomProblem, 'reason'>): boolean {
  return ['price_does_not_fit', 'does_not_fit', 'too_costly'].includes(reason);
}

/** The gap that a problem of a preview describes; null: another problem. */
export function gapOf({ pointer = '', reason, message }: RoomProblem, document: LayoutDocument): Gap | null {
  if (!['price_does_not_fit', 'does_not_fit'].includes(reason) || !pointer.startsWith('#/layout/')) return null;
  const own = `#${pointer.slice('#/layout'.length)}`;
  const [, width, height] = /(?<!\d)(\d+)×(\d+) px/.exec(message) ?? [];
  const room = width === undefined ? null : { width: Number(width), height: Number(height) };
  return { pointer: own, path: pathOf(own, document), room };
}

/** The document with nodes left blank, each with the size that it has or a visible one. */
export function withGaps(document: LayoutDocument, gaps: readonly Gap[]): LayoutDocument {
  const blanked = gaps.reduce((of, { path }) => {
    const node = valueAt(of, path);
    if (!isObject(node)) return of;
    const kept = ['width', 'height', 'grow', 'optional', 'when'].filter((name) => name in node);
    const blank = { type: 'box', ...Object.fromEntries(kept.map((name) => [name, node[name]!])), children: [] };
    return withValue(of, path, blank);
  }, document);
  return drawable(blanked);
}

/** A change of one size by which a gap may vanish. */
export interface GapMend {
  /** The node that gives way, or the one with the gap, which grows. */
  readonly path: Path;
  readonly side: Side;
  /** Millimetres: less than 0 makes it smaller. */
  readonly mm: number;
  readonly document: LayoutDocument;
}

const tried = [1, 2, 3, 4, 6, 8, 12, 16] as const;
/** A node that gives way keeps this share of its size. */
const leastLeft = 0.4;
const maxNeighbours = 3;

/** Changes that may make room for a gap, the smallest of the best nodes first: of it itself, if it has a size, then of its largest neighbours. */
export function mendsOf(document: LayoutDocument, gap: Gap, boxes: readonly PlacedBox[], dpi: number) {
  const perMm = dpi / 25.4;
  const makeMend = (path: Path, around: Path, side: Side, mm: number): readonly GapMend[] => {
    const [own, outer] = [boxOf(boxes, pointerOf(path)), boxOf(boxes, pointerOf(around))];
    if (!own || !outer) return [];
    const px = own[side] + mm * perMm;
    if (px < own[side] * leastLeft) return [];
    const changed = resized(document, path, side, px, { own, around: outer, dpi });
    return [{ path, side, mm, document: changed }];
  };
  const place = placeIn(gap.path);
  const node = valueAt(document, gap.path);
  const own = (['height', 'width'] as const).filter((side) => isObject(node) && node[side] !== undefined);
  const grown = place
    ? own.flatMap((side) => tried.map((mm) => ({ path: gap.path, around: place.container, side, mm })))
    : [];
  const given = neighboursOf(document, gap.path, boxes).flatMap((each) => tried.map((mm) => ({ ...each, mm: -mm })));
  return [...grown, ...given].flatMap(({ path, around, side, mm }) => makeMend(path, around, side, mm));
}

/** The nodes beside a node and beside the boxes around it that share a length with it, the longest first. */
function neighboursOf(document: LayoutDocument, from: Path, boxes: readonly PlacedBox[]) {
  const found: { readonly path: Path; readonly around: Path; readonly side: Side; readonly px: number }[] = [];
  for (let at = placeIn(from); at; at = placeIn(at.container)) {
    const { container, place } = at;
    const node = valueAt(document, container);
    const side = isObject(node) && node.direction === 'row' ? ('width' as const) : ('height' as const);
    for (const i of childrenOf(node).keys()) {
      const path = [...listOf(container), i];
      const px = boxOf(boxes, pointerOf(path))?.[side] ?? 0;
      if (i !== place && px > 0) found.push({ path, around: container, side, px });
    }
  }
  return found.sort((a, b) => b.px - a.px).slice(0, maxNeighbours);
}

/** Kinds that say something: without a pixel, they are lost. */
const saying = ['text', 'price', 'barcode', 'qr', 'picture', 'icon'];

/** Whether a part of a box is outside the panel, or something has no pixel. */
export function isClipped(
  { kind, x, y, width, height }: PlacedBox & { readonly kind: string },
  panel: Readonly<Record<Side, number>>,
): boolean {
  const isEmpty = width === 0 || height === 0;
  if (isEmpty) return saying.includes(kind);
  return x + width > panel.width || y + height > panel.height;
}

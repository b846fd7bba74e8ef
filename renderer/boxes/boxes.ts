import { Direction, type Node as YogaNode, type Yoga } from 'yoga-layout/load';
import type { Node } from '../layout/document.js';
import { type Meter, prices, unmetered } from '../limits.js';
import { intersection, overlapping, type Rectangle } from '../shapes/rectangle.js';
import { type Turn, turnRectangle } from '../shapes/turn.js';
import type { Ruler } from '../text/ruler.js';
import { chooseInk } from './inks.js';
import { type BoxesRequest, keepRoom, leastHeight, type Surroundings, turnOf } from './room.js';
import { loadFlexbox, setChildren, setSize } from './yoga.js';

/** A node of a layout that draws something, and its place on a panel in whole px. Boxes come before what is in them. */
export interface PlacedNode extends Rectangle {
  readonly node: Node;
  /** Quarter turns clockwise by which its content is turned. */
  readonly turn: Turn;
  /** The ink behind it. */
  readonly backdrop: number;
}

/** Computes, with flexbox, where on a panel the nodes of a layout are drawn. */
export type ComputeBoxes = (request: BoxesRequest) => readonly PlacedNode[];

/** @param engine The result of {@link loadFlexbox}: calling that earlier saves waiting for it here. */
export async function createBoxes(
  ruler: Ruler,
  engine: Promise<Yoga> = loadFlexbox(),
  meter: Meter = unmetered,
): Promise<ComputeBoxes> {
  const yoga = await engine;
  return (request) => {
    const { root, device } = request;
    return layOut(yoga, root, device, 0, { ...request, ruler, meter });
  };
}

/** The places in an area that a node fills. A turned node is laid out upright in an area of its own, then turned. */
function layOut(
  yoga: Yoga,
  node: Node,
  area: { readonly width: number; readonly height: number },
  backdrop: number,
  around: Surroundings,
): readonly PlacedNode[] {
  const turn = turnOf(node);
  if (turn === 0) return flex(yoga, node, area, backdrop, around);
  const inner = turn === 2 ? area : { width: area.height, height: area.width };
  // The node fills the area: its parent has already heeded the size that the node gives itself.
  const upright: Node = { ...node, rotate: undefined, width: undefined, height: undefined };
  return flex(yoga, upright, inner, backdrop, around).map((place) => ({
    ...place,
    ...turnRectangle(place, inner.width, inner.height, turn),
    node: place.node === upright ? node : place.node,
    turn: ((place.turn + turn) % 4) as Turn,
  }));
}

function flex(
  yoga: Yoga,
  root: Node,
  area: { readonly width: number; readonly height: number },
  ground: number,
  around: Surroundings,
): readonly PlacedNode[] {
  const made: YogaNode[] = [];
  const create = () => {
    around.meter.charge(prices.node);
    const node = yoga.Node.create();
    made.push(node);
    return node;
  };
  try {
    return flexWith(create, yoga, root, area, ground, around);
  } finally {
    // They are not in JavaScript's memory: none may be left behind, even when the budget is used up.
    for (const node of made) node.free();
  }
}

function flexWith(
  create: () => YogaNode,
  yoga: Yoga,
  root: Node,
  area: { readonly width: number; readonly height: number },
  ground: number,
  around: Surroundings,
): readonly PlacedNode[] {
  const { device } = around;
  const placed: { node: Node; at: YogaNode; backdrop: number }[] = [];
  const build = (source: Node, backdrop: number, inColumn: boolean): YogaNode => {
    const node = create();
    setSize(node, source, device);
    if (source !== root) keepRoom(node, source, around);
    if (source.type !== 'box' || turnOf(source) !== 0) {
      placed.push({ node: source, at: node, backdrop });
      return node;
    }
    if (source.fill !== undefined || source.outline !== undefined) placed.push({ node: source, at: node, backdrop });
    const inside = source.fill === undefined ? backdrop : chooseInk(source.fill, 'fill', backdrop, device).ink;
    setChildren(node, source, device);
    for (const child of source.children)
      if (around.shows(child)) node.insertChild(build(child, inside, source.direction !== 'row'), node.getChildCount());
    if (source === root || source.height !== undefined) return node;
    // As in CSS, and unlike in yoga: a box may be pressed together in a column, but not below what is in it.
    node.setMinHeight(leastHeight(node, source, device));
    if (inColumn) node.setFlexShrink(1);
    return node;
  };
  const top = build(root, ground, false);
  if (root.width === undefined) top.setWidth(area.width);
  if (root.height === undefined) top.setHeight(area.height);
  top.calculateLayout(area.width, area.height, around.rtl ? Direction.RTL : Direction.LTR);
  const grounds = new Set(placed.filter(({ node }) => node.type === 'box').map(({ at }) => at));
  // A turned box counts as one leaf here, together with everything in it.
  const separate = placed.map(({ node }) => node.type !== 'box' || turnOf(node) !== 0);
  const whole = { x: 0, y: 0, width: area.width, height: area.height };
  let rectangles = placed.map(({ at }) => visible(at, whole, (box) => grounds.has(box)));
  if (overlapping(rectangles.filter((_, i) => separate[i])))
    rectangles = placed.map(({ at }) => visible(at, whole, () => true));
  return placed.flatMap(({ node, backdrop }, i): readonly PlacedNode[] => {
    const rectangle = rectangles[i]!;
    if (turnOf(node) === 0) return [{ node, ...rectangle, turn: 0, backdrop }];
    const { x, y } = rectangle;
    return layOut(yoga, node, rectangle, backdrop, around).map((inner) => ({
      ...inner,
      x: x + inner.x,
      y: y + inner.y,
    }));
  });
}

/**
 * The part of a box that lies within the area, and within those boxes around it for which `bounds` holds. When a layout
 * wants more room than there is, yoga lets boxes run over the edge. Yoga rounds each box to whole px within its parent.
 */
function visible(node: YogaNode, area: Rectangle, bounds: (around: YogaNode) => boolean): Rectangle {
  const chain = [node];
  for (let parent = node.getParent(); parent; parent = parent.getParent()) chain.unshift(parent);
  let [x, y, clip] = [0, 0, area];
  for (const box of chain) {
    const { left, top, width, height } = box.getComputedLayout();
    x += left;
    y += top;
    if (box === node || bounds(box)) clip = intersection({ x, y, width, height }, clip);
  }
  return clip;
}

import { Direction, type Node as YogaNode, type Yoga } from 'yoga-layout/load';
import type { Box, Node } from '../layout/document.js';
import { type Meter, workCosts, unmetered } from '../limits.js';
import { intersection, overlapping, type Rectangle } from '../shapes/rectangle.js';
import {
  type Area,
  type ComputeBoxes,
  type Flex,
  type Ground,
  hasGround,
  layTurned,
  type Surroundings,
  turnOf,
  within,
} from '../slots/room.js';
import type { Ruler } from '../text/ruler.js';
import { keepRoom, leastHeight, loadFlexbox, setChildren, setSize } from './yoga.js';
import { drawingOf } from '../kinds/drawings.js';
import { isContainer } from '../layout/tree.js';
import { chooseInk } from '../slots/inks.js';
import type { PlacedNode } from '../slots/slot.js';

/** @param engine the result of {@link loadFlexbox}: an earlier call saves waiting here */
export async function createBoxes(
  ruler: Ruler,
  engine: Promise<Yoga> = loadFlexbox(),
  meter: Meter = unmetered,
): Promise<ComputeBoxes> {
  const yoga = await engine;
  return (request) => {
    const { root, device } = request;
    const around: Surroundings = {
      ...request,
      ruler,
      meter,
      roomOf: (node, fills) => drawingOf(node).room?.(node, fills, around),
      coveredBy: (place) => drawingOf(place.node).covers?.(place.node, place, around),
    };
    const flex: Flex = (node, area, ground) => flexWith(yoga, node, area, ground, flex, around);
    return turnOf(root) === 0 ? flex(root, device, () => 0) : layTurned(root, device, () => 0, flex);
  };
}

function flexWith(
  yoga: Yoga,
  root: Node,
  area: Area,
  ground: Ground,
  flex: Flex,
  around: Surroundings,
): readonly PlacedNode[] {
  const created: YogaNode[] = [];
  const create = () => {
    around.meter.charge(workCosts.node);
    const node = yoga.Node.create();
    created.push(node);
    return node;
  };
  try {
    const { top, nodes } = build(create, root, around);
    if (root.width === undefined) top.setWidth(area.width);
    if (root.height === undefined) top.setHeight(area.height);
    top.calculateLayout(area.width, area.height, around.rtl ? Direction.RTL : Direction.LTR);
    return inInks(nodes, rectanglesOf(nodes, area), ground, flex, around);
  } finally {
    // Nodes are not in JavaScript's memory: each must be freed, even when the budget is used up.
    for (const node of created) node.free();
  }
}

/** A placed node, as flexbox sees it. Children of an upright box are entries too; any other node is a leaf. */
interface FlexNode {
  readonly node: Node;
  readonly at: YogaNode;
  /** The box that it is in. */
  readonly parent: FlexNode | undefined;
  /** The filled box around it. */
  readonly on: FlexNode | undefined;
}

/** Adds a node and everything in it to the engine; boxes come before their children. */
function build(
  create: () => YogaNode,
  root: Node,
  around: Surroundings,
): { readonly top: YogaNode; readonly nodes: readonly FlexNode[] } {
  const { device } = around;
  const nodes: FlexNode[] = [];
  const add = (source: Node, parent: FlexNode | undefined, on: FlexNode | undefined, inColumn: boolean): YogaNode => {
    const node = create();
    setSize(node, source, device, source.type === 'text' ? around.width(source) : undefined);
    if (source !== root) keepRoom(node, source, inColumn, around);
    const self: FlexNode = { node: source, at: node, parent, on };
    if (!isOpen(source) || hasGround(source) || around.all) nodes.push(self);
    if (!isOpen(source)) return node;
    const inside = source.fill === undefined ? on : self;
    setChildren(node, source, device);
    for (const child of source.children)
      if (around.shows(child))
        node.insertChild(add(child, self, inside, source.direction !== 'row'), node.getChildCount());
    if (source === root || source.height !== undefined) return node;
    // As in CSS, and unlike in yoga: a column may shrink a box, but not below its content.
    node.setMinHeight(leastHeight(node, source, device));
    if (inColumn) node.setFlexShrink(1);
    return node;
  };
  return { top: add(root, undefined, undefined, false), nodes };
}

/** Whether flexbox arranges the children of a node together with the node. */
function isOpen(node: Node): node is Box {
  return node.type === 'box' && turnOf(node) === 0;
}

/** The rectangles of nodes in an area. No two leaves share a pixel. */
function rectanglesOf(nodes: readonly FlexNode[], area: Area): readonly Rectangle[] {
  const whole = { x: 0, y: 0, width: area.width, height: area.height };
  const rectangles = nodes.map((each) => visible(each, whole, ({ node }) => isOpen(node) && hasGround(node)));
  const leaves = rectangles.filter((_, i) => !isOpen(nodes[i]!.node));
  return overlapping(leaves) ? nodes.map((each) => visible(each, whole, () => true)) : rectangles;
}

/** Nodes in their rectangles, each with the ink under it. Adds the nodes inside those that are leaves for flexbox. */
function inInks(
  nodes: readonly FlexNode[],
  rectangles: readonly Rectangle[],
  ground: Ground,
  flex: Flex,
  around: Surroundings,
): readonly PlacedNode[] {
  /** The inks of the filled boxes. */
  const inks = new Map<FlexNode, number>();
  return nodes.flatMap((each, i) => {
    const { node, on } = each;
    const under: Ground = on ? () => inks.get(on)! : ground;
    const place: PlacedNode = { node, ...rectangles[i]!, turn: 0, backdrop: under(rectangles[i]!) };
    if (!isOpen(node)) return layInner(place, under, flex, around);
    if (node.fill !== undefined) inks.set(each, chooseInk(node.fill, 'fill', place.backdrop, around.device).ink);
    return [place];
  });
}

/**
 * The part of a box within the area, and within those boxes around it for which `bounds` holds. Yoga lets boxes overflow
 * when a layout wants more room than there is. It rounds each box to whole px within its parent.
 */
function visible(node: FlexNode, area: Rectangle, bounds: (around: FlexNode) => boolean): Rectangle {
  const chain = [node];
  for (let { parent } = node; parent; { parent } = parent) chain.unshift(parent);
  let [x, y, clip] = [0, 0, area];
  for (const box of chain) {
    const { left, top, width, height } = box.at.getComputedLayout();
    x += left;
    y += top;
    if (box === node || bounds(box)) clip = intersection({ x, y, width, height }, clip);
  }
  return clip;
}

/**
 * The places of a node that is a leaf for flexbox, and of everything in it. A turned node is laid out upright in its own
 * area, then turned; so are each child of a stack and the content of a shape.
 * @param ground the inks under it
 */
export function layInner(place: PlacedNode, ground: Ground, flex: Flex, around: Surroundings): readonly PlacedNode[] {
  const { node } = place;
  if (turnOf(node) !== 0) return within(place, ground, (under) => layTurned(node, place, under, flex));
  const drawing = drawingOf(node);
  if (!isContainer(node) || !drawing.lay) return [place];
  const { fill } = node;
  const own = fill === undefined ? ground : () => chooseInk(fill, 'fill', place.backdrop, around.device).ink;
  const inner = within(place, own, (under) => drawing.lay!(node, place, under, flex, around));
  return hasGround(node) || around.all ? [place, ...inner] : inner;
}

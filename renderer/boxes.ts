import {
  Align,
  Direction,
  Edge,
  FlexDirection,
  Gutter,
  Justify,
  loadYoga,
  type Node as YogaNode,
  type Yoga,
} from 'yoga-layout/load';
import type { Device } from '../devices/index.js';
import type { Box, Layout, Leaf, Length, Node, TextLeaf, Variant } from './layout.js';
import type { Ruler } from './ruler.js';
import { fontsFor, toPixels } from './sizes.js';

/** A leaf of a layout and its place on a panel, in whole px. */
export interface LeafBox {
  /** Unique in the process. */
  readonly id: number;
  readonly leaf: Leaf;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The boxes of a layout on a device; `present` says which fields that a `when` asks for are not empty. */
export type Boxes = (layout: Layout, device: Device, present: (field: string) => boolean) => readonly LeafBox[];

/** Loads the flexbox engine. The boxes are computed once for each layout, device and set of present fields. */
export async function createBoxes(ruler: Ruler): Promise<Boxes> {
  const yoga = await loadYoga();
  const cache = new WeakMap<Layout, Map<string, readonly LeafBox[]>>();
  return (layout, device, present) => {
    let known = cache.get(layout);
    if (!known) cache.set(layout, (known = new Map<string, readonly LeafBox[]>()));
    const root = rootFor(layout, device);
    const key = [device.id, ...conditionsOf(root).filter(present)].join(' ');
    let boxes = known.get(key);
    if (!boxes) known.set(key, (boxes = compute(yoga, root, device, ruler, present)));
    return boxes;
  };
}

function rootFor({ root, variants = [] }: Layout, { width, height }: Device): Box {
  const holds = ({ for: limits }: Variant) =>
    width / height >= (limits.min_aspect ?? 0) &&
    width / height <= (limits.max_aspect ?? Infinity) &&
    width >= (limits.min_width ?? 0) &&
    width <= (limits.max_width ?? Infinity) &&
    height >= (limits.min_height ?? 0) &&
    height <= (limits.max_height ?? Infinity);
  return variants.find(holds)?.root ?? root;
}

const conditions = new WeakMap<Node, readonly string[]>();

/** The fields that any `when` below a node asks for, each once. */
function conditionsOf(node: Node): readonly string[] {
  let fields = conditions.get(node);
  if (!fields) {
    const below = node.type === 'box' ? node.children.flatMap(conditionsOf) : [];
    fields = [...new Set(node.when === undefined ? below : [node.when, ...below])].sort();
    conditions.set(node, fields);
  }
  return fields;
}

let nextId = 0;

function compute(
  yoga: Yoga,
  root: Box,
  device: Device,
  ruler: Ruler,
  present: (field: string) => boolean,
): readonly LeafBox[] {
  const leaves: { leaf: Leaf; node: YogaNode }[] = [];
  const build = (source: Node): YogaNode => {
    const node = yoga.Node.create();
    place(node, source, device);
    if (source.type === 'text' && source.height === undefined) node.setMinHeight(linesHeight(source, device, ruler));
    if (source.type === 'box') {
      arrangeChildren(node, source, device);
      for (const child of source.children) {
        if (child.when === undefined || present(child.when)) node.insertChild(build(child), node.getChildCount());
      }
    } else leaves.push({ leaf: source, node });
    return node;
  };
  const top = build(root);
  top.calculateLayout(device.width, device.height, Direction.LTR);
  const boxes = leaves.map(({ leaf, node }) => ({ id: nextId++, leaf, ...absolute(node) }));
  top.freeRecursive();
  return boxes;
}

function place(node: YogaNode, { width, height, grow }: Node, device: Device): void {
  if (width !== undefined) node.setWidth(yogaLength(width, device));
  if (height !== undefined) node.setHeight(yogaLength(height, device));
  // Leaves have no content of their own to yoga: what is left over is shared by `grow` alone.
  if (grow !== undefined) {
    node.setFlexGrow(grow);
    node.setFlexShrink(1);
    node.setFlexBasis(0);
  }
}

/** The height of a text's lines at its preferred size, which it takes when the layout gives none. */
function linesHeight(leaf: TextLeaf, device: Device, ruler: Ruler): number {
  const size = fontsFor(leaf, device, ruler).preferred;
  const { ascent, descent } = ruler.metrics({ face: leaf.weight ?? 'regular', size });
  return (leaf.lines ?? 1) * (ascent + descent);
}

const justify = {
  start: Justify.FlexStart,
  center: Justify.Center,
  end: Justify.FlexEnd,
  between: Justify.SpaceBetween,
};
const align = { start: Align.FlexStart, center: Align.Center, end: Align.FlexEnd, stretch: Align.Stretch };

function arrangeChildren(node: YogaNode, box: Box, device: Device): void {
  node.setFlexDirection(box.direction === 'row' ? FlexDirection.Row : FlexDirection.Column);
  node.setJustifyContent(justify[box.justify ?? 'start']);
  node.setAlignItems(align[box.align ?? 'stretch']);
  if (box.gap !== undefined) node.setGap(Gutter.All, Math.round(toPixels(box.gap, device, device.height)));
  if (box.padding !== undefined) node.setPadding(Edge.All, Math.round(toPixels(box.padding, device, device.height)));
}

/** Yoga takes shares of the parent itself. */
function yogaLength(length: Length, device: Device): number | `${number}%` {
  if (typeof length === 'string' && length.endsWith('%')) return length as `${number}%`;
  return Math.round(toPixels(length, device, 0));
}

/** Yoga rounds each box to whole px within its parent. */
function absolute(node: YogaNode): Omit<LeafBox, 'id' | 'leaf'> {
  const { left, top, width, height } = node.getComputedLayout();
  let [x, y] = [left, top];
  for (let parent = node.getParent(); parent; parent = parent.getParent()) {
    x += parent.getComputedLeft();
    y += parent.getComputedTop();
  }
  return { x, y, width, height };
}

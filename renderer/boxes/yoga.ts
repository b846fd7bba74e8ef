import {
  Align,
  Edge,
  FlexDirection,
  Gutter,
  Justify,
  loadYoga,
  type Node as YogaNode,
  Unit,
  type Yoga,
} from 'yoga-layout/load';
import type { Box, Length, Node } from '../layout/document.js';
import { isShare, toPixels, wholeOf } from '../slots/sizes.js';
import type { Device } from '../../devices/index.js';
import { heightOf, type Surroundings, turnOf } from '../slots/room.js';

/** Loads the flexbox engine, which is compiled on another thread. */
export function loadFlexbox(): Promise<Yoga> {
  return loadYoga();
}

/** Sets the size that a node gives itself. `content` is the width of its content in px, if it takes that. */
export function setSize(node: YogaNode, { width, height, grow }: Node, device: Device, content?: number): void {
  if (width === 'content') hug(node, content);
  else if (width !== undefined) node.setWidth(yogaLength(width, device));
  if (height !== undefined) node.setHeight(yogaLength(height, device));
  // For yoga, leaves have no content: `grow` alone shares out what is left over.
  if (grow !== undefined) {
    node.setFlexGrow(grow);
    node.setFlexShrink(1);
    node.setFlexBasis(0);
  }
}

/** Makes a node as wide as its content, but at most as wide as its parent. */
function hug(node: YogaNode, content: number | undefined): void {
  if (content !== undefined) node.setWidth(content);
  else node.setAlignSelf(Align.FlexStart);
  node.setMaxWidthPercent(100);
  node.setFlexShrink(1);
}

const justify = {
  start: Justify.FlexStart,
  center: Justify.Center,
  end: Justify.FlexEnd,
  between: Justify.SpaceBetween,
};
const align = { start: Align.FlexStart, center: Align.Center, end: Align.FlexEnd, stretch: Align.Stretch };

/** Sets how a box arranges its children. */
export function setChildren(node: YogaNode, box: Box, device: Device): void {
  node.setFlexDirection(box.direction === 'row' ? FlexDirection.Row : FlexDirection.Column);
  node.setJustifyContent(justify[box.justify ?? 'start']);
  node.setAlignItems(align[box.align ?? 'stretch']);
  const pixels = (space: Length = 0) => Math.round(toPixels(space, device, wholeOf(device)));
  node.setGap(Gutter.All, pixels(box.gap));
  node.setPadding(Edge.Vertical, pixels(box.padding));
  node.setPadding(Edge.Horizontal, pixels(box.padding_inline ?? box.padding));
}

/** A length in px, or the percentage of the parent, which yoga resolves. */
function yogaLength(length: Length, device: Device): number | `${number}%` {
  return isShare(length) ? length : Math.round(toPixels(length, device, 0));
}

/** Reserves room for a node without its own height: a text's lines, a price's smallest size, a container's content. */
export function keepRoom(node: YogaNode, leaf: Node, inColumn: boolean, around: Surroundings): void {
  const lying = turnOf(leaf) % 2 === 1;
  // On its side, its height is a width.
  if ((lying ? leaf.width : leaf.height) !== undefined) return;
  const needed = leaf.type === 'box' ? undefined : around.roomOf(leaf, leaf.grow !== undefined);
  if (!needed) return;
  const { least, floor = least } = needed;
  const isPressed = inColumn && !lying && floor < least;
  const wanted = needed.wanted ?? (isPressed ? least : undefined);
  if (lying) node.setMinWidth(least);
  else node.setMinHeight(isPressed ? floor : least);
  // In a row, a stack or a shape is as high as the row, as a box is.
  if (leaf.grow !== undefined || wanted === undefined || (leaf.type !== 'text' && !inColumn)) return;
  if (lying) node.setWidth(wanted);
  else node.setHeight(wanted);
  node.setFlexShrink(1);
}

/** The least height of a box in px at which its content keeps its own. Percentages of the box count as 0. */
export function leastHeight(node: YogaNode, box: Box, device: Device): number {
  const children = Array.from({ length: node.getChildCount() }, (_, i) => node.getChild(i));
  const heights = children.map((child) => {
    const [height, least] = [child.getHeight(), child.getMinHeight()];
    if (least.unit === Unit.Point) return least.value;
    return height.unit === Unit.Point ? height.value : 0;
  });
  return heightOf(box, heights, device);
}

import {
  Align,
  Edge,
  FlexDirection,
  Gutter,
  Justify,
  loadYoga,
  type Node as YogaNode,
  type Yoga,
} from 'yoga-layout/load';
import type { Device } from '../../devices/index.js';
import type { Box, Length, Node } from '../layout/document.js';
import { isShare, toPixels } from './sizes.js';

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
  if (box.gap !== undefined) node.setGap(Gutter.All, Math.round(toPixels(box.gap, device, device.height)));
  if (box.padding !== undefined) node.setPadding(Edge.All, Math.round(toPixels(box.padding, device, device.height)));
}

/** A length in px, or the percentage of the parent, which yoga resolves. */
function yogaLength(length: Length, device: Device): number | `${number}%` {
  return isShare(length) ? length : Math.round(toPixels(length, device, 0));
}

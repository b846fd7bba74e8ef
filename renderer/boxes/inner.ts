import type { Device } from '../../devices/index.js';
import type { Box, Length, Node, Shape, Stack } from '../layout/document.js';
import { workCosts } from '../limits.js';
import { offset, sideOf } from '../shapes/align.js';
import { contains, inset, type Rectangle } from '../shapes/rectangle.js';
import { edgesOf, roomIn, searchedIn } from '../shapes/silhouette.js';
import { type Turn, turnRectangle } from '../shapes/turn.js';
import { chooseInk } from './inks.js';
import { type Surroundings, turnOf } from './room.js';
import { toPixels } from './sizes.js';

/** A node of a layout and its place on a panel, in whole px. Boxes come before their children. */
export interface PlacedNode extends Rectangle {
  readonly node: Node;
  /** Clockwise quarter turns of its content. */
  readonly turn: Turn;
  /** The ink under it. */
  readonly backdrop: number;
}

/** The ink under a place. */
export type Ground = (place: Rectangle) => number;
export type Area = Pick<Rectangle, 'width' | 'height'>;
/** Lays out an upright node in its own area. */
export type Flex = (node: Node, area: Area, ground: Ground) => readonly PlacedNode[];

/**
 * The places of a node that is a leaf for flexbox, and of everything in it. A turned node is laid out upright in its own
 * area, then turned; so are each child of a stack and the content of a shape.
 * @param ground the inks under it
 */
export function layInner(place: PlacedNode, ground: Ground, flex: Flex, around: Surroundings): readonly PlacedNode[] {
  const { node } = place;
  if (turnOf(node) !== 0) return within(place, ground, (under) => layTurned(node, place, under, flex));
  if (node.type !== 'stack' && node.type !== 'shape') return [place];
  const { fill } = node;
  const own = fill === undefined ? ground : () => chooseInk(fill, 'fill', place.backdrop, around.device).ink;
  const inner = within(place, own, (under) =>
    node.type === 'stack' ? layOver(node, place, under, flex, around) : layInside(node, place, under, flex, around),
  );
  return hasGround(node) || around.all ? [place, ...inner] : inner;
}

/** Whether a box, a stack or a shape draws something itself. */
export function hasGround({ fill, outline }: Pick<Box, 'fill' | 'outline'>): boolean {
  return fill !== undefined || outline !== undefined;
}

/** The places of a node that fills an area, whatever its own size: the parent has already applied that. */
export function layTurned(node: Node, area: Area, ground: Ground, flex: Flex): readonly PlacedNode[] {
  const turn = turnOf(node);
  const upright = turn % 2 === 0 ? area : { width: area.height, height: area.width };
  const bare: Node = { ...node, rotate: undefined, width: undefined, height: undefined };
  const turned = (place: Rectangle) => turnRectangle(place, upright.width, upright.height, turn);
  return flex(bare, upright, (place) => ground(turned(place))).map((place) => ({
    ...place,
    ...turned(place),
    node: place.node === bare ? node : place.node,
    turn: ((place.turn + turn) % 4) as Turn,
  }));
}

/** Each child of a stack in its own area, over earlier ones. */
function layOver(stack: Stack, area: Area, ground: Ground, flex: Flex, around: Surroundings): readonly PlacedNode[] {
  const padding = pixels(stack.padding, around.device, around.device.height);
  const room = inset({ x: 0, y: 0, width: area.width, height: area.height }, padding);
  const places: PlacedNode[] = [];
  /** Rectangles that earlier children fill completely, the last one first. */
  const covered: Covered[] = [];
  for (const child of stack.children.filter(around.shows)) {
    const under: Ground = (place) => covered.find((below) => contains(below, place))?.ink ?? ground(place);
    const own = areaIn(room, child, stack, around);
    const laid = within(own, under, (inner) => layTurned(child, own, inner, flex));
    places.push(...laid);
    for (const place of laid) covered.unshift(...coveredBy(place, around));
  }
  return places;
}

/** The content of a shape, in the shape's room. */
function layInside(shape: Shape, area: Area, ground: Ground, flex: Flex, around: Surroundings): readonly PlacedNode[] {
  const { direction, gap, padding, justify, align, children = [] } = shape;
  if (children.length === 0) return [];
  const room = roomOf(shape, area, around);
  const box: Box = { type: 'box', direction, gap, padding, justify, align, children };
  return within(room, ground, (under) => flex(box, room, under));
}

/** Lays out something in a part of an area, with its own origin. */
function within(
  { x, y }: Rectangle,
  ground: Ground,
  lay: (ground: Ground) => readonly PlacedNode[],
): readonly PlacedNode[] {
  const moved = <T extends Rectangle>(place: T): T => ({ ...place, x: x + place.x, y: y + place.y });
  return lay((place) => ground(moved(place))).map(moved);
}

/** The part of a stack's room that a child fills: all of it or its own size, aligned by the stack. */
function areaIn(room: Rectangle, child: Node, { align, justify }: Stack, around: Surroundings): Rectangle {
  const { device, rtl } = around;
  const own = child.width === 'content' ? contentWidth(child, around) : child.width;
  const width = Math.min(room.width, pixels(own ?? '100%', device, room.width));
  const height = Math.min(room.height, pixels(child.height ?? '100%', device, room.height));
  const x = room.x + offset(sideOf(align ?? 'start', rtl), room.width - width);
  return { x, y: room.y + offset(justify ?? 'start', room.height - height), width, height };
}

/** The width of a text; a box in a stack takes the full width. */
function contentWidth(node: Node, around: Surroundings): number | undefined {
  return node.type === 'text' ? around.width(node) : undefined;
}

interface Covered extends Rectangle {
  readonly ink: number;
}

/** The part of a place that its fill covers completely. */
function coveredBy(place: PlacedNode, around: Surroundings): readonly Covered[] {
  const { node, backdrop, turn } = place;
  const inkOf = (name: Box['fill']) => chooseInk(name, 'fill', backdrop, around.device).ink;
  if (node.type === 'line') return [{ ...place, ink: inkOf(node.ink) }];
  if (node.type === 'shape') {
    if (node.fill === undefined) return [];
    const upright = turn % 2 === 0 ? place : { width: place.height, height: place.width };
    const room = turnRectangle(roomOf(node, upright, around), upright.width, upright.height, turn);
    return [{ ...room, x: place.x + room.x, y: place.y + room.y, ink: inkOf(node.fill) }];
  }
  if ((node.type !== 'box' && node.type !== 'stack') || node.fill === undefined) return [];
  const radius = pixels(node.radius, around.device, Math.min(place.width, place.height));
  return [{ ...inset(place, Math.ceil(radius * outsideOfCorner)), ink: inkOf(node.fill) }];
}

/** How far a round corner's largest inner square is from its corner: 1 − 1/√2 of the radius, rounded up. */
const outsideOfCorner = 0.3;

function roomOf(shape: Shape, { width, height }: Area, { meter, rtl }: Surroundings): Rectangle {
  const searching = searchedIn(shape, { width, height }) * workCosts.searched;
  meter.charge(searching / 1000 + height * edgesOf(shape) * workCosts.edge);
  return roomIn(shape, { width, height, mirrored: rtl });
}

function pixels(length: Length = 0, device: Device, total: number): number {
  return Math.round(toPixels(length, device, total));
}

import type { Device } from '../../devices/index.js';
import type { TextNode } from '../kinds/text/schema.js';
import type { Box, Container, Length, Node } from '../layout/document.js';
import { childrenOf } from '../layout/tree.js';
import { type Meter, workCosts } from '../limits.js';
import type { Rectangle } from '../shapes/rectangle.js';
import { type QuarterTurns, turnRectangle } from '../shapes/turn.js';
import type { Ruler } from '../text/ruler.js';
import { isShare, type TiedSize, toPixels, wholeOf } from './sizes.js';
import type { PlacedNode } from './slot.js';

export interface BoxesRequest {
  readonly root: Box;
  readonly device: Device;
  /** Whether rows run from right to left. */
  readonly rtl: boolean;
  /** The tallest usual words of a text's script, if taller than Latin letters: lines reserve room for them. */
  readonly tall: (leaf: TextNode) => readonly string[] | undefined;
  /** How many lines the box of a text reserves room for. */
  readonly lines: (leaf: TextNode) => number;
  /** The width of a text on one line in px, where its box takes that width. */
  readonly width: (leaf: TextNode) => number;
  /** What of a text keeps its full height: all lines of a quantity or price, which are never cut; a line of the layout's words. */
  readonly whole: (leaf: TextNode) => 'lines' | 'line' | undefined;
  readonly shows: (node: Node) => boolean;
  /** The font in px whose lines the box of a text reserves room for; undefined for the preferred one. */
  readonly room: (leaf: TextNode) => number | undefined;
  /** The bounds that ties set to the letters of a text. */
  readonly bounds: (leaf: TextNode) => TiedSize | undefined;
  /** Whether boxes that draw nothing themselves are placed, too. */
  readonly all?: boolean;
}

/** Computes with flexbox where on a panel the nodes of a layout are. */
export type ComputeBoxes = (request: BoxesRequest) => readonly PlacedNode[];

export interface Surroundings extends BoxesRequest {
  readonly ruler: Ruler;
  readonly meter: Meter;
  /** The height that a node needs: see {@link NodeDrawing.room}. */
  readonly roomOf: (node: Node, fills: boolean) => NeededHeight | undefined;
  /** The part of a place that its fill covers completely. */
  readonly coveredBy: (place: PlacedNode) => Covered | undefined;
}

export function turnOf({ rotate }: Node): QuarterTurns {
  return ((rotate ?? 0) / 90) as QuarterTurns;
}

/** In px: the height that a node never goes below, and its height if no other node needs the room. */
export interface NeededHeight {
  readonly least: number;
  /** Less, to which it may be pressed in a column. */
  readonly floor?: number;
  readonly wanted?: number;
}

/** A place that one ink covers completely. */
export interface Covered extends Rectangle {
  readonly ink: number;
}

/** The ink under a place. */
export type Ground = (place: Rectangle) => number;
export type Area = Pick<Rectangle, 'width' | 'height'>;
/** Lays out an upright node in its own area. */
export type Flex = (node: Node, area: Area, ground: Ground) => readonly PlacedNode[];

/**
 * The heights that a container needs for its content. Percentages of the container's height count as 0.
 * @param share the share of its height that its content can use
 * @param fills whether each child takes part of the room that is left over
 */
export function roomInside(
  container: Container,
  flow: Flow,
  around: Surroundings,
  { share = 1, fills = false } = {},
): Required<Omit<NeededHeight, 'floor'>> {
  const { device, meter } = around;
  const children = childrenOf(container).filter(around.shows);
  meter.charge(children.length * workCosts.need);
  const rooms = children.map((child): Required<Omit<NeededHeight, 'floor'>> => {
    if (child.height !== undefined) {
      const px = isShare(child.height) ? 0 : Math.round(toPixels(child.height, device, 0));
      return { least: px, wanted: px };
    }
    if (turnOf(child) % 2 === 1) return { least: 0, wanted: 0 };
    const { least, wanted = least } = around.roomOf(child, fills || child.grow !== undefined) ?? { least: 0 };
    return { least, wanted: Math.max(least, wanted) };
  });
  const high = (heights: readonly number[]) => Math.ceil(heightOf(flow, heights, device) / share);
  return { least: high(rooms.map(({ least }) => least)), wanted: high(rooms.map(({ wanted }) => wanted)) };
}

export type Flow = Partial<Pick<Box, 'direction' | 'gap' | 'padding'>>;

/** The height in px of nodes in a row or a column, with gaps and padding. */
export function heightOf({ direction, gap, padding }: Flow, heights: readonly number[], device: Device): number {
  const gaps = Math.max(0, heights.length - 1) * pixels(gap, device);
  const inside = direction === 'row' ? Math.max(0, ...heights) : heights.reduce((sum, px) => sum + px, gaps);
  return inside + 2 * pixels(padding, device);
}

/** A length in whole px. @param total the px of 100 % */
export function pixels(length: Length = 0, device: Device, total = wholeOf(device)): number {
  return Math.round(toPixels(length, device, total));
}

/** Lays out something in a part of an area, with its own origin. */
export function within(
  { x, y }: Rectangle,
  ground: Ground,
  lay: (ground: Ground) => readonly PlacedNode[],
): readonly PlacedNode[] {
  const moved = <T extends Rectangle>(place: T): T => ({ ...place, x: x + place.x, y: y + place.y });
  return lay((place) => ground(moved(place))).map(moved);
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
    turn: ((place.turn + turn) % 4) as QuarterTurns,
  }));
}

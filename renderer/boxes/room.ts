import { type Node as YogaNode, Unit } from 'yoga-layout/load';
import type { Device } from '../../devices/index.js';
import type { Box, Container, Length, Node, PriceLeaf, Shape, TextLeaf } from '../layout/document.js';
import { childrenOf } from '../layout/tree.js';
import { type Meter, workCosts } from '../limits.js';
import { roomShare, searchedIn, shareSquare } from '../shapes/silhouette.js';
import type { Turn } from '../shapes/turn.js';
import type { Font, Ruler } from '../text/ruler.js';
import { faceOf, fontsFor, isShare, toPixels } from './sizes.js';

export interface BoxesRequest {
  readonly root: Box;
  readonly device: Device;
  /** Whether rows run from right to left. */
  readonly rtl: boolean;
  /** The tallest usual words of a text's script, if taller than Latin letters: lines reserve room for them. */
  readonly tall: (leaf: TextLeaf) => readonly string[] | undefined;
  /** How many lines the box of a text reserves room for. */
  readonly lines: (leaf: TextLeaf) => number;
  /** The width of a text on one line in px, where its box takes that width. */
  readonly width: (leaf: TextLeaf) => number;
  /** What of a text keeps its full height: all lines of a quantity or price, which are never cut; a line of the layout's words. */
  readonly whole: (leaf: TextLeaf) => 'lines' | 'line' | undefined;
  readonly shows: (node: Node) => boolean;
  /** Whether boxes that draw nothing themselves are placed, too. */
  readonly all?: boolean;
}

export interface Surroundings extends BoxesRequest {
  readonly ruler: Ruler;
  readonly meter: Meter;
}

export function turnOf({ rotate }: Node): Turn {
  return ((rotate ?? 0) / 90) as Turn;
}

/** Reserves room for a node without its own height: a text's lines, a price's smallest size, a container's content. */
export function keepRoom(node: YogaNode, leaf: Node, inColumn: boolean, around: Surroundings): void {
  const lying = turnOf(leaf) % 2 === 1;
  // On its side, its height is a width.
  if ((lying ? leaf.width : leaf.height) !== undefined) return;
  const needed = roomFor(leaf, leaf.grow !== undefined, around);
  if (!needed) return;
  const { least, wanted } = needed;
  if (lying) node.setMinWidth(least);
  else node.setMinHeight(least);
  // In a row, a stack or a shape is as high as the row, as a box is.
  if (leaf.grow !== undefined || wanted === undefined || (leaf.type !== 'text' && !inColumn)) return;
  if (lying) node.setWidth(wanted);
  else node.setHeight(wanted);
  node.setFlexShrink(1);
}

/** In px: the height that a node never goes below, and its height if no other node needs the room. */
interface NeededHeight {
  readonly least: number;
  readonly wanted?: number;
}

/** @param fills whether it takes part of the room that is left over */
function roomFor(node: Node, fills: boolean, around: Surroundings): NeededHeight | undefined {
  if (node.type === 'price') return { least: leastPrice(node, around) };
  if (node.type === 'text') return roomForText(node, fills, around);
  if (node.type !== 'stack' && node.type !== 'shape') return undefined;
  const { least, wanted } = roomInside(node, around);
  return { least, wanted };
}

function roomForText(leaf: TextLeaf, fills: boolean, around: Surroundings): NeededHeight {
  const { line, latin, tallLine, tall } = linesHeight(leaf, around);
  // Lines may be squeezed first: then the text is drawn smaller. Marks above and below letters get room only if there is
  // some to spare, or if the text must be complete.
  const least = { lines: tall, line: tallLine, none: line }[around.whole(leaf) ?? 'none'];
  return { least: fills ? Math.max(least, latin) : least, ...(tall !== line && { wanted: tall }) };
}

/** The heights that a container needs for its content. Percentages of the container's height count as 0. */
function roomInside(container: Container, around: Surroundings): Required<NeededHeight> {
  const { device, meter } = around;
  const stacked = container.type === 'stack';
  const children = childrenOf(container).filter(around.shows);
  meter.charge(children.length * workCosts.need);
  const rooms = children.map((child): Required<NeededHeight> => {
    if (child.height !== undefined) {
      const px = isShare(child.height) ? 0 : Math.round(toPixels(child.height, device, 0));
      return { least: px, wanted: px };
    }
    if (turnOf(child) % 2 === 1) return { least: 0, wanted: 0 };
    if (child.type === 'box') return roomInside(child, around);
    const { least, wanted = least } = roomFor(child, stacked || child.grow !== undefined, around) ?? { least: 0 };
    return { least, wanted: Math.max(least, wanted) };
  });
  const flow: Flow = stacked ? { direction: 'row', padding: container.padding } : container;
  const share = container.type === 'shape' ? shareOf(container, meter) : 1;
  const high = (heights: readonly number[]) => Math.ceil(heightOf(flow, heights, device) / share);
  return { least: high(rooms.map(({ least }) => least)), wanted: high(rooms.map(({ wanted }) => wanted)) };
}

/** The share of a shape's height that its content can use. A shape without room needs none. */
function shareOf(shape: Shape, meter: Meter): number {
  meter.charge((searchedIn(shape, shareSquare) * workCosts.searched) / 1000);
  return roomShare(shape) || Infinity;
}

/** The height in em that a price of the smallest size needs with its symbol; an Arabic symbol reaches farther down. */
const smallestPrice = { ltr: 1.3, rtl: 1.5 } as const;

/** The least height of a price in px: its floor, or the height of its smallest size. */
function leastPrice({ floor = 0 }: PriceLeaf, { device, ruler, rtl }: Surroundings): number {
  const smallest = ruler.sizes('price')[0]! * smallestPrice[rtl ? 'rtl' : 'ltr'];
  return Math.round(Math.max(smallest, toPixels(floor, device, device.height)));
}

/** The heights of a text's lines at its preferred size, for Latin letters and for those of the locale. */
function linesHeight(leaf: TextLeaf, { device, ruler, tall, lines: linesOf }: Surroundings) {
  const font: Font = { face: faceOf(leaf), size: fontsFor(leaf, device, ruler).preferred };
  const { ascent, descent } = ruler.metrics(font);
  const words = (tall(leaf) ?? []).map((word) => ruler.measure(word, font));
  const [lines, line] = [linesOf(leaf), ascent + descent];
  const tallest = Math.max(ascent, ...words.map((word) => word.ascent));
  const tallLine = tallest + Math.max(descent, ...words.map((word) => word.descent));
  return { line, latin: lines * line, tallLine, tall: lines * tallLine };
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

type Flow = Pick<Box, 'direction' | 'gap' | 'padding'>;

/** The height in px of nodes in a row or a column, with gaps and padding. */
function heightOf({ direction, gap, padding }: Flow, heights: readonly number[], device: Device): number {
  const pixels = (length: Length = 0) => Math.round(toPixels(length, device, device.height));
  const gaps = Math.max(0, heights.length - 1) * pixels(gap);
  const inside = direction === 'row' ? Math.max(0, ...heights) : heights.reduce((sum, px) => sum + px, gaps);
  return inside + 2 * pixels(padding);
}

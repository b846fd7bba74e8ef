import { type Node as YogaNode, Unit } from 'yoga-layout/load';
import type { Device } from '../../devices/index.js';
import type { Box, Length, Node, PriceLeaf, TextLeaf } from '../layout/document.js';
import type { Meter } from '../limits.js';
import type { Turn } from '../shapes/turn.js';
import type { Font, Ruler } from '../text/ruler.js';
import { fontsFor, toPixels } from './sizes.js';

export interface BoxesRequest {
  readonly root: Box;
  readonly device: Device;
  /** Whether rows run from right to left. */
  readonly rtl: boolean;
  /**
   * The tallest usual word in a text's script, if it is taller than Latin letters: the text's lines must have room for
   * it.
   */
  readonly tall: (leaf: TextLeaf) => string | undefined;
  /** The lines that the box of a text keeps room for. */
  readonly lines: (leaf: TextLeaf) => number;
  /** Whether a text must be whole: it holds a quantity or a price, or it is the layout's own words alone. */
  readonly whole: (leaf: TextLeaf) => boolean;
  /** Whether a node is drawn. */
  readonly shows: (node: Node) => boolean;
}

export interface Surroundings extends BoxesRequest {
  readonly ruler: Ruler;
  readonly meter: Meter;
}

export function turnOf({ rotate }: Node): Turn {
  return ((rotate ?? 0) / 90) as Turn;
}

/**
 * Keeps room for a leaf whose height the layout does not give: for the lines of a text, for the smallest size of a
 * price.
 */
export function keepRoom(node: YogaNode, leaf: Node, around: Surroundings): void {
  const lying = turnOf(leaf) % 2 === 1;
  // When it lies on its side, its height is a width.
  if ((lying ? leaf.width : leaf.height) !== undefined) return;
  const least = (px: number) => {
    if (lying) node.setMinWidth(px);
    else node.setMinHeight(px);
  };
  if (leaf.type === 'price') least(leastPrice(leaf, around));
  if (leaf.type !== 'text') return;
  const { line, latin, tallLine, tall } = linesHeight(leaf, around);
  // Several lines may be pressed together, so that nothing else is: then they are drawn smaller. Marks above and below
  // letters get room only if there is some to spare, or if the text must be whole.
  const one = around.whole(leaf) ? tallLine : line;
  least(leaf.grow === undefined ? one : Math.max(one, latin));
  if (leaf.grow !== undefined || tall === line) return;
  if (lying) node.setWidth(tall);
  else node.setHeight(tall);
  node.setFlexShrink(1);
}

/** The height in em that a price of the smallest size needs with its sign; an Arabic sign reaches farther down. */
const smallestPrice = { ltr: 1.3, rtl: 1.5 } as const;

/** The height that a price keeps in any case: its floor, or what its smallest size needs. In px. */
function leastPrice({ floor = 0 }: PriceLeaf, { device, ruler, rtl }: Surroundings): number {
  const smallest = ruler.sizes('price')[0]! * smallestPrice[rtl ? 'rtl' : 'ltr'];
  return Math.round(Math.max(smallest, toPixels(floor, device, device.height)));
}

/** The height of a text's lines at its preferred size, for Latin letters and for those of the locale. */
function linesHeight(leaf: TextLeaf, { device, ruler, tall, lines: linesOf }: Surroundings) {
  const font: Font = { face: leaf.weight ?? 'regular', size: fontsFor(leaf, device, ruler).preferred };
  const { ascent, descent } = ruler.metrics(font);
  const sample = tall(leaf);
  const word = sample === undefined ? { ascent: 0, descent: 0 } : ruler.measure(sample, font);
  const [lines, line] = [linesOf(leaf), ascent + descent];
  const tallLine = Math.max(ascent, word.ascent) + Math.max(descent, word.descent);
  return { line, latin: lines * line, tallLine, tall: lines * tallLine };
}

/** The least height of a box in px with which what is in it keeps its own. Shares of the box count as nothing. */
export function leastHeight(node: YogaNode, box: Box, device: Device): number {
  const children = Array.from({ length: node.getChildCount() }, (_, i) => node.getChild(i));
  const heights = children.map((child) => {
    const [height, least] = [child.getHeight(), child.getMinHeight()];
    if (least.unit === Unit.Point) return least.value;
    return height.unit === Unit.Point ? height.value : 0;
  });
  const pixels = (length: Length = 0) => Math.round(toPixels(length, device, device.height));
  const gaps = Math.max(0, children.length - 1) * pixels(box.gap);
  const inside = box.direction === 'row' ? Math.max(0, ...heights) : heights.reduce((sum, px) => sum + px, gaps);
  return inside + 2 * pixels(box.padding);
}

import { Direction, type Node as YogaNode, Unit, type Yoga } from 'yoga-layout/load';
import type { Device } from '../../devices/index.js';
import { chooseInk } from './inks.js';
import type { Box, Length, Node, PriceLeaf, TextLeaf } from '../layout/document.js';
import { type Meter, prices, unmetered } from '../limits.js';
import type { Font, Ruler } from '../text/ruler.js';
import { fontsFor, toPixels } from './sizes.js';
import { loadFlexbox, setChildren, setSize } from './yoga.js';
import { intersection, overlapping, type Rectangle } from '../shapes/rectangle.js';
import { type Turn, turnRectangle } from '../shapes/turn.js';

/** A node of a layout that draws something, and its place on a panel in whole px. Boxes come before what is in them. */
export interface PlacedNode extends Rectangle {
  readonly node: Node;
  /** Quarter turns clockwise by which its content is turned. */
  readonly turn: Turn;
  /** The ink behind it. */
  readonly backdrop: number;
}

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
  /** Whether a text must be whole: it holds a quantity or a price. */
  readonly whole: (leaf: TextLeaf) => boolean;
  /** Whether a node is drawn. */
  readonly shows: (node: Node) => boolean;
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

interface Surroundings extends BoxesRequest {
  readonly ruler: Ruler;
  readonly meter: Meter;
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

/** The least height of a box in px with which what is in it keeps its own. Shares of the box count as nothing. */
function leastHeight(node: YogaNode, box: Box, device: Device): number {
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

function turnOf({ rotate }: Node): Turn {
  return ((rotate ?? 0) / 90) as Turn;
}

/**
 * Keeps room for a leaf whose height the layout does not give: for the lines of a text, for the smallest size of a
 * price.
 */
function keepRoom(node: YogaNode, leaf: Node, around: Surroundings): void {
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

/**
 * The height in em that a price of the smallest size needs with its sign; an Arabic sign may need a line of its own.
 */
const smallestPrice = { ltr: 1.3, rtl: 2.4 } as const;

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

import type { Device } from '../../devices/index.js';
import type { ComputeBoxes, PlacedNode } from './boxes.js';
import { conditionsOf, holds } from '../layout/conditions.js';
import type { Content } from '../content.js';
import type { Box, Layout, LocalText, Node, TextLeaf, Variant } from '../layout/document.js';
import { isRightToLeft } from '../price/price.js';
import { tallWord } from './tall.js';
import { compileTemplate, fieldOf, type Template } from '../layout/template.js';
import { type Step, stepKey } from './step.js';
import type { Rectangle } from '../shapes/rectangle.js';

/** A place on a panel, ready to be filled for labels of one locale. */
export interface Slot extends PlacedNode {
  readonly locale: string;
  /** Whether reading begins at the right. */
  readonly rtl: boolean;
  /**
   * The area in which its content is arranged: its place on the panel, or if it is turned, an upright area from 0, 0.
   */
  readonly area: Rectangle;
  /** The most lines of a text. */
  readonly lines: number;
  /** The field in a text that must be shown whole: a quantity or a price. */
  readonly required: string | undefined;
  /** The place of a text in the lines of a step. */
  readonly text: number | undefined;
  /** Set for a text, a barcode or a QR code. */
  readonly template: Template | undefined;
  /** The fields that are prices, which are written as the locale writes them. */
  readonly prices: ReadonlySet<string>;
}

/** A layout on a device: what is kept of it for all contents. */
export interface Plan {
  readonly layout: Layout;
  /** The texts that it draws, in the order in which a {@link Step} counts their lines. */
  readonly texts: readonly TextLeaf[];
  /** How many ranks of optional nodes it has. */
  readonly ranks: number;
  /** The fields of the nodes that are hidden at a step, for a content that meets the conditions of these nodes. */
  hidden(content: Content, step: Step): readonly string[];
  /** The slots that a content fills at a step, in the order in which they are drawn. */
  slots(content: Content, step: Step): readonly Slot[];
}

export type PlanOf = (layout: Layout, device: Device) => Plan;

/**
 * How many sets of boxes are kept for a layout and device. Only contents that meet its conditions in ever new ways, or
 * whose texts take ever new numbers of lines, need more.
 */
const mostKept = 512;

/**
 * Computes the boxes once for each layout, device, step and set of conditions that hold, and for each direction or, if its
 * script is tall, each locale.
 */
export function createPlans(compute: ComputeBoxes): PlanOf {
  const plans = new WeakMap<Layout, Map<Device, Plan>>();
  return (layout, device) => {
    let ofLayout = plans.get(layout);
    if (!ofLayout) plans.set(layout, (ofLayout = new Map<Device, Plan>()));
    let plan = ofLayout.get(device);
    if (!plan) ofLayout.set(device, (plan = createPlan(layout, device, compute)));
    return plan;
  };
}

function createPlan(layout: Layout, device: Device, compute: ComputeBoxes): Plan {
  const root = rootFor(layout, device);
  const conditions = conditionsOf(root);
  const prices = pricesOf(layout);
  const nodes = nodesOf(root);
  const texts = nodes.filter((node): node is TextLeaf => node.type === 'text');
  const ranks = [...new Set(nodes.flatMap(({ optional }) => optional ?? []))].sort((a, b) => a - b);
  const indices = new Map(texts.map((leaf, i) => [leaf, i]));
  /** By conditions, step and direction, or by conditions, step and locale where the locale's script is taller than Latin. */
  const places = new Map<string, readonly PlacedNode[]>();
  /** By locale, then by conditions and step. */
  const slots = new Map<string, Map<string, readonly Slot[]>>();
  const hides = ({ optional }: Node, { hidden }: Step) => optional !== undefined && ranks.indexOf(optional) < hidden;

  function placesOf(content: Content, met: string, step: Step, rtl: boolean): readonly PlacedNode[] {
    const tall = tallWord(content.locale);
    // Whether a text is in a tall script depends on the layout's text in that locale.
    const key = `${met} ${tall === undefined ? String(rtl) : content.locale}`;
    const known = places.get(key);
    if (known) return known;
    const computed = compute({
      root,
      device,
      rtl,
      tall: ({ text }) => (mayBeTall(inLanguage(text, content.locale)) ? tall : undefined),
      whole: (leaf) => requiredIn(templateOf(leaf, content.locale), prices) !== undefined,
      lines: (leaf) => step.lines[indices.get(leaf)!] ?? 1,
      shows: (node) => !hides(node, step) && (node.when === undefined || holds(node.when, content)),
    });
    if (places.size >= mostKept) places.clear();
    places.set(key, computed);
    return computed;
  }

  return {
    layout,
    texts,
    ranks: ranks.length,
    hidden: (content, step) => (step.hidden === 0 ? [] : hiddenFields(root, content, (node) => hides(node, step))),
    slots(content, step) {
      let met = 0;
      for (const condition of conditions) met = met * 2 + Number(holds(condition, content));
      const key = `${met} ${stepKey(step)}`;
      let ofLocale = slots.get(content.locale);
      if (!ofLocale) slots.set(content.locale, (ofLocale = new Map<string, readonly Slot[]>()));
      let found = ofLocale.get(key);
      if (!found) {
        const rtl = isRightToLeft(content.locale);
        found = placesOf(content, key, step, rtl).map((place) =>
          slotOf(place, content.locale, rtl, prices, step, indices),
        );
        if (ofLocale.size >= mostKept) ofLocale.clear();
        ofLocale.set(key, found);
      }
      return found;
    },
  };
}

/** A node and all nodes in it. */
function nodesOf(node: Node): readonly Node[] {
  return node.type === 'box' ? [node, ...node.children.flatMap(nodesOf)] : [node];
}

/** The fields that a content has and that would be drawn in the nodes that are hidden. */
function hiddenFields(node: Node, content: Content, hides: (node: Node) => boolean, hidden = false): readonly string[] {
  if (node.when !== undefined && !holds(node.when, content)) return [];
  const inside = hidden || hides(node);
  if (node.type === 'box') return node.children.flatMap((child) => hiddenFields(child, content, hides, inside));
  return inside ? fieldsOf(node, content.locale).filter((field) => fieldOf(content, field) !== '') : [];
}

function slotOf(
  place: PlacedNode,
  locale: string,
  rtl: boolean,
  prices: ReadonlySet<string>,
  { more }: Step,
  indices: ReadonlyMap<Node, number>,
): Slot {
  const { node, x, y, width, height, turn } = place;
  const upright = turn % 2 === 0 ? { width, height } : { width: height, height: width };
  const area = turn === 0 ? { x, y, width, height } : { x: 0, y: 0, ...upright };
  const lines = node.type === 'text' ? (node.lines ?? 1) + more : 0;
  const template = templateOf(node, locale);
  const required = node.type === 'text' ? requiredIn(template, prices) : undefined;
  return { ...place, locale, rtl, area, lines, required, text: indices.get(node), template, prices };
}

/** The field in a text that must be whole. */
function requiredIn(template: Template | undefined, prices: ReadonlySet<string>): string | undefined {
  return template?.fields.find((field) => field === 'unit' || prices.has(field));
}

function rootFor({ root, variants = [] }: Layout, { width, height }: Device): Box {
  const suits = ({ for: limits }: Variant) =>
    width / height >= (limits.min_aspect ?? 0) &&
    width / height <= (limits.max_aspect ?? Infinity) &&
    width >= (limits.min_width ?? 0) &&
    width <= (limits.max_width ?? Infinity) &&
    height >= (limits.min_height ?? 0) &&
    height <= (limits.max_height ?? Infinity);
  return variants.find(suits)?.root ?? root;
}

function pricesOf({ data = {} }: Layout): ReadonlySet<string> {
  const declared = Object.entries(data).filter(([, { type }]) => type === 'price');
  return new Set(['price', ...declared.map(([name]) => `data.${name}`)]);
}

function templateOf(node: Node, locale: string): Template | undefined {
  if (node.type === 'text') return compileTemplate(inLanguage(node.text, locale));
  if (node.type === 'barcode') return compileTemplate(node.text ?? '{sku}');
  return node.type === 'qr' ? compileTemplate(node.text) : undefined;
}

function fieldsOf(node: Node, locale: string): readonly string[] {
  return node.type === 'price' ? [node.field ?? 'price'] : (templateOf(node, locale)?.fields ?? []);
}

/** The fields that are never written in the script of the locale. */
const latinFields = new Set(['price', 'sku', 'date', 'model_line', 'currency', 'discount']);

/** Whether a text can have letters of the locale's script. */
function mayBeTall(text: string): boolean {
  return /[\u0370-\uffff]/.test(text) || compileTemplate(text).fields.some((field) => !latinFields.has(field));
}

/** The text of a locale: its own, else its language's, else the English one. */
function inLanguage(text: LocalText, locale: string): string {
  if (typeof text === 'string') return text;
  return text[locale] ?? text[locale.slice(0, locale.indexOf('-'))] ?? text.en;
}

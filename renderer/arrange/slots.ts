import type { Device } from '../../devices/index.js';
import type { ComputeBoxes, PlacedNode } from './boxes.js';
import { conditionsOf, holds } from '../layout/conditions.js';
import type { Content } from '../content.js';
import type { Box, Condition, Layout, LocalText, Variant } from '../layout/document.js';
import { isRightToLeft } from '../price/price.js';
import { tallWord } from './tall.js';
import { compileTemplate, type Template } from '../layout/template.js';
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
  /** Set for a text, a barcode or a QR code. */
  readonly template: Template | undefined;
  /** The fields that are prices, which are written as the locale writes them. */
  readonly prices: ReadonlySet<string>;
}

/** The slots that a content fills, for a layout on a device, in the order in which they are drawn. */
export type Slots = (layout: Layout, device: Device, content: Content) => readonly Slot[];

/** What is kept for a layout on a device. In keys, the conditions that hold are the bits of a number. */
interface Plan {
  readonly root: Box;
  readonly conditions: readonly Condition[];
  readonly prices: ReadonlySet<string>;
  /** By conditions and direction, or by conditions and locale where the locale's script is taller than Latin. */
  readonly places: Map<string, readonly PlacedNode[]>;
  /** By locale, then by conditions. */
  readonly slots: Map<string, Map<number, readonly Slot[]>>;
}

/**
 * How many sets of places are kept for a layout and device. Only contents that meet its conditions in ever new ways
 * need more.
 */
const mostKept = 512;

/**
 * Computes the boxes once for each layout, device and set of conditions that hold, and for each direction or, if its
 * script is tall, each locale.
 */
export function createSlots(compute: ComputeBoxes): Slots {
  const plans = new WeakMap<Layout, Map<Device, Plan>>();

  function planOf(layout: Layout, device: Device): Plan {
    let ofLayout = plans.get(layout);
    if (!ofLayout) plans.set(layout, (ofLayout = new Map<Device, Plan>()));
    let plan = ofLayout.get(device);
    if (!plan) {
      const root = rootFor(layout, device);
      plan = { root, conditions: conditionsOf(root), prices: pricesOf(layout), places: new Map(), slots: new Map() };
      ofLayout.set(device, plan);
    }
    return plan;
  }

  function placesOf(plan: Plan, device: Device, content: Content, met: number, rtl: boolean): readonly PlacedNode[] {
    const tall = tallWord(content.locale);
    // Whether a text is in a tall script depends on the layout's text in that locale.
    const key = `${met} ${tall === undefined ? String(rtl) : content.locale}`;
    const known = plan.places.get(key);
    if (known) return known;
    const { root, places } = plan;
    const computed = compute({
      root,
      device,
      rtl,
      tall: ({ text }) => (mayBeTall(inLanguage(text, content.locale)) ? tall : undefined),
      holds: (condition) => holds(condition, content),
    });
    if (places.size >= mostKept) places.clear();
    places.set(key, computed);
    return computed;
  }

  return (layout, device, content) => {
    const plan = planOf(layout, device);
    let met = 0;
    for (const condition of plan.conditions) met = met * 2 + Number(holds(condition, content));
    let ofLocale = plan.slots.get(content.locale);
    if (!ofLocale) plan.slots.set(content.locale, (ofLocale = new Map<number, readonly Slot[]>()));
    let slots = ofLocale.get(met);
    if (!slots) {
      const rtl = isRightToLeft(content.locale);
      const places = placesOf(plan, device, content, met, rtl);
      slots = places.map((place) => slotOf(place, content.locale, rtl, plan.prices));
      if (ofLocale.size >= mostKept) ofLocale.clear();
      ofLocale.set(met, slots);
    }
    return slots;
  };
}

function slotOf(place: PlacedNode, locale: string, rtl: boolean, prices: ReadonlySet<string>): Slot {
  const { x, y, width, height, turn } = place;
  const upright = turn % 2 === 0 ? { width, height } : { width: height, height: width };
  const area = turn === 0 ? { x, y, width, height } : { x: 0, y: 0, ...upright };
  return { ...place, locale, rtl, area, template: templateOf(place, locale), prices };
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

function templateOf({ node }: PlacedNode, locale: string): Template | undefined {
  if (node.type === 'text') return compileTemplate(inLanguage(node.text, locale));
  if (node.type === 'barcode') return compileTemplate(node.text ?? '{sku}');
  return node.type === 'qr' ? compileTemplate(node.text) : undefined;
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

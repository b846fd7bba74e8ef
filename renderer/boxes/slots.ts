import { computedPrices } from '../computed/arithmetic.js';
import { fieldEntries } from '../fields.js';
import type { Node } from '../layout/document.js';
import { templateOf } from '../layout/node-texts.js';
import { compileTemplate, type Template } from '../layout/template.js';
import type { LayoutDefaults, PlacedNode, Slot } from '../slots/slot.js';
import type { Step } from './step.js';
import { getOrInsert } from '../get-or-insert.js';

/** How many slots are cached, some 400 bytes each. */
const maxCachedSlots = 8192;

/**
 * Makes the slots of places in the labels of a layout on a device. Equal ones are the same object, so that what fits in one is found once for all
 * steps: few of them change a slot.
 * @param indices the indices of texts in the lines of a step
 * @param tied the indices of nodes in the sizes of a step
 */
export function createSlots(
  shared: LayoutDefaults,
  indices: ReadonlyMap<Node, number>,
  tied: ReadonlyMap<Node, number>,
) {
  const templates = new Map<string, Map<Node, Template | undefined>>();
  const templateFor = (node: Node, locale: string): Template | undefined => {
    const ofLocale = getOrInsert(templates, locale, () => new Map<Node, Template | undefined>());
    if (!ofLocale.has(node)) ofLocale.set(node, templateOf(node, locale, shared.words));
    return ofLocale.get(node);
  };
  const slots = new Map<Node, Map<string, Slot>>();
  let count = 0;
  return (place: PlacedNode, locale: string, rtl: boolean, { more, sizes }: Step): Slot => {
    const { node, x, y, width, height, turn, backdrop } = place;
    const isText = node.type === 'text';
    const lines = isText ? (node.lines ?? 1) + more : 0;
    const bounds = sizes.get(tied.get(node) ?? -1);
    let ofNode = getOrInsert(slots, node, () => new Map<string, Slot>());
    const key = [locale, x, y, width, height, turn, backdrop, lines, bounds?.least, bounds?.most].join();
    const known = ofNode.get(key);
    if (known) return known;
    if (++count > maxCachedSlots) {
      slots.clear();
      slots.set(node, (ofNode = new Map<string, Slot>()));
      count = 1;
    }
    const upright = turn % 2 === 0 ? { width, height } : { width: height, height: width };
    const template = templateFor(node, locale);
    // Each field is named: spreading them took ten times as long and left much garbage.
    const slot: Slot = {
      node,
      x,
      y,
      width,
      height,
      turn,
      backdrop,
      locale,
      rtl,
      area: turn === 0 ? { x, y, width, height } : { x: 0, y: 0, ...upright },
      lines,
      required: isText ? requiredIn(template, shared) : undefined,
      text: indices.get(node),
      bounds,
      template,
      shared,
    };
    ofNode.set(key, slot);
    return slot;
  };
}

/** The field of a text that must not be cut. */
export function requiredIn(template: Template | undefined, { prices, quantities }: LayoutDefaults): string | undefined {
  return template?.fields.find((field) => field === 'allergens' || quantities.has(field) || prices.has(field));
}

/** The fields that are never written in the script of the locale. */
const latinFields = new Set([
  ...fieldEntries.flatMap(([name, { latin }]) => (latin ? [name] : [])),
  'model_line',
  'discount',
  ...computedPrices,
]);

/** Whether a text can have letters of the locale's script. */
export function mayBeTall(text: string): boolean {
  return /[\u0370-\uffff]/.test(text) || compileTemplate(text).fields.some((field) => !latinFields.has(field));
}

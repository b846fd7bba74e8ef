import { computedPrices } from '../computed/arithmetic.js';
import { fieldEntries } from '../fields.js';
import type { Node } from '../layout/document.js';
import { templateOf } from '../layout/node-texts.js';
import { compileTemplate, type Template } from '../layout/template.js';
import type { LayoutDefaults, PlacedNode, Slot } from '../slots/slot.js';
import type { Step } from './step.js';

/**
 * Names each field: spreading them took ten times as long and left much garbage, and a label that does not fit at first may
 * need some hundred slots.
 * @param indices the indices of texts in the lines of a step
 * @param tied the indices of nodes in the sizes of a step
 */
export function slotOf(
  { node, x, y, width, height, turn, backdrop }: PlacedNode,
  locale: string,
  rtl: boolean,
  shared: LayoutDefaults,
  { more, sizes }: Step,
  indices: ReadonlyMap<Node, number>,
  tied: ReadonlyMap<Node, number>,
): Slot {
  const upright = turn % 2 === 0 ? { width, height } : { width: height, height: width };
  const template = templateOf(node, locale, shared.words);
  return {
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
    lines: node.type === 'text' ? (node.lines ?? 1) + more : 0,
    required: node.type === 'text' ? requiredIn(template, shared) : undefined,
    text: indices.get(node),
    bounds: sizes.get(tied.get(node) ?? -1),
    template,
    shared,
  };
}

/** The field of a text that must not be cut. */
export function requiredIn(template: Template | undefined, { prices, quantities }: LayoutDefaults): string | undefined {
  return template?.fields.find((field) => quantities.has(field) || prices.has(field));
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

import { computedPrices } from '../computed/arithmetic.js';
import type { PlacedNode } from './boxes.js';
import { isNamed } from '../layout/conditions.js';
import type { Layout, Node } from '../layout/document.js';
import type { Words } from '../layout/phrases.js';
import { compileTemplate, type Template } from '../layout/template.js';
import type { Rectangle } from '../shapes/rectangle.js';
import type { Step } from './step.js';

/** A place on a panel, ready to be filled for labels of one locale. */
export interface Slot extends PlacedNode {
  readonly locale: string;
  /** Whether reading begins at the right. */
  readonly rtl: boolean;
  /** Where its content is arranged: its place on the panel or, if it is turned, an upright area at 0, 0. */
  readonly area: Rectangle;
  /** The maximum number of lines of a text. */
  readonly lines: number;
  /** The field of a text that must not be cut: a quantity or a price. */
  readonly required: string | undefined;
  /** The index of a text in the lines of a step. */
  readonly text: number | undefined;
  /** Set for a text, a barcode, a QR code or icons. */
  readonly template: Template | undefined;
  /** The fields that the locale's price format applies to. */
  readonly prices: ReadonlySet<string>;
  readonly quantities: ReadonlySet<string>;
  readonly dates: ReadonlySet<string>;
  /** The layout's default address of GS1 Digital Links. */
  readonly resolver: string | undefined;
  /** The layout's pictures by name. */
  readonly pictures: Layout['pictures'];
}

export type FieldsByType = Pick<Slot, 'prices' | 'quantities' | 'dates'>;

/** What a slot inherits from its layout: fields by type, and the words of its texts. */
export type LayoutDefaults = FieldsByType & Pick<Slot, 'resolver' | 'pictures'> & { readonly words: Words };

/**
 * Names each field: spreading them took ten times as long and left much garbage, and a label that does not fit at first may
 * need some hundred slots.
 * @param indices the indices of texts in the lines of a step
 */
export function slotOf(
  { node, x, y, width, height, turn, backdrop }: PlacedNode,
  locale: string,
  rtl: boolean,
  { words, prices, quantities, dates, resolver, pictures }: LayoutDefaults,
  { more }: Step,
  indices: ReadonlyMap<Node, number>,
): Slot {
  const upright = turn % 2 === 0 ? { width, height } : { width: height, height: width };
  const template = templateOf(node, locale, words);
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
    required: node.type === 'text' ? requiredIn(template, { prices, quantities }) : undefined,
    text: indices.get(node),
    template,
    prices,
    quantities,
    dates,
    resolver,
    pictures,
  };
}

/** The field of a text that must not be cut. */
export function requiredIn(
  template: Template | undefined,
  { prices, quantities }: Pick<FieldsByType, 'prices' | 'quantities'>,
): string | undefined {
  return template?.fields.find((field) => quantities.has(field) || prices.has(field));
}

export function templateOf(node: Node, locale: string, words: Words): Template | undefined {
  if (node.type === 'text') return compileTemplate(words(node.text, locale));
  if (node.type === 'icon') return compileTemplate(node.icon);
  if (node.type === 'picture') return isNamed(node) ? compileTemplate(node.source) : undefined;
  return node.type === 'barcode' || node.type === 'qr'
    ? compileTemplate(words(node.text ?? '{sku}', locale))
    : undefined;
}

export function fieldsOf(node: Node, locale: string, words: Words): readonly string[] {
  return node.type === 'price' ? [node.field ?? 'price'] : (templateOf(node, locale, words)?.fields ?? []);
}

/** The fields that are never written in the script of the locale. */
const latinFields = new Set(['price', 'sku', 'date', 'model_line', 'currency', 'discount', ...computedPrices]);

/** Whether a text can have letters of the locale's script. */
export function mayBeTall(text: string): boolean {
  return /[\u0370-\uffff]/.test(text) || compileTemplate(text).fields.some((field) => !latinFields.has(field));
}

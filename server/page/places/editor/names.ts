import type { IconName } from '../../parts/controls/index.js';
import { isObject, type Json } from '../../state/layout/json.js';
import { type LayoutNode, typeOf } from '../../state/layout/nodes.js';
import { type Offer, priceOffers, textOffers } from '../../state/layout/offers.js';
import { texts } from '../../texts/index.js';
import { nameOfData } from '../../texts/server-words.js';
import { fieldName } from '../words.js';

/** The name of a node: what it shows, or its kind. Empty: it is no node. */
export function nameOf(node: Json | undefined): string {
  if (!isObject(node)) return '';
  const { editor } = texts.value;
  const type = typeOf(node);
  if (type === 'text') return nameOfText(node.text) ?? kindOf(node);
  if (type === 'price') {
    const field = typeof node.field === 'string' ? node.field : 'price';
    return offered(priceOffers, field) ?? nameOfData(field);
  }
  if (type === 'part' && typeof node.part === 'string') return editor.partNamed({ name: nameOfData(node.part) });
  if (type === 'icon' && typeof node.icon === 'string') return editor.iconNamed({ name: node.icon });
  return kindOf(node);
}

export function kindOf(node: LayoutNode): string {
  const { kinds } = texts.value.editor;
  if (typeOf(node) === 'box') return node.direction === 'row' ? kinds.row : kinds.column;
  return nameOfKind(typeOf(node));
}

export function nameOfKind(kind: string): string {
  const { palette, kinds } = texts.value.editor;
  return { ...palette, ...(kinds as Readonly<Record<string, string>>) }[kind] ?? kind;
}

/** A text with fields is named by them. */
function nameOfText(text: Json | undefined): string | undefined {
  const said = typeof text === 'object' && text !== null && 'en' in text ? text.en : text;
  if (typeof said !== 'string' || said === '') return undefined;
  const known = offered(textOffers, said);
  if (known !== undefined) return known;
  const fields = Array.from(said.matchAll(/\{(?:phrase\.|data\.|row\.)?([^{}:]*)(?::[^{}]*)?\}/g), ([, name]) => name!);
  return fields.length > 0 ? fields.map(nameOfData).join(', ') : texts.value.quoted({ text: said });
}

function offered(offers: readonly Offer[], shows: string): string | undefined {
  const offer = offers.find((each) => each.shows === shows);
  return offer && nameOfOffer(offer.name);
}

export function nameOfOffer(name: string): string {
  return (texts.value.editor.offers as Readonly<Record<string, string>>)[name] ?? fieldName(name);
}

const icons: Readonly<Record<string, IconName>> = {
  code: 'bars',
  barcode: 'bars',
  qr: 'bars',
  line: 'minus',
  icon: 'picture',
};
const alike = ['text', 'price', 'shape', 'picture', 'part'] as const satisfies readonly IconName[];

/** The icon of a node's type, or of a button of the palette. */
export function iconOf(kind: string): IconName {
  return icons[kind] ?? alike.find((name) => name === kind) ?? 'box';
}

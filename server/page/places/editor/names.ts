import type { IconName } from '../../parts/controls/index.js';
import type { Json } from '../../state/layout/json.js';
import { type LayoutNode, typeOf } from '../../state/layout/nodes.js';
import { priceOffers, textOffers } from '../../state/layout/offers.js';
import type { Texts } from '../../texts/index.js';
import { nameOfData } from '../../texts/server-words.js';
import { fieldName } from '../words.js';

/** The name of a node: what it shows, or its kind. */
export function nameOf(node: LayoutNode, words: Texts): string {
  const { editor } = words;
  const type = typeOf(node);
  if (type === 'text') return nameOfText(node.text, words) ?? kindOf(node, editor);
  if (type === 'price') {
    const field = typeof node.field === 'string' ? node.field : 'price';
    return offered(priceOffers, field, editor) ?? nameOfData(field);
  }
  if (type === 'part' && typeof node.part === 'string') return editor.partNamed({ name: nameOfData(node.part) });
  if (type === 'icon' && typeof node.icon === 'string') return editor.iconNamed({ name: node.icon });
  return kindOf(node, editor);
}

export function kindOf(node: LayoutNode, editor: Texts['editor']): string {
  const type = typeOf(node);
  const kinds: Readonly<Record<string, string>> = { ...editor.palette, ...editor.kinds };
  if (type === 'box') return node.direction === 'row' ? editor.kinds.row : editor.kinds.column;
  return kinds[type] ?? type;
}

/** A text with fields is named by them. */
function nameOfText(text: Json | undefined, { editor, quoted }: Texts): string | undefined {
  const said = typeof text === 'object' && text !== null && 'en' in text ? text.en : text;
  if (typeof said !== 'string' || said === '') return undefined;
  const known = offered(textOffers, said, editor);
  if (known !== undefined) return known;
  const fields = Array.from(said.matchAll(/\{(?:phrase\.|data\.|row\.)?([^{}:]*)(?::[^{}]*)?\}/g), ([, name]) => name!);
  return fields.length > 0 ? fields.map(nameOfData).join(', ') : quoted({ text: said });
}

function offered(
  offers: readonly { readonly name: string; readonly shows: string }[],
  shows: string,
  editor: Texts['editor'],
): string | undefined {
  const offer = offers.find((each) => each.shows === shows);
  return offer && nameOfOffer(offer.name, editor);
}

export function nameOfOffer(name: string, { offers }: Texts['editor']): string {
  return (offers as Readonly<Record<string, string>>)[name] ?? fieldName(name);
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

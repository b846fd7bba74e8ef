import type { Warning } from '../../../../renderer/index.js';
import type { Json } from '../../state/layout/json.js';
import { type LayoutNode, typeOf } from '../../state/layout/nodes.js';
import { priceOffers, textOffers } from '../../state/layout/offers.js';
import type { Texts } from '../../texts/en.js';
import { texts } from '../../texts/index.js';
import { nameOfData } from '../../texts/server-words.js';

/** A warning in words: what became of a text, and what to do. */
export function warningWords({ code, shown }: Warning): string {
  return texts.value.preview.warnings[code](shown ?? '');
}

/** What people call a node: what it shows, or what it is. */
export function nameOf(node: LayoutNode, { editor }: Texts): string {
  const type = typeOf(node);
  if (type === 'text') return nameOfText(node.text, editor) ?? kindOf(node, editor);
  if (type === 'price') {
    const field = typeof node.field === 'string' ? node.field : 'price';
    return offered(priceOffers, field, editor) ?? nameOfData(field);
  }
  if (type === 'part' && typeof node.part === 'string') return editor.partNamed(nameOfData(node.part));
  if (type === 'icon' && typeof node.icon === 'string') return editor.iconNamed(node.icon);
  return kindOf(node, editor);
}

/** What a node is, in a word. */
export function kindOf(node: LayoutNode, editor: Texts['editor']): string {
  const type = typeOf(node);
  const kinds: Readonly<Record<string, string>> = editor.kinds;
  if (type === 'box') return node.direction === 'row' ? editor.kinds.row : editor.kinds.column;
  return kinds[type] ?? type;
}

/** Texts that name fields are called by what they name. */
function nameOfText(text: Json | undefined, editor: Texts['editor']): string | undefined {
  const said = typeof text === 'object' && text !== null && 'en' in text ? text.en : text;
  if (typeof said !== 'string' || said === '') return undefined;
  const known = offered(textOffers, said, editor);
  if (known !== undefined) return known;
  const fields = Array.from(said.matchAll(/\{(?:phrase\.|data\.|row\.)?([^{}:]*)(?::[^{}]*)?\}/g), ([, name]) => name!);
  return fields.length > 0 ? fields.map(nameOfData).join(', ') : `“${said}”`;
}

function offered(
  offers: readonly { readonly name: string; readonly shows: string }[],
  shows: string,
  editor: Texts['editor'],
): string | undefined {
  const offer = offers.find((each) => each.shows === shows);
  return offer && (editor.offers as Readonly<Record<string, string>>)[offer.name];
}

import type { DataField } from '../../../../renderer/index.js';
import { editorKinds } from './editor-kinds.js';
import { isObject, type Json, type ParsedObject } from './json.js';
import { childrenOf, type LayoutDocument, type LayoutNode } from './nodes.js';

/** A content for a text or a price, with the data fields that it needs. */
export interface Offer {
  /** Its key in the studio's texts. */
  readonly name: string;
  /** The text, or the field of a price. */
  readonly shows: string;
  readonly needs?: Readonly<Record<string, DataField>>;
}

const previous = { previous_price: { type: 'price', required: true, example: '4.99' } } as const;

/** Phrases are in each label's language. */
export const textOffers: readonly Offer[] = [
  { name: 'product_name', shows: '{product_name}' },
  { name: 'per_unit', shows: '{phrase.per_unit}' },
  { name: 'offer', shows: '{phrase.offer}' },
  { name: 'percent_off', shows: '{phrase.percent_off}', needs: previous },
  { name: 'savings', shows: '{phrase.savings}', needs: previous },
  { name: 'was', shows: '{phrase.was}' },
  { name: 'until', shows: '{phrase.until}', needs: { valid_until: { type: 'text', example: '30 Nov' } } },
  { name: 'unit_price', shows: '{phrase.unit_price}' },
  { name: 'sku', shows: '{sku}' },
  { name: 'date', shows: '{date:short}' },
  { name: 'model_line', shows: '{model_line}' },
];

export const priceOffers: readonly Offer[] = [
  { name: 'price', shows: 'price' },
  { name: 'previous_price', shows: 'data.previous_price', needs: previous },
];

export function dataOf(document: LayoutDocument): Readonly<Record<string, DataField>> {
  const { data } = document;
  if (!isObject(data)) return {};
  return Object.fromEntries(
    Object.entries(data).filter(([, field]) => isObject(field) && typeof field.type === 'string'),
  ) as unknown as Record<string, DataField>;
}

export function dataOffers(document: LayoutDocument, type: 'text' | 'price'): readonly Offer[] {
  return Object.entries(dataOf(document)).flatMap(([name, field]): Offer[] => {
    if (field.type === 'list' || (type === 'price' && field.type !== 'price')) return [];
    return [{ name, shows: type === 'price' ? `data.${name}` : `{data.${name}}` }];
  });
}

export function withNeeds(document: LayoutDocument, needs: Offer['needs'] = {}): LayoutDocument {
  const known = dataOf(document);
  const missing = Object.entries(needs).filter(([name]) => !Object.hasOwn(known, name));
  if (missing.length === 0) return document;
  const before = isObject(document.data) ? document.data : {};
  return insertedBefore(document, 'root', 'data', { ...before, ...(Object.fromEntries(missing) as ParsedObject) });
}

/** Inserts a member before another one, as people read documents from the top. */
function insertedBefore(document: LayoutDocument, next: string, key: string, value: Json): LayoutDocument {
  if (Object.hasOwn(document, key)) return { ...document, [key]: value };
  return Object.fromEntries(
    Object.entries(document).flatMap(([name, each]) =>
      name === next ? [[key, value] as const, [name, each] as const] : [[name, each] as const],
    ),
  );
}

/** "Price before" → "price_before". */
export function fieldId(title: string): string {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  return (
    plain
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[_0-9]+|(?<!_)_+$/g, '')
      .slice(0, 32) || 'field'
  );
}

/** "Weekend offer" → "weekend-offer", with a number if it is taken. */
export function layoutId(title: string, taken: (id: string) => boolean): string {
  const id = fieldId(title).replaceAll('_', '-');
  for (let i = 2, made = id; ; i++) {
    if (!taken(made)) return made;
    made = `${id}-${i}`;
  }
}

export const paletteKinds = ['text', 'price', 'code', 'line', 'shape', 'picture', 'box'] as const;
export type PaletteKind = (typeof paletteKinds)[number];

/** A node of the palette, or an icon. Pictures are added with their files. @param around its container */
export function newNode(
  kind: PaletteKind | 'icon',
  { root = null, parts = null, variants = null }: LayoutDocument,
  inRow: boolean,
  around: Json | undefined,
): LayoutNode {
  const type = kind === 'code' ? 'barcode' : kind;
  const banner = isObject(around) && around.fill !== undefined ? childrenOf(around) : null;
  return { type, ...editorKinds[type].fresh!(inRow, JSON.stringify([root, parts, variants]), banner) };
}

export function needsOf({ text, field }: LayoutNode): Offer['needs'] {
  return [...textOffers, ...priceOffers].find(({ shows }) => shows === (field ?? text))?.needs;
}

export function blankDocument(title: string, description: string): LayoutDocument {
  return { title, description, root: { type: 'box', padding: '1.2mm', gap: '0.6mm', children: [] } };
}

export function documentOf(layout: object): LayoutDocument {
  const added = ['id', 'version', 'updated_at'];
  return Object.fromEntries<Json>(Object.entries(layout as ParsedObject).filter(([key]) => !added.includes(key)));
}

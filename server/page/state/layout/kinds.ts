import { isObject, type JsonObject, type Path, valueAt, withValue } from './json.js';
import { isContainer, type LayoutDocument, typeOf } from './nodes.js';
import { dataOf, withNeeds } from './offers.js';
import { propertiesOf, type Schema } from './schema.js';

const containerKinds = ['box', 'stack', 'shape', 'repeat'] as const;
const leafKinds = ['text', 'price', 'barcode', 'qr', 'icon', 'line', 'part'] as const;

/** The kinds that a node can become. Containers become containers. */
export function kindsFor(node: JsonObject): readonly string[] {
  if (isContainer(node)) return containerKinds;
  const own = typeOf(node);
  return leafKinds.some((kind) => kind === own) ? leafKinds : [own, ...leafKinds];
}

/** Kinds that encode a text, and kinds without a natural height. */
const codes: readonly string[] = ['barcode', 'qr'];
const drawn: readonly string[] = [...codes, 'icon'];

/** Required properties of new nodes. */
const firsts: Readonly<Record<string, JsonObject>> = {
  text: { text: '{product_name}' },
  icon: { icon: 'organic' },
  shape: { shape: 'star' },
  part: { part: 'name' },
};

const rows = {
  rows: {
    type: 'list',
    columns: { name: 'text', price: 'price' },
    example: [
      { name: 'Small', price: '2.90' },
      { name: 'Large', price: '3.90' },
    ],
  },
} as const;

/** Changes the kind of a node. It keeps the properties that the new kind has. */
export function withKind(document: LayoutDocument, path: Path, kind: string, schema: Schema): LayoutDocument {
  const before = valueAt(document, path);
  if (!isObject(before) || before.type === kind) return document;
  const known = new Set(propertiesOf(schema, kind).map(([name]) => name));
  // Texts and codes do not share their contents.
  if (!codes.includes(kind) || !codes.includes(typeOf(before))) known.delete('text');
  const kept = Object.entries(before).filter(
    ([name]) => known.has(name) || (name === 'children' && isContainer(before)),
  );
  const list = Object.entries(dataOf(document)).find(([, { type }]) => type === 'list')?.[0];
  const first = kind === 'repeat' ? { each: `data.${list ?? 'rows'}` } : (firsts[kind] ?? {});
  const needed = kind === 'repeat' && list === undefined ? withNeeds(document, rows) : document;
  const children: JsonObject = isContainer({ type: kind }) && kind !== 'shape' ? { children: [] } : {};
  const sized = kept.some(([name]) => ['width', 'height', 'grow'].includes(name));
  const size: JsonObject = drawn.includes(kind) && !sized ? { height: '30%' } : {};
  return withValue(needed, path, { type: kind, ...first, ...children, ...size, ...Object.fromEntries(kept) });
}

import { editorKind, editorKinds } from './editor-kinds.js';
import { isObject, type ParsedObject, type Path, valueAt, withValue } from './json.js';
import { isContainer, type LayoutDocument, typeOf } from './nodes.js';
import { dataOf, withNeeds } from './offers.js';
import { propertiesOf, type Schema } from './schema.js';

/** The kinds that a node can become. Containers become containers. */
export function kindsFor(node: ParsedObject): readonly string[] {
  const own = typeOf(node);
  const offered = Object.entries(editorKinds).filter(
    ([, { contains, exclusive }]) => !exclusive && (contains !== undefined) === isContainer(node),
  );
  const names = offered.map(([name]) => name);
  return names.includes(own) ? names : [own, ...names];
}

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
  const { contains, childless, first = {}, encodes, height } = editorKind(kind);
  if (!encodes || !editorKind(typeOf(before)).encodes) known.delete('text');
  const kept = Object.entries(before).filter(
    ([name]) => known.has(name) || (name === 'children' && isContainer(before)),
  );
  const list = Object.entries(dataOf(document)).find(([, { type }]) => type === 'list')?.[0];
  const each: ParsedObject = kind === 'repeat' ? { each: `data.${list ?? 'rows'}` } : {};
  const needed = kind === 'repeat' && list === undefined ? withNeeds(document, rows) : document;
  const children: ParsedObject = contains && !childless ? { children: [] } : {};
  const sized = kept.some(([name]) => ['width', 'height', 'grow'].includes(name));
  const size: ParsedObject = height !== undefined && !sized ? { height } : {};
  return withValue(needed, path, { type: kind, ...each, ...first, ...children, ...size, ...Object.fromEntries(kept) });
}

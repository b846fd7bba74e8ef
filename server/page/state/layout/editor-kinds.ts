import type { KindName } from '../../../../renderer/index.js';
import type { JsonObject } from './json.js';

/** What the editor knows about a kind of nodes, besides its schema. */
interface EditorKind {
  /** Whether it has children: side by side, or one over the other. */
  readonly contains?: 'beside' | 'over';
  /** Whether it is complete without children. */
  readonly childless?: true;
  /** Required properties of a new node. */
  readonly first?: JsonObject;
  /** Whether its text is encoded, so that other kinds do not take it over. */
  readonly encodes?: true;
  /** The height of a new node, for a kind without a natural one. */
  readonly height?: string;
  /** Whether nodes of other kinds can't become one. */
  readonly exclusive?: true;
  /** A new node of the palette, in a row or a column. @param said the nodes of the layout as JSON */
  fresh?(inRow: boolean, said: string): JsonObject;
}

/** In the order in which the inspector lists them. */
export const editorKinds: Readonly<Record<KindName, EditorKind>> = {
  box: {
    contains: 'beside',
    fresh: (inRow) => ({ direction: inRow ? 'column' : 'row', gap: '1mm', children: [] }),
  },
  stack: { contains: 'over' },
  shape: {
    contains: 'beside',
    childless: true,
    first: { shape: 'star' },
    fresh: (inRow) => ({ shape: 'star', fill: 'accent', ...(inRow ? { width: '30%' } : { height: '40%' }) }),
  },
  repeat: { contains: 'beside' },
  text: {
    first: { text: '{product_name}' },
    // What the layout does not show yet.
    fresh: (_, said): JsonObject =>
      said.includes('product_name') || said.includes('"part":"name')
        ? { text: said.includes('per_unit') ? '{phrase.offer}' : '{phrase.per_unit}', size: '10%' }
        : { text: '{product_name}', size: '14%', weight: 'bold', lines: 2 },
  },
  price: {
    fresh: (_, said): JsonObject => (said.includes('"type":"price"') ? { height: '30%' } : { align: 'end', grow: 1 }),
  },
  barcode: {
    encodes: true,
    height: '30%',
    fresh: (inRow): JsonObject => (inRow ? { width: '40%' } : { height: '30%' }),
  },
  qr: { encodes: true, height: '30%' },
  icon: { first: { icon: 'organic' }, height: '30%' },
  line: { fresh: (inRow) => ({ [inRow ? 'width' : 'height']: 1 }) },
  part: { first: { part: 'name' } },
  picture: { exclusive: true },
};

/** The facts of a kind; an unchecked document may name an unknown one, which has none. */
export function editorKind(name: string): EditorKind {
  return Object.hasOwn(editorKinds, name) ? editorKinds[name as KindName] : {};
}

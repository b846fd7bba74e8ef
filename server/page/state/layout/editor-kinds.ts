import type { KindName } from '../../../../renderer/index.js';
import type { ParsedObject } from './json.js';

/** What the editor knows about a kind of nodes, besides its schema. */
interface EditorKind {
  /** Whether it has children: side by side, or one over the other. */
  readonly contains?: 'beside' | 'over';
  /** Whether it is complete without children. */
  readonly childless?: true;
  /** Required properties of a new node. */
  readonly first?: ParsedObject;
  /** Whether its text is encoded, so that other kinds do not take it over. */
  readonly encodes?: true;
  /** The height of a new node, for a kind without a natural one. */
  readonly height?: string;
  /** Whether nodes of other kinds can't become one. */
  readonly exclusive?: true;
  /** A new node of the palette, in a row or a column. @param said the nodes of the layout as JSON @param banner what is in the box, if that has a ground */
  fresh?(inRow: boolean, said: string, banner: readonly ParsedObject[] | null): ParsedObject;
}

/** What new texts show, if the layout does not show it yet: in a box with a ground, and elsewhere. */
const bannerTexts = ['{phrase.offer}', '{phrase.percent_off}'];
const plainTexts = ['{product_name}', '{phrase.per_unit}', ...bannerTexts];

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
    fresh(inRow, said, banner): ParsedObject {
      const parts = said.replaceAll('"part":"name', '{product_name}');
      const offered = banner ? bannerTexts.slice(Math.min(1, banner.length)) : plainTexts;
      const text = offered.find((each) => !parts.includes(each)) ?? '{phrase.offer}';
      if (text === '{product_name}') return { text, size: '14%', weight: 'bold', lines: 2 };
      return { text, size: '10%', ...(inRow && (text.includes('percent') ? { width: 'content' } : { grow: 1 })) };
    },
  },
  price: {
    fresh(inRow, said): ParsedObject {
      if (!said.includes('"type":"price"')) return { align: 'end', grow: 1 };
      const size: ParsedObject = inRow ? { grow: 1 } : { height: '30%' };
      return said.includes('previous_price"') ? size : { field: 'data.previous_price', strike: 'accent', ...size };
    },
  },
  barcode: {
    encodes: true,
    height: '30%',
    fresh: (inRow): ParsedObject => (inRow ? { width: '40%' } : { height: '30%' }),
  },
  qr: { encodes: true, height: '30%' },
  icon: {
    first: { icon: 'organic' },
    height: '30%',
    fresh: (inRow): ParsedObject => (inRow ? { width: '12%' } : { height: '20%' }),
  },
  line: { fresh: (inRow) => ({ [inRow ? 'width' : 'height']: 1 }) },
  part: { first: { part: 'name' } },
  picture: { exclusive: true, fresh: (inRow): ParsedObject => (inRow ? { width: '12%' } : { height: '30%' }) },
};

/** The facts of a kind; an unchecked document may name an unknown one, which has none. */
export function editorKind(name: string): EditorKind {
  return Object.hasOwn(editorKinds, name) ? editorKinds[name as KindName] : {};
}

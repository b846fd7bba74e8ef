import { barcode, type BarcodeNode } from './barcode/schema.js';
import { box, type BoxNode } from './box/schema.js';
import { icon, type IconNode } from './icon/schema.js';
import type { NodeKind } from './types.js';
import { line, type LineNode } from './line/schema.js';
import { part, type PartNode } from './part/schema.js';
import { picture, type PictureNode } from './picture/schema.js';
import { price, type PriceNode } from './price/schema.js';
import { qr, type QrNode } from './qr/schema.js';
import { repeat, type RepeatNode } from './repeat/schema.js';
import { shape, type ShapeNode } from './shape/schema.js';
import { stack, type StackNode } from './stack/schema.js';
import { text, type TextNode } from './text/schema.js';

/** The kinds of nodes in a layout, in the order in which documents and the API list them. */
export const kinds = { box, stack, repeat, shape, text, price, barcode, qr, icon, line, picture, part } as const;
export type KindName = keyof typeof kinds;

/** The nodes by kind, without the types of their children. */
export interface KindNodes {
  readonly box: BoxNode;
  readonly stack: StackNode;
  readonly repeat: RepeatNode;
  readonly shape: ShapeNode;
  readonly text: TextNode;
  readonly price: PriceNode;
  readonly barcode: BarcodeNode;
  readonly qr: QrNode;
  readonly icon: IconNode;
  readonly line: LineNode;
  readonly picture: PictureNode;
  readonly part: PartNode;
}

export const nodeSchemas = Object.fromEntries(Object.entries(kinds).map(([name, { schema }]) => [name, schema])) as {
  readonly [Name in KindName]: (typeof kinds)[Name]['schema'];
};

export function kindOf<Node extends { readonly type: KindName }>({ type }: Node): NodeKind<Node> {
  const all: Readonly<Record<KindName, NodeKind<never>>> = kinds;
  return all[type];
}

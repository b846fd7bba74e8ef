import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { Immutable } from '../content.js';
import type { ink, length, localText, nodes, placed } from './nodes.js';
import type { headSchema, panelsSchema } from './schema.js';

/** A length: a number of px, millimetres on the panel's dpi ("3.2mm"), or a share ("40%"). */
export type Length = number | `${number}mm` | `${number}%`;

/** A text, or one for each language (BCP 47: "de", "de-CH"); languages that are not there take the English one. */
export type LocalText = string | Readonly<{ en: string } & Record<string, string>>;

/** What a schema describes; that its texts have a form, and objects entries of one kind, can only be said here. */
type Of<Schema extends JSONSchema> = Immutable<
  FromSchema<
    Schema,
    {
      deserialize: [
        { pattern: { pattern: (typeof length)['pattern'] }; output: Length },
        { pattern: typeof localText; output: LocalText },
      ];
    }
  >
>;

/** `accent`: red, or yellow where there is no red; black on a panel that has neither, and for texts where it is yellow. */
export type LayoutInk = Of<typeof ink>;

/**
 * A field of the content: one of `fields`, or "data.…". By its name alone: it is not empty. With `equals`: it is (one
 * of) these texts; a field that is absent equals "".
 */
export type Condition = Of<(typeof placed)['when']>;

/** Nodes in a row or a column. A box that is drawn turned turns all that is in it. */
export interface Box extends Omit<Of<(typeof nodes)['box']>, 'children'> {
  readonly children: readonly Node[];
}

/** Text with fields in braces: "per {unit}". Not drawn when all its fields are empty. */
export type TextLeaf = Of<(typeof nodes)['text']>;
/** A price, as large as its box allows; never clipped. */
export type PriceLeaf = Of<(typeof nodes)['price']>;
/** Where it can't be drawn so that a scanner reads it, its digits are written instead, with a warning. */
export type BarcodeLeaf = Of<(typeof nodes)['barcode']>;
export type QrLeaf = Of<(typeof nodes)['qr']>;
export type LineLeaf = Of<(typeof nodes)['line']>;
export type PictureLeaf = Of<(typeof nodes)['picture']>;

export type Leaf = TextLeaf | PriceLeaf | BarcodeLeaf | QrLeaf | LineLeaf | PictureLeaf;
export type Node = Box | Leaf;

/** What is drawn on the panels for which all limits hold. */
export interface Variant {
  readonly for: Of<typeof panelsSchema>;
  readonly root: Box;
}

type Head = Of<typeof headSchema>;

/** What a layout asks of a field of the binding's `data`. */
export type DataField = NonNullable<Head['data']>[string];

/** The drawing of a shelf label as data. The first variant that is for the panel is drawn, else `root`. */
export interface Layout extends Head {
  readonly id: string;
  readonly root: Box;
  readonly variants?: readonly Variant[];
}

/** The most nodes that a layout may have over all its variants, how deep they may stand, and different conditions. */
export const layoutLimits = { nodes: 500, depth: 16, conditions: 20, bytes: 256 * 1024 } as const;

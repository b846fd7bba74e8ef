import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { Immutable } from '../content.js';
import type { ink, length, localText, nodes, placed } from './nodes.js';
import type { headSchema, panelsSchema } from './schema.js';

/** A length: a number of px, millimetres at the panel's dpi ("3.2mm"), or a share ("40%"). */
export type Length = number | `${number}mm` | `${number}%`;

/** A text, or one for each language (BCP 47: "de", "de-CH"). All other languages take the English one. */
export type LocalText = string | Readonly<{ en: string } & Record<string, string>>;

/**
 * What a schema describes. Types can't derive from a pattern, or from the keys of a {@link LocalText}: they are given
 * here.
 */
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

/** `accent` is red if the panel has it, else yellow, else black. Text is drawn in black instead of a yellow accent. */
export type LayoutInk = Of<typeof ink>;

/**
 * A condition on a field of the content: one of `fields`, or "data.…". The name alone holds when the field is not
 * empty; with `equals`, when the field equals this text, or one of these. An absent field equals "".
 */
export type Condition = Of<(typeof placed)['when']>;

/** Nodes in a row or a column. A box that is turned turns everything in it. */
export interface Box extends Omit<Of<(typeof nodes)['box']>, 'children'> {
  readonly children: readonly Node[];
}

/** Nodes that lie over each other, later ones above. */
export interface Stack extends Omit<Of<(typeof nodes)['stack']>, 'children'> {
  readonly children: readonly Node[];
}

/** A star, an arrow or the like, and nodes in the largest upright rectangle within it, arranged as in a box. */
export interface Shape extends Omit<Of<(typeof nodes)['shape']>, 'children'> {
  readonly children?: readonly Node[];
}

/** Text with fields in braces: "per {unit}". Not drawn when all its fields are empty. */
export type TextLeaf = Of<(typeof nodes)['text']>;
/** A price, as large as its box allows; never clipped. */
export type PriceLeaf = Of<(typeof nodes)['price']>;
/** If it can't be drawn so that a scanner reads it, its digits are printed instead, with a warning. */
export type BarcodeLeaf = Of<(typeof nodes)['barcode']>;
export type QrLeaf = Of<(typeof nodes)['qr']>;
export type LineLeaf = Of<(typeof nodes)['line']>;
/** Icons by their names, with fields in braces. */
export type IconLeaf = Of<(typeof nodes)['icon']>;
export type PictureLeaf = Of<(typeof nodes)['picture']>;

export type Leaf = TextLeaf | PriceLeaf | BarcodeLeaf | QrLeaf | LineLeaf | IconLeaf | PictureLeaf;
/** A node that may have others in it, and a ground. */
export type Container = Box | Stack | Shape;
export type Node = Container | Leaf;

/** What is drawn on panels within all of its limits. */
export interface Variant {
  readonly for: Of<typeof panelsSchema>;
  readonly root: Box;
}

type Head = Of<typeof headSchema>;

/** What a layout requires of a field of the binding's `data`. */
export type DataField = NonNullable<Head['data']>[string];

/** Which fields of a shelf label go where. The first variant that is for the panel is used, else `root`. */
export interface Layout extends Head {
  readonly id: string;
  readonly root: Box;
  readonly variants?: readonly Variant[];
}

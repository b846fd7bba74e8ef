import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { Immutable } from '../content.js';
import type { nodes } from './nodes.js';
import type { ink, length, localText, phrase, width } from './values.js';
import type { headSchema, panelsSchema } from './schema.js';

/** A length: a number of px, millimetres at the panel's dpi ("3.2mm"), or a percentage ("40%"). */
export type Length = number | `${number}mm` | `${number}%`;

/** A text, or one for each language (BCP 47: "de", "de-CH"). Other languages take the English one. */
export type LocalText = string | Phrase;

/** A text for each language; others take the English one. */
export type Phrase = Readonly<{ en: string } & Record<string, string>>;

/** The heights of a text's font: see the schema. */
export type Size = Length | { readonly largest?: Length; readonly preferred: Length; readonly floor: Length };

/**
 * A condition on the fields of a content, each one of `fields`, or "data.…". A name alone holds when the field is not
 * empty; with `equals`, when the field equals this text, or one of these; an absent field equals "". With `greater` and
 * `less`, the field must be a number.
 */
export type Condition =
  | string
  | { readonly field: string; readonly equals: string | readonly string[] }
  | { readonly field: string; readonly greater: string }
  | { readonly field: string; readonly less: string }
  | { readonly not: Condition }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

/** The type of a schema. Types can't derive from a pattern, or from the keys of a {@link LocalText}: those are mapped here. */
type Of<Schema extends JSONSchema> = Immutable<
  FromSchema<
    Schema,
    {
      deserialize: [
        { pattern: { pattern: (typeof length)['pattern'] }; output: Length },
        { pattern: { pattern: (typeof width)['pattern'] }; output: Length | 'content' },
        { pattern: typeof localText; output: LocalText },
        { pattern: typeof phrase; output: Phrase },
      ];
    }
  >
>;

/** `accent` is red if the panel has it, else yellow, else black. Text is drawn in black instead of a yellow accent. */
export type LayoutInk = Of<typeof ink>;

/** A node of a type. Adds the type of what its schema only refers to. */
type NodeOf<Type extends keyof typeof nodes> = Omit<Of<(typeof nodes)[Type]>, 'when'> & { readonly when?: Condition };

/** Nodes in a row or a column. A box that is turned turns everything in it. */
interface BoxOf<Inner> extends Omit<NodeOf<'box'>, 'children'> {
  readonly children: readonly Inner[];
}
export type Box = BoxOf<Node>;

/** Nodes that lie over each other, later ones above. */
interface StackOf<Inner> extends Omit<NodeOf<'stack'>, 'children'> {
  readonly children: readonly Inner[];
}
export type Stack = StackOf<Node>;

/** A star, an arrow or the like, and nodes in the largest upright rectangle within it, arranged as in a box. */
interface ShapeOf<Inner> extends Omit<NodeOf<'shape'>, 'children'> {
  readonly children?: readonly Inner[];
}
export type Shape = ShapeOf<Node>;

/** A box whose children are drawn for each row of a list, once the list is unrolled. */
export interface Repeat extends Omit<NodeOf<'repeat'>, 'children'> {
  readonly children: readonly WrittenNode[];
}

/** Text with fields in braces: "per {unit}". Not drawn when all its fields are empty. */
export type TextLeaf = Omit<NodeOf<'text'>, 'size'> & { readonly size?: Size };
/** A price, as large as its box allows; never clipped. */
export type PriceLeaf = NodeOf<'price'>;
/** If it can't be drawn so that a scanner reads it, its digits are printed instead, with a warning. */
export type BarcodeLeaf = NodeOf<'barcode'>;
export type QrLeaf = NodeOf<'qr'>;
export type LineLeaf = NodeOf<'line'>;
/** Icons by their names, with fields in braces. */
export type IconLeaf = NodeOf<'icon'>;
export type PictureLeaf = NodeOf<'picture'>;

export type Leaf = TextLeaf | PriceLeaf | BarcodeLeaf | QrLeaf | LineLeaf | IconLeaf | PictureLeaf;
/** A node with a ground that may have children. */
export type Container = BoxOf<Node> | StackOf<Node> | ShapeOf<Node>;
export type Node = Container | Leaf;

/** A reference to a part, until the parts are inlined. */
export type Part = NodeOf<'part'>;
/** A node in a document. */
export type WrittenBox = BoxOf<WrittenNode>;
export type WrittenContainer = WrittenBox | StackOf<WrittenNode> | ShapeOf<WrittenNode> | Repeat;
export type WrittenNode = WrittenContainer | Leaf | Part;

/** The nodes for panels within all of its limits. */
interface VariantOf<Root> {
  readonly for: Of<typeof panelsSchema>;
  readonly root: Root;
}

/** The nodes of a layout: those of the first variant for the panel, else those of `root`. */
interface RootsOf<Root> {
  readonly root: Root;
  readonly variants?: readonly VariantOf<Root>[];
}
export type Roots = RootsOf<Box>;

type Head = Of<typeof headSchema>;

/** What a layout requires of a field of the binding's `data`. */
export type DataField = NonNullable<Head['data']>[string];

/** Which fields of a shelf label go where, as in the document. */
export interface Layout extends Head, RootsOf<WrittenBox> {
  readonly id: string;
  readonly parts?: Readonly<Record<string, WrittenNode>>;
}

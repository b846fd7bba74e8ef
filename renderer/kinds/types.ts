import type { FromSchema } from '../../devices/index.js';
import type { Immutable } from '../content.js';
import type { ranked, roleNames } from './ranked.js';
import type { length, localText, phrase, width } from './values.js';
import type { WarningCode } from '../warnings.js';

/** A length: a number of px, millimetres at the panel's dpi ("3.2mm"), or a percentage ("40%"). */
export type Length = number | `${number}mm` | `${number}%`;

/** A text, or one for each language (BCP 47: "de", "de-CH"). Other languages take the English one. */
export type LocalText = string | Phrase;

/** A text for each language; others take the English one. */
export type Phrase = Readonly<{ en: string } & Record<string, string>>;

/** The heights of a text's font: see the schema. */
export type Size = Length | { readonly largest?: Length; readonly preferred: Length; readonly floor: Length };

/** What a text or a price is for a customer. */
export type Role = (typeof roleNames)[number];

/** How the drawn size of a node depends on another's: see the schema. */
export type Tied = Immutable<FromSchema<(typeof ranked)['tied']>>;

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
export type Of<Schema> = Immutable<
  FromSchema<
    Schema,
    | readonly [{ readonly pattern: (typeof length)['pattern'] }, Length]
    | readonly [{ readonly pattern: (typeof width)['pattern'] }, Length | 'content']
    | readonly [typeof localText, LocalText]
    | readonly [typeof phrase, Phrase]
  >
>;

/** A node of a schema. Adds the type of the condition, which the schema refers to. */
export type NodeOf<Schema> = Omit<Of<Schema>, 'when'> & { readonly when?: Condition };

/** Reports the problems of a node that its schema can't express; `place` is a path in the node. */
export interface NodeCheck {
  readonly report: (place: string, reason: string, message: (pointer: string) => string) => void;
  readonly isPrice: (field: string | undefined, place: string) => void;
  readonly isPicture: (source: string, place: string) => void;
}

/** A kind of nodes in the language of layouts. */
export interface NodeKind<Node> {
  /** JSON Schema 2020-12; a container refers to `#/$defs/node` of the whole document. */
  readonly schema: { readonly properties: object };
  /** Whether it draws a picture, or nothing of a content. Absent: a text. */
  readonly shows?: 'picture' | 'nothing';
  /** The property with the text that may name fields and phrases. */
  readonly text?: string;
  /** The text whose fields are drawn; undefined without any. */
  template?(node: Node, words: (text: LocalText) => string): string | undefined;
  /** The field that is drawn, if it has no text. */
  field?(node: Node): string;
  /** Says what a text is drawn as: "barcode". Absent: the text itself. */
  readonly noun?: string;
  /** Whether its width may be that of its content, if it is upright. */
  readonly hugs?: true;
  /** The warnings that only kinds with them in this list cause. */
  readonly causes?: readonly WarningCode[];
  check?(node: Node, check: NodeCheck): void;
}

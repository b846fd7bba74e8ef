import type { KindName, KindNodes } from '../kinds/schemas.js';
import type { Of } from '../kinds/types.js';
import type { ink } from '../kinds/values.js';
import type { headSchema, panelsSchema } from './schema.js';

export type { Condition, Length, LocalText, Phrase, Role, Size } from '../kinds/types.js';

/** `accent` is red if the panel has it, else yellow, else black. Text is drawn in black instead of a yellow accent. */
export type LayoutInk = Of<typeof ink>;

/** A kind of nodes in a document, with the type of its children, to which its schema only refers. */
type WithChildren<Node, Inner extends { node: unknown }> = {
  readonly [Key in keyof Node]: Key extends 'children' ? readonly Inner['node'][] : Node[Key];
};

/** The kinds of which {@link inlineParts} leaves none. */
type ReplacedKind = 'repeat' | 'part';
export type DrawnKind = Exclude<KindName, ReplacedKind>;
type ContainerKind<Name extends KindName> = Name extends unknown
  ? 'children' extends keyof KindNodes[Name]
    ? Name
    : never
  : never;

// An interface may refer to a type that refers to it.
interface Inner {
  readonly node: Node;
}
export type Node<Name extends DrawnKind = DrawnKind> = { [One in Name]: WithChildren<KindNodes[One], Inner> }[Name];
/** A node with a ground that may have children. A turned one turns everything in it. */
export type Container = Node<ContainerKind<DrawnKind>>;
export type Box = Node<'box'>;

interface WrittenInner {
  readonly node: WrittenNode;
}
/** A node in a document, with references to parts and with lists. */
export type WrittenNode<Name extends KindName = KindName> = {
  [One in Name]: WithChildren<KindNodes[One], WrittenInner>;
}[Name];
export type WrittenContainer = WrittenNode<ContainerKind<KindName>>;
export type WrittenBox = WrittenNode<'box'>;
/** A box whose children are drawn for each row of a list, once the list is unrolled. */
export type Repeat = WrittenNode<'repeat'>;
/** A reference to a part, until the parts are inlined. */
export type Part = WrittenNode<'part'>;

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

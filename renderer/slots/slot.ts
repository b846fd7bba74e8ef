import type { Layout, Node } from '../layout/document.js';
import type { Words } from '../layout/phrases.js';
import type { Template } from '../layout/template.js';
import type { Rectangle } from '../shapes/rectangle.js';
import type { QuarterTurns } from '../shapes/turn.js';
import type { TiedSize } from './sizes.js';

/** A node of a layout and its place on a panel, in whole px. Boxes come before their children. */
export interface PlacedNode extends Rectangle {
  readonly node: Node;
  /** Clockwise quarter turns of its content. */
  readonly turn: QuarterTurns;
  /** The ink under it. */
  readonly backdrop: number;
}

/** A place on a panel, ready to be filled for labels of one locale. */
export interface Slot extends PlacedNode {
  readonly locale: string;
  /** Whether reading begins at the right. */
  readonly rtl: boolean;
  /** Where its content is arranged: its place on the panel or, if it is turned, an upright area at 0, 0. */
  readonly area: Rectangle;
  /** The maximum number of lines of a text. */
  readonly lines: number;
  /** The field of a text that must not be cut: a quantity or a price. */
  readonly required: string | undefined;
  /** The index of a text in the lines of a step. */
  readonly text: number | undefined;
  /** The bounds that ties set to its size. */
  readonly bounds: TiedSize | undefined;
  /** Set for a text, a barcode, a QR code or icons. */
  readonly template: Template | undefined;
  readonly shared: LayoutDefaults;
}

/** What all slots of a layout share: fields by type, the words of its texts, its resolver and pictures. */
export interface LayoutDefaults {
  /** The fields that the locale's price format applies to. */
  readonly prices: ReadonlySet<string>;
  readonly quantities: ReadonlySet<string>;
  readonly dates: ReadonlySet<string>;
  /** The layout's default address of GS1 Digital Links. */
  readonly resolver: string | undefined;
  /** The layout's pictures by name. */
  readonly pictures: Layout['pictures'];
  readonly words: Words;
}

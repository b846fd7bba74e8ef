/** A length: a number of px, millimetres on the panel's dpi ("3.2mm"), or a share ("40%"). */
export type Length = number | `${number}mm` | `${number}%`;

/** `accent`: red, or yellow where there is no red; black on a panel that has neither, and for texts where it is yellow. */
export type LayoutInk = 'black' | 'white' | 'red' | 'yellow' | 'accent';

/**
 * A field of the content: one of {@link fields}, or "data.…". By its name alone: it is not empty. With `equals`: it is
 * (one of) these texts; a field that is absent equals "".
 */
export type Condition = string | { readonly field: string; readonly equals: string | readonly string[] };

/** A text, or one for each language (BCP 47: "de", "de-CH"); languages that are not there take the English one. */
export type LocalText = string | Readonly<{ en: string } & Record<string, string>>;

interface Placed {
  /** Takes part only when this holds. */
  readonly when?: Condition;
  readonly width?: Length;
  readonly height?: Length;
  readonly grow?: number;
  /** Degrees clockwise that the node, and all in it, is turned. */
  readonly rotate?: 90 | 180 | 270;
}

export interface Box extends Placed {
  readonly type: 'box';
  readonly direction?: 'row' | 'column';
  readonly gap?: Length;
  readonly padding?: Length;
  readonly justify?: 'start' | 'center' | 'end' | 'between';
  readonly align?: 'start' | 'center' | 'end' | 'stretch';
  readonly fill?: LayoutInk;
  readonly outline?: LayoutInk;
  /** Of the outline; one px when it is absent. */
  readonly thickness?: Length;
  /** Of the corners. */
  readonly radius?: Length;
  readonly children: readonly Node[];
}

/** `start` is the side where reading begins: the right one where the locale is written from right to left. */
interface Aligned {
  readonly align?: 'start' | 'center' | 'end';
  readonly valign?: 'top' | 'middle' | 'bottom';
}

interface Inked {
  /** Absent: black, or white on a box that is filled black or red. */
  readonly ink?: LayoutInk;
}

export interface TextLeaf extends Placed, Aligned, Inked {
  readonly type: 'text';
  /** Text with fields in braces: "per {unit}". Not drawn when all its fields are empty. */
  readonly text: LocalText;
  /**
   * Heights of the font; a share is one of the panel's height. Short text is drawn up to `largest`, if that is given;
   * long text shrinks to `floor`, with a warning from below `preferred` on.
   */
  readonly size: { readonly largest?: Length; readonly preferred: Length; readonly floor: Length };
  readonly lines?: number;
  readonly weight?: 'regular' | 'bold';
}

/** A price, as large as its box allows; never clipped. */
export interface PriceLeaf extends Placed, Aligned, Inked {
  readonly type: 'price';
  /** The field that has it: "price" when absent, or a field that the layout's `data` declares as a price. */
  readonly field?: string;
  /** The price's digits are set in a font of at most this height. */
  readonly largest?: Length;
  /** The price is struck through, in this ink. */
  readonly strike?: LayoutInk;
}

/** Where it can't be drawn so that a scanner reads it, its digits are written instead, with a warning. */
export interface BarcodeLeaf extends Placed, Aligned {
  readonly type: 'barcode';
  /** What it says; "{sku}" when absent. */
  readonly text?: string;
  /** `auto` when absent: EAN-13, UPC-A or EAN-8 by the number of digits, else Code 128. */
  readonly symbology?: 'ean13' | 'ean8' | 'upca' | 'code128' | 'auto';
  /** Whether the digits are written below; true when absent. */
  readonly digits?: boolean;
}

export interface QrLeaf extends Placed, Aligned {
  readonly type: 'qr';
  readonly text: string;
}

export interface LineLeaf extends Placed, Inked {
  readonly type: 'line';
}

export interface PictureLeaf extends Placed, Aligned {
  readonly type: 'picture';
  /** A PNG or JPEG: a data URI, or in a layout file the name of a file beside it. */
  readonly source: string;
  readonly fit?: 'contain' | 'cover' | 'stretch';
  readonly dither?: 'none' | 'ordered' | 'floyd-steinberg';
}

export type Leaf = TextLeaf | PriceLeaf | BarcodeLeaf | QrLeaf | LineLeaf | PictureLeaf;
export type Node = Box | Leaf;

export interface Variant {
  /** Panels that the variant is for: all limits hold. `aspect` is width over height; sizes are px. */
  readonly for: Readonly<
    Partial<Record<'min_aspect' | 'max_aspect' | 'min_width' | 'max_width' | 'min_height' | 'max_height', number>>
  >;
  readonly root: Box;
}

/** What a layout asks of a field of the binding's `data`. */
export interface DataField {
  /** `price`: written as an update's price, "3.50", and drawn as the locale writes it. */
  readonly type: 'text' | 'price';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string;
  /** The only texts that it may have. */
  readonly values?: readonly string[];
}

/** The drawing of a shelf label as data. The first variant that is for the panel is drawn, else `root`. */
export interface Layout {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly data?: Readonly<Record<string, DataField>>;
  readonly root: Box;
  readonly variants?: readonly Variant[];
}

/** The fields that a layout may name, beside "data.…". `discount` is worked out: see `fieldOf`. */
export const fields = [
  'price',
  'product_name',
  'unit',
  'sku',
  'date',
  'model_line',
  'locale',
  'currency',
  'discount',
] as const;

/** The most nodes that a layout may have over all its variants, how deep they may stand, and different conditions. */
export const layoutLimits = { nodes: 500, depth: 16, conditions: 20, bytes: 256 * 1024 } as const;

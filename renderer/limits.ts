/** The longest that each text may be, in code points after clean-up; `data` is for each of its values. */
const texts = { product_name: 200, unit: 32, sku: 64, data: 200 } as const;

/**
 * What may be asked for. Whatever is more is refused before anything is made of it; what is within, but costs too much
 * all together, ends with {@link TooCostly}.
 */
export const limits = {
  ...texts,
  /** A list in `data`: its rows, and the texts of each. */
  list: { rows: 16, columns: 8 },
  /**
   * The UTF-16 units that a text may have before NFC, for each code point that it may have after it. NFC makes one code
   * point of at most six units (U+16D6A); so a longer text is too long in any case.
   */
  unitsPerCodePoint: 8,
  /**
   * A layout: nodes in all its variants, levels of them, different conditions, the fields that these test in all, bytes,
   * and the pixels of all its pictures together. A picture that is in it twice counts once; four samples that the scans of
   * a JPEG go over count as a pixel. A part counts in each of its places.
   */
  layout: { nodes: 500, depth: 16, conditions: 20, tests: 160, rows: 32, bytes: 256 * 1024, pixels: 1_048_576 },
  /** A picture: bytes, pixels, and the scans of a JPEG. */
  picture: { bytes: 4_194_304, pixels: 4_194_304, scans: 32 },
  /** An animated refresh: frames, and the pixels of all of them together; four frames it may have in any case. */
  animation: { frames: 64, pixels: 8_388_608 },
  /** Characters of a Code 128, and bytes of a QR code: the largest there is. */
  codes: { code128: 256, qr: 2331 },
} as const;

/** The limits of a layout. */
export const layoutLimits = limits.layout;

/**
 * What drawing costs, in units of work of about a microsecond on a usual machine. Measured, and rounded up. What is kept
 * in a cache is charged only when it is made.
 */
export const prices = {
  /** A label, without what is in it. */
  label: 10,
  /** 1000 pixels that a mark covers. */
  stamped: 1.5,
  /** A word that is measured, whether it is known or not. */
  word: 0.3,
  /** A letter of a word that is not known yet: found in a font, and placed; and one of a word with other than plain letters. */
  letter: 1,
  otherLetter: 3,
  /** A character of a text that is fitted into a box: split into words, and put in order. */
  character: 2,
  /** 1000 bytes of a font, when it is first needed. */
  font: 10,
  /** A text whose advance the canvas measures; each of its characters costs a letter more. */
  advance: 5,
  /** A text that the canvas draws, and 1000 pixels of it: 1 to 5 µs where the code is warm, more in a new process. */
  raster: 40,
  rastered: 8,
  /** 1000 pixels of a text that is compared with itself drawn large. */
  tried: 60,
  /** A node that flexbox arranges. */
  node: 40,
  /** A name that is compared with another one, letter for letter. */
  compared: 16,
  /** Two places that are compared, or a pixel that is looked at, to find what covers a price. */
  overlap: 0.01,
  /** A node whose height is worked out for a stack or a shape around it. */
  need: 5,
  /** A barcode, and a character of one. */
  barcode: 20,
  bar: 2,
  /** A QR code, and a byte of one. */
  qr: 400,
  qrByte: 2,
  /** An edge of a shape in a row of pixels. */
  edge: 0.1,
  /** 1000 pixels of a shape that are searched for the largest rectangle. */
  searched: 30,
  /** An icon, and a row of its pixels. */
  icon: 500,
  iconRow: 10,
  /** 1000 pixels of a box or a code that is shaped, and that are turned. */
  shaped: 4,
  turned: 20,
  /** 1000 pixels of a picture that are decoded, and that are resampled from. */
  decoded: 75,
  resampled: 20,
  /** 1000 pixels of a picture in the panel's inks. */
  dithered: 45,
} as const;

/** A label needs more work than is allowed. What was done is kept, so that nothing is done twice. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly';
  constructor(
    /** The budget that was not enough, in units of {@link prices}. */
    readonly budget: number,
  ) {
    super(`Expected a label that takes at most ${budget} units of work but received one that takes more`);
  }
}

/** Counts work. */
export interface Meter {
  /**
   * Counts work that is about to be done, in units of {@link prices}.
   * @throws {TooCostly} when it exceeds the budget
   */
  charge(units: number): void;
}

/** A meter that is set to a budget before each label. */
export interface Account extends Meter {
  /** Begins to count anew. */
  begin(budget: number): void;
  /** The units that were charged since. */
  spent(): number;
}

export function createAccount(): Account {
  let budget = Infinity;
  let spent = 0;
  return {
    begin(allowed) {
      budget = allowed;
      spent = 0;
    },
    charge(units) {
      spent += units;
      if (spent > budget) throw new TooCostly(budget);
    },
    spent: () => spent,
  };
}

/** Counts nothing: for tools that draw what nobody else waits for. */
export const unmetered: Meter = { charge: () => undefined };

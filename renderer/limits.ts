/** The maximum length of each text in code points after clean-up; `data` is for each of its values. */
const texts = { product_name: 200, unit: 32, sku: 64, data: 200 } as const;

/**
 * The limits of a request. More is refused before any work is done; what is within them but costs too much in total ends
 * with {@link TooCostly}.
 */
export const limits = {
  ...texts,
  /** A list in `data`: its rows, and the texts of each. */
  list: { rows: 16, columns: 8 },
  /**
   * The UTF-16 units that a text may have before NFC per code point after it. NFC makes one code point of at most six units
   * (U+16D6A), so a longer text is too long in any case.
   */
  unitsPerCodePoint: 8,
  /**
   * A layout: nodes in all its variants, their depth, distinct conditions, the fields that these test in total, bytes, and
   * the pixels of all its pictures together. A repeated picture counts once; four samples that a JPEG's scans visit count as
   * a pixel. A part counts in each of its places.
   */
  layout: { nodes: 500, depth: 16, conditions: 20, tests: 160, rows: 32, bytes: 256 * 1024, pixels: 1_048_576 },
  /** A picture: bytes, pixels, and the scans of a JPEG. */
  picture: { bytes: 4_194_304, pixels: 4_194_304, scans: 32 },
  /** An animated refresh: frames, and the pixels of all of them together; four frames are always allowed. */
  animation: { frames: 64, pixels: 8_388_608 },
  /** Characters of a Code 128, and bytes of a QR code: the largest there is. */
  codes: { code128: 256, qr: 2331 },
} as const;

export const layoutLimits = limits.layout;

/**
 * The costs of drawing, in units of about a microsecond on a usual machine. Measured, and rounded up. A cached value is
 * charged only when it is made.
 */
export const workCosts = {
  /** A label without its content. */
  label: 10,
  /** 1000 pixels that a mark covers. */
  stamped: 1.5,
  /** A word that is measured, whether cached or not. */
  word: 0.3,
  /** A letter of a word that is not cached: found in a font, and placed; and one of a word with other than plain letters. */
  letter: 1,
  otherLetter: 3,
  /** A character of a text that is fitted into a box: split into words and reordered. */
  character: 2,
  /** 1000 bytes of a font, when it is first needed. */
  font: 10,
  /** A text whose advance the canvas measures; each of its characters costs a letter more. */
  advance: 5,
  /** A text that the canvas draws, and 1000 pixels of it: 1 to 5 µs in warm code, more in a new process. */
  raster: 40,
  rastered: 8,
  /** A large text whose bounds are read, and not its pixels. */
  extent: 400,
  /** 1000 pixels of a text that is compared with itself drawn large. */
  tried: 60,
  /** A node that flexbox arranges. */
  node: 40,
  /** A name compared with another one, letter by letter. */
  compared: 16,
  /** Two places that are compared, or a pixel that is read, to find what covers a price. */
  overlap: 0.01,
  /** A node whose height is computed for a stack or a shape around it. */
  need: 5,
  /** A barcode, and a character of one. */
  barcode: 20,
  bar: 2,
  /** A QR code, and a byte of one. */
  qr: 400,
  qrByte: 2,
  /** An edge of a shape in a row of pixels. */
  edge: 0.1,
  /** 1000 pixels of a shape searched for the largest rectangle. */
  searched: 30,
  /** An icon, and a row of its pixels. */
  icon: 500,
  iconRow: 10,
  /** 1000 pixels of a box or a code: shaped, and turned. */
  shaped: 4,
  turned: 20,
  /** 1000 pixels of a picture: decoded, and resampled from. */
  decoded: 75,
  resampled: 20,
  /** 1000 pixels of a picture in the panel's inks. */
  dithered: 45,
} as const;

/** A label needs more work than is allowed. Finished work stays cached, so a second try does not repeat it. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly';
  constructor(
    /** The exceeded budget, in units of {@link workCosts}. */
    readonly budget: number,
  ) {
    super(`Expected a label that takes at most ${budget} units of work but received one that takes more`);
  }
}

export interface Meter {
  /**
   * Counts work before it is done, in units of {@link workCosts}.
   * @throws {TooCostly} when it exceeds the budget
   */
  charge(units: number): void;
}

/** A meter that limits work. */
export interface Account extends Meter {
  /** Resets the count. */
  begin(): void;
  /** Runs work that takes at most a budget. Work outside of it is unlimited, so that no call is charged for another. */
  within<T>(budget: number, work: () => T): T;
  /** The units charged since `begin`. */
  spent(): number;
}

export function createAccount(): Account {
  let [spent, budget, limit] = [0, Infinity, Infinity];
  return {
    begin() {
      spent = 0;
    },
    within(allowed, work) {
      [budget, limit] = [allowed, spent + allowed];
      try {
        return work();
      } finally {
        limit = Infinity;
      }
    },
    charge(units) {
      spent += units;
      if (spent > limit) throw new TooCostly(budget);
    },
    spent: () => spent,
  };
}

/** Counts nothing: for tools, whose work delays no one else. */
export const unmetered: Meter = { charge: () => undefined };

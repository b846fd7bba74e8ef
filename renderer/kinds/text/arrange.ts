import type { Device } from '../../../devices/index.js';
import { hanRegionOf } from '../../../fonts/index.js';
import { chooseInk } from '../../slots/inks.js';
import { createDigits, faceOf, fontsFor } from '../../slots/sizes.js';
import type { Slot } from '../../slots/slot.js';
import type { Warning } from '../../content.js';
import { missingWarnings, placeLines } from '../../drawing/place-lines.js';
import { inAscii } from '../../amounts/digits.js';
import { sideOf } from '../../shapes/align.js';
import { fitCut, fitWhole, type TextMemo, widthOf, wrapText } from '../../text/fit.js';
import { type Hyphens, hyphensOf } from '../../text/hyphens.js';
import { NoRoom } from '../../text/no-room.js';
import type { Font, Ruler } from '../../text/ruler.js';
import type { FittedText, TextBox } from '../../text/text-box.js';
import { type Arrangement, hiddenWarning } from '../../slots/arranged.js';
import type { Fill } from '../../slots/filled.js';
import type { NodeDrawing } from '../../slots/kind.js';
import type { NeededHeight, Surroundings } from '../../slots/room.js';
import type { TextNode } from './schema.js';
import { getOrInsert } from '../../get-or-insert.js';

/** The layout has too little room for a text that must not be cut: one with a price or a quantity. */
export class TextDoesNotFit extends NoRoom {
  override readonly name = 'TextDoesNotFit';
  constructor(
    /** The field that must not be cut. */
    readonly field: string,
    readonly width: number,
    readonly height: number,
  ) {
    super(`Expected room for all of ${field} in the layout but received a box of ${width}×${height} px`);
  }
}

/** The numeric fields besides prices, quantities and dates: no number is shown in part. */
const numbers = new Set(['sku', 'discount']);

export const text: NodeDrawing<TextNode> = {
  room: roomForLines,
  arranging({ ruler, filled }) {
    const digits = createDigits(ruler);
    const memos = new WeakMap<Device, WeakMap<TextNode, TextMemo>>();
    const memoOf = (node: TextNode, device: Device): TextMemo => {
      const ofDevice = getOrInsert(memos, device, () => new WeakMap<TextNode, TextMemo>());
      return getOrInsert(ofDevice, node, () => ({}));
    };
    return (node, slot, device) =>
      filled(
        slot,
        createTextArranger(node, slot, device, ruler, digits, hyphensOf(languageOf(slot.locale)), memoOf(node, device)),
      );
  },
};

/** Arranges texts in a slot. Its `cut` throws {@link TextDoesNotFit} for a text that must not be cut. */
function createTextArranger(
  leaf: TextNode,
  slot: Slot,
  device: Device,
  ruler: Ruler,
  digits: NonNullable<Fill['digits']>,
  hyphens: Hyphens,
  memo: TextMemo,
): Fill {
  const { width, height } = slot.area;
  const { required } = slot;
  const { fields } = slot.template!;
  const box: TextBox = {
    width,
    height,
    lines: slot.lines,
    rtl: slot.rtl,
    ...fontsFor(leaf, device, ruler, hanRegionOf(slot.locale), slot.bounds),
    hyphens,
    unbroken: leaf.optional !== undefined || isNumber(fields, slot),
  };
  const { ink, warnings: inkWarnings } = chooseInk(leaf.ink, 'text', slot.backdrop, device);
  const align = sideOf(leaf.align ?? 'start', slot.rtl);
  const valign = leaf.valign ?? 'middle';

  function arranged(text: string, field: string, fitted: FittedText): Arrangement {
    const warnings = [
      ...inkWarnings,
      ...fittingWarnings(text, field, fitted, box, faceOf(leaf)),
      ...missingWarnings(field, fitted.missing),
    ];
    return { marks: placeLines(fitted, slot.area, align, valign, ink), warnings };
  }

  return {
    digits,
    width: (text) => widthOf(text, box, ruler, memo),
    lines(text, most) {
      return wrapText(text, box, most, ruler, memo)?.filled.ends.length ?? most;
    },
    arrange(text, field, mode, failed) {
      const fitted = fitWhole(text, box, ruler, mode, memo, failed);
      return fitted && arranged(text, field, fitted);
    },
    cut(text, field, mode) {
      // ASCII digits are narrower than those of most scripts.
      const narrow = required === undefined ? undefined : fitWhole(inAscii(text), box, ruler, 'hyphenated');
      if (narrow) return arranged(text, field, narrow);
      if (required !== undefined) throw new TextDoesNotFit(required, width, height);
      return arranged(text, field, fitCut(text, box, ruler, mode));
    },
  };
}

/** Whether a text consists of numbers and quantities, apart from the words of the layout around them. */
function isNumber(fields: readonly string[], { shared: { prices, quantities, dates } }: Slot): boolean {
  const numericFields = [quantities, numbers, prices, dates];
  return fields.length > 0 && fields.every((name) => numericFields.some((names) => names.has(name)));
}

function fittingWarnings(
  text: string,
  field: string,
  { shown, shrunk, font }: FittedText,
  { height, unbroken }: TextBox,
  requested: Font['face'],
): readonly Warning[] {
  if (shown !== undefined && unbroken) return [hiddenWarning({ field })];
  if (shown !== undefined) {
    const message =
      font.size > height
        ? `${field} is too tall for its place on the label, which is ${height} px high; it is shown as "${shown}"`
        : `${field} is too long for the label; it is shown as "${shown}"`;
    return [{ code: 'TEXT_TRUNCATED', field, message, shown }];
  }
  const condensed = isCondensed(font.face) && !isCondensed(requested);
  if (!shrunk && !condensed) return [];
  const how = condensed ? `${font.size} px high in condensed letters` : `${font.size} px high`;
  const message = `${field} is drawn ${how}, smaller than the layout prefers, so that it fits`;
  return [{ code: 'TEXT_SHRUNK', field, message, shown: text }];
}

function isCondensed(face: Font['face']): boolean {
  return face.startsWith('condensed');
}

/** The language of a BCP 47 locale. */
function languageOf(locale: string): string {
  return locale.split('-')[0]!;
}

function roomForLines(leaf: TextNode, fills: boolean, around: Surroundings): NeededHeight {
  const bounds = around.bounds(leaf);
  const { fonts, preferred } = fontsFor(leaf, around.device, around.ruler, 'JP', bounds);
  const size = around.room(leaf) ?? preferred;
  const heights = linesHeight(leaf, size, around);
  const { line, latin, tall } = heights;
  const smallest = linesHeight(leaf, Math.min(size, Math.max(fonts.at(-1)!.size, bounds?.least ?? 0)), around);
  // Lines may be squeezed first: then the text is drawn smaller, down to its floor. Marks above and below letters get room
  // only if there is some to spare, or if the text must be complete.
  const of = ({ tall: lines, tallLine, line: none }: typeof heights) =>
    ({ lines, line: tallLine, none })[around.whole(leaf) ?? 'none'];
  if (fills || leaf.lines === undefined)
    return { least: fills ? Math.max(of(heights), latin) : of(heights), ...(tall !== line && { wanted: tall }) };
  return { least: of(heights), floor: of(smallest), ...(tall !== line && { wanted: tall }) };
}

/** The heights of the lines that a text reserves room for at a size in px, for Latin letters and for those of the locale. */
function linesHeight(leaf: TextNode, size: number, { ruler, tall, lines: linesOf }: Surroundings) {
  const font: Font = { face: faceOf(leaf), size };
  const { ascent, descent } = ruler.metrics(font);
  const words = (tall(leaf) ?? []).map((word) => ruler.measure(word, font));
  const [lines, line] = [linesOf(leaf), ascent + descent];
  const tallest = Math.max(ascent, ...words.map((word) => word.ascent));
  const tallLine = tallest + Math.max(descent, ...words.map((word) => word.descent));
  return { line, latin: lines * line, tallLine, tall: lines * tallLine };
}

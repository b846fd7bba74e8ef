import type { Device } from '../../devices/index.js';
import { hanRegionOf } from '../../fonts/index.js';
import { chooseInk } from '../boxes/inks.js';
import { faceOf, fontsFor } from '../boxes/sizes.js';
import type { Hidden } from '../boxes/plan.js';
import type { Slot } from '../boxes/slots.js';
import type { Warning } from '../content.js';
import { missingWarnings, placeLines } from '../drawing/place-lines.js';
import type { TextLeaf } from '../layout/document.js';
import { sideOf } from '../shapes/align.js';
import { fitCut, fitWhole, widthOf, type Wrap, wrapText } from '../text/fit.js';
import type { Hyphens } from '../text/hyphens.js';
import type { Font, Ruler } from '../text/ruler.js';
import type { FittedText, TextBox } from '../text/text-box.js';
import type { Arrangement } from './arranged.js';
import type { Fill } from './filled.js';

/** The layout has too little room for a text that must not be cut: one with a price or a quantity. */
export class TextDoesNotFit extends Error {
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

/** The last wrapped text of a leaf: one step counts its lines, another draws it. */
export interface WrapMemo {
  wrap?: Wrap;
}

/** The numeric fields besides prices, quantities and dates: no number is shown in part. */
const numbers = new Set(['sku', 'discount']);

/** Arranges texts in a slot. Its `cut` throws {@link TextDoesNotFit} for a text that must not be cut. */
export function createTextArranger(
  leaf: TextLeaf,
  slot: Slot,
  device: Device,
  ruler: Ruler,
  hyphens: Hyphens,
  memo: WrapMemo,
): Fill {
  const { width, height } = slot.area;
  const { required } = slot;
  const { fields } = slot.template!;
  const box: TextBox = {
    width,
    height,
    lines: slot.lines,
    rtl: slot.rtl,
    ...fontsFor(leaf, device, ruler, hanRegionOf(slot.locale)),
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
    width: (text) => widthOf(text, box, ruler),
    lines(text, most) {
      const wrapped = wrapText(text, box, most, ruler);
      if (wrapped) memo.wrap = wrapped;
      return wrapped ? wrapped.filled.ends.length : most;
    },
    arrange(text, field, mode) {
      const fitted = fitWhole(text, box, ruler, mode, memo.wrap);
      return fitted && arranged(text, field, fitted);
    },
    cut(text, field, mode) {
      if (required !== undefined) throw new TextDoesNotFit(required, width, height);
      return arranged(text, field, fitCut(text, box, ruler, mode));
    },
  };
}

/** Whether a text consists of numbers and quantities, apart from the words of the layout around them. */
function isNumber(fields: readonly string[], { prices, quantities, dates }: Slot): boolean {
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
  const condensed = font.face === 'condensed' && requested !== 'condensed';
  if (!shrunk && !condensed) return [];
  const how = condensed ? `${font.size} px high in condensed letters` : `${font.size} px high`;
  const message = `${field} is drawn ${how}, smaller than the layout prefers, so that it fits`;
  return [{ code: 'TEXT_SHRUNK', field, message, shown: text }];
}

export function hiddenWarning({ field, words }: Hidden): Warning {
  const what = words === undefined ? field : `"${words}"`;
  return { code: 'FIELD_HIDDEN', field, message: `${what} is not shown: the label has too little room for it` };
}

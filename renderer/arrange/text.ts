import type { Device } from '../../devices/index.js';
import { hanRegionOf } from '../../fonts/index.js';
import { chooseInk } from '../boxes/inks.js';
import { fontsFor } from '../boxes/sizes.js';
import type { Slot } from '../boxes/slots.js';
import type { Warning } from '../content.js';
import { missingWarnings, placeLines } from '../drawing/place-lines.js';
import type { TextLeaf } from '../layout/document.js';
import { sideOf } from '../shapes/align.js';
import { countLines, fitCut, fitWhole } from '../text/fit.js';
import type { Hyphens } from '../text/hyphens.js';
import type { Ruler } from '../text/ruler.js';
import type { FittedText, TextBox } from '../text/text-box.js';
import type { Fill } from './filled.js';

/** The layout leaves a text that the law asks for, a price or a quantity, less room than all of it needs. */
export class TextDoesNotFit extends Error {
  override readonly name = 'TextDoesNotFit';
  constructor(
    /** The field in it that must not be cut. */
    readonly field: string,
    readonly width: number,
    readonly height: number,
  ) {
    super(`Expected room for all of ${field} in the layout but received a box of ${width}×${height} px`);
  }
}

/** The fields that are numbers, of which never only a part is shown. */
const numbers = new Set(['sku', 'date', 'discount']);

/**
 * Arranges texts in a slot. Warnings name their field.
 * @throws {TextDoesNotFit} from `arrange`, when a text may be cut but must not
 */
export function createTextArranger(leaf: TextLeaf, slot: Slot, device: Device, ruler: Ruler, hyphens: Hyphens): Fill {
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

  function cut(text: string): FittedText {
    if (required !== undefined) throw new TextDoesNotFit(required, width, height);
    return fitCut(text, box, ruler);
  }

  return {
    lines: (text, most) => countLines(text, box, most, ruler),
    arrange(text, field, manner) {
      const fitted = fitWhole(text, box, ruler, manner) ?? (manner === 'cut' ? cut(text) : undefined);
      if (!fitted) return undefined;
      const warnings = [
        ...inkWarnings,
        ...fittingWarnings(text, field, fitted, box.unbroken === true),
        ...missingWarnings(field, fitted.missing),
      ];
      return { marks: placeLines(fitted, slot.area, align, valign, ink), warnings };
    },
  };
}

/** Whether a text consists of numbers and quantities, with words that the layout puts around them. */
function isNumber(fields: readonly string[], { prices }: Slot): boolean {
  return fields.length > 0 && fields.every((name) => name === 'unit' || numbers.has(name) || prices.has(name));
}

function fittingWarnings(
  text: string,
  field: string,
  { shown, shrunk, font }: FittedText,
  unbroken: boolean,
): readonly Warning[] {
  if (shown !== undefined && unbroken) return [hiddenWarning(field)];
  if (shown !== undefined) {
    const message = `${field} is too long for the label; it is shown as "${shown}"`;
    return [{ code: 'TEXT_TRUNCATED', field, message, shown }];
  }
  if (!shrunk && font.face !== 'condensed') return [];
  const how = font.face === 'condensed' ? `${font.size} px high in condensed letters` : `${font.size} px high`;
  const message = `${field} is drawn ${how}, smaller than the layout prefers, so that it fits`;
  return [{ code: 'TEXT_SHRUNK', field, message, shown: text }];
}

export function hiddenWarning(field: string): Warning {
  return { code: 'FIELD_HIDDEN', field, message: `${field} is not shown: the label has too little room for it` };
}

import type { Device } from '../../devices/index.js';
import { hanRegionOf } from '../../fonts/index.js';
import { sideOf } from '../shapes/align.js';
import type { Arranged } from './arranged.js';
import type { Warning } from '../content.js';
import { chooseInk } from './inks.js';
import type { TextLeaf } from '../layout/document.js';
import { missingWarnings, placeLines } from '../drawing/place-lines.js';
import type { Ruler } from '../text/ruler.js';
import { fontsFor } from './sizes.js';
import type { Slot } from './slots.js';
import { type FittedText, fitText, type TextBox } from '../text/fit.js';

/** Fits texts into a slot. Warnings name `field`. */
export function createTextArranger(
  leaf: TextLeaf,
  slot: Slot,
  device: Device,
  ruler: Ruler,
): (text: string, field: string) => Arranged {
  const { width, height } = slot.area;
  const fonts = fontsFor(leaf, device, ruler, hanRegionOf(slot.locale));
  const box: TextBox = { width, height, lines: leaf.lines ?? 1, rtl: slot.rtl, ...fonts };
  const { ink, warnings: inkWarnings } = chooseInk(leaf.ink, 'text', slot.backdrop, device);
  const align = sideOf(leaf.align ?? 'start', slot.rtl);
  const valign = leaf.valign ?? 'middle';
  return (text, field) => {
    const fitted = fitText(text, box, ruler);
    const warnings = [
      ...inkWarnings,
      ...fittingWarnings(text, field, fitted),
      ...missingWarnings(field, fitted.missing),
    ];
    return { marks: placeLines(fitted, slot.area, align, valign, ink), warnings };
  };
}

function fittingWarnings(text: string, field: string, { shown, shrunk, font }: FittedText): Warning[] {
  if (shown !== undefined) {
    const message = `${field} is too long for the label; it is shown as "${shown}"`;
    return [{ code: 'TEXT_TRUNCATED', field, message, shown }];
  }
  if (!shrunk) return [];
  const message = `${field} is drawn ${font.size} px high, smaller than the layout prefers, so that it fits`;
  return [{ code: 'TEXT_SHRUNK', field, message, shown: text }];
}

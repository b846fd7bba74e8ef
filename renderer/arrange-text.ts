import type { Device } from '../devices/index.js';
import { regionOf } from '../fonts/index.js';
import { sideOf } from './align.js';
import type { Arranged } from './arrange-parts.js';
import { chooseInk } from './inks.js';
import type { TextLeaf } from './layout.js';
import { missingWarnings, placeLines } from './place-lines.js';
import type { Ruler } from './ruler.js';
import { fontsFor } from './sizes.js';
import type { Slot } from './slots.js';
import { fitText } from './text.js';

/** Fits a text into its slot. `field` is what the warnings name. */
export function arrangeText(
  text: string,
  field: string,
  leaf: TextLeaf,
  slot: Slot,
  device: Device,
  ruler: Ruler,
): Arranged {
  const { width, height } = slot.area;
  const fonts = fontsFor(leaf, device, ruler, regionOf(slot.locale));
  const fitted = fitText(text, { width, height, lines: leaf.lines ?? 1, rtl: slot.rtl, ...fonts }, ruler);
  const { font, shown } = fitted;
  const { ink, warnings: inkWarnings } = chooseInk(leaf.ink, 'text', slot.backdrop, device);
  const warnings = [...inkWarnings];
  if (shown !== undefined) {
    const message = `${field} is too long for the label; it is shown as "${shown}"`;
    warnings.push({ code: 'TEXT_TRUNCATED', field, message, shown });
  } else if (fitted.shrunk) {
    const message = `${field} is drawn ${font.size} px high, smaller than the layout prefers, so that it fits`;
    warnings.push({ code: 'TEXT_SHRUNK', field, message, shown: text });
  }
  warnings.push(...missingWarnings(field, fitted.missing));
  const align = sideOf(leaf.align ?? 'start', slot.rtl);
  return { marks: placeLines(fitted, slot.area, align, leaf.valign ?? 'middle', ink), warnings };
}

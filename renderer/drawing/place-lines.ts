import { offset } from '../shapes/align.js';
import type { Warning } from '../content.js';
import type { TextMark } from './marks.js';
import type { Rectangle } from '../shapes/rectangle.js';
import { letterOfMark } from '../text/ruler.js';
import type { FittedText } from '../text/text-box.js';

/** The marks of a fitted text in an area. `align` is a side of the panel: `start` is the left. */
export function placeLines(
  { lines, ascent, descent }: FittedText,
  area: Rectangle,
  align: 'start' | 'center' | 'end',
  valign: 'top' | 'middle' | 'bottom',
  ink: number,
): TextMark[] {
  const lineHeight = ascent + descent;
  const top = area.y + offset(valign, area.height - lines.length * lineHeight) + ascent;
  const marks: TextMark[] = [];
  for (const [i, line] of lines.entries()) {
    const left = area.x + offset(align, area.width - line.width);
    const y = top + i * lineHeight;
    for (const { word, x } of line.words) marks.push({ kind: 'text', x: left + x, y, ink, word });
  }
  return marks;
}

/** Warns of the characters of a field that no font has, and of marks that were left out. */
export function missingWarnings(field: string, missing: readonly string[]): Warning[] {
  const warnings = (items: readonly string[], messageOf: (characters: string) => string): Warning[] => {
    if (items.length === 0) return [];
    const characters = [...new Set(items)].join(' ');
    return [{ code: 'GLYPH_MISSING', field, message: messageOf(characters), shown: characters }];
  };
  const isMark = (item: string) => item.length > 1 && item.startsWith(letterOfMark);
  return [
    ...warnings(
      missing.filter((item) => !isMark(item)),
      (characters) => `No font has ${characters}; ${field} shows a box for each`,
    ),
    ...warnings(
      missing.filter(isMark),
      (marks) => `${field} is drawn without ${marks}: its letters have no room for them`,
    ),
  ];
}

import { kernUnit } from '../../../fonts/drawn.js';
import type { Rasteriser } from '../../../renderer/typeset/rasteriser.js';
import type { LoadedFont } from '../../../fonts/index.js';
import { partsOf } from './compose.js';

/** Pairs nearer to their plain distance than this, in em, are not kerned: at 24 px it is a third of a pixel. */
const least = 0.015;

/** Letters whose marks do not change their kerning. */
export function alikeOf(characters: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    characters.flatMap((character) => {
      const base = partsOf(character)?.base;
      return base ? [[character, base] as const] : [];
    }),
  );
}

/** The font's kerning of the characters, in the format of fonts/glyphs. */
export function kerningOf(
  characters: readonly string[],
  font: LoadedFont,
  rasteriser: Rasteriser,
): Record<string, Record<string, string>> {
  const plain = characters.filter((character) => !partsOf(character) && font.coverage.has(character.codePointAt(0)!));
  const advance = (text: string) => rasteriser.advance(font, 1000, text) / 1000;
  const widths = new Map(plain.map((character) => [character, advance(character)]));
  const kerning: Record<string, Record<string, string>> = {};
  for (const before of plain) {
    for (const after of plain) {
      if (!kerned(before, after)) continue;
      const kern = advance(before + after) - widths.get(before)! - widths.get(after)!;
      if (Math.abs(kern) < least) continue;
      const groups = (kerning[before] ??= {});
      const value = Math.round(kern * kernUnit);
      groups[value] = (groups[value] ?? '') + after;
    }
  }
  return kerning;
}

const scripts = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];

/** Whether both are of one script, or one is a sign or a digit. */
function kerned(before: string, after: string): boolean {
  const scriptOf = (character: string) => scripts.findIndex((script) => script.test(character));
  const [a, b] = [scriptOf(before), scriptOf(after)];
  return a === b ? /[\p{L}\p{N}\p{P}]/u.test(before) : a < 0 || b < 0;
}

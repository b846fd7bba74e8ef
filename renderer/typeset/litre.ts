import { createStencil, getBit, type Glyph, setRun, type Stencil } from '../shapes/stencil.js';

/** The code of "l". */
export const letterL = 0x6c;
const partOfWord = /[\p{L}'’·]/u;

/** Whether an "l" between two characters is the symbol of the litre, and no letter of a word. */
export function isLitre(before: string | undefined, after: string | undefined): boolean {
  return !(before && partOfWord.test(before)) && !(after && partOfWord.test(after));
}

/**
 * An "l" with a tail, as "1 l" reads as 11: most fonts draw the letter as a bare stem. A quarter of a ring leads from the stem
 * to the tail, which is as thick and twice as wide. An "l" of another shape is returned unchanged.
 */
export function withTail(glyph: Glyph): Glyph {
  const { stencil } = glyph;
  const { width: stem, height } = stencil;
  if (stem * 2 >= height || !isStem(stencil)) return glyph;
  const radius = stem * 2;
  const width = radius + 1;
  const tailed = createStencil(width, height);
  for (let y = 0; y < height; y++) {
    const up = height - y - 0.5;
    if (up >= radius) {
      setRun(tailed, y, 0, stem);
      continue;
    }
    // The ring's centre is above the tail, at the right of the stem.
    const reach = (circle: number) => radius - Math.sqrt(Math.max(0, circle ** 2 - (radius - up) ** 2));
    setRun(tailed, y, Math.round(reach(radius)), up < stem ? width : Math.round(reach(radius - stem)));
  }
  return { ...glyph, stencil: tailed, advance: glyph.advance + width - stem };
}

/** Whether a shape is a bare stem: a full rectangle. */
export function isStem(stencil: Stencil): boolean {
  for (let y = 0; y < stencil.height; y++)
    for (let x = 0; x < stencil.width; x++) if (!getBit(stencil, x, y)) return false;
  return true;
}

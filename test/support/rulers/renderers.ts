import { createPictures, createRenderer, type Renderer } from '../../../renderer/index.js';
import { createTypesetter } from '../../../renderer/typeset/typesetter.js';

/**
 * The renderer of all test files of this process: each one draws its glyphs first, which takes longer than most tests. Tests of
 * caches and of costs create their own.
 */
export const pictures = createPictures();
export const renderer = await createRenderer({ pictures });

let plain: Promise<Renderer> | undefined;

/** The same without the fonts that another machine may lack. */
export function plainRenderer(): Promise<Renderer> {
  return (plain ??= createRenderer({ optionalFonts: false }));
}

/** The typesetter of all test files of this process. */
export const typesetter = createTypesetter();

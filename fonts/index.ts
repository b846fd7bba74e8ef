import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Coverage, parseCoverage } from './coverage.js';
import { type Repertoire, repertoires } from './repertoire.js';

export { formatCoverage } from './coverage.js';

/** How one character is cut to 1 bit: coverage at or above `cut` (of 255) is ink, when drawn `dx` px right and `grow` px larger. */
export interface Cut {
  readonly cut: number;
  readonly dx: number;
  readonly grow: number;
}

/** A font as `fonts/<name>.json` describes it; the part `measured` is written by `npm run fonts`. */
export interface FontFile {
  /** The file, inside an npm package. */
  readonly file: string;
  readonly licence: string;
  /** Height in px at which a bitmap font is exact; it is used at whole multiples of it. Absent: an outline font. */
  readonly native?: number;
  /** OpenType features, as `font-feature-settings` has them. */
  readonly features?: string;
  /** Line metrics in em, above and below the baseline. */
  readonly ascent: number;
  readonly descent: number;
  readonly measured: {
    readonly sha256: string;
    readonly coverage: string;
    /** Size in px → the cut of the font at that size, and the characters that need another one: [cut, dx, grow]. */
    readonly cuts: Readonly<Record<string, { cut: number; repairs: Readonly<Record<string, readonly number[]>> }>>;
  };
}

export interface LoadedFont {
  readonly name: FontName;
  readonly path: string;
  readonly source: FontFile;
  readonly coverage: Coverage;
  /** How `text` (a character, or a word of a script that joins) is cut at `size` px. */
  cut(size: number, text: string): Cut;
}

const names = [
  'inter-500',
  'inter-700',
  'barlow-condensed-700',
  'galmuri-11-condensed',
  'galmuri-11',
  'unifont',
] as const;
export type FontName = (typeof names)[number];

/** A face is what a layout asks for: a ladder of sizes in px, and the fonts to look for a character in, best first. */
export interface Face {
  readonly sizes: readonly number[];
  /** The characters that must be whole at each of these sizes. */
  readonly repertoire: Repertoire;
  chain(size: number): readonly FontName[];
}

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
const textSizes = [...range(14, 18, 1), ...range(20, 32, 2), ...range(36, 64, 4)];

export const faces = {
  /** Below 14 px no outline font keeps all its strokes: the bitmap font of 12 px stands in. */
  regular: {
    sizes: [12, ...textSizes],
    repertoire: 'text',
    chain: (size) => (size < 14 ? ['galmuri-11-condensed', 'galmuri-11', 'unifont'] : ['inter-500', 'unifont']),
  },
  bold: { sizes: textSizes, repertoire: 'text', chain: () => ['inter-700', 'unifont'] },
  /** Digits as large as the panel allows; currency signs that it lacks come from the bold face. */
  price: {
    sizes: [...range(14, 48, 2), ...range(52, 120, 4), ...range(128, 320, 8)],
    repertoire: 'price',
    chain: () => ['barlow-condensed-700', 'inter-700', 'unifont'],
  },
} as const satisfies Record<string, Face>;
export type FaceName = keyof typeof faces;

/** The sizes in px at which a font is used, over all faces, each with the characters that must be whole there. */
export function usesOf(name: FontName): ReadonlyMap<number, readonly string[]> {
  const uses = new Map<number, Set<string>>();
  for (const face of Object.values(faces) as Face[]) {
    for (const size of face.sizes.filter((px) => face.chain(px).includes(name)))
      uses.set(size, new Set([...(uses.get(size) ?? []), ...repertoires[face.repertoire]]));
  }
  return new Map([...uses].sort(([a], [b]) => a - b).map(([size, characters]) => [size, [...characters]]));
}

/**
 * Reads the font descriptions and finds their files.
 * @throws {Error} naming the font and the package when a file is not installed.
 */
export function loadFonts(): ReadonlyMap<FontName, LoadedFont> {
  const { resolve } = createRequire(import.meta.url);
  return new Map(
    names.map((name) => {
      const source = JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as FontFile;
      const path = resolve(source.file);
      if (!existsSync(path)) throw new Error(`Expected the file ${source.file} for the font ${name} but found none`);
      return [name, { name, path, source, coverage: parseCoverage(source.measured.coverage), cut: cutter(source) }];
    }),
  );
}

const even = { cut: 128, dx: 0, grow: 0 };

function cutter({ native, measured }: FontFile): LoadedFont['cut'] {
  if (native) return () => even;
  return (size, text) => {
    const ofSize = measured.cuts[size];
    const [cut, dx, grow] = ofSize?.repairs[text] ?? [];
    return { cut: cut ?? ofSize?.cut ?? even.cut, dx: dx ?? 0, grow: grow ?? 0 };
  };
}

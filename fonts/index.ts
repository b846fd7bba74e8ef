import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type Coverage, parseCoverage } from './coverage.js';
import { type DrawnGlyphs, drawnFaces, type DrawnFace, type DrawnFile, openDrawn, readDrawn } from './drawn.js';
import { type FontName, fontNames } from './faces.js';

export type { DrawnGlyph } from './drawn.js';
export { formatCoverage } from './coverage.js';
export {
  bitmapScale,
  type Face,
  type FaceName,
  faces,
  type FontName,
  fontNames,
  type HanRegion,
  hanRegionOf,
  hanRegions,
} from './faces.js';

const require = createRequire(import.meta.url);

/** How a text is cut to 1 bit: drawn `dx` px to the right and `grow` px larger; coverage of at least `cut` (of 255) is ink. */
export interface Cut {
  readonly cut: number;
  readonly dx: number;
  readonly grow: number;
}

/** A font as in `fonts/<name>.json`; `npm run fonts` writes `measured`. */
export interface FontFile {
  /** The file, inside an npm package. If it is not optional, the build copies it. */
  readonly file: string;
  readonly licence: string;
  /** Height in px at which a bitmap font is exact; it is used at whole multiples of it. Absent: an outline font. */
  readonly native?: number;
  /** The smallest legible size in px, also used for smaller ones. */
  readonly smallest?: number;
  /**
   * Up to this size in px, each text is compared with itself drawn large, and cut so that its topology is preserved. For scripts
   * that join or have too many characters to measure beforehand.
   */
  readonly checkedTo?: number;
  /** The width of vertical stems in em, and the least size of dots in px, which text is given. Absent: as cut. */
  readonly even?: { readonly stem?: number; readonly dots?: number };
  /** The smallest size in px at which its optional vowel points do not touch letters; smaller text omits them. Absent: any. */
  readonly pointsFrom?: number;
  /** The characters that it is used for, in the format of {@link parseCoverage}. Absent: all of its characters. */
  readonly only?: string;
  /** Whether the simulator runs without it. It is used when it is installed. */
  readonly optional?: boolean;
  /** What an optional font adds, in one sentence without a full stop. */
  readonly adds?: string;
  /** OpenType features, in the form of `font-feature-settings`. */
  readonly features?: string;
  /** Added to the pen's distance between characters, in em. */
  readonly tracking?: number;
  /** Line metrics in em, above and below the baseline. */
  readonly ascent: number;
  readonly descent: number;
  readonly measured: {
    readonly sha256: string;
    readonly bytes: number;
    readonly coverage: string;
    /** Size in px → the cut of the font at that size, and the characters that need their own: [cut, dx, grow]. */
    readonly cuts: Readonly<Record<string, { cut: number; repairs: Readonly<Record<string, readonly number[]>> }>>;
  };
}

export interface LoadedFont {
  readonly name: FontName;
  readonly path: string;
  readonly source: FontFile;
  readonly coverage: Coverage;
  /** Returns how `text` (a character, or a word of a script that joins) is cut at `size` px. */
  cut(size: number, text: string): Cut;
  /** Its precomputed glyphs: then nothing is rasterised, and `path` names the data. */
  readonly drawn?: DrawnGlyphs;
}

/** An optional package of fonts, and whether the version that was measured is installed. */
export interface OptionalFont {
  readonly name: string;
  readonly package: string;
  readonly adds: string;
  readonly installed: boolean;
}

/** The file of a required font is missing. The message is one line for the terminal. */
export class FontError extends Error {
  override readonly name = 'FontError';
}

/** A digest, 8 hex digits, of the glyphs' sources: descriptions, precomputed glyphs and the canvas. The build writes it. */
export function fontDigest(): string {
  return JSON.parse(readFileSync(new URL('./digest.json', import.meta.url), 'utf8')) as string;
}

export function describeFont(name: FontName): FontFile {
  return JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as FontFile;
}

/** A font whose path is known. Its coverage is parsed on first use: most labels need that of two fonts. */
export function openFont(name: FontName, source: FontFile, path: string): LoadedFont {
  let coverage: Coverage | undefined;
  return {
    name,
    path,
    source,
    cut: cutter(source),
    get coverage() {
      return (coverage ??= parseCoverage(source.measured.coverage));
    },
  };
}

/** The bytes of a font's file. @param path the build compresses the largest: their paths end in `.gz` */
export function readFont(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/**
 * The path of a font's file, for {@link readFont}. The build copies required fonts beside this module; optional ones are in their packages.
 * @param from the file or folder (ending in a slash) whose node_modules have the package; by default this file
 * @returns undefined when it is in neither place
 */
export function locateFont(file: string, from?: string): string | undefined {
  const own = fileURLToPath(new URL(`./files/${file}`, import.meta.url));
  const found = from === undefined ? [own, `${own}.gz`].find((path) => existsSync(path)) : undefined;
  if (found !== undefined) return found;
  try {
    const path = (from === undefined ? require : createRequire(from)).resolve(file);
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

export interface Fonts {
  /** Undefined for an optional font that is missing. @throws {FontError} naming font and file for a required one */
  get(name: FontName): LoadedFont | undefined;
}

/**
 * Fonts whose descriptions are read on first use: a label needs four of nearly forty.
 * @param options `optional: false` ignores optional fonts even if they are installed, so that labels don't depend on them
 */
export function openFonts({ optional = true } = {}): Fonts {
  const opened = new Map<FontName, LoadedFont | undefined>();
  const files = new Map<DrawnFace, DrawnFile>();
  return {
    get(name) {
      if (!opened.has(name)) opened.set(name, drawnFont(name, files) ?? findFont(name, optional));
      return opened.get(name);
    },
  };
}

/** The glyphs of a name such as `bold-14`; undefined for a font. */
function drawnFont(name: FontName, files: Map<DrawnFace, DrawnFile>): LoadedFont | undefined {
  const face = drawnFaces.findLast((each) => name.startsWith(`${each}-`));
  if (!face) return undefined;
  const size = Number(name.slice(face.length + 1));
  const file = files.get(face) ?? readDrawn(face);
  files.set(face, file);
  const drawn = openDrawn(file, size);
  const path = fileURLToPath(new URL(`./glyphs/${face}.json`, import.meta.url));
  const { licence, ascent, descent } = file;
  const measured = { sha256: '', bytes: 0, coverage: '', cuts: {} };
  const source: FontFile = { file: `glyphs/${face}.json`, licence, native: size, ascent, descent, measured };
  return { name, path, source, coverage: drawn, cut: () => even, drawn };
}

function findFont(name: FontName, optional: boolean): LoadedFont | undefined {
  const source = describeFont(name);
  if (source.optional && !optional) return undefined;
  const path = locateFont(source.file);
  if (source.optional && !(path && isMeasured(source, path))) return undefined;
  if (!path)
    throw new FontError(
      `Expected the file ${source.file} for the font ${name} but found none. Install or build the simulator again`,
    );
  return openFont(name, source, path);
}

/** Fonts to search for a character, best first. */
export type Chain = Pick<readonly LoadedFont[], 'at'>;

/** The available fonts of these names. Each is opened only when the previous ones lack a character. */
export function chainOf(names: readonly FontName[], fonts: Fonts): Chain {
  const available: LoadedFont[] = [];
  let next = 0;
  return {
    at(i) {
      while (available.length <= i && next < names.length) {
        const font = fonts.get(names[next++]!);
        if (font) available.push(font);
      }
      return available[i];
    },
  };
}

/**
 * The optional packages, installed or not. Opening all fonts reveals missing ones at the start.
 * @throws {FontError} naming font and file when a required font is missing
 */
export function optionalFonts(): OptionalFont[] {
  const fonts = openFonts();
  const packages = new Map<string, OptionalFont>();
  for (const name of fontNames) {
    const installed = fonts.get(name) !== undefined;
    const { adds = '', file, optional } = describeFont(name);
    if (!optional) continue;
    const [scope, folder] = file.split('/');
    const before = packages.get(`${scope}/${folder}`)?.installed ?? true;
    packages.set(`${scope}/${folder}`, {
      name: folder!,
      package: `${scope}/${folder}`,
      adds,
      installed: installed && before,
    });
  }
  return [...packages.values()];
}

/**
 * Whether a file is the measured version of a font: the cuts do not suit the outlines of another version. Their sizes in bytes
 * differ. Hashing 5 to 10 MB a file would take longer than the rest of a start.
 */
function isMeasured({ measured }: FontFile, path: string): boolean {
  return statSync(path).size === measured.bytes;
}

const even = { cut: 128, dx: 0, grow: 0 };

function cutter({ native, measured }: FontFile): LoadedFont['cut'] {
  if (native) return () => even;
  return (size, text) => {
    // The outlines of larger sizes are cut like those of 200 px.
    const ofSize = measured.cuts[size] ?? measured.cuts[Math.min(size, 200)];
    const [cut, dx, grow] = ofSize?.repairs[text] ?? [];
    return { cut: cut ?? ofSize?.cut ?? even.cut, dx: dx ?? 0, grow: grow ?? 0 };
  };
}

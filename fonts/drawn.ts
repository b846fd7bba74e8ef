import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import type { Coverage } from './coverage.js';

/** The faces and sizes in px with precomputed glyphs; `npm run faces` chooses them. */
export const drawnFaces = ['regular', 'bold', 'condensed', 'condensed-regular'] as const;
export const drawnSizes = [12, 13, 14, 15, 16, 17, 18, 20, 22, 24] as const;
export type DrawnFace = (typeof drawnFaces)[number];
export type DrawnFontSize = (typeof drawnSizes)[number];
export type DrawnName = `${DrawnFace}-${DrawnFontSize}`;
export const drawnNames: readonly DrawnName[] = drawnFaces.flatMap((face) =>
  sizesOf(face).map((size) => `${face}-${size}` as const),
);

/** The sizes in px at which a face has its own glyphs. At others, it has those of the condensed face. */
export function sizesOf(face: DrawnFace): readonly DrawnFontSize[] {
  return face === 'condensed-regular'
    ? [13, 14, 15, 22, 24]
    : drawnSizes.filter((size) => face !== 'regular' || size > 12);
}

/** `fonts/glyphs/<face>.json`, made from outlines whose licence allows it. */
export interface DrawnFile {
  /** The npm package and its version. */
  readonly source: string;
  readonly licence: string;
  /** Line metrics in em, above and below the baseline. */
  readonly ascent: number;
  readonly descent: number;
  /** Letters without marks → letters before or after them, by distance in 1/{@link kernUnit} em: { A: { '-5': 'TV' } }. */
  readonly kerning: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Letters with marks → the letter with the same kerning: { 'Ä': 'A' }. */
  readonly alike: Readonly<Record<string, string>>;
  /** Size in px → its glyphs, as {@link packGlyphs} packs them, deflated, in base64. */
  readonly sizes: Readonly<Record<string, string>>;
}
export const kernUnit = 64;
/** Bearings are multiples of 1/16 px. */
const bearingUnit = 16;

/** The pixels of a character. */
export interface DrawnGlyph {
  readonly width: number;
  readonly height: number;
  /** Rows from the baseline up to the top of the ink, in px. */
  readonly top: number;
  /** White in px that belongs to the character before and after its ink. */
  readonly before: number;
  readonly after: number;
  /** Rows of whole bytes, leftmost pixel in the highest bit. */
  readonly rows: Uint8Array;
}

/** Glyphs of one face and size. */
export interface DrawnGlyphs extends Coverage {
  /** @throws {Error} for a character that is not among them */
  glyph(character: string): DrawnGlyph;
  /** White between the ink of two characters in px, with the font's kerning. */
  gap(before: string, after: string): number;
}

/** Bytes of a glyph besides its rows: code (2), width, height, top, white before, white after. */
const headerBytes = 7;

/**
 * Packs glyphs: their number (2 bytes), then the first byte of each header, then the second of each …, then all rows. Grouping
 * similar bytes halves the compressed size.
 */
export function packGlyphs(glyphs: readonly (readonly [character: string, glyph: DrawnGlyph])[]): Uint8Array {
  const headers = glyphs.map(([character, { width, height, top, before, after }]) => {
    const code = character.codePointAt(0)!;
    return [code & 255, code >> 8, width, height, top, before * bearingUnit, after * bearingUnit];
  });
  const columns = Array.from({ length: headerBytes }, (_, i) => headers.map((header) => Math.round(header[i]!) & 255));
  const rows = glyphs.flatMap(([, glyph]) => [...glyph.rows]);
  return Uint8Array.from([glyphs.length & 255, glyphs.length >> 8, ...columns.flat(), ...rows]);
}

/** The inverse of {@link packGlyphs}. Each glyph is unpacked on demand: a label needs thirty of 750. */
export function readGlyphs(bytes: Uint8Array): Coverage & { glyph(code: number): DrawnGlyph | undefined } {
  const count = bytes[0]! + bytes[1]! * 256;
  const [low, high, widths, heights, tops, befores, afters] = Array.from({ length: headerBytes }, (_, column) =>
    bytes.subarray(2 + column * count, 2 + (column + 1) * count),
  ) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  const indices = new Map<number, number>();
  const rowsFrom = new Uint32Array(count + 1);
  rowsFrom[0] = 2 + count * headerBytes;
  for (let i = 0; i < count; i++) {
    indices.set(low[i]! + high[i]! * 256, i);
    rowsFrom[i + 1] = rowsFrom[i]! + ((widths[i]! + 7) >> 3) * heights[i]!;
  }
  return {
    has: (code) => indices.has(code),
    glyph(code) {
      const i = indices.get(code);
      if (i === undefined) return undefined;
      return {
        width: widths[i]!,
        height: heights[i]!,
        top: signed(tops[i]!),
        before: signed(befores[i]!) / bearingUnit,
        after: signed(afters[i]!) / bearingUnit,
        rows: bytes.subarray(rowsFrom[i], rowsFrom[i + 1]),
      };
    },
  };
}

const signed = (byte: number) => (byte << 24) >> 24;

export function readDrawn(face: DrawnFace): DrawnFile {
  return JSON.parse(readFileSync(new URL(`./glyphs/${face}.json`, import.meta.url), 'utf8')) as DrawnFile;
}

/** The glyphs of a size, unpacked on first use. */
export function openDrawn({ sizes, kerning, alike }: DrawnFile, size: number): DrawnGlyphs {
  let glyphs: ReturnType<typeof readGlyphs> | undefined;
  const unpacked = () => (glyphs ??= readGlyphs(inflateRawSync(Buffer.from(sizes[size]!, 'base64'))));
  const glyph = (character: string) => {
    const glyphOf = unpacked().glyph(character.codePointAt(0)!);
    if (!glyphOf) throw new Error(`Expected a drawn character but received ${character}`);
    return glyphOf;
  };
  return {
    has: (code) => unpacked().has(code),
    glyph,
    gap(before, after) {
      const groups = kerning[alike[before] ?? before] ?? {};
      const second = alike[after] ?? after;
      const kern = Object.keys(groups).find((value) => groups[value]!.includes(second)) ?? 0;
      return glyph(before).after + glyph(after).before + (+kern * size) / kernUnit;
    },
  };
}

import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Coverage } from './coverage.js';

/** The faces and sizes in px whose glyphs were chosen beforehand; `npm run faces` chooses them. */
export const drawnFaces = ['regular', 'bold', 'condensed'] as const;
export const drawnSizes = [12, 13, 14, 15, 16, 17, 18, 20, 22, 24] as const;
export type DrawnFace = (typeof drawnFaces)[number];
export type DrawnSize = (typeof drawnSizes)[number];
export type DrawnName = `${DrawnFace}-${DrawnSize}`;
export const drawnNames: readonly DrawnName[] = drawnFaces.flatMap((face) =>
  drawnSizes.map((size) => `${face}-${size}` as const),
);

/** `fonts/glyphs/<face>.json`, made from outlines whose licence allows it. */
export interface DrawnFile {
  /** The npm package and its version. */
  readonly source: string;
  readonly licence: string;
  /** Line metrics in em, above and below the baseline. */
  readonly ascent: number;
  readonly descent: number;
  /** Letters without marks → those that stand before or after in 1/{@link kernUnit} em: { A: { '-5': 'TV' } }. */
  readonly kerning: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Letters with marks that are kerned as another letter is: { A: 'ÀÁÂ' }. */
  readonly alike: Readonly<Record<string, string>>;
  /** Size in px → its glyphs, as {@link packGlyphs} packs them, compressed by Brotli, in base64. */
  readonly sizes: Readonly<Record<string, string>>;
}
export const kernUnit = 64;
/** Bearings are whole multiples of 1/16 px. */
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
export interface Drawn extends Coverage {
  /** @throws {Error} for a character that is not among them */
  glyph(character: string): DrawnGlyph;
  /** White between the ink of two characters in px, as the font spaces and kerns them. */
  gap(before: string, after: string): number;
}

/** Bytes of a glyph besides its rows: code (2), width, height, top, white before, white after. */
const headerBytes = 7;

/**
 * Packs glyphs: their number (2 bytes), then the first byte of each header, then the second of each …, then all rows.
 * Like stands by like, and so is compressed to half the size.
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

/** The inverse of {@link packGlyphs}, by code point. */
export function unpackGlyphs(bytes: Uint8Array): Map<number, DrawnGlyph> {
  const glyphs = new Map<number, DrawnGlyph>();
  const count = bytes[0]! + bytes[1]! * 256;
  let from = 2 + count * headerBytes;
  for (let i = 0; i < count; i++) {
    const byte = (column: number) => bytes[2 + column * count + i]!;
    const signed = (column: number) => (byte(column) << 24) >> 24;
    const [width, height] = [byte(2), byte(3)];
    const to = from + ((width + 7) >> 3) * height;
    glyphs.set(byte(0) + byte(1) * 256, {
      width,
      height,
      top: signed(4),
      before: signed(5) / bearingUnit,
      after: signed(6) / bearingUnit,
      rows: bytes.subarray(from, to),
    });
    from = to;
  }
  return glyphs;
}

export function readDrawn(face: DrawnFace): DrawnFile {
  return JSON.parse(readFileSync(new URL(`./glyphs/${face}.json`, import.meta.url), 'utf8')) as DrawnFile;
}

/** The glyphs of a size, unpacked when they are first needed. */
export function openDrawn({ sizes, kerning, alike }: DrawnFile, size: number): Drawn {
  let glyphs: Map<number, DrawnGlyph> | undefined;
  const known = () => (glyphs ??= unpackGlyphs(brotliDecompressSync(Buffer.from(sizes[size]!, 'base64'))));
  const likeness = new Map(
    Object.entries(alike).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter])),
  );
  const glyph = (character: string) => {
    const found = known().get(character.codePointAt(0)!);
    if (!found) throw new Error(`Expected a drawn character but received ${character}`);
    return found;
  };
  return {
    has: (code) => known().has(code),
    glyph,
    gap(before, after) {
      const groups = kerning[likeness.get(before) ?? before] ?? {};
      const second = likeness.get(after) ?? after;
      const kern = Object.keys(groups).find((value) => groups[value]!.includes(second)) ?? 0;
      return glyph(before).after + glyph(after).before + (+kern * size) / kernUnit;
    },
  };
}

import { readFileSync } from 'node:fs';
import { type Corner, fillPolygon, strokePolygon } from './polygon.js';
import { createStencil, merge, setBit, type Stencil } from './stencil.js';

/** The drawing of an icon: parts in a square of 24 units, and where that is not clear enough, pixels by size. */
interface IconDrawing {
  /** "fill", "clear", or with a width "stroke 2" or "scrape 2", and paths: see {@link drawIcon}. */
  readonly parts: readonly string[];
  /** Rows, # for ink. */
  readonly pixels?: Readonly<Record<number, readonly string[]>>;
}

const drawings = JSON.parse(readFileSync(new URL('./icons.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, IconDrawing>
>;

export const iconNames: readonly string[] = Object.keys(drawings);

/** The smallest icon, and the px from one size to the next. */
export const iconSizes = { smallest: 12, step: 4 } as const;

/**
 * An icon in a square of `size` px, drawn from its {@link drawings}: from pixels where it has some of this size, else from
 * strokes and areas. Only uses sums, products, quotients and roots, so that the pixels are the same on every machine.
 * @throws {RangeError} for a name that is not in {@link iconNames}
 */
export function drawIcon(name: string, size: number): Stencil {
  const drawing = Object.hasOwn(drawings, name) ? drawings[name]! : undefined;
  if (!drawing) throw new RangeError(`Expected one of ${iconNames.join(', ')} for icon but received "${name}"`);
  const pixels = drawing.pixels?.[size];
  if (pixels) return ofRows(pixels);
  let stencil = createStencil(size, size);
  for (const part of drawing.parts) stencil = drawPart(stencil, part);
  return stencil;
}

/** The units on each side of an icon's square. */
const grid = 24;
/** The number of straight lines that approximate a curve. */
const lines = 12;

/** Adds a part to an icon, or removes it: "fill", "clear", "stroke 2" or "scrape 2", then paths. */
function drawPart(stencil: Stencil, part: string): Stencil {
  const [, verb, wide, path] = /^(fill|clear|stroke|scrape) ?([0-9.]*) (.*)$/.exec(part)!;
  const { width: size } = stencil;
  const scale = size / grid;
  const thick = Math.max(1, Math.round(Number(wide) * scale));
  const isStroke = verb === 'stroke' || verb === 'scrape';
  // A line is centred on an edge or on a centre of pixels, so that its sides are on edges.
  const snap = (units: number) =>
    isStroke && thick % 2 === 1
      ? Math.round(units * scale - 0.5) + 0.5
      : isStroke
        ? Math.round(units * scale)
        : units * scale;
  const layer = createStencil(size, size);
  for (const { corners, closed } of pathsOf(path!)) {
    const scaled = corners.map(([x, y]): Corner => [snap(x), snap(y)]);
    const shape = isStroke ? strokePolygon(size, size, scaled, thick / 2, closed) : fillPolygon(size, size, scaled);
    merge(layer, shape, 0, 0);
  }
  if (verb === 'fill' || verb === 'stroke') merge(layer, stencil, 0, 0);
  else for (let i = 0; i < layer.bits.length; i++) layer.bits[i] = stencil.bits[i]! & ~layer.bits[i]!;
  return layer;
}

interface IconPath {
  readonly corners: readonly Corner[];
  readonly closed: boolean;
}

/** Paths as in SVG, with absolute coordinates: M, L, Q, C and Z; and "O x y across down", an ellipse about x, y. */
function pathsOf(text: string): readonly IconPath[] {
  const paths: { corners: Corner[]; closed: boolean }[] = [];
  for (const [, command, rest] of text.matchAll(/([MLQCZO])([^MLQCZO]*)/g)) {
    const numbers = rest!.split(/[ ,]+/).filter(Boolean).map(Number);
    const path = paths.at(-1);
    if (command === 'M') paths.push({ corners: [[numbers[0]!, numbers[1]!]], closed: false });
    else if (command === 'O') paths.push({ corners: ellipseCorners(numbers), closed: true });
    else if (command === 'Z') path!.closed = true;
    else path!.corners.push(...curve(path!.corners.at(-1)!, numbers, command === 'L' ? 1 : lines));
  }
  return paths;
}

/** The corners of a Bézier curve of any degree that begins at a point, by de Casteljau's algorithm. */
function curve(from: Corner, numbers: readonly number[], count: number): readonly Corner[] {
  const points: Corner[] = [from];
  for (let i = 0; i < numbers.length; i += 2) points.push([numbers[i]!, numbers[i + 1]!]);
  return Array.from({ length: count }, (_, i): Corner => {
    const t = (i + 1) / count;
    let level = points;
    while (level.length > 1)
      level = level.slice(1).map(([x, y], j): Corner => {
        const [ax, ay] = level[j]!;
        return [ax + (x - ax) * t, ay + (y - ay) * t];
      });
    return level[0]!;
  });
}

/** Four curves that approximate an ellipse to a thousandth. */
function ellipseCorners([x, y, across, down]: readonly number[]): Corner[] {
  const [cx, cy, rx, ry] = [x!, y!, across!, down!];
  const [kx, ky] = [rx * 0.5522847, ry * 0.5522847];
  const quarters = [
    [cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy],
    [cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry],
    [cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy],
    [cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry],
  ];
  const corners: Corner[] = [[cx, cy - ry]];
  for (const quarter of quarters) corners.push(...curve(corners.at(-1)!, quarter, lines));
  return corners;
}

/** Pixels given as rows, # for ink. */
function ofRows(rows: readonly string[]): Stencil {
  const stencil = createStencil(rows[0]!.length, rows.length);
  for (const [y, row] of rows.entries()) for (let x = 0; x < row.length; x++) if (row[x] === '#') setBit(stencil, x, y);
  return stencil;
}

const allergenPrefix = 'allergen_';

/** The names of icons in a text, separated by blanks or commas. Those of allergens may stand without their prefix. */
export function iconsIn(text: string): readonly string[] {
  return text
    .split(/[\s,]+/)
    .filter((name) => name !== '')
    .map((name) => (Object.hasOwn(allergens, name) ? allergenPrefix + name : name));
}

/** The fourteen allergens of Regulation (EU) 1169/2011, Annex II, by language or locale. */
const allergens = JSON.parse(readFileSync(new URL('./allergens.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, string> & { en: string }>>
>;

/**
 * The allergens among the names of icons, in words of a locale's language, or in English; empty without any. A name that is
 * neither an allergen nor another icon is one of the words, as what a product contains is never left out.
 */
export function allergensIn(text: string, locale: string): string {
  const names = [...new Set(iconsIn(text))].filter(
    (name) => name.startsWith(allergenPrefix) || !Object.hasOwn(drawings, name),
  );
  const words = names.map((name) => {
    const plain = name.startsWith(allergenPrefix) ? name.slice(allergenPrefix.length) : name;
    if (!Object.hasOwn(allergens, plain)) return plain.replaceAll('_', ' ');
    const of = allergens[plain]!;
    return of[locale] ?? of[locale.slice(0, locale.indexOf('-'))] ?? of.en;
  });
  return words.join(/^(ja|zh)\b/.test(locale) ? '、' : /^(ar|fa|ur)\b/.test(locale) ? '، ' : ', ');
}

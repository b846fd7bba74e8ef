/**
 * `npm run fonts`: writes the measured part of each fonts/<name>.json – which characters the file has, and at which
 * coverage they are cut to 1 bit at each size so that none loses a stroke or a hole. An optional font is that of
 * test/exhaustive; a missing one keeps its previous values. `npm run fonts -- <folder>` takes packages from that folder's node_modules.
 * Further arguments name the fonts to measure; without any, all are.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  describeFont,
  faces,
  type FontFile,
  type FontName,
  fontNames,
  formatCoverage,
  type LoadedFont,
  locateFont,
  openFont,
  readFont,
} from '../../fonts/index.js';
import { latinDigits, nubsOf } from './digits.js';
import { usesOf } from './uses.js';
import { currencyWords, emoji, han, scripts } from './scripts.js';
import { isStem } from '../../renderer/typeset/litre.js';
import { wholeTopology } from '../../renderer/typeset/mend.js';
import { alphaTopology, sameTopology, type Topology } from '../../renderer/typeset/topology.js';
import { createRasteriser } from '../../renderer/typeset/rasteriser.js';
import { type Alpha, cutAlpha } from '../../renderer/shapes/stencil.js';
import { charactersOf } from '../support/labels/characters.js';

const rasteriser = createRasteriser();
/** Strokes keep their true weight at half coverage; a font's cut stays near it, a single character may go farther. */
const half = 120;
const fontCuts = [120, 110, 130, 100, 140];
const anyCut = Array.from({ length: 30 }, (_, i) => 50 + i * 5).sort((a, b) => Math.abs(a - half) - Math.abs(b - half));

/** Measured besides the required characters: influences a size's cut, but gets no repairs. */
const samples = [...Object.values(scripts).flatMap(({ words }) => words), ...currencyWords, ...han, ...emoji];

/** Words are written in text faces only, but up to 64 px they count at the sizes of prices, too. */
const hasWords = (size: number) => size <= 64 || faces.regular.sizes.includes(size);

/** How many times more ink than a full stop a comma has: it is the difference between 1,249 and 1.249. */
const commaToStop = 1.6;

/** The largest size in px at which a nub is visible. */
const visibleNubs = 200;
/** The fonts of a price's digits, on whose bows the eye rests. */
const priceFonts = new Set<FontName>([faces.price, faces['price-wide']].map(({ chain }) => chain(14)[0]!));

const [folder, ...chosen] = process.argv.slice(2);
const folderUrl = (path: string) => `${pathToFileURL(resolve(path)).href}/`;
const exhaustive = folderUrl('test/exhaustive');
const from = folder ? folderUrl(folder) : undefined;

for (const name of fontNames.filter((font) => chosen.length === 0 || chosen.includes(font))) {
  const source = describeFont(name);
  const path =
    (from && locateFont(source.file, from)) ?? locateFont(source.file) ?? locateFont(source.file, exhaustive);
  if (!path) {
    if (!source.optional) throw new Error(`Expected the file ${source.file} for the font ${name} but found none`);
    console.log(`${name}: ${source.file} is not installed; it stays as it was measured`);
    continue;
  }
  const has = charactersOf(path, source.only);
  const file = readFont(path);
  const empty: FontFile = { ...source, measured: { sha256: '', bytes: 0, coverage: '', cuts: {} } };
  const measured = {
    sha256: createHash('sha256').update(file).digest('hex'),
    bytes: file.length,
    coverage: formatCoverage(has),
    cuts: source.native
      ? {}
      : cutsOf(openFont(name, empty, path), (text) => Array.from(text).every((char) => has.has(char.codePointAt(0)!))),
  };
  writeFileSync(join('fonts', `${name}.json`), JSON.stringify({ ...source, measured }, null, 1) + '\n');
}

function cutsOf(font: LoadedFont, has: (text: string) => boolean) {
  const { smallest = 0, checkedTo = 0 } = font.source;
  const extra = samples.filter(has);
  const hasDigits = priceFonts.has(font.name);
  const wholes = new Map<string, Topology>();
  const wholeOf = (text: string) => {
    const known = wholes.get(text) ?? wholeTopology(rasteriser, font, text);
    wholes.set(text, known);
    return known;
  };
  const cuts: Record<string, { cut: number; repairs: Record<string, readonly number[]> }> = {};
  for (const [requested, used] of usesOf(font.name)) {
    const size = Math.max(requested, smallest);
    if (size > requested && cuts[size]) continue;
    const characters = used.filter(has);
    const texts = hasWords(size) ? [...characters, ...extra] : characters;
    if (texts.length === 0) continue;
    const drawn = new Map(texts.map((text) => [text, rasteriser.raster(font, size, text).alpha]));
    const broken = (cut: number) =>
      texts.filter((text) => !sameTopology(alphaTopology(drawn.get(text)!, cut), wholeOf(text)));
    const candidates = fontCuts.map((cut) => {
      const lost = broken(cut);
      const digits = hasDigits && size <= visibleNubs ? latinDigits : [];
      const spoilt = digits.filter((digit) => lost.includes(digit)).length;
      const nubs = digits.filter((digit) => nubsOf(digit, cutAlpha(drawn.get(digit)!, cut).stencil) > 0);
      return { cut, broken: lost.concat(nubs), faults: spoilt + nubs.length };
    });
    const best = candidates.reduce((a, b) => ((b.faults - a.faults || b.broken.length - a.broken.length) < 0 ? b : a));
    const single = new Set(characters);
    const stop = drawn.get('.');
    const isNicked = createIsNicked(stop ? inkOf(stop, best.cut) : 0);
    const nicked = texts.filter((text) => isNicked(text, drawn.get(text)!, best.cut));
    const toRepair = size > checkedTo ? best.broken.concat(nicked).filter((text) => single.has(text)) : [];
    const repairs = Object.fromEntries(
      toRepair.flatMap((char) => {
        const isClean = (alpha: Alpha, cut: number) =>
          !isNicked(char, alpha, cut) && (!hasDigits || nubsOf(char, cutAlpha(alpha, cut).stencil) === 0);
        const found = repair(font, size, char, wholeOf(char), isClean) ?? repair(font, size, char, wholeOf(char));
        if (!found) console.error(`${font.name} ${size} px: nothing repairs ${char}`);
        return found ? [[char, found] as const] : [];
      }),
    );
    cuts[size] = { cut: best.cut, repairs };
    console.log(
      `${font.name} ${size} px: cut ${best.cut} of ${texts.length}, ${best.broken.length} broken: ${best.broken.join(' ')}`,
    );
  }
  return cuts;
}

function inkOf(alpha: Alpha, cut: number): number {
  return alpha.values.reduce((sum, value) => sum + Number(value >= cut), 0);
}

/**
 * Whether an "l", which is a bare stem in every font that has one, lacks a corner: the symbol of the litre is made of it. Or
 * whether a comma is too small.
 * @param stop the pixels of the full stop
 */
function createIsNicked(stop: number) {
  return (char: string, alpha: Alpha, cut: number): boolean =>
    char === 'l' ? !isStem(cutAlpha(alpha, cut).stencil) : char === ',' && inkOf(alpha, cut) < commaToStop * stop;
}

/** Another cut; else the character moved by a part of a pixel; else drawn up to three px larger. */
function repair(
  font: LoadedFont,
  size: number,
  char: string,
  whole: Topology,
  isClean: (alpha: Alpha, cut: number) => boolean = () => true,
): readonly number[] | undefined {
  for (const grow of [0, 1, 2, 3]) {
    for (const dx of [0, 0.5, 0.25, 0.75]) {
      const { alpha } = rasteriser.raster(font, size + grow, char, dx);
      const cut = anyCut.find((value) => sameTopology(alphaTopology(alpha, value), whole) && isClean(alpha, value));
      if (cut !== undefined) return grow ? [cut, dx, grow] : dx ? [cut, dx] : [cut];
    }
  }
  return undefined;
}

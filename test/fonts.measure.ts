/**
 * `npm run fonts`: writes the measured part of each fonts/<name>.json – which characters the file has, and at which
 * coverage they are cut to 1 bit at each size so that none loses a stroke or a hole.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSync } from 'fontkit';
import { formatCoverage, loadFonts, type LoadedFont, usesOf } from '../fonts/index.js';
import { createRasteriser } from '../renderer/typesetter.js';
import { alphaTopology, sameTopology, type Topology, wholeTopology } from './support/topology.js';

const rasteriser = createRasteriser();
/** Strokes keep their true weight at half coverage; a font's cut stays near it, a single character may go farther. */
const half = 120;
const fontCuts = [120, 110, 130, 100, 140];
const anyCut = Array.from({ length: 30 }, (_, i) => 50 + i * 5).sort((a, b) => Math.abs(a - half) - Math.abs(b - half));

for (const font of loadFonts().values()) {
  const file = openSync(font.path);
  if (!('characterSet' in file)) throw new Error(`Expected a single font for ${font.name} but received a collection`);
  const has = new Set(file.characterSet.filter((point) => point >= 0x20 && point < 0xf0000));
  const measured = {
    sha256: createHash('sha256').update(readFileSync(font.path)).digest('hex'),
    coverage: formatCoverage(has),
    cuts: font.source.native ? {} : cutsOf(font, (char) => has.has(char.codePointAt(0)!)),
  };
  writeFileSync(join('fonts', `${font.name}.json`), JSON.stringify({ ...font.source, measured }, null, 1) + '\n');
}

function cutsOf(font: LoadedFont, has: (char: string) => boolean) {
  const uses = [...usesOf(font.name)].map(([size, characters]) => [size, characters.filter(has)] as const);
  const characters = new Set(uses.flatMap(([, used]) => used));
  const whole = new Map([...characters].map((char) => [char, wholeTopology(rasteriser, font, char)]));
  return Object.fromEntries(
    uses.map(([size, characters]) => {
      const drawn = new Map(characters.map((char) => [char, rasteriser.raster(font, size, char).alpha]));
      const broken = (cut: number) =>
        characters.filter((char) => !sameTopology(alphaTopology(drawn.get(char)!, cut), whole.get(char)!));
      let best = { cut: half, broken: broken(half) };
      for (const cut of fontCuts) {
        if (best.broken.length === 0) break;
        const candidate = { cut, broken: broken(cut) };
        if (candidate.broken.length < best.broken.length) best = candidate;
      }
      const repairs = Object.fromEntries(
        best.broken.flatMap((char) => {
          const found = repair(font, size, char, whole.get(char)!);
          if (!found) console.error(`${font.name} ${size} px: nothing repairs ${char}`);
          return found ? [[char, found] as const] : [];
        }),
      );
      console.log(`${font.name} ${size} px: cut ${best.cut}, ${best.broken.length} repaired: ${best.broken.join(' ')}`);
      return [size, { cut: best.cut, repairs }];
    }),
  );
}

/** Another cut; else the character moved by a part of a pixel; else drawn up to three px larger. */
function repair(font: LoadedFont, size: number, char: string, whole: Topology): readonly number[] | undefined {
  for (const grow of [0, 1, 2, 3]) {
    for (const dx of [0, 0.5, 0.25, 0.75]) {
      const { alpha } = rasteriser.raster(font, size + grow, char, dx);
      const cut = anyCut.find((value) => sameTopology(alphaTopology(alpha, value), whole));
      if (cut !== undefined) return grow ? [cut, dx, grow] : dx ? [cut, dx] : [cut];
    }
  }
  return undefined;
}

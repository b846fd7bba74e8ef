/**
 * `npm run colour`: prints how far dithered pictures are from their colours in each set of inks, and draws charts of it: left
 * the picture, then this renderer's dithering, then plain Floyd–Steinberg in linear light, in measured colours.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { ditherPicture } from '../../renderer/pictures/dither.js';
import { mixtureOf } from '../../renderer/pictures/mixture.js';
import type { RgbaPicture } from '../../renderer/pictures/rgba.js';
import { type ChartSection, colourChart } from '../support/pictures/colour-chart.js';
import { colourError } from '../support/pictures/colour-error.js';
import { inkSets, stretch } from '../support/pictures/pictures.js';
import { plainDither } from '../support/pictures/plain-dither.js';

const folder = join('dist', 'test', 'colour');
mkdirSync(folder, { recursive: true });
const sections = Object.keys(colourChart) as ChartSection[];
const times: number[] = [];
console.log('Mean error of lightness / chroma, OKLab × 100, blurred; in brackets, plain Floyd–Steinberg');
for (const [device, measured] of inkSets) {
  const mixture = mixtureOf(measured);
  console.log(`\n${device}: ${measured.join(' ')}`);
  const rows = sections.map((section) => {
    const picture = colourChart[section];
    const { width, height } = picture;
    const started = performance.now();
    const { inks } = ditherPicture(picture, stretch('floyd-steinberg', width, height), measured, () => mixture);
    times.push(((performance.now() - started) * 1e6) / inks.length);
    const plain = plainDither(picture, measured);
    const [ours, theirs] = [inks, plain].map((dithered) => {
      const { lightness, chroma } = colourError(picture, dithered, measured);
      return `${lightness.toFixed(2)} / ${chroma.toFixed(2)}`;
    });
    console.log(`${section.padEnd(8)} ${ours} (${theirs})`);
    return [picture, inMeasured(picture, inks, measured), inMeasured(picture, plain, measured)];
  });
  writeFileSync(join(folder, `${device}.png`), chart(rows));
}
times.sort((a, b) => a - b);
console.log(`\n${times[times.length >> 1]!.toFixed(0)} ns a pixel; charts in ${folder}`);

function inMeasured({ width, height }: RgbaPicture, inks: Uint8Array, measured: readonly string[]): RgbaPicture {
  const rgba = Buffer.from(Array.from(inks, (ink) => `${measured[ink]!.slice(1)}ff`).join(''), 'hex');
  return { width, height, rgba };
}

/** Pictures in a grid without gaps; those of a row have equal heights, all have equal widths. */
function chart(rows: readonly (readonly RgbaPicture[])[]): Buffer {
  const { width } = rows[0]![0]!;
  const png = new PNG({
    width: width * rows[0]!.length,
    height: rows.reduce((sum, [first]) => sum + first!.height, 0),
  });
  let top = 0;
  for (const row of rows) {
    for (const [column, picture] of row.entries()) {
      const source = Object.assign(new PNG({ width, height: picture.height }), { data: Buffer.from(picture.rgba) });
      PNG.bitblt(source, png, 0, 0, width, picture.height, column * width, top);
    }
    top += row[0]!.height;
  }
  return PNG.sync.write(png);
}

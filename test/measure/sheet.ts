/**
 * `npm run sheet -- LAYOUT…`: the sheet for the eye, a PNG a layout, in the colours that the panels are measured to have. By
 * default usual texts in nine languages on nine sizes of panels. Narrow it with `--panel 296x128 --language de,fr --amount
 * short,usual,long`; `--largest 800` shows labels of up to 800 px in full size, larger ones reduced; `--folder` is where the
 * PNGs go, by default one that git ignores.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type DrawnCase, drawCase, measuredCases, openMeasuring } from '../support/measured/labels.js';
import { tileLabels } from '../support/measured/tile.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    panel: { type: 'string', default: '' },
    language: { type: 'string', default: '' },
    amount: { type: 'string', default: 'usual' },
    largest: { type: 'string', default: '530' },
    width: { type: 'string', default: '1600' },
    folder: { type: 'string', default: join('.build', 'sheets') },
  },
});

const list = (text: string) => text.split(',').filter((name) => name !== '');
const cases = measuredCases({
  layouts: positionals,
  panels: list(options.panel),
  languages: list(options.language),
  amounts: list(options.amount),
});
const renderer = await openMeasuring();
mkdirSync(options.folder, { recursive: true });
for (const layout of new Set(cases.map((one) => one.layout))) {
  const labels: DrawnCase[] = [];
  for (const one of cases.filter((other) => other.layout === layout)) {
    const drawn = drawCase(one, renderer);
    if (drawn) labels.push(drawn);
    else console.log(`${layout.id}, ${one.panel}, ${one.language}, ${one.amount}: a price or a quantity has no room`);
    await setImmediate(); // The canvas frees its memory only in turns of the event loop.
  }
  const path = join(options.folder, `${layout.id}.png`);
  writeFileSync(path, tileLabels(labels, Number(options.width), Number(options.largest)));
  console.log(path);
}

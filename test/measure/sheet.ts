/**
 * `npm run sheet -- LAYOUT…`: the sheet for the eye, a PNG a layout, in the colours that the panels are measured to have. By
 * default usual texts in nine languages on nine sizes of panels. Narrow it with `--panel 296x128 --language de,fr --amount
 * short,usual,long`. The PNGs go to a folder that git ignores; labels of more than 530 px are reduced.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type DrawnCase, drawCase, measuredCases, selecting } from '../support/measured/labels.js';
import { tileLabels } from '../support/measured/tile.js';
import { plainRenderer } from '../support/rulers/renderers.js';

const { values: options, positionals } = parseArgs({ allowPositionals: true, options: selecting });
const cases = measuredCases(positionals, { ...options, amount: options.amount || 'usual' });
const renderer = await plainRenderer();
const folder = join('.build', 'sheets');
mkdirSync(folder, { recursive: true });
for (const layout of new Set(cases.map((one) => one.layout))) {
  const labels: DrawnCase[] = [];
  for (const one of cases.filter((other) => other.layout === layout)) {
    const drawn = drawCase(one, renderer);
    if (drawn) labels.push(drawn);
    else console.log(`${layout.id}, ${one.panel}, ${one.language}, ${one.amount}: a price or a quantity has no room`);
    await setImmediate(); // The canvas frees its memory only in turns of the event loop.
  }
  const path = join(folder, `${layout.id}.png`);
  writeFileSync(path, tileLabels(labels));
  console.log(path);
}

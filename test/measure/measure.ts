/**
 * `npm run measure`: what shipped layouts draw on nine sizes of panels, in numbers. Narrow it with
 * `-- promotion member --panel 296x128 --language de,fr --amount usual`; `--by label` prints a row for each label, `--by
 * layout`, `--by panel` or `--by language` one for all of its labels. Default: a row for each layout and panel.
 */
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { drawCase, type MeasuredCase, measuredCases, namesIn, selecting } from '../support/measured/labels.js';
import { plainRenderer } from '../support/rulers/renderers.js';
import { legend, measuredLabel, type MeasuredLabel, tableOf } from '../support/measured/table.js';
import { loadLayouts } from '../../renderer/index.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { ...selecting, by: { type: 'string', default: 'layout,panel' } },
});

const names: Readonly<Record<string, (of: MeasuredCase) => string>> = {
  layout: ({ layout }) => layout.id,
  panel: ({ panel }) => panel,
  language: ({ language }) => language,
  amount: ({ amount }) => amount,
};
const by = options.by === 'label' ? Object.keys(names) : namesIn(options.by);
const unknown = by.find((name) => !(name in names));
if (unknown !== undefined)
  throw new Error(`Expected --by ${Object.keys(names).join(', ')} or label but received "${unknown}"`);

const renderer = await plainRenderer();
const standard = loadLayouts().get('standard')!;
const labels: MeasuredLabel[] = [];
for (const one of measuredCases(positionals, options)) {
  labels.push(measuredLabel(one, drawCase(one, renderer), drawCase({ ...one, layout: standard }, renderer)));
  await setImmediate(); // The canvas frees its memory only in turns of the event loop.
}
console.log(tableOf(labels, ({ of }) => by.map((name) => names[name]!(of)).join(' '), by.join(' ')));
if (by.length < 4) console.log(`\n${legend}\n\n${labels.length} labels`);

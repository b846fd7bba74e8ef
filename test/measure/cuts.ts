/**
 * `npm run cuts [-- --layout ID] [--device ID] [--every N]`: the shipped layouts on the shipped panels with 200 names and
 * 10 units in each of 30 locales. Prints the share of labels on which a name, a unit or another text is cut, a price is
 * refused, a field hidden or a text shrunk, with examples; then how high prices are beside a short name. `--every 1` draws
 * all 4.86 million labels; without it every tenth, each name with one unit, which takes a minute or two.
 */
import { parseArgs } from 'node:util';
import type { Device } from '../../devices/index.js';
import { loadPanels as loadDevices } from '../support/panels.js';
import { type Content, createRenderer, type Framebuffer, type Layout, loadLayouts } from '../../renderer/index.js';
import { labelsOfLocale, places, shelfContent } from '../support/shelf/labels.js';
import { heightTargets, measuredPrices, priceHeight, shortLabel, sizeOf } from '../support/shelf/price-height.js';
import { count, emptyTally, type Example, type Fault, faults, faultsOf, type Tally } from '../support/shelf/tally.js';

/** An example with the label that it is from. */
interface Found extends Example {
  readonly where: string;
}

const { values: options } = parseArgs({
  options: { layout: { type: 'string' }, device: { type: 'string' }, every: { type: 'string', default: '10' } },
});
const layouts = chosen(loadLayouts(), options.layout, 'layout');
const devices = chosen(loadDevices(), options.device, 'device');
const share = Number(options.every);
if (!Number.isInteger(share) || share < 1 || share > labelsOfLocale)
  throw new RangeError(`Expected 1 to ${labelsOfLocale} for --every but received "${options.every}"`);

const shown = 10;
const renderer = await createRenderer({ optionalFonts: false });
const all = emptyTally();
const tallies = { cell: new Map<string, Tally>(), panel: new Map<string, Tally>(), locale: new Map<string, Tally>() };
/** By layout, panel and locale: the first of each, for each fault. */
const examples = new Map<Fault, Map<string, Found>>(faults.map((fault) => [fault, new Map<string, Found>()]));

// Locale by locale, since words that were drawn for one layout are at hand for the next.
let from = 0;
for (const locale of Object.keys(places))
  for (const layout of layouts) for (const device of devices) measure(layout, device, locale, 29 * from++);

printTallies('layout      panel', tallies.cell);
printTallies('panel', new Map([...tallies.panel, ['all', all]]));
printTallies('locale', tallies.locale);
console.log(`1 of ${share} labels; each: percent of the labels on which it happens at least once`);
for (const [fault, found] of examples) printExamples(fault, [...found.values()]);
const standard = layouts.find(({ id }) => id === 'standard');
if (standard) printHeights(standard);

function chosen<T>(known: ReadonlyMap<string, T>, id: string | undefined, option: string): readonly T[] {
  if (id === undefined) return [...known.values()];
  const one = known.get(id);
  if (one === undefined)
    throw new RangeError(`Expected one of ${[...known.keys()].join(', ')} for --${option} but received "${id}"`);
  return [one];
}

/**
 * Draws a share of the labels of a layout, a panel and a locale, and counts them.
 * @param start the label to begin with: the examples are the first ones, and are to differ from panel to panel
 */
function measure(layout: Layout, device: Device, locale: string, start: number): void {
  const cell = `${layout.id.padEnd(12)}${device.id}`;
  const counted = [
    all,
    tallyOf(tallies.cell, cell),
    tallyOf(tallies.panel, device.id),
    tallyOf(tallies.locale, locale),
  ];
  const labels = Math.ceil(labelsOfLocale / share);
  let frame: Framebuffer | undefined;
  for (let i = 0; i < labels; i++) {
    const content = shelfContent(locale, (start + i) % labels, layout, device);
    const drawn = draw(content, layout, device, frame);
    ({ frame } = drawn);
    for (const tally of counted) count(tally, drawn.found);
    const where = `${layout.id}, ${device.id}, ${locale}`;
    for (const example of drawn.found) {
      const kept = examples.get(example.fault)!;
      if (!kept.has(where)) kept.set(where, { ...example, where });
    }
  }
}

interface Drawn {
  readonly found: readonly Example[];
  readonly frame: Framebuffer | undefined;
}

function draw(content: Content, layout: Layout, device: Device, reuse: Framebuffer | undefined): Drawn {
  try {
    const { frame, warnings } = renderer.render(content, layout, device, reuse);
    return { frame, found: faultsOf(content, warnings) };
  } catch (error) {
    // A price, or another text that the law needs.
    if (!(error instanceof Error) || !error.name.endsWith('DoesNotFit')) throw error;
    return { frame: reuse, found: [{ fault: 'refused', field: 'price', text: content.price, shown: error.message }] };
  }
}

function tallyOf(of: Map<string, Tally>, id: string): Tally {
  let tally = of.get(id);
  if (!tally) of.set(id, (tally = emptyTally()));
  return tally;
}

function printTallies(title: string, counted: ReadonlyMap<string, Tally>): void {
  const row = (id: string, cells: readonly string[]) => {
    console.log(id.padEnd(38) + cells.map((cell) => cell.padStart(12)).join(''));
  };
  row(title, ['labels', ...faults]);
  for (const [id, { labels, faulty }] of counted)
    row(id, [String(labels), ...faults.map((fault) => ((100 * faulty[fault]) / labels).toFixed(1))]);
  console.log();
}

/** Prints ten examples, taken evenly from all layouts and panels. */
function printExamples(fault: Fault, found: readonly Found[]): void {
  if (found.length === 0) return;
  console.log(`\n${fault}:`);
  const some = Math.min(shown, found.length);
  for (let i = 0; i < some; i++) {
    const { where, field, text, shown: instead } = found[Math.floor((i * found.length) / some)]!;
    console.log(`  ${where}: ${field} "${text}" → "${instead}"`);
  }
}

function printHeights(layout: Layout): void {
  console.log('\nheight of the price in standard beside a name of one line, in percent of the panel’s height');
  console.log(`${''.padEnd(38)}${measuredPrices.map(({ written }) => written.padStart(13)).join('')}       target`);
  for (const device of devices) {
    const heights = measuredPrices.map((price) =>
      priceHeight(renderer, shortLabel(price, device), layout, device).toFixed(1).padStart(13),
    );
    const target = String(heightTargets[sizeOf(device)] ?? '–').padStart(13);
    console.log(`${device.id.padEnd(26)}${sizeOf(device).padEnd(12)}${heights.join('')}${target}`);
  }
}

/**
 * `npm run bench:compare [-- labels rounds]`: `esl-sim compare` of two folders of labels, of equal bytes, of equal pixels in
 * other bytes, and all differing, with its report; and how fast Chromium opens the report. Reads /proc: Linux.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../support/browser.js';
import { look } from './process.js';
import { createUpdates } from './vocabulary.js';

const program = fileURLToPath(new URL('../../bin/esl-sim.js', import.meta.url));
const [labels = 10_000, rounds = 3] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'esl-bench-'));
const at = (name: string) => join(folder, name);
const report = at('report.html');

interface Run {
  readonly seconds: number;
  /** Seconds on all processors. */
  readonly processor: number;
  /** Resident, MB, at most. */
  readonly most: number;
}

const ways: Readonly<Record<string, readonly string[]>> = {
  'equal bytes': [at('same')],
  'other bytes': [at('packed')],
  'all differ': [at('dearer')],
  'with a report': [at('dearer'), '--report', report],
};

try {
  writeRows();
  draw('rows.csv', 'labels', '1');
  draw('rows.csv', 'packed', '7');
  draw('dearer.csv', 'dearer', '1');
  cpSync(at('labels'), at('same'), { recursive: true });
  const runs = new Map<string, Run[]>(Object.keys(ways).map((way) => [way, []]));
  for (let round = 0; round < rounds; round++)
    for (const [way, args] of Object.entries(ways)) runs.get(way)!.push(await run(args));
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(
    `${labels} pairs, 296×128; ${cpus().length} × ${cpus()[0]!.model}, Node ${process.version}, load ${load.join(' ')}`,
  );
  console.log('seconds: median of the rounds (fastest–slowest); seconds of processor; MB at most');
  for (const [way, all] of runs) {
    const sorted = all.map(({ seconds }) => seconds).sort((a, b) => a - b);
    const said = [sorted[sorted.length >> 1]!, sorted[0]!, sorted.at(-1)!].map((value) => value.toFixed(1));
    const processor = Math.min(...all.map((one) => one.processor)).toFixed(1);
    const most = Math.max(...all.map((one) => one.most));
    console.log(`  ${way.padEnd(14)} ${said[0]} (${said[1]}–${said[2]})  ${processor} s  ${most} MB`);
  }
  await open();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function writeRows(): void {
  const updates = createUpdates(1);
  const rows = Array.from({ length: labels }, updates);
  for (const [name, more] of [
    ['rows.csv', 0],
    ['dearer.csv', 10],
  ] as const) {
    const lines = rows.map(({ product_name, price, unit }, row) => {
      const cents = Math.round(Number(price) * 100) + more;
      return `${product_name},${(cents / 100).toFixed(2)},${unit},400${String(row).padStart(10, '0')}\n`;
    });
    writeFileSync(at(name), ['product_name,price,unit,sku\n', ...lines].join(''));
  }
}

function draw(rows: string, to: string, level: string): void {
  const args = ['batch', at(rows), '--device', 'solum-m2-2.9-bwr', '--out', at(to), '--date', '2026-11-20'];
  const { status } = spawnSync(process.execPath, [program, ...args, '--level', level], { stdio: 'ignore' });
  if (status !== 0) throw new Error(`Expected labels in ${to} but batch ended with ${status}`);
}

async function run(args: readonly string[]): Promise<Run> {
  const start = performance.now();
  const child = spawn(process.execPath, [program, 'compare', at('labels'), ...args], { stdio: 'ignore' });
  const closed = once(child, 'close');
  let [most, ticks] = [0, 0];
  while (child.exitCode === null) {
    const seen = look(child.pid!);
    if (seen) [most, ticks] = [Math.max(most, seen.resident), seen.ticks];
    await wait(20);
  }
  await closed;
  return { seconds: (performance.now() - start) / 1000, processor: ticks / 100, most };
}

/** Opens the report in Chromium as a telephone does. */
async function open(): Promise<void> {
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  await page.addInitScript(`
    globalThis.seen = { first: 0, shift: 0, freeze: 0 };
    const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch('longtask', ({ duration }) => { seen.freeze = Math.max(seen.freeze, duration); });
    watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value; });
    (function look() {
      const image = document.querySelector('article img');
      if (image?.complete && image.naturalWidth > 0) seen.first = performance.now();
      else setTimeout(look, 5);
    })();`);
  await page.goto(`file://${report}`, { waitUntil: 'load' });
  const loaded = await page.evaluate<number>('performance.now()');
  for (let i = 0; i < 50; i++) await page.keyboard.press('j');
  await page.keyboard.press('5');
  await wait(500);
  const { first, shift, freeze } = await page.evaluate<Record<'first' | 'shift' | 'freeze', number>>('seen');
  console.log(
    `the report has ${(statSync(report).size / 2 ** 20).toFixed(1)} MB: first picture after ${Math.round(first)} ms, all read after ` +
      `${Math.round(loaded)} ms, longest task ${Math.round(freeze)} ms, layout shift ${shift.toFixed(4)}`,
  );
  await browser.close();
}

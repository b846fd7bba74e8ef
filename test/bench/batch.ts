/**
 * `npm run bench:batch [-- rows rounds]`: rows of a CSV → an archive with one thread and with two, and files with two,
 * interleaved. Reads /proc: Linux.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Summary } from '../../server/batch/summary.js';
import { look, median } from './process.js';
import { createUpdates } from './vocabulary.js';

const program = fileURLToPath(new URL('../../bin/esl-sim.js', import.meta.url));
const [rows = 100_000, rounds = 3] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'esl-bench-'));
const csv = join(folder, 'rows.csv');

interface Run {
  readonly perSecond: number;
  /** CPU time in µs per label, including start and warm-up. */
  readonly processor: number;
  /** Resident memory in MB: after 10,000 labels (null: not measured), and its maximum. */
  readonly early: number | null;
  readonly most: number;
}

const ways: Readonly<Record<string, readonly string[]>> = {
  'archive, 1 thread': ['--tar', join(folder, 'one.tar'), '--jobs', '1'],
  'archive, 2 threads': ['--tar', join(folder, 'two.tar'), '--jobs', '2'],
  'files, 2 threads': ['--out', join(folder, 'files'), '--jobs', '2'],
};

try {
  await writeRows();
  const runs = new Map<string, Run[]>(Object.keys(ways).map((way) => [way, []]));
  for (let round = 0; round < rounds; round++)
    for (const [way, args] of Object.entries(ways)) {
      runs.get(way)!.push(await run(args));
      for (const name of ['one.tar', 'files']) rmSync(join(folder, name), { recursive: true, force: true });
    }
  const [cpu] = cpus();
  console.log(
    `${rows} rows, 296×128, standard, PNG level 1; ${cpus().length} × ${cpu!.model}, Node ${process.version}`,
  );
  console.log('labels/s: median of the rounds (slowest–fastest); µs of processor a label; MB after 10,000 and at most');
  for (const [way, all] of runs) {
    const rates = all.map(({ perSecond }) => perSecond).sort((a, b) => a - b);
    const { early, most } = all.at(-1)!;
    console.log(
      `  ${way.padEnd(20)} ${median(rates)} (${rates[0]}–${rates.at(-1)})  ` +
        `${median(all.map(({ processor }) => processor))} µs  ${early ?? '?'} → ${most} MB`,
    );
  }
  const rate = (way: string) => median(runs.get(way)!.map(({ perSecond }) => perSecond));
  console.log(`  two threads are ${(rate('archive, 2 threads') / rate('archive, 1 thread')).toFixed(2)} × one`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function writeRows(): Promise<void> {
  const updates = createUpdates(1);
  const out = createWriteStream(csv);
  out.write('product_name,price,unit,sku\n');
  for (let row = 0; row < rows; row++) {
    const { product_name, price, unit } = updates();
    if (!out.write(`${product_name},${price},${unit},400${String(row).padStart(10, '0')}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

async function run(args: readonly string[]): Promise<Run> {
  const child = spawn(process.execPath, [program, 'batch', csv, '--device', 'solum-m2-2.9-bwr', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const closed = once(child, 'close');
  let [early, most, ticks]: [number | null, number, number] = [null, 0, 0];
  while (child.exitCode === null) {
    const seen = look(child.pid!);
    if (seen) {
      [most, ticks] = [Math.max(most, seen.resident), seen.ticks];
      if (early === null && written(args) >= 10_000) early = seen.resident;
    }
    await wait(20);
  }
  await closed;
  const { seconds } = JSON.parse(stdout) as Summary;
  return { perSecond: Math.round(rows / seconds), processor: Math.round((ticks * 10_000) / rows), early, most };
}

/** An estimate of labels so far: a manifest line has about 155 bytes. */
function written(args: readonly string[]): number {
  const manifest = args[0] === '--tar' ? `${args[1]!}.part.manifest` : join(args[1]!, 'manifest.ndjson');
  return (statSync(manifest, { throwIfNoEntry: false })?.size ?? 0) / 155;
}

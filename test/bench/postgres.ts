/**
 * The overhead of an update over its statement: alternates updates by the store and the same statement by `pg`, with equally many
 * connections. Prints both and their ratio.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { defaultBinding } from '../../renderer/index.js';
import { type Delivery, keptRevisions, type StoredLabel } from '../../server/labels/store/index.js';
import { statementFor } from '../../server/labels/store/postgres/append.js';
import { openPostgresBackend } from '../../server/labels/store/postgres/backend.js';
import { connectionTo } from '../../server/labels/store/postgres/pool.js';
import { recordOf } from '../../server/labels/store/rows.js';
import { startPostgres } from '../support/postgres/server.js';
import { median } from './process.js';

const connections = 32;
const rounds = 5;
const roundMs = 3000;
/** The size of a usual picture with three inks. */
const png = new Uint8Array(randomBytes(2500));

const content = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
const delivery: Delivery = {
  draft: {
    updated_at: '2026-11-20T22:10:06.123Z',
    update: content,
    binding: defaultBinding,
    layout_version: 0,
    content: {
      ...{ ...content, sku: '4006381333931', date: '2026-11-20', model_line: 'SoluM M2 2.9" 296×128 BWR' },
      ...{ locale: 'en-US', currency: 'USD', data: {} },
    },
    warnings: [],
    step: { lines: { product_name: 1 }, hidden: 0 },
    image: { width: 296, height: 128, inks: 3, sha256: 'a'.repeat(64) },
    png,
  },
  arrival: { at: 0, full: { seconds: 15, basis: 'assumed', ms: 0 }, partial: null, trouble: null, troubleMs: 0 },
};

const server = await startPostgres();
const url = await server.create();
const backend = await openPostgresBackend(url, connections);
const store = backend.store('');
const plain = new pg.Pool({ ...connectionTo(url), max: connections });

/** Repeats `work` in its turns. @returns the rate per second, the median, and the slowest of 100 */
async function measure(work: (worker: number) => Promise<unknown>) {
  const times: number[] = [];
  const end = performance.now() + roundMs;
  const worker = async (number: number): Promise<void> => {
    while (performance.now() < end) {
      const start = performance.now();
      await work(number);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => worker(number)));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]!;
  return { rate: times.length / (roundMs / 1000), p50: at(0.5), p99: at(0.99) };
}

const seen: StoredLabel[] = [];
for (let i = 0; i < connections; i++) seen.push((await store.bind(`store-${i}`, null, defaultBinding, null))!);
const over = async (worker: number) => {
  seen[worker] = (await store.append(seen[worker]!, delivery))!;
};

const counts = await Promise.all(
  Array.from({ length: connections }, async (_, i) => {
    const { version } = (await store.bind(`plain-${i}`, null, defaultBinding, null))!;
    return { id: `plain-${i}`, version, last: 0 };
  }),
);
const [text, tag, bytes] = [recordOf(delivery.draft), await tagOf(), Buffer.from(png)];
const alone = async (worker: number) => {
  const label = counts[worker]!;
  const next = label.last + 1;
  const values = [label.id, label.version, label.last, next, tag, Infinity, randomUUID(), next - keptRevisions, [next]];
  const statement = { ...statementFor(1, false), values: ['', ...values, next, text, bytes] };
  const { rows } = await plain.query<{ done: number }>(statement);
  if (rows[0]!.done === 1) label.last = next;
};

async function tagOf(): Promise<string> {
  const label = (await store.bind('tag', null, defaultBinding, null))!;
  return JSON.stringify((await store.append(label, delivery))!.tag);
}

const show = ({ rate, p50, p99 }: Awaited<ReturnType<typeof measure>>) =>
  `${rate.toFixed(0).padStart(6)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
const ratios: number[] = [];
for (let round = 0; round < rounds; round++) {
  const [first, second] = round % 2 ? [over, alone] : [alone, over];
  const results = new Map([[first, await measure(first)]]);
  results.set(second, await measure(second));
  const ratio = results.get(over)!.rate / results.get(alone)!.rate;
  ratios.push(ratio);
  console.log(`store ${show(results.get(over)!)} | pg ${show(results.get(alone)!)} | ${(100 * ratio).toFixed(0)} %`);
}
console.log(`updates over the store: ${(100 * median(ratios)).toFixed(0)} % of pg alone (median of ${rounds})`);

const label = seen[0]!;
const hot = await measure(() => store.append(label, delivery));
console.log(`updates of one label: ${show(hot)}`);
const reads = await measure(() => store.label('store-1'));
console.log(`reads of a label:     ${show(reads)}`);
const database = new URL(url).pathname.slice(1);
await server.query('VACUUM FULL revisions', database);
const [size] = await server.query(
  `SELECT (sum(pg_total_relation_size(inhrelid)) / (SELECT count(*) FROM revisions))::int AS bytes
   FROM pg_inherits WHERE inhparent = 'revisions'::regclass`,
  database,
);
console.log(`bytes of a revision on the disk: ${String(size!.bytes)}, with a PNG of ${png.byteLength}`);
await plain.end();
await backend.close();

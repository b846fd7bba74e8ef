/**
 * `npm run bench:http [-- SECONDS]`: requests a second and latency at 50 connections, this server beside bare Koa with the same body
 * reader. Each server runs in its own process; this process is the client. Rounds are interleaved, and a ratio is the median of its
 * rounds, as other work on the machine slows all parts of a round.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { autocannon, type Client, type Request } from './autocannon.js';
import { median } from './process.js';
import { createUpdates } from './vocabulary.js';

const connections = 50;
const rounds = 5;
const warmUpSeconds = 2;
const seconds = Number(process.argv[2] ?? 3);
const server = fileURLToPath(new URL('../../server/index.js', import.meta.url));
const bare = fileURLToPath(new URL('./bare-koa.js', import.meta.url));

interface Way {
  readonly url: string;
  readonly requests: Request[];
  readonly status: number;
  /** The target as a share of bare Koa's requests per second. */
  readonly target: number;
  readonly rates: number[];
  readonly medians: number[];
  readonly p99s: number[];
  /** Responses with another status. */
  others: number;
}

const folder = mkdtempSync(join(tmpdir(), 'esl-bench-'));
const children: ChildProcess[] = [];
try {
  await compare(await startWays());
} finally {
  for (const child of children) child.kill();
  await Promise.all(children.map(async (child) => child.exitCode ?? once(child, 'close')));
  rmSync(folder, { recursive: true, force: true });
}

/** Starts a program that prints its address. @returns the address */
async function start(program: string, databaseUrl: string): Promise<string> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, PORT: '0', RATE_LIMIT: '1000000000', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  return /http:\/\/\S+(?=\/)/.exec(text.toString())![0];
}

async function startWays(): Promise<ReadonlyMap<string, Way>> {
  const plain = await start(bare, '');
  const updates = updateRequests();
  const [sqlite, memory] = await Promise.all([
    start(server, `sqlite:${join(folder, 'bench.db')}`),
    start(server, 'memory:'),
  ]);
  const { method, headers, body } = updates[0] as { method: string; headers: Record<string, string>; body: string };
  await fetch(memory + updates[0]!.path!, { method, headers, body });
  const image = '/api/esl/labels/default/image.png';
  const etag = (await fetch(memory + image)).headers.get('ETag')!;
  const known: Request = { method: 'GET', path: image, headers: { 'If-None-Match': etag } };
  return new Map([
    ['bare koa', wayOf(plain, updates, 1)],
    ['304', wayOf(memory, [known], 0.7, 304)],
    ['image', wayOf(memory, [{ method: 'GET', path: image }], 0.6)],
    ['update, SQLite', wayOf(sqlite, updates, 0.2)],
    ['update, memory', wayOf(memory, updates, 0.25)],
  ]);
}

function wayOf(url: string, requests: Request[], target: number, status = 200): Way {
  return { url, requests, status, target, rates: [], medians: [], p99s: [], others: 0 };
}

/** Different updates of the label `default`, like those of a shop. */
function updateRequests(): Request[] {
  const update = createUpdates(1);
  return Array.from({ length: 2000 }, () => {
    const body = JSON.stringify(update());
    return { method: 'POST', path: '/api/esl/update', headers: { 'Content-Type': 'application/json' }, body };
  });
}

async function compare(ways: ReadonlyMap<string, Way>): Promise<void> {
  // Updates come last in each round: they change the image of the 304.
  for (let round = -1; round < rounds; round++)
    for (const way of ways.values()) await measure(way, round < 0 ? warmUpSeconds : seconds, round >= 0);
  const base = ways.get('bare koa')!;
  console.log(`${connections} connections, median of ${rounds} rounds of ${seconds} s`);
  for (const [name, { rates, medians, p99s, target, others }] of ways) {
    const ratio = median(rates.map((rate, round) => rate / base.rates[round]!));
    const [half, p99] = [median(medians), median(p99s)];
    console.log(
      `  ${name.padEnd(18)} ${median(rates).toFixed(0).padStart(6)}/s  ${ratio.toFixed(3)} of bare Koa (target ${target})` +
        `  median ${half.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${(p99 / half).toFixed(1)} ×)` +
        (others > 0 ? `, ${others} other answers` : ''),
    );
  }
}

async function measure(way: Way, duration: number, counts: boolean): Promise<void> {
  const { url, status } = way;
  const times: number[] = [];
  const requests = await freshened(way);
  await new Promise<void>((resolve, reject) => {
    const share = Math.ceil(requests.length / connections);
    let next = 0;
    // Autocannon prepares all requests per connection. Fewer per connection take less than a second.
    const setupClient = (client: Client): void => {
      client.setRequests(requests.slice(next, next + share));
      next = (next + share) % requests.length;
    };
    const run = autocannon({ url, connections, duration, setupClient, ...requests[0] }, (error: Error | null) => {
      if (error) reject(error);
      else resolve();
    });
    run.on('response', (_, code, __, ms) => {
      if (code === status) times.push(ms);
      else way.others++;
    });
  });
  if (!counts) return;
  times.sort((a, b) => a - b);
  way.rates.push(times.length / duration);
  way.medians.push(times[times.length >> 1]!);
  way.p99s.push(times[Math.floor(times.length * 0.99)]!);
}

/** The requests. `If-None-Match` has the current image's tag. */
async function freshened({ url, requests }: Way): Promise<Request[]> {
  const [first] = requests;
  if (!first?.headers || !('If-None-Match' in first.headers)) return requests;
  const etag = (await fetch(url + first.path!)).headers.get('ETag')!;
  return [{ ...first, headers: { 'If-None-Match': etag } }];
}

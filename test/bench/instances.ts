/**
 * `npm run bench:instances [-- SECONDS]`: updates a second by one server and by three on one PostgreSQL server, at the same
 * number of connections, from one client address and from many. Rounds are interleaved; a ratio is the median of its rounds.
 * Also prints the CPU time of each part per update, which explains the rate on few cores.
 */
import { loadavg } from 'node:os';
import { startPostgres } from '../support/postgres/server.js';
import { type ServerProcess, startServer } from '../support/server.js';
import { autocannon, type Client, type Request } from './autocannon.js';
import { look, median } from './process.js';
import { createUpdates } from './vocabulary.js';

const seconds = Number(process.argv[2] ?? 4);
const rounds = 5;
const connections = 48;
const labels = 480;

const postgres = await startPostgres();
const env = { DATABASE_URL: await postgres.create(), RATE_LIMIT: '1000000000', TRUST_PROXY_HOPS: '1' };
const servers: ServerProcess[] = [];
for (let i = 0; i < 3; i++) servers.push(await startServer(env));
const update = createUpdates(1);

/** Updates of all labels in turn, from an address per label or from one. */
function requestsOf(clients: number): Request[] {
  return Array.from({ length: labels }, (_, i) => ({
    method: 'POST',
    path: `/api/esl/labels/label-${i}/update`,
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.0.${(i % clients) >> 8}.${(i % clients) & 255}`,
    },
    body: JSON.stringify(update()),
  }));
}

/** Sends to `count` servers concurrently. @returns updates per second with status 200, and others */
async function send(count: number, clients: number, duration: number) {
  const requests = requestsOf(clients);
  const share = labels / connections;
  let next = 0;
  const runs = servers.slice(0, count).map(async ({ url }) => {
    const setupClient = (client: Client): void => {
      client.setRequests(requests.slice(next, next + share));
      next += share;
    };
    const {
      '2xx': good,
      non2xx,
      errors,
    } = await autocannon({ ...{ url, connections: connections / count, duration, setupClient }, ...requests[0] });
    return { good, bad: non2xx + errors };
  });
  const results = await Promise.all(runs);
  const sum = (of: 'good' | 'bad') => results.reduce((all, result) => all + result[of], 0);
  return { rate: sum('good') / duration, bad: sum('bad') };
}

/** CPU time of each process so far, in ms; undefined after its end. */
function processorTimes(pids: readonly number[]): ReadonlyMap<number, number> {
  return new Map(pids.map((pid) => [pid, (look(pid)?.ticks ?? 0) * 10]));
}

/** CPU time of processes since then, in ms. */
function takenSince(before: ReadonlyMap<number, number>): number {
  const now = processorTimes([...before.keys()]);
  return [...before].reduce((sum, [pid, time]) => sum + Math.max(0, now.get(pid)! - time), 0);
}

/** Runs a round. @returns the rate, and the CPU time per update in ms: of servers, PostgreSQL, this process */
async function measure(count: number, clients: number) {
  const backends = await postgres.query('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  const parts = [servers.map((server) => server.process.pid!), backends.map(({ pid }) => Number(pid)), [process.pid]];
  const before = parts.map(processorTimes);
  const { rate, bad } = await send(count, clients, seconds);
  return { rate, bad, taken: before.map((times) => takenSince(times) / (rate * seconds)) };
}

const ways = [1, labels].flatMap((clients) => [1, 3].map((count) => ({ count, clients, rates: [] as number[] })));
for (let i = 0; i < labels; i++)
  await fetch(`${servers[i % 3]!.url}/api/esl/labels/label-${i}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
await send(3, labels, 10);
for (let round = 0; round < rounds; round++)
  for (const { count, clients, rates } of round % 2 ? [...ways].reverse() : ways) {
    const { rate, bad, taken } = await measure(count, clients);
    rates.push(rate);
    console.log(
      `${count} servers, ${String(clients).padStart(3)} clients: ${rate.toFixed(0).padStart(5)} updates/s` +
        ` | ms of processor for each: servers, PostgreSQL, this: ${taken.map((ms) => ms.toFixed(2)).join(', ')}` +
        ` | load ${loadavg()[0]!.toFixed(1)}${bad > 0 ? `, ${bad} not answered with 200` : ''}`,
    );
  }
for (const [one, three] of [ways.slice(0, 2), ways.slice(2)] as const) {
  const ratio = median(three!.rates.map((rate, round) => rate / one!.rates[round]!));
  console.log(`${one!.clients} clients: three servers do ${(100 * ratio).toFixed(0)} % of one (median of ${rounds})`);
}
await Promise.all(servers.map((server) => server.stop()));

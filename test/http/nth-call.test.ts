import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Server } from 'node:http';
import { defaultBinding, loadLayouts } from '../../renderer/index.js';
import { policies } from '../../server/http/budgets/costs.js';
import { exampleLayout } from '../../server/http/layout-example.js';
import { createLayouts } from '../../server/labels/layouts.js';
import type { Backend } from '../../server/labels/store/index.js';
import { openDatabase } from '../../server/labels/store/sqlite/open.js';
import { openBackend } from '../../server/labels/store/url.js';
import { serveApp } from '../support/app.js';
import { atSize } from '../support/labels/share.js';
import { type PostgresServer, sharedPostgres } from '../support/postgres/server.js';
import { type Answer, call, milk, temporaryFolder } from '../support/server.js';
import { failingBackend, type Moment } from '../support/store/failing.js';
import { openLocalStore } from '../support/store/local-store.js';

const folder = temporaryFolder();

/** A request is answered within this time, in milliseconds, whatever fails. */
const patience = 5000;
/** More than the script has calls. */
const mostCalls = 200;
const { update } = policies({ quota: 1_000_000, windowS: 60 });

interface Step {
  readonly path: string;
  readonly method: string;
  readonly body?: unknown;
  readonly key?: string;
}

const shelf = '/api/esl/labels/shelf';
const script: readonly Step[] = [
  { method: 'PUT', path: shelf, body: {} },
  { method: 'POST', path: `${shelf}/update`, body: { ...milk, price: '1.00' } },
  { method: 'POST', path: `${shelf}/update`, body: { ...milk, price: '2.00' }, key: 'sale' },
  { method: 'PUT', path: '/api/esl/layouts/mine', body: exampleLayout },
  {
    method: 'PUT',
    path: '/api/esl/labels/own',
    body: { layout: 'mine', data: { previous_price: '4.20' } },
    key: 'own',
  },
  { method: 'GET', path: shelf },
  { method: 'GET', path: '/api/esl/labels' },
  { method: 'DELETE', path: '/api/esl/labels/own' },
  { method: 'DELETE', path: '/api/esl/layouts/mine' },
  { method: 'GET', path: '/health' },
];

const send = (url: string, { path, method, body, key }: Step): Promise<Answer> => {
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  return call(`${url}${path}`, { method, body, headers, signal: AbortSignal.timeout(patience) });
};

/** Sends a request again if the failing call is part of it. */
async function sendAgain(url: string, step: Step): Promise<Answer> {
  const answer = await send(url, step);
  return answer.status >= 500 ? send(url, step) : answer;
}

async function serve(backend: Backend): Promise<{ url: string; server: Server }> {
  const store = backend.store('');
  const limiter = backend.limiter(update);
  return serveApp({ store, layouts: createLayouts(loadLayouts(), store, '') }, ({ limiters }) => ({
    backend,
    limiters: { ...limiters, update: limiter },
  }));
}

/** What the labels and layouts are, as a server tells it whose store does not fail. */
async function stateOf(url: string) {
  const label = await send(url, { method: 'GET', path: shelf });
  const history =
    label.status === 200 ? (await send(url, { method: 'GET', path: `${shelf}/revisions` })).body.revisions : [];
  for (const { revision } of history)
    expect((await fetch(`${url}${shelf}/revisions/${revision}/image.png`)).status).toBe(200);
  return {
    there: label.status,
    prices: new Map(history.map(({ revision, content }) => [revision, content.price])),
    own: (await send(url, { method: 'GET', path: '/api/esl/labels/own' })).status,
    mine: (await send(url, { method: 'GET', path: '/api/esl/layouts/mine' })).status,
  };
}

/** Runs the script where the `nth` call fails. @returns whether one has failed */
async function runOn({ backend, again }: Kept, nth: number, moment: Moment): Promise<boolean> {
  const failing = failingBackend(backend, nth, moment);
  const { url, server } = await serve(failing);
  const answers: Answer[] = [];
  for (const step of script) answers.push(await send(url, step));
  for (const { status } of answers) expect([200, 201, 204, 400, 404, 409, 500, 503]).toContain(status);
  // A client repeats the request with its key: it is executed once.
  const keyed = await sendAgain(url, script[2]!);
  const other = await again();
  const good = await serve(other);
  const { there, prices, own, mine } = await stateOf(good.url);
  const [bound, first, sale, layout, ownBound, , , ownGone, layoutGone] = answers.map(({ status }) => status < 300);
  if (bound) expect(there).toBe(200);
  const values = [...prices.values()];
  if (first) expect(values).toContain('1.00');
  if (keyed.status === 200) expect(values.filter((price) => price === '2.00')).toHaveLength(1);
  if (sale) expect([keyed.status, keyed.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect(keyed.status).toBe(there);
  if (ownGone) expect(own).toBe(404);
  else if (ownBound) expect([200, 404]).toContain(own);
  if (layoutGone) expect(mine).toBe(404);
  else if (layout) expect([200, 404]).toContain(mine);
  // It goes on.
  expect((await sendAgain(url, { method: 'PUT', path: shelf, body: {} })).status).toBeLessThan(300);
  const last = await sendAgain(url, { method: 'POST', path: `${shelf}/update`, body: { ...milk, price: '9.00' } });
  expect(last.status).toBe(200);
  expect(last.body.label.revision).toBeGreaterThan(Math.max(0, ...prices.keys()));
  for (const one of [server, good.server]) one.close().closeAllConnections();
  if (other !== backend) await other.close();
  return failing.failed();
}

/** A backend, and another one on the same file or database: it sees what is there, and not what the first remembers. */
interface Kept {
  readonly backend: Backend;
  readonly again: () => Promise<Backend>;
}

async function openTwice(open: () => Promise<Backend>): Promise<Kept> {
  return { backend: await open(), again: open };
}

/** Without a thread, which takes long to start. */
function openFile(path: string): Promise<Backend> {
  return Promise.resolve(openLocalStore(openDatabase(path)));
}

async function inMemory(): Promise<Kept> {
  const backend = await openBackend('memory:');
  return { backend, again: () => Promise.resolve(backend) };
}

const moments: readonly Moment[] = ['before', 'after'];

/**
 * Fails the first call, then the second, and so on until none is left: every one in `npm run exhaustive`, else every fourth from
 * `turn` on. @returns how many there are
 */
async function runAll(open: () => Promise<Kept>, moment: Moment, turn: number): Promise<number> {
  const step = atSize(4, 1);
  for (let nth = 1 + (turn % step); nth < mostCalls; nth += step) {
    const kept = await open();
    await kept.backend.store('').bind('default', null, defaultBinding, null);
    const failed = await runOn(kept, nth, moment);
    await kept.backend.close();
    if (!failed) return nth - 1;
  }
  throw new Error('The calls do not end');
}

describe('whichever call of the store fails, what was acknowledged is there, nothing half, and the server goes on', () => {
  test.each(moments)('in memory, %s it is done', async (moment) => {
    expect(await runAll(inMemory, moment, moments.indexOf(moment))).toBeGreaterThan(20);
  });

  let files = 0;
  const inFile = () => {
    const path = folder.at(`${files++}.db`);
    return openTwice(() => openFile(path));
  };
  test.each(moments)('in a SQLite file, %s it is done', async (moment) => {
    expect(await runAll(inFile, moment, 1 + moments.indexOf(moment))).toBeGreaterThan(20);
  });
});

/** It takes minutes. */
function tryPostgres(): void {
  describe('the same in PostgreSQL', () => {
    let postgres: PostgresServer;
    beforeAll(async () => {
      postgres = await sharedPostgres();
    });
    jest.setTimeout(600_000);
    test.each(moments)('%s it is done', async (moment) => {
      const inDatabase = async () => {
        const url = await postgres.create();
        return openTwice(() => openBackend(url));
      };
      expect(await runAll(inDatabase, moment, 0)).toBeGreaterThan(20);
    });
  });
}
if (atSize(false, true)) tryPostgres();

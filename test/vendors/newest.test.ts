import { expect, test } from '@jest/globals';
import { keptRequests } from '../../server/http/events/request-log.js';
import { keptRevisions, recordCapacity } from '../../server/labels/store/index.js';
import { openBackend } from '../../server/labels/store/url.js';
import { webhookLimits } from '../../server/webhooks/records.js';
import { startHere } from '../support/here.js';
import { call, milk, type RunningServer, temporaryFolder } from '../support/server.js';
import { until } from '../support/socket.js';
import { minewToken, vendorClient } from '../support/vendors/client.js';

const folder = temporaryFolder();
const env = { RATE_LIMIT: '1000000' };

/** A list with a capacity: entries are added by number, and it returns the numbers that it has, the newest first. */
interface NewestFirst {
  readonly capacity: number;
  /** Entries that are at hand already. */
  readonly env?: Readonly<Record<string, string>>;
  readonly add: (server: RunningServer, n: number) => Promise<unknown>;
  readonly read: (server: RunningServer) => Promise<readonly number[]>;
}

let running: RunningServer;
let token = '';
const server = {
  get url() {
    return running.url;
  },
};
const aims = vendorClient('aims', server);
const minew = vendorClient('minew', server, () => ({ token }));
const articles = '/common/api/v2/common/articles';
const putArticle = async (n: number, store = '001') => {
  const body = Array.from({ length: n }, (_, i) => ({ articleId: String(i), articleName: 'x', data: {} }));
  expect((await aims('POST', `${articles}?company=ABC&store=${store}`, { body })).status).toBe(200);
};
/** The numbers of articles in each upload. */
const uploads = async () => {
  const { body } = await aims<{ articleFileHistoryList: readonly { total: number }[] }>(
    'GET',
    `${articles}/history?company=ABC&store=001`,
  );
  return body.articleFileHistoryList.map(({ total }) => total);
};

const lists: Readonly<Record<string, NewestFirst>> = {
  'the requests of a client': {
    capacity: keptRequests.count,
    add: ({ url }, n) => call(`${url}/api/esl/labels/${n}`, { method: 'DELETE' }),
    async read({ url }) {
      const { body } = await call(`${url}/api/esl/requests`);
      const { requests } = body as unknown as { requests: readonly { path: string }[] };
      return requests.map(({ path }) => Number(path.split('/').at(-1)));
    },
  },
  'the revisions of a label': {
    capacity: keptRevisions,
    add: ({ url }, n) => call(`${url}/api/esl/update`, { body: { ...milk, price: `${n}.00` } }),
    async read({ url }) {
      const { body } = await call(`${url}/api/esl/labels/default/revisions`);
      return body.revisions.map(({ content }) => Number(content.price));
    },
  },
  'the deliveries of a webhook': {
    capacity: webhookLimits.deliveries,
    env: { WEBHOOKS: 'any' },
    async add({ url, port }, n) {
      const hook = `${url}/api/esl/webhooks/till`;
      // It answers 405, which ends the webhook's only attempt.
      const target = `http://127.0.0.1:${port}/api`;
      if (n === 1) await call(hook, { method: 'PUT', body: { url: target, events: ['label.updated'] } });
      await call(`${url}/api/esl/labels/w`, { method: 'PUT', body: { sku: String(n) } });
      // One after the other, once there are as many as are kept.
      if (n > webhookLimits.deliveries) await until(async () => (await numbersOf(url))[0] === n, 30_000);
    },
    read: ({ url }) => numbersOf(url),
  },
  'the history of AIMS': {
    capacity: 100,
    env: { VENDORS: 'aims' },
    add: (_, n) => putArticle(n),
    read: uploads,
  },
  'the log of Minew': {
    capacity: 100,
    env: { VENDORS: 'minew' },
    async add(_, n) {
      if (n === 1) token = await minewToken(server);
      // There is no such tag: a failure.
      const body = { storeId: '1', labelMac: mac(n), goodsId: '1', demoIdMap: { A: 'standard' } };
      await minew('POST', '/apis/esl/label/update', { body });
    },
    async read() {
      const body = { storeId: '1', objectType: '1', currentPage: 1, pageSize: 1000, condition: '', actionType: '' };
      const answer = await minew<{ items: readonly { labelMac: string }[] }>('POST', '/apis/esl/logs/queryList', {
        body,
      });
      return answer.body.items.map(({ labelMac }) => parseInt(labelMac.slice(-4), 16));
    },
  },
};

const mac = (n: number): string => `ac233f00${n.toString(16).padStart(4, '0')}`;

async function numbersOf(url: string): Promise<readonly number[]> {
  const { body } = await call(`${url}/api/esl/webhooks/till/deliveries`);
  const { deliveries } = body as unknown as { deliveries: readonly { number: number }[] };
  return deliveries.map(({ number }) => number);
}

test.each(Object.entries(lists))('%s are the newest, beyond their capacity too', async (_, list) => {
  running = await startHere({ ...env, ...list.env }, []);
  const last = list.capacity + 3;
  for (let n = 1; n <= last; n++) await list.add(running, n);
  expect(await list.read(running)).toEqual(Array.from({ length: list.capacity }, (_, i) => last - i));
});

test('the history of a store is not hidden by the requests of another one', async () => {
  running = await startHere({ ...env, VENDORS: 'aims' });
  await putArticle(7);
  for (let n = 0; n < 105; n++) await putArticle(1, '002');
  expect(await uploads()).toEqual([7]);
}, 120_000);

test('requests that have ended make room for new ones when all records are used up', async () => {
  const DATABASE_URL = `sqlite:${folder.at('full.db')}`;
  const backend = await openBackend(DATABASE_URL);
  const at = new Date(Date.now() - 60_000).toISOString();
  const outcomes = [{ kind: 'article', store: '001', article: '1', isNew: false, labels: [], failure: null }];
  const value = JSON.stringify({ id: 1, at, client: 'x', trouble: null, outcomes, done: true });
  const changes = Array.from({ length: recordCapacity.count }, (_, i) => {
    return { kind: 'aims/request', id: String(i).padStart(10, '0'), value, version: 0 };
  });
  expect(await backend.store('').changeRecords(changes)).toBe('changed');
  running = await startHere({ ...env, VENDORS: 'aims', DATABASE_URL });
  await putArticle(3);
  await putArticle(5);
  expect((await uploads()).slice(0, 3)).toEqual([5, 3, 1]);
  const oldest = await backend.store('').records('aims/request', null, 1);
  expect(Number(oldest[0]!.id)).toBeGreaterThan(0);
  await backend.close();
}, 120_000);

import { expect, test } from '@jest/globals';
import { call, milk, type ServerProcess, startServer, temporaryFolder } from '../../support/server.js';

const folder = temporaryFolder();
const labels = Array.from({ length: 1000 }, (_, i) => `l${i}`);
/** Requests at a time. */
const concurrent = 10;

let server: ServerProcess;
async function cpuSeconds(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)![1]);
}

async function each(work: (id: string) => Promise<number>): Promise<void> {
  for (let i = 0; i < labels.length; i += concurrent)
    for (const status of await Promise.all(labels.slice(i, i + concurrent).map(work))) expect(status).toBeLessThan(300);
}

test('a bulk of 1,000 updates on SQLite takes at most 60 % of the time and the CPU of single ones', async () => {
  server = await startServer({ RATE_LIMIT: '1000000', DATABASE_URL: `sqlite:${folder.at('esl.db')}` });
  await each(async (id) => (await call(`${server.url}/api/esl/labels/${id}`, { method: 'PUT', body: {} })).status);
  let round = 0;
  const update = (id: string) => ({ ...milk, product_name: `${id} ${round}`, price: `${1 + (round % 9)}.50` });
  const single = () =>
    each(async (id) => {
      const send = () => call(`${server.url}/api/esl/labels/${id}/update`, { body: update(id) });
      // A bulk may take as long as idle connections live, and a request on one that ends then has no answer.
      return (await send().catch(send)).status;
    });
  const bulk = async () => {
    const body = labels.map((label) => ({ label, ...update(label) }));
    expect((await call(`${server.url}/api/esl/updates`, { body })).body).toMatchObject({ accepted: 1000 });
  };
  const costs = { single: { cpu: 0, ms: 0 }, bulk: { cpu: 0, ms: 0 } };
  for (const kind of ['single', 'bulk', 'single', 'bulk', 'single', 'bulk', 'single', 'bulk'] as const) {
    round++;
    const [cpu, ms] = [await cpuSeconds(), performance.now()];
    await (kind === 'single' ? single() : bulk());
    // The first round warms up.
    if (round <= 2) continue;
    costs[kind].ms += performance.now() - ms;
    costs[kind].cpu += (await cpuSeconds()) - cpu;
  }
  expect(costs.bulk.cpu / costs.single.cpu).toBeLessThan(0.6);
  expect(costs.bulk.ms / costs.single.ms).toBeLessThan(0.6);
}, 120_000);

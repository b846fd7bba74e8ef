import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Histogram, Registry } from 'prom-client';
import { createHistogram } from '../../../server/http/metrics/histogram.js';
import { createMetrics } from '../../../server/http/metrics/metrics.js';
import { timedBackend } from '../../../server/http/metrics/timed-backend.js';
import { memoryStore } from '../../support/context.js';
import { type RunningServer, call, milk, startServer } from '../../support/server.js';
import { deliveryOf } from '../../support/store/contract.js';

/** The values of the lines, by what stands before them. */
function valuesIn(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

describe('/metrics', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ RATE_LIMIT: '100' });
  });

  /** All metrics, once they have `line` with at least this value: the same text is sent for a second. */
  async function metricsWith(line: string, least = 1): Promise<ReadonlyMap<string, number>> {
    for (;;) {
      const answer = await fetch(`${server.url}/metrics`);
      expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      const values = valuesIn(await answer.text());
      if ((values.get(line) ?? 0) >= least) return values;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  /** All metrics with everything that was counted until now. */
  async function settledMetrics(): Promise<ReadonlyMap<string, number>> {
    const live = answers('GET', '/health/live', 200);
    const before = await metricsWith('process_resident_memory_bytes');
    await call(`${server.url}/health/live`);
    return metricsWith(live, (before.get(live) ?? 0) + 1);
  }
  const answers = (method: string, route: string, status: number) =>
    `esl_http_request_seconds_count{method="${method}",route="${route}",status="${status}"}`;
  const stage = (name: string) => `esl_stage_seconds_count{stage="${name}"}`;

  test('counts answers by route, and all paths that no route has as one', async () => {
    for (const id of ['default', 'absent', 'absent-too']) await call(`${server.url}/api/esl/labels/${id}`);
    await fetch(`${server.url}/api/esl/labels/default`, { method: 'HEAD' });
    await call(`${server.url}/api/esl/labels`, { method: 'DELETE' });
    for (const path of ['x', 'y', 'page/x/y']) await call(`${server.url}/${path}`);
    const values = await metricsWith(answers('GET', 'none', 404), 3);
    // No label took long yet.
    expect(values.get('esl_drawing_threads')).toBe(0);
    const route = '/api/esl/labels/{id}';
    expect(values.get(answers('GET', route, 200))).toBe(1);
    expect(values.get(answers('GET', route, 404))).toBe(2);
    expect(values.get(answers('HEAD', route, 200))).toBe(1);
    expect(values.get(answers('DELETE', 'none', 405))).toBe(1);
    const paths = [...values.keys()].map((line) => /route="([^"]*)"/.exec(line)?.[1]);
    expect(new Set(paths.filter((path) => path !== undefined && !path.startsWith('/')))).toEqual(new Set(['none']));
  });

  test('counts the stages of a label on the event loop, and what is written to the store', async () => {
    // What draws words for the first time is too long for the event loop, which gets a few of them done at each try.
    for (let i = 0; i < 12; i++) await call(`${server.url}/api/esl/update`, { body: milk });
    const before = await settledMetrics();
    await call(`${server.url}/api/esl/update`, { body: milk });
    const values = await metricsWith(stage('store'), before.get(stage('store'))! + 1);
    for (const name of ['validate', 'arrange', 'draw', 'encode', 'store'])
      expect([name, values.get(stage(name))! - before.get(stage(name))!]).toEqual([name, 1]);
    expect(values.get(stage('queue'))).toBe(before.get(stage('queue')));
  });

  test('counts the stages of a label in a thread, and how long it waited for that', async () => {
    const before = await settledMetrics();
    const name = { type: 'text', text: '{product_name}', size: { preferred: '15%', floor: '2.5mm' } };
    const layout = { title: 'Mine', description: 'For a test.', root: { type: 'box', children: [name] } };
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ ...milk, layout });
    expect((await fetch(`${server.url}/api/esl/preview`, { method: 'POST', headers, body })).status).toBe(200);
    const values = await metricsWith(stage('queue'), before.get(stage('queue'))! + 1);
    expect(values.get('esl_drawing_threads')).toBeGreaterThan(0);
    for (const name of ['validate', 'arrange', 'draw', 'encode', 'queue'])
      expect([name, values.get(stage(name))! - before.get(stage(name))!]).toEqual([name, 1]);
    expect(values.get(stage('store'))).toBe(before.get(stage('store')));
  });

  test('shows open streams, kept images, and the process', async () => {
    const stream = await fetch(`${server.url}/api/esl/labels/default/events`);
    await (await fetch(`${server.url}/api/esl/labels/default/image.png?scale=2`)).arrayBuffer();
    const values = await metricsWith('esl_images_cache_bytes');
    expect(values.get('esl_event_streams')).toBe(1);
    expect(values.get('esl_drawing_threads_busy')).toBe(0);
    expect(values.get('esl_drawing_queue_jobs')).toBe(0);
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    await stream.body!.cancel();
    let open: number | undefined;
    for (let i = 0; i < 50 && open !== 0; i++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      open = (await metricsWith('esl_images_cache_bytes')).get('esl_event_streams');
    }
    expect(open).toBe(0);
  });
});

test('a histogram shows what that of prom-client shows', async () => {
  const [own, theirs] = [new Registry(), new Registry()];
  const description = { name: 'times_seconds', help: 'Times.', bounds: [0.001, 0.01, 0.1] };
  const begin = createHistogram(own, description);
  const labelNames = ['way', 'colour'];
  const plain = new Histogram({ ...description, buckets: description.bounds, labelNames, registers: [theirs] });
  for (const labels of [
    { way: 'up "quoted"', colour: 'red' },
    { way: 'down', colour: 'blue' },
  ]) {
    const observe = begin(labels);
    for (const seconds of [0, 0.0005, 0.001, 0.0010001, 0.05, 0.1, 0.2, 30]) {
      observe(seconds);
      plain.observe(labels, seconds);
    }
  }
  const sorted = async (registry: Registry) =>
    (await registry.metrics())
      .split('\n')
      // The order of labels means nothing.
      .map((line) => line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').sort().join()}}`))
      .sort();
  expect(await sorted(own)).toEqual(await sorted(theirs));
});

test('metrics are read ten times a second at most, however often they are asked for', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(5000);
  try {
    const metrics = createMetrics();
    let read = 0;
    metrics.gauge('reads', 'How often it was read', () => ++read);
    const texts = await Promise.all([metrics.text(), metrics.text()]);
    clock.mockReturnValue(5099);
    expect(await metrics.text()).toBe(texts[0]);
    expect([texts[0] === texts[1], read]).toEqual([true, 1]);
    clock.mockReturnValue(5100);
    expect(valuesIn(await metrics.text()).get('reads')).toBe(2);
  } finally {
    clock.mockRestore();
  }
});

test('a write to the store is timed, one that fails, too; a read is not', async () => {
  const store = await memoryStore();
  const timings: string[] = [];
  const failing = { ...store, remove: () => Promise.reject(new Error('gone')) };
  const backend = { ...store, store: () => failing };
  const timed = timedBackend(backend, (stage, seconds) => timings.push(`${stage} ${seconds >= 0}`)).store('');
  const label = (await timed.label('default'))!;
  expect(timings).toEqual([]);
  expect((await timed.append(label, deliveryOf('3.00')))!.current!.revision).toBe(1);
  await expect(timed.remove('default')).rejects.toThrow('gone');
  expect(timings).toEqual(['store true', 'store true']);
});

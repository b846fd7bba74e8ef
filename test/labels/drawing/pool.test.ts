import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { getPriority, platform } from 'node:os';
import { join } from 'node:path';
import { loadDevices } from '../../../devices/index.js';
import { createFrame, createPictures, createRenderer, defaultBinding } from '../../../renderer/index.js';
import { loadLayouts, type Renderer } from '../../../renderer/index.js';
import { imageOf } from '../../../server/labels/drawing/label-image.js';
import type { JobKinds, Jobs } from '../../../server/labels/drawing/jobs.js';
import { createJobs, type JobTools } from '../../../server/labels/drawing/jobs.js';
import { createThreads, threadLimits } from '../../../server/labels/drawing/threads.js';
import { createTimedJobs } from '../../../server/labels/drawing/timed-jobs.js';
import { createDrawingPool, threadCount, type DrawingPool } from '../../../server/labels/drawing/pool.js';
import { attacks } from '../../support/attacks/attacks.js';
import { share } from '../../support/labels/share.js';
import { milk, temporaryFolder } from '../../support/server.js';
import { until } from '../../support/socket.js';

const folder = temporaryFolder();
const devices = loadDevices();
const document = { ...loadLayouts().get('standard'), id: undefined };
const now = Date.UTC(2026, 10, 20);
const own = { tenant: '', id: 'own', version: 1, document: JSON.stringify(document) };
const file = { tenant: '', id: 'standard', version: 0, document: null };
const chosen = <T>(value: T) => ({ ok: true, value, warnings: [] }) as const;

/** Draws on the event loop, counted. */
let drawnHere = 0;
let drawingPool: DrawingPool;
let jobs: Jobs;
let tools: Omit<JobTools, 'budget'>;
beforeAll(async () => {
  // A thread finds it in the folder, too.
  const layoutsDir = folder.at('layouts');
  mkdirSync(layoutsDir);
  writeFileSync(join(layoutsDir, 'extra.json'), JSON.stringify(document));
  const layouts = loadLayouts([layoutsDir]);
  const pictures = createPictures();
  const renderer = await createRenderer({ pictures });
  const counted: Renderer = { ...renderer, render: (...args) => (drawnHere++, renderer.render(...args)) };
  tools = { devices, layouts, pictures, renderer };
  drawingPool = createDrawingPool({ ...tools, renderer: counted }, { devicesDir: null, layoutsDir }, 1);
  jobs = createJobs({ ...tools, budget: Infinity });
});
afterAll(() => drawingPool.close());

function draft(layout: { tenant: string; id: string; version: number; document: string | null }, fields: object = {}) {
  const label = { id: 'default', binding: { ...defaultBinding, layout: layout.id } };
  return { label, update: { ...milk, ...fields }, warnings: [], layout: chosen(layout), now };
}
const preview = (fields: object, layout: JobKinds['preview']['job']['layout'] = chosen(file)) => ({
  ...{ body: { object: { ...milk, ...fields }, problems: [] }, layout, now },
});
const unparsed = (json: string) => ({ body: { json: Buffer.from(json) }, layout: null, now });
const panel = devices.get('waveshare-7.5-b-v2')!;
const image = imageOf(createFrame(panel.width, panel.height, panel.inks.length), panel);

test('there are fewer threads than processors, and at most four', () => {
  expect([1, 2, 3, 4, 8, 64].map(threadCount)).toEqual([1, 2, 2, 3, 4, 4]);
});

describe('a job', () => {
  test('has nothing of the labels that were drawn before it, on the same panel or another', () => {
    const draw = (price: string, device: string = defaultBinding.device) => {
      const job = draft(file, { price });
      const { label } = job;
      const drawn = jobs.draft({ ...job, label: { ...label, binding: { ...label.binding, device } } });
      return drawn.ok ? drawn.value : undefined;
    };
    const first = draw('3.50')!;
    const bytes = Uint8Array.from(first.png);
    const others = [draw('8888.88'), draw('8888.88', panel.id), draw('3.50', panel.id)];
    expect(draw('3.50')).toEqual(first);
    expect(Uint8Array.from(first.png)).toEqual(bytes);
    expect(new Set([first, ...others].map((each) => each?.image.sha256)).size).toBe(4);
  });

  test.each<[keyof JobKinds, JobKinds[keyof JobKinds]['job'], here: boolean]>([
    ['draft', draft(file), true],
    ['draft', draft({ ...file, id: 'extra' }), true],
    ['draft', draft(own), false],
    ['draft', draft({ ...own, version: 2, document: '{}' }), false],
    ['bind', { body: { object: {}, problems: [] }, layout: chosen(file), seen: null, now }, false],
    ['preview', preview({ price: '3,50' }), false],
    ['preview', preview({}), true],
    ['preview', preview({ scale: 2, view: 'panel' }), false],
    ['preview', preview({ layout: 'own' }, chosen(own)), false],
    ['preview', preview({ layout: 'x' }, { ok: false, problems: [] }), false],
    ['preview', preview({ layout: document }, null), false],
    ['preview', unparsed(JSON.stringify({ ...milk, layout: document })), false],
    ['preview', unparsed(JSON.stringify({ ...milk, layout: 'own' })), false],
    ['document', { json: Buffer.from(' { "a": [1, 2], "a": 3 }') }, false],
    ['layout', { id: 'own', document: own.document }, false],
    ['layout', { id: 'own', document: '{"root":{}}' }, false],
    ['variant', { image, device: panel.id, options: { view: 'panel', scale: 1, metadata: true } }, false],
    ['variant', { image, device: panel.id, options: { view: 'ink', scale: 3, metadata: true } }, false],
  ])('has the same result wherever it is done: %s', async (kind, job, here) => {
    const expected = (jobs[kind] as (given: typeof job) => object)(job);
    // What was drawn once is cheap.
    drawnHere = 0;
    const results = [await drawingPool.run(kind, job, 'a'), await drawingPool.run(kind, job, 'a')];
    // As it is when a thread has sent it: bytes are a Uint8Array, not a Buffer.
    const sent: unknown = structuredClone(expected);
    expect(results.map((result) => structuredClone(result))).toEqual([sent, sent]);
    expect(drawnHere).toBe(here ? 2 : 0);
  });

  test('is timed from its beginning to its end, in seconds, and the next one again', () => {
    const timed = createTimedJobs({ ...tools, budget: Infinity });
    for (let i = 0; i < 2; i++) {
      const began = performance.now();
      timed.run('draft', draft(file));
      const taken = (performance.now() - began) / 1000;
      const sum = timed.laps.reduce((all, lap) => all + lap, 0);
      expect(sum).toBeGreaterThan(0);
      expect(sum).toBeLessThanOrEqual(taken);
    }
  });

  test('with an unparsed body names the layout that it needs, draws only on the given panel, and is refused as a problem', async () => {
    const run = (json: string, more: object = {}) => drawingPool.run('preview', { ...unparsed(json), ...more }, 'a');
    const named = JSON.stringify({ ...milk, layout: 'own' });
    expect(await run(named)).toEqual({ ok: false, problems: [], layoutId: 'own' });
    const stored = await run(named, { layout: chosen(own) });
    const inline = await run(JSON.stringify({ ...milk, layout: document }));
    const sha256 = stored.ok && stored.value.draft.image.sha256;
    expect(inline).toMatchObject({ ok: true, value: { draft: { image: { sha256 } } } });
    const other = await run(JSON.stringify({ ...milk, device: 'solum-m2-2.9-bwr' }), { device: panel.id });
    expect(other).toMatchObject({ ok: false, problems: [{ field: 'device', reason: 'unknown_value' }] });
    const drawn = await run(JSON.stringify(milk), { device: panel.id });
    expect(drawn.ok && drawn.value.draft.binding.device).toBe(panel.id);
    for (const [json, status, reason] of [
      ['{"a":', 400, 'malformed_json'],
      [JSON.stringify({ ...milk, device: 'generic-1600x1200-spectra6', scale: 8 }), 422, 'too_costly'],
    ] as const)
      await expect(run(json)).rejects.toMatchObject({ status, options: { errors: [{ reason }] } });
  });

  test('that binds a label to a layout that is none is refused, also where there is no more to say', () => {
    const layout = { ok: false, problems: [] } as const;
    const bind = { body: { object: {}, problems: [] }, layout, clear: false, seen: null, now } as const;
    expect(jobs.bind(bind)).toEqual({ ok: false, problems: [] });
  });

  test('is begun here and done in a thread when it draws what was not drawn before', async () => {
    const name = '有機牛乳'.repeat(20);
    drawnHere = 0;
    const result = await drawingPool.run('draft', draft(file, { product_name: name }), 'a');
    expect([result.ok, drawnHere]).toEqual([true, 1]);
  });

  const costly = attacks.filter(({ name }) => /^(200|480) texts/.test(name));
  test.each(share(costly, 3))('that takes more work than any job may is refused: $name', async ({ request }) => {
    const refused = { status: 422, options: { errors: [{ reason: 'too_costly' }] } };
    await expect(drawingPool.run('preview', unparsed(request(0).body!), 'a')).rejects.toMatchObject(refused);
  });
});

test('the memory of a large image is released while no job runs', async () => {
  const megabytes = () => process.memoryUsage().rss / 2 ** 20;
  const worker = new URL('../../../server/labels/drawing/worker.js', import.meta.url);
  // Other tests slow the machine down.
  const limits = { ...threadLimits, running: 10 * threadLimits.running };
  const threads = createThreads(worker, { budget: Infinity, devicesDir: null, layoutsDir: null }, 1, limits);
  const draw = (scale: number) =>
    threads.run({ kind: 'preview', job: preview({ scale, device: 'generic-1600x1200-spectra6' }) }, 'client', 1000);
  await draw(1);
  const before = megabytes();
  for (let i = 0; i < 2; i++) {
    await draw(6);
    // V8 itself would release it after 9 s.
    await until(() => megabytes() - before < 40, 6_000);
  }
  await threads.close();
});

test('threads have a lower priority than the event loop', async () => {
  if (platform() !== 'linux') return;
  await drawingPool.run('preview', preview({ scale: 2 }), 'client');
  const priorities = readdirSync('/proc/self/task').map((id) => getPriority(Number(id)));
  expect(priorities.filter((priority) => priority === Math.min(19, getPriority() + 5))).toHaveLength(1);
});

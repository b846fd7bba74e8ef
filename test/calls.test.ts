import { beforeAll, describe, expect, test } from '@jest/globals';
import { loadDevices } from '../devices/index.js';
import {
  compose,
  createPictures,
  createRenderer,
  defaultBinding,
  loadLayouts,
  type MeasuredBox,
  pixelHash,
  PriceDoesNotFit,
  type Renderer,
  TooCostly,
} from '../renderer/index.js';
import { openSimulator } from '../server/library.js';
import type { JobKinds, Jobs } from '../server/labels/drawing/jobs.js';
import { createJobs } from '../server/labels/drawing/jobs.js';
import { column, layoutOf, withRoot } from './support/labels/documents.js';
import { share } from './support/labels/share.js';
import { milk, milkLabel } from './support/server.js';

const devices = loadDevices();
const panel = devices.get('solum-m2-2.9-bwr')!;
const tag = devices.get('solum-m3-1.6-bwr')!;
const layouts = loadLayouts();
const layout = layouts.get('standard')!;
const narrow = layoutOf(withRoot(column({ type: 'price', height: 3 })));
const contentOf = (fields: Partial<typeof milk> = {}) =>
  compose({ ...milk, ...fields }, defaultBinding, panel, '2026-11-20');
const content = contentOf();
const sold = contentOf({ product_name: 'Ökologische Vollmilch', price: '12.49' });
const { step } = (await createRenderer()).render(sold, layout, panel);
const drawn = { step, warnings: [], layoutVersion: 0, timeZone: 'UTC' };
const turned = { turns: 0, inverted: false } as const;
const template = (text: string) => ({ elements: [{ text: [10, 10, text, 'bahnschrift30'] }], files: {} });

/** Reads all that a box measures when it is read. */
const measured = ({ kind, fields, words, ink, colour, font, heights, cents, struck, symbol }: MeasuredBox) => ({
  ...{ kind, fields, words, ink, colour, font, heights, cents, struck, symbol },
});

/** A call of each method, whose result must depend on its arguments alone. */
const calls: Record<keyof Renderer, (renderer: Renderer) => unknown> = {
  render(renderer) {
    const { frame, ...others } = renderer.render(sold, layout, panel);
    return [pixelHash(frame), others];
  },
  template: (renderer) => pixelHash(renderer.template(template('Milch'), tag, turned).frame),
  // Words are cached from their second time on.
  spent(renderer) {
    for (let i = 0; i < 4; i++) renderer.render(sold, layout, panel);
    return renderer.spent();
  },
  regions: (renderer) => renderer.regions(sold, layout, panel),
  describe(renderer) {
    const { head, rest } = renderer.describe(sold, layout, panel, drawn);
    return [head.toString(), rest];
  },
  boxes: (renderer) => renderer.boxes(sold, layout, panel, []),
  measure: (renderer) => renderer.measure(sold, layout, panel).map(measured),
  lint: (renderer) => renderer.lint(sold, layout, panel, ['eu', 'readability'], []),
};

const orError = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (error) {
    return error;
  }
};

/** Calls that a renderer may have had before. */
const before: Record<string, (renderer: Renderer) => unknown> = {
  'a label that was drawn'(renderer) {
    renderer.render(sold, layout, panel);
  },
  'the same label, which exceeded its budget in its arrangement'(renderer) {
    expect(orError(() => renderer.render(sold, layout, panel, undefined, { budget: 10 }))).toEqual(new TooCostly(10));
  },
  'the same label, which exceeded its budget when it was drawn'(renderer) {
    for (let i = 0; i < 4; i++) renderer.render(sold, layout, panel);
    const budget = renderer.spent() - 1;
    expect(orError(() => renderer.render(sold, layout, panel, undefined, { budget }))).toBeInstanceOf(TooCostly);
  },
  'a label that took all of its budget'(renderer) {
    for (let i = 0; i < 4; i++) renderer.render(content, layout, panel);
    renderer.render(content, layout, panel, undefined, { budget: renderer.spent() });
  },
  'a label that has no room for its price'(renderer) {
    expect(orError(() => renderer.render(sold, narrow, panel))).toBeInstanceOf(PriceDoesNotFit);
  },
  'a label whose caller threw'(renderer) {
    const arranged = () => {
      throw new RangeError('stopped');
    };
    const options = { budget: 1e6, arranged };
    expect(orError(() => renderer.render(sold, layout, panel, undefined, options))).toEqual(new RangeError('stopped'));
  },
  'a template that exceeded its budget'(renderer) {
    const draw = () => renderer.template(template('Milch'), tag, turned, { budget: 1 });
    expect(orError(draw)).toEqual(new TooCostly(1));
  },
  'lint that exceeded its budget'(renderer) {
    const check = () => renderer.lint(sold, layout, panel, ['eu'], [], { budget: 0 });
    expect(orError(check)).toEqual(new TooCostly(0));
  },
  'boxes that exceeded their budget'(renderer) {
    const find = () => renderer.boxes(sold, layout, panel, [], { budget: 0 });
    expect(orError(find)).toEqual(new TooCostly(0));
  },
  'a description of another drawing'(renderer) {
    renderer.describe(sold, layout, panel, {
      step: { lines: { other: 2 }, hidden: 1 },
      warnings: [{ code: 'TEXT_TRUNCATED', field: 'product_name', message: 'x', shown: 'Ö' }],
      layoutVersion: 7,
      timeZone: 'Europe/Berlin',
    });
  },
};

describe('a call of a renderer depends on its arguments alone:', () => {
  test('the table has all methods', async () => {
    expect(Object.keys(calls).sort()).toEqual(Object.keys(await createRenderer()).sort());
  });

  const fresh = new Map<string, unknown>();
  beforeAll(async () => {
    for (const [method, call] of Object.entries(calls)) fresh.set(method, call(await createRenderer()));
  });

  test('after a label that differs in one value only', async () => {
    const offer = layouts.get('clearance')!;
    const first = { ...sold, data: { previous_price: '15.99', valid_until: '2026-12-24' } };
    const others: Partial<typeof first>[] = [
      { date: '2027-12-01' },
      { currency: 'EUR' },
      { price: '12.50' },
      { unit: '2 L' },
      { data: { ...first.data, valid_until: '2027-12-24' } },
      { data: { ...first.data, previous_price: '16.99' } },
    ];
    const used = await createRenderer();
    const hash = (renderer: Renderer, label: typeof first) => pixelHash(renderer.render(label, offer, panel).frame);
    for (const other of others) {
      const before = hash(used, first);
      const after = hash(used, { ...first, ...other });
      expect([other, after === before]).toEqual([other, false]);
      expect([other, after]).toEqual([other, hash(await createRenderer(), { ...first, ...other })]);
    }
  });

  test.each(Object.keys(before).map((name, i) => [name, i] as const))(
    'after %s, each method answers as that of a new renderer',
    async (name, turn) => {
      for (const [method, call] of share(Object.entries(calls), 2, turn)) {
        const used = await createRenderer();
        before[name]!(used);
        expect([method, orError(() => call(used))]).toEqual([method, fresh.get(method)]);
      }
    },
  );

  test('a measured box that is read after a label that exceeded its budget is the same', async () => {
    const used = await createRenderer();
    const boxes = used.measure(sold, layout, panel);
    expect(() => used.render(content, layout, panel, undefined, { budget: 1 })).toThrow(TooCostly);
    expect(boxes.map(measured)).toEqual(fresh.get('measure'));
  });
});

const now = Date.UTC(2026, 10, 20);
const chosen = { ok: true, value: { tenant: '', id: 'standard', version: 0, document: null }, warnings: [] } as const;
const bodyOf = (object: object) => ({ json: new TextEncoder().encode(JSON.stringify(object)) });
const bound = { ...defaultBinding, lint: ['eu'] as const };
const source = JSON.stringify({ ...layout, id: undefined });

/** Jobs of the kinds that use the renderer, its frames or the cached layouts. */
const jobs: Partial<{ readonly [Kind in keyof JobKinds]: JobKinds[Kind]['job'] }> = {
  draft: { label: { id: 'a', binding: bound }, update: milk, warnings: [], layout: chosen, now },
  preview: { body: bodyOf({ ...milkLabel, boxes: true, lint: ['eu'] }), layout: null, now },
  layout: { id: 'own', document: source },
};

describe('a job depends on its data alone:', () => {
  const pictures = createPictures();
  const open = async (budget: number): Promise<{ readonly jobs: Jobs; readonly renderer: Renderer }> => {
    const renderer = await createRenderer({ pictures });
    return { jobs: createJobs({ devices, layouts, pictures, renderer, budget }), renderer };
  };
  const run = (all: Jobs, kind: keyof JobKinds): unknown =>
    orError(() => (all[kind] as (job: unknown) => unknown)(jobs[kind]));

  test.each(Object.keys(jobs) as (keyof JobKinds)[])('%s after a job that exceeded its budget', async (kind) => {
    const [fresh, used] = [await open(350_000), await open(350_000)];
    const costly = createJobs({ devices, layouts, pictures, renderer: used.renderer, budget: 5 });
    expect(() => costly.preview(jobs.preview!)).toThrow(TooCostly);
    const result = run(used.jobs, kind);
    expect(result).not.toBeInstanceOf(Error);
    expect(result).toEqual(run(fresh.jobs, kind));
    // And again, with the frame of the last label.
    expect(run(used.jobs, kind)).toEqual(result);
  });

  test('the lint and the boxes of a label take no more than is left of its budget', async () => {
    const { jobs: free, renderer } = await open(Infinity);
    for (let i = 0; i < 4; i++) free.preview(jobs.preview!);
    const total = renderer.spent();
    const within = (budget: number) => createJobs({ devices, layouts, pictures, renderer, budget });
    expect(within(total).preview(jobs.preview!)).toMatchObject({ ok: true });
    expect(() => within(total - 1).preview(jobs.preview!)).toThrow(TooCostly);
  });
});

test('a simulator draws a label after one that it refused as a new one does', async () => {
  const [fresh, used] = [await openSimulator(), await openSimulator()];
  expect(() => used.render({ ...milkLabel, price: '3,50' })).toThrow('price');
  expect(() => used.render({ ...milkLabel, layout: { ...narrow, id: undefined } })).toThrow();
  expect(used.render(milkLabel)).toEqual(fresh.render(milkLabel));
});

import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { type Binding, defaultBinding, loadLayouts } from '../../renderer/index.js';
import { Problem } from '../../server/fields/problem.js';
import type { LabelContext } from '../../server/labels/context.js';
import { displayedOf, lastRefresh } from '../../server/labels/drawing/displayed.js';
import { bindLabel, draftFor, findLabel, showPicture, updateLabel } from '../../server/labels/labels.js';
import { changeView } from '../../server/http/views.js';
import type { Store } from '../../server/labels/store/index.js';
import { jpegOf } from '../support/pictures/jpeg-file.js';
import { createContext, memoryStore } from '../support/context.js';
import { endAfterwards, milk } from '../support/server.js';

const document = { ...loadLayouts().get('standard'), id: undefined };
const own = (more: object = {}) => ({
  ...{ id: 'mine', document: JSON.stringify({ ...document, ...more }), updated_at: 'x' },
});

let context: LabelContext;
beforeEach(async () => {
  context = await createContext();
});

const update = async (id = 'default', fields = {}, on = context) =>
  (await updateLabel(on, id, { ...milk, ...fields }, [], 'client')).label;
const bind = (object: object, id = 'default', on = context, clear = false) =>
  bindLabel(on, id, { object: { ...object }, problems: [] }, 'client', { clear });

/** The problem that is thrown. */
async function refusal(answer: Promise<unknown>): Promise<Problem> {
  const thrown: unknown = await answer.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Problem);
  return thrown as Problem;
}
const refused = async (answer: Promise<unknown>) => (await refusal(answer)).options.errors;

/** The context with a store of which one method is another. */
async function withStore(
  faults: (store: Store) => Partial<Store>,
  more: Partial<LabelContext> = {},
): Promise<LabelContext> {
  const store = await memoryStore();
  return createContext({ ...more, store: { ...store, ...faults(store) } });
}

/** Expects that a write is tried eight times, and refused after that. @returns what the eighth try gives */
async function expectTries<T>(method: 'append' | 'bind', write: (on: LabelContext) => Promise<T>): Promise<T> {
  let [refusals, asked] = [7, 0];
  const busy = await withStore((store) => {
    const good = store[method] as (...args: readonly unknown[]) => Promise<unknown>;
    return { [method]: async (...args: readonly unknown[]) => (asked++ < refusals ? null : good(...args)) };
  });
  const written = await write(busy);
  expect(asked).toBe(8);
  [asked, refusals] = [0, Infinity];
  const detail = 'The label keeps changing. Nothing was stored';
  const problem = { code: 'SERVER_ERROR', status: 503, detail, options: { headers: { 'Retry-After': '1' } } };
  expect(await refusal(write(busy))).toMatchObject(problem);
  expect(asked).toBe(8);
  return written;
}

/** Reads the events of a label. The returned function gives those until now. */
async function follow(id = 'default', on = context): Promise<() => Promise<string[]>> {
  const events: string[] = [];
  const reader = await on.events.open(null);
  endAfterwards(reader.close);
  const read = async (): Promise<void> => {
    for (let found = await reader.next(); found !== null; found = await reader.next())
      for (const event of found === 'reset' ? [] : found)
        if (event.id === id)
          events.push(event.kind === 'updated' ? `updated ${event.label.current?.revision ?? 0}` : event.kind);
  };
  void read();
  return async () => {
    for (let i = 0; i < 20; i++) await turn();
    return events;
  };
}

test('a label is found by its id, or is a 404', async () => {
  expect(await findLabel(context, 'default')).toMatchObject({ id: 'default', current: null });
  const problem = { code: 'NOT_FOUND', detail: 'There is no label "x"' };
  for (const asked of [findLabel(context, 'x'), update('x')]) expect(await refusal(asked)).toMatchObject(problem);
});

describe('an update', () => {
  test('is drawn, stored as the next revision and told to the streams', async () => {
    const events = await follow();
    await update();
    const label = await update('default', { price: '4.50' });
    expect(label.current).toMatchObject({
      revision: 2,
      updated_at: '2026-11-20T22:10:06.123Z',
      update: { ...milk, price: '4.50' },
      binding: defaultBinding,
      layout_version: 0,
      content: { price: '4.50', date: '2026-11-20' },
      warnings: [],
      step: { lines: {}, hidden: 0 },
      image: { width: 296, height: 128, inks: 3 },
    });
    expect(await context.store.label('default')).toEqual(label);
    expect(await events()).toEqual(['updated 1', 'refreshing', 'displayed', 'updated 2', 'refreshing', 'displayed']);
  });

  test('has the day of its time zone, and the warnings of the clean-up before those of the drawing', async () => {
    await bind({ time_zone: 'Pacific/Auckland' });
    const cleaned = { code: 'INVISIBLE_REMOVED', field: 'unit', message: 'x' } as const;
    const long = { ...milk, product_name: 'word '.repeat(39).trim() };
    const { current } = (await updateLabel(context, 'default', long, [cleaned], 'client')).label;
    expect(current!.content?.date).toBe('2026-11-21');
    expect(current!.warnings[0]).toEqual(cleaned);
    expect(current!.warnings.length).toBeGreaterThan(1);
  });

  test('is drawn again when the label was bound anew meanwhile, and given up when that goes on', async () => {
    let events: Awaited<ReturnType<typeof follow>> | undefined;
    const label = await expectTries('append', async (on) => {
      events ??= await follow('default', on);
      return update('default', {}, on);
    });
    expect(label).toMatchObject({ current: { revision: 1 } });
    expect(await events!()).toEqual(['updated 1', 'refreshing', 'displayed']);
  });

  test('is refused where its currency has no cents', async () => {
    await bind({ currency: 'JPY' });
    const problem = { field: 'price', pointer: '#/price', reason: 'currency_decimals' };
    expect(await refused(update())).toMatchObject([problem]);
    expect(await update('default', { price: '350.00' })).toMatchObject({ current: { revision: 1 } });
  });

  test('is refused where the binding is none any more, which is no fault of the update', async () => {
    const devices = new Map(context.devices);
    const other = await createContext({ devices });
    await bind({ device: 'waveshare-4.2-b' }, 'default', other);
    devices.delete('waveshare-4.2-b');
    const words =
      /^Expected a panel profile for device but received "waveshare-4.2-b".*\. The label "default" is bound to it: PUT another binding$/;
    const problem = { field: 'device', pointer: undefined, reason: 'unknown_device', received: 'waveshare-4.2-b' };
    expect(await refused(update('default', {}, other))).toEqual([
      { ...problem, message: expect.stringMatching(words) },
    ]);
  });

  test('is refused where the layout asks for other data by now, and calls no field of the update missing', async () => {
    await context.store.putLayout(own());
    await bind({ layout: 'mine' });
    await context.store.putLayout(own({ data: { origin: { type: 'text', required: true } } }));
    const problem = await refusal(update());
    const errors = [{ field: 'data.origin', reason: 'binding_outdated', pointer: undefined }];
    expect(problem).toMatchObject({ code: 'VALIDATION_ERROR', options: { errors } });
  });

  test('is refused where the layout has no room for its price', async () => {
    const root = { type: 'box', children: [{ type: 'price', width: 8, height: 8 }] };
    await context.store.putLayout({ ...own(), document: JSON.stringify({ title: 'A', description: 'B', root }) });
    await bind({ layout: 'mine' });
    expect(await refused(update())).toMatchObject([{ field: 'layout', reason: 'price_does_not_fit' }]);
    expect((await context.store.label('default'))!.current).toBeNull();
  });
});

describe('a binding', () => {
  test('creates a label, and streams of all labels receive it', async () => {
    const events = await follow('new');
    const { label, created, warnings } = await bind({ sku: '1\u200b', data: { a: 'x' } }, 'new');
    expect([created, warnings.map(({ code }) => code)]).toEqual([true, ['INVISIBLE_REMOVED']]);
    expect(await events()).toEqual(['updated 0']);
    const binding = { ...defaultBinding, sku: '1', data: { a: 'x' } };
    expect(label).toMatchObject({ id: 'new', binding, current: null });
  });

  test('that is the same changes nothing, whatever the order of its fields', async () => {
    const data = { a: '1', b: '2' };
    const { label } = await bind({ sku: '1', currency: 'EUR', data });
    await update();
    const events = await follow();
    const again = await bind({ data: { b: '2', a: '1' }, currency: 'EUR', sku: '1' });
    expect(again).toMatchObject({ created: false, label: { version: label.version, current: { revision: 1 } } });
    expect(await events()).toEqual([]);
  });

  const changes: readonly Partial<Binding>[] = [
    ...[{ sku: '2' }, { data: { a: '2' } }, { data: {} }, { data: { b: '1' } }],
    ...[{ device: 'waveshare-4.2-b' }, { time_zone: 'Europe/Dublin' }],
  ];
  test.each(changes)('that is another draws the content again, with its own date: %j', async (change) => {
    let now = new Date('2026-11-20T22:10:06.123Z');
    const on = await createContext({ clock: () => now });
    await bind({ sku: '1', data: { a: '1' } }, 'default', on);
    await update('default', {}, on);
    now = new Date('2026-12-24T00:00:00Z');
    const events = await follow('default', on);
    const { label, created } = await bind({ sku: '1', data: { a: '1' }, ...change }, 'default', on);
    expect(created).toBe(false);
    expect(label).toMatchObject({
      binding: change,
      current: { revision: 2, updated_at: now.toISOString(), content: { ...milk, date: '2026-11-20' } },
    });
    // What changes no pixel is displayed without a refresh.
    const visible = 'sku' in change || 'device' in change;
    expect(await events()).toEqual(['updated 2', ...(visible ? ['refreshing'] : []), 'displayed']);
  });

  test('of a label without content stores no revision', async () => {
    const events = await follow();
    expect(await bind({ sku: '2' })).toMatchObject({ created: false, label: { binding: { sku: '2' }, current: null } });
    expect(await events()).toEqual(['updated 0']);
  });

  test('keeps the warnings of the update’s clean-up, and those of the drawing are its own', async () => {
    const cleaned = { code: 'INVISIBLE_REMOVED', field: 'unit', message: 'x' } as const;
    await updateLabel(context, 'default', { ...milk, product_name: 'word '.repeat(39).trim() }, [cleaned], 'client');
    const { label } = await bind({ device: 'waveshare-7.5-b-v2' });
    const codes = label.current!.warnings.map(({ code }) => code);
    expect([codes[0], new Set(codes).size]).toEqual(['INVISIBLE_REMOVED', codes.length]);
    const again = await draftFor(context, label, label.current!.update!, [cleaned], 'client');
    expect(label.current!.warnings).toEqual(again.warnings);
  });

  test('is drawn anew when its layout was replaced, and says the version that it was drawn with', async () => {
    await context.store.putLayout(own());
    const { label } = await bind({ layout: 'mine' });
    // Without content, it is stored once.
    expect((await bind({ layout: 'mine' })).label).toEqual(label);
    await update();
    await context.store.putLayout(own({ title: 'Other' }));
    expect(await bind({ layout: 'mine' })).toMatchObject({ label: { current: { revision: 2, layout_version: 2 } } });
    expect(await bind({ layout: 'mine' })).toMatchObject({ label: { current: { revision: 2 } } });
  });

  test('is refused with all that is wrong with it', async () => {
    const wrong = { device: 'x', layout: 'y', locale: 5, extra: 1, data: { A: 'x' } };
    const problems = [{ field: 'sku', reason: 'duplicate', message: 'twice' }] as const;
    const errors = (await refused(bindLabel(context, 'default', { object: wrong, problems }, 'client')))!;
    expect(errors.map(({ field, reason }) => `${field} ${reason}`).sort()).toEqual([
      ...['data.A format', 'device unknown_device', 'extra unknown_field', 'layout unknown_layout', 'locale type'],
      'sku duplicate',
    ]);
    for (const layout of [null, 5, [], document])
      expect(await refused(bind({ layout }))).toMatchObject([{ field: 'layout', reason: 'type' }]);
  });

  test('to another currency than that of the label’s price is refused', async () => {
    await bind({ currency: 'EUR' });
    await update();
    const message = (received: string) =>
      `Expected EUR for currency, as the label's price 3.50 was sent in EUR, but received ${received}. With ?clear=true the label shows nothing until its next update`;
    for (const [sent, received] of [
      [{ currency: 'GBP' }, 'GBP'],
      [{ currency: 'JPY', data: { previous_price: '4' } }, 'JPY'],
      [{ layout: 'minimal' }, 'none, which is USD'],
    ] as const)
      expect(await refused(bind(sent))).toMatchObject([
        { field: 'currency', reason: 'currency', message: message(received) },
      ]);
    expect(await findLabel(context, 'default')).toMatchObject({
      binding: { currency: 'EUR' },
      current: { revision: 1 },
    });
    expect((await bind({ currency: 'EUR', layout: 'minimal' })).label).toMatchObject({ current: { revision: 2 } });
  });

  test('to another currency clears the label where that is requested', async () => {
    await bind({ currency: 'EUR' });
    await update();
    const { label } = await bind({ currency: 'USD' }, 'default', context, true);
    expect(label).toMatchObject({
      binding: { currency: 'USD' },
      current: { revision: 2, update: null, content: null },
    });
    expect(await update()).toMatchObject({ current: { content: { price: '3.50', currency: 'USD' } } });
  });

  test('is read again when somebody else was first, and given up when that goes on', async () => {
    let sku = 1;
    const bound = await expectTries('bind', (on) => bind({ sku: `${sku++}` }, 'default', on));
    expect(bound).toMatchObject({ label: { binding: { sku: '1' } } });
  });
});

test.each([
  [1, 15_000],
  [5, 3000],
  [0.5, 30_000],
])('a panel that is %d times as fast shows an update after %i ms', async (refreshSpeed, ms) => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  endAfterwards(() => jest.useRealTimers());
  const on = await createContext({ config: { refreshSpeed }, clock: () => new Date() });
  const events = await follow('default', on);
  await update('default', {}, on);
  jest.advanceTimersByTime(ms - 1);
  expect(await events()).toEqual(['updated 1', 'refreshing']);
  jest.advanceTimersByTime(1);
  expect(await events()).toEqual(['updated 1', 'refreshing', 'displayed']);
});

test('the glass of a label is read again when its revision gave way, and its last refresh is the one that runs now', async () => {
  let now = new Date('2026-11-20T22:10:06.123Z').getTime();
  let reads = 0;
  const on = await withStore(
    (store) => ({ revision: (...args) => (reads++ === 0 ? Promise.resolve(null) : store.revision(...args)) }),
    { clock: () => new Date(now), config: { refreshSpeed: 1 } },
  );
  const first = (await update('default', {}, on)).current!;
  const label = (await on.store.label('default'))!;
  now += 5000;
  const second = (await update('default', { price: '4.50' }, on)).current!;
  now += 11_000;
  expect(await displayedOf(on, 'default')).toMatchObject({ image: { image: first.image } });
  expect(reads).toBe(2);
  const was = changeView(on, { label, at: now - 16_000, created: false, warnings: [] });
  expect(was.label.tag!.state).toBe('refreshing');
  const refresh = { from: { image: first.image }, to: { image: second.image } };
  expect(await lastRefresh(on, 'default')).toMatchObject(refresh);
});

describe('a picture', () => {
  const jpeg = jpegOf(296, 128, (x) => (x < 148 ? [0, 0, 0] : [255, 255, 255]));
  const look = { dither: 0, turns: 0, inverted: false } as const;
  const show = async (bytes: Uint8Array = jpeg) => (await showPicture(context, 'default', bytes, look, 'client')).label;

  test('is the label’s next revision, without fields, and is told', async () => {
    await update();
    const events = await follow();
    const { current } = await show();
    expect(current).toMatchObject({ revision: 2, update: null, content: null, layout_version: null, step: null });
    expect(await events()).toEqual(['updated 2', 'refreshing', 'displayed']);
    expect(await context.store.revision('default', 2)).toEqual(current);
    expect((await update()).current).toMatchObject({ revision: 3, content: { price: '3.50' } });
  });

  test('stays when the label is bound anew, but fits no other panel, which is blank', async () => {
    const { current } = await show();
    const { label } = await bind({ layout: 'minimal' });
    expect(label.current).toEqual(current);
    const moved = await bind({ device: 'waveshare-7.5-b-v2' });
    const blank = context.images.blank(context.devices.get('waveshare-7.5-b-v2')!).image;
    expect(moved.label.current).toMatchObject({ revision: 2, content: null, image: blank });
  });

  test('has the time of its request, and is refused where the profile of its panel is gone', async () => {
    expect((await show()).current!.updated_at).toBe('2026-11-20T22:10:06.123Z');
    const gone = await createContext({ devices: new Map() });
    expect(await refusal(showPicture(gone, 'default', jpeg, look, 'client'))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('that can’t be read is refused, and the label keeps what it shows', async () => {
    await update();
    expect(await refused(show(Buffer.from('no picture')))).toMatchObject([{ reason: 'invalid_picture' }]);
    expect((await findLabel(context, 'default')).current).toMatchObject({ revision: 1, content: { price: '3.50' } });
  });
});

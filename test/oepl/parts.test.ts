import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { createAccessPoint } from '../../server/oepl/access-point.js';
import { createDirectory } from '../../server/oepl/directory.js';
import { macOf, readMac } from '../../server/oepl/mac.js';
import { createNews } from '../../server/oepl/news.js';
import { createRaws } from '../../server/oepl/raws.js';
import { createSettings } from '../../server/oepl/settings.js';
import { contents, tagTypesOf } from '../../server/oepl/tag-type.js';
import { tagListEntry } from '../../server/oepl/tag-view.js';
import { until } from '../support/socket.js';

test('settings of an access point are bytes and short texts, and stay where a form leaves them out', () => {
  let now = Date.parse('2026-11-20T10:00:00Z');
  const point = createAccessPoint('1.0', () => new Date(now));
  const change = (fields: Readonly<Record<string, string>>) => {
    point.change((name) => fields[name]);
  };
  change({ channel: '300', alias: 'a'.repeat(40) });
  change({ lock: 'x' });
  expect(point.config()).toMatchObject({ channel: 44, alias: 'a'.repeat(31), lock: 0, maxsleep: 10 });
  now += 90_500;
  point.counted(3);
  expect(point.state()).toMatchObject({ uptime: 90, recordcount: 3, dbsize: 600 });
});

test('settings of a tag stay where a form leaves them out', () => {
  const settings = createSettings();
  settings.change('a', { alias: 'Käse', rotate: 2 });
  expect(settings.change('a', { invert: 1 })).toMatchObject({ alias: 'Käse', rotate: 2, invert: 1 });
});

test('the type of a tag says how its panel is turned, and its colours by their codes', () => {
  const types = tagTypesOf(loadDevices().values());
  const shown = [1, 46, 51, 79, 194].map((type) => {
    const { rotatebuffer, colortable } = types.get(type)!;
    return [rotatebuffer, Object.keys(colortable).join(' ')];
  });
  expect(shown).toEqual([
    [1, 'white black red'],
    [2, 'white black red'],
    [3, 'white black red'],
    [3, 'white black red yellow'],
    // Clients count colours: without the orange that the panel does not have, blue would be 4.
    [0, 'black white yellow red orange blue green'],
  ]);
});

test('each type equals the published one in size, turn, bits, colours and codes', () => {
  const facts = readFileSync('test/oepl/tag-types.json', 'utf8');
  const published = JSON.parse(facts) as Readonly<Record<string, string>>;
  const types = tagTypesOf(loadDevices().values());
  for (const [number, { width, height, rotatebuffer, bpp, colortable }] of types) {
    if (number === 0xff) continue;
    const colours = Object.entries(colortable).map(([name, rgb]) => `${name}:${Buffer.from(rgb).toString('hex')}`);
    const name = number.toString(16).toUpperCase().padStart(2, '0');
    const type = [`${width}x${height}`, rotatebuffer, bpp, ...colours].join(' ');
    expect([name, type]).toEqual([name, published[name]!.trim()]);
  }
});

test('a picture that was drawn for another panel has no bytes for this one', async () => {
  const drawingPool = { run: () => Promise.reject(new Error('This is not encoded')) };
  const raws = createRaws({ drawingPool } as unknown as Parameters<typeof createRaws>[0]);
  const image = { width: 296, height: 128, inks: 3, sha256: 'x' };
  const of = (device: object) =>
    raws.of({ label: { current: { image } }, device } as unknown as Parameters<typeof raws.of>[0], '');
  for (const change of [{ width: 200 }, { height: 200 }, { inks: [1, 2] }])
    expect(await of({ id: 'a', width: 296, height: 128, inks: [1, 2, 3], ...change })).toBeNull();
  await expect(of({ id: 'a', width: 296, height: 128, inks: [1, 2, 3] })).rejects.toThrow('not encoded');
});

const label = (i: number) => ({ id: `shelf-${String(i).padStart(4, '0')}`, binding: { device: 'a' }, tag: null });
const all = Array.from({ length: 120 }, (_, i) => label(i));
const store = {
  log: { newest: () => Promise.resolve(1) },
  labels: (after: string | null, most: number) =>
    Promise.resolve(all.filter(({ id }) => id > (after ?? '')).slice(0, most)),
  label: (id: string) => Promise.resolve(all.find((each) => each.id === id) ?? null),
};
const devices = new Map([['a', { oepl_type: 1, encodings: [{ id: 'oepl' }] }]]);
const openDirectory = () => createDirectory({ store, devices } as unknown as Parameters<typeof createDirectory>[0]);

test('an address has 12 or 16 digits, of either case', () => {
  for (const [text, mac] of [
    ['00ab34cd56ef', '000000AB34CD56EF'],
    ['0123456789abcdef', '0123456789ABCDEF'],
    ['00AB34CD56E', null],
    ['00AB34CD56EF0', null],
    ['00AB34CD56EG', null],
  ] as const)
    expect([text, readMac(text)]).toEqual([text, mac]);
});

test('tags are listed once each, and found by their addresses, also before they were listed', async () => {
  expect((await openDirectory().find(macOf('shelf-0070')))?.label.id).toBe('shelf-0070');
  const macs = (await openDirectory().list()).map(({ mac }) => mac);
  expect(macs).toEqual(all.map(({ id }) => macOf(id)));
  // An address that its maker did not give, of one device.
  for (const mac of macs) expect(mac).toMatch(/^[0-9A-F][26AE][0-9A-F]{14}$/);
});

/** The reports on tags to a client of `/ws`, and what it receives. */
function report(tag: (id: string) => Promise<object>) {
  const sent: object[] = [];
  const parts = {
    dependencies: { log: { error: () => undefined } },
    directory: { tag },
    views: { of: ({ mac }: { mac: string }) => mac },
    sockets: { count: () => 1, send: (message: object) => sent.push(message) },
  };
  return { sent, news: createNews(parts as unknown as Parameters<typeof createNews>[0]) };
}

test('a tag that can’t be read keeps no other from being reported', async () => {
  const { sent, news } = report((mac) =>
    mac === 'broken' ? Promise.reject(new Error(mac)) : Promise.resolve({ mac }),
  );
  for (const id of ['broken', 'a']) news.tag(id);
  await until(() => sent.length === 1);
  news.tag('b');
  await until(() => sent.length === 2);
  news.close();
  expect(sent).toEqual([{ tags: ['a'] }, { tags: ['b'] }]);
});

test('what happens to a tag while another one is reported is reported whole', async () => {
  let answer = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (answer = resolve));
  const { sent, news } = report(async (mac) => (await waiting, { mac }));
  for (const [id, what] of [['a'], ['b', { updated: true }], ['b', { displayed: true }]] as const) news.tag(id, what);
  answer();
  await until(() => sent.length === 4);
  news.close();
  const reports = [{ logMsg: 'Updating b' }, { logMsg: 'b reports xfer complete\r\n' }];
  expect(sent).toEqual([{ tags: ['a'] }, ...reports, { tags: ['b'] }]);
});

test('a new picture and one that is shown are reported in their own words', async () => {
  const { sent, news } = report((mac) => Promise.resolve({ mac }));
  news.tag('a', { updated: true });
  await until(() => sent.length === 2);
  news.tag('b', { displayed: true });
  await until(() => sent.length === 4);
  news.close();
  const [first, second] = [{ logMsg: 'Updating a' }, { logMsg: 'b reports xfer complete\r\n' }];
  expect(sent).toEqual([first, { tags: ['a'] }, second, { tags: ['b'] }]);
});

test('each member of a tag in the list has its own source', () => {
  const settings = { modeConfig: '{}', rotate: 1, lut: 2, invert: 3 };
  const entry = (current: object | null, more: object = {}) =>
    tagListEntry(
      { mac: 'M', hwType: 7, label: { id: 'l', current } } as never,
      { ...settings, ...more },
      'h',
      true,
      1000,
    );
  const current = { revision: 9, updated_at: '2026-11-20T00:00:01.900Z', content: {} };
  expect(entry(current, { alias: 'a', contentMode: 5 })).toEqual({
    ...{ mac: 'M', hash: 'h', lastseen: 1000, nextupdate: 3_216_153_600, nextcheckin: 1060, pending: 1, alias: 'a' },
    ...{ contentMode: 5, LQI: 100, RSSI: -60, temperature: 21, batteryMv: 3000, hwType: 7, wakeupReason: 0 },
    ...{ capabilities: 0, modecfgjson: '{}', isexternal: false, apip: '0.0.0.0', rotate: 1, lut: 2, invert: 3 },
    ...{ updatecount: 9, updatelast: Date.parse('2026-11-20T00:00:01Z') / 1000, ch: 11, ver: 0x26 },
  });
  expect(entry(current)).toMatchObject({ alias: 'l', contentMode: 0 });
  expect(entry({ ...current, content: null })).toMatchObject({ contentMode: contents.uploaded });
  expect(entry(null)).toMatchObject({ nextupdate: 0, updatecount: 0, updatelast: 0, contentMode: 0 });
});

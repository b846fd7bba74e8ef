import { beforeEach, describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { framesOf } from '../../support/pictures/animation.js';
import { serveApp } from '../../support/app.js';
import { memoryStore } from '../../support/context.js';
import { call, milk } from '../../support/server.js';

const start = Date.parse('2026-11-20T22:10:06.123Z');
const black = 'gooddisplay-gdey0213b74';
const yellow = 'gicisky-2.9-bwry';
let now: number;
let url: string;
const clock = () => new Date(now);
const open = async (refreshSpeed: 'instant' | number, store = memoryStore()) => {
  ({ url } = await serveApp({ clock, store: await store, config: { refreshSpeed } }));
};
const bind = (device: string, id = 'default') =>
  call(`${url}/api/esl/labels/${id}`, { method: 'PUT', body: { device } });
const update = async (price: string, simulate = '', id = 'default') => {
  const headers: Record<string, string> = simulate === '' ? {} : { 'X-ESL-Simulate': simulate };
  const { status, body } = await call(`${url}/api/esl/labels/${id}/update`, { body: { ...milk, price }, headers });
  expect(status).toBe(200);
  return body.label.tag!;
};
const tag = async (id = 'default') => (await call(`${url}/api/esl/labels/${id}`)).body.label.tag!;
const image = async (query = '', path = 'labels/default/image.png') => {
  const response = await fetch(`${url}/api/esl/${path}${query}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const revision = (number: number) => image('', `labels/default/revisions/${number}/image.png`);
const iso = (at: number) => new Date(at).toISOString();

beforeEach(() => {
  now = start;
});

test('a tag at REFRESH_SPEED=instant shows each update immediately, and says what its panel would have taken', async () => {
  await open('instant');
  expect(await tag()).toMatchObject({ state: 'displayed', shown_revision: 0, refresh: null, since: null });
  const blank = await image('?at=now');
  expect(blank.equals(await image())).toBe(true);
  expect(await update('1.00')).toMatchObject({
    ...{ state: 'displayed', since: iso(start), ready_at: null, shown_revision: 1, refreshes: 1 },
    refresh: { kind: 'full', seconds: 15, basis: 'assumed', began_at: iso(start), ends_at: iso(start) },
  });
  expect((await image('?at=now')).equals(await revision(1))).toBe(true);
  expect((await fetch(`${url}/api/esl/labels/absent/image.png?at=now`)).status).toBe(404);
});

test('a tag at REFRESH_SPEED=real of a black and white panel shows a price after its seconds, partly the next time; a BWRY after its seconds', async () => {
  await open(1);
  await bind(black);
  await bind(yellow, 'bwry');
  const first = await update('1.00');
  expect(first).toMatchObject({ state: 'refreshing', since: iso(start), ready_at: iso(start + 1617) });
  expect(first.refresh).toMatchObject({ kind: 'full', seconds: 1.617, basis: 'measured' });
  const colour = await update('1.00', '', 'bwry');
  expect(colour.refresh).toMatchObject({ kind: 'full', seconds: 15, basis: 'assumed' });
  now = start + 1616;
  expect((await image('?at=now')).equals(await revision(1))).toBe(false);
  now = start + 1617;
  expect((await image('?at=now')).equals(await revision(1))).toBe(true);
  expect([(await tag()).state, (await tag('bwry')).state]).toEqual(['displayed', 'refreshing']);
  const next = await update('2.00');
  expect(next.refresh).toMatchObject({ kind: 'partial', seconds: 0.457, ends_at: iso(now + 457) });
  now = start + 15_000;
  expect(await tag('bwry')).toMatchObject({ state: 'displayed', shown_revision: 1, since: iso(now) });
});

describe('the animation of a refresh', () => {
  const animation = (query = '', headers: Record<string, string> = {}) =>
    fetch(`${url}/api/esl/labels/default/refresh.png${query}`, { headers });

  test('is of the last one, in the panel’s time whatever REFRESH_SPEED is, and says where the flashing comes from', async () => {
    await open('instant');
    await bind(black);
    expect((await animation()).status).toBe(404);
    await update('1.00');
    await update('2.00');
    const answer = await animation();
    const { frames, still, comment } = framesOf(Buffer.from(await answer.arrayBuffer()));
    expect([answer.status, answer.headers.get('x-esl-waveform')]).toEqual([200, 'decoded']);
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-ESL-Waveform');
    expect(comment).toContain('A partial refresh of 0.457 s (measured). Waveform: decoded: lut_partial_update');
    expect(frames.map(({ ms }) => ms)).toEqual([500, 457, 1000]);
    const data = (bytes: Buffer) => PNG.sync.read(bytes).data;
    expect(data(frames[0]!.png).equals(data(await revision(1)))).toBe(true);
    for (const one of [frames.at(-1)!.png, still]) expect(data(one).equals(data(await revision(2)))).toBe(true);
  });

  test('of a panel whose waveform is not decoded is a placeholder, also while it runs', async () => {
    await open(1);
    await update('1.00');
    const answer = await animation();
    expect(answer.headers.get('x-esl-waveform')).toBe('placeholder');
    const { frames, comment } = framesOf(Buffer.from(await answer.arrayBuffer()));
    expect(comment).toContain('placeholder: no source tells');
    expect(frames.reduce((sum, { ms }) => sum + ms, 0)).toBe(15_000 + 1500);
    const etag = answer.headers.get('etag')!;
    expect((await animation('', { 'If-None-Match': etag })).status).toBe(304);
    expect((await animation('?view=panel')).headers.get('etag')).not.toBe(etag);
    expect((await animation('?scale=2')).status).toBe(400);
    expect(answer.headers.get('ratelimit')).toContain('"view";r=580');
  });
});

describe('X-ESL-Simulate', () => {
  test('offline: the tag takes the update in after a minute, or with the next one', async () => {
    await open('instant');
    await update('1.00');
    expect(await update('2.00', 'offline')).toMatchObject({
      ...{ state: 'queued', since: iso(start), ready_at: iso(start + 60_000), shown_revision: 1 },
      trouble: { kind: 'offline', until: iso(start + 60_000) },
    });
    now += 59_999;
    expect((await image('?at=now')).equals(await revision(1))).toBe(true);
    now += 1;
    expect((await image('?at=now')).equals(await revision(2))).toBe(true);
    expect(await tag()).toMatchObject({ state: 'displayed', trouble: null, since: iso(start + 60_000) });
    await update('3.00', 'offline');
    expect(await update('4.00')).toMatchObject({ state: 'displayed', trouble: null, shown_revision: 4, refreshes: 3 });
    expect(await update('5.00', 'low_battery')).toMatchObject({ battery: { percent: 5, low: true } });
  });

  test('ghosting: the former picture shines through in the inks of the panel, until the next full refresh', async () => {
    await open('instant');
    await update('1.11');
    const clean = await image();
    const trouble = { kind: 'ghosting', until: null };
    expect(await update('9.99', 'ghosting')).toMatchObject({ state: 'displayed', trouble });
    const [accepted, glass] = [await image(), await image('?at=now')];
    const [was, is, ghosted] = [clean, accepted, glass].map((bytes) => PNG.sync.read(bytes).data);
    const colour = (data: Buffer, i: number) => data.subarray(i, i + 3).toString('hex');
    let through = 0;
    for (let i = 0; i < ghosted!.length; i += 4) {
      if (colour(ghosted!, i) === colour(is!, i)) continue;
      expect(colour(ghosted!, i)).toBe(colour(was!, i));
      through++;
    }
    expect(through).toBeGreaterThan(50);
    expect((await image('?at=now')).equals(glass)).toBe(true);
    const panel = PNG.sync.read(await image('?at=now&view=panel&scale=2'));
    expect([panel.width, panel.height]).toEqual([592, 256]);
    const tags = ['', '?at=now', '?at=now&scale=2', '?scale=2'].map(async (query) =>
      (await fetch(`${url}/api/esl/labels/default/image.png${query}`)).headers.get('etag'),
    );
    expect(new Set(await Promise.all(tags)).size).toBe(4);
    expect(await update('2.22')).toMatchObject({ trouble: null });
    expect((await image('?at=now')).equals(await image())).toBe(true);
  });
});

import { describe, expect, test } from '@jest/globals';
import { assumedSeconds, loadDevices } from '../../../devices/index.js';
import { arrivalAt, timesOf } from '../../../server/labels/tag/pace.js';
import { accept, newTag } from '../../../server/labels/tag/tag.js';
import { batteryAssumption, tagView } from '../../../server/labels/tag/view.js';

const devices = loadDevices();
const black = devices.get('gooddisplay-gdey0213b74')!;
const red = devices.get('solum-m2-2.9-bwr')!;
const at = Date.parse('2026-11-20T22:10:06.123Z');
const later = (ms: number) => new Date(at + ms).toISOString();
const content = { device: black.id, revision: 1, picture: 'a' };

describe('the time of a panel', () => {
  test('is what its profile says, and where that comes from', () => {
    const refresh = { full_s: 16, partial_s: 2, note: null, waveform: null };
    expect(timesOf({ ...red, refresh: { ...refresh, basis: null } }).full).toEqual({ seconds: 16, basis: 'assumed' });
    const [full, partial] = [16, 2].map((seconds) => ({ seconds, basis: 'measured' }));
    expect(timesOf({ ...red, refresh: { ...refresh, basis: 'measured' } })).toEqual({ full, partial });
  });

  test('is assumed where the profile says none, by whether it has colour', () => {
    const refresh = { full_s: null, partial_s: null, basis: null, note: null, waveform: null };
    const colour = { full: { seconds: assumedSeconds.colour, basis: 'assumed' }, partial: null };
    expect(timesOf({ ...red, refresh })).toEqual(colour);
    expect(timesOf({ ...black, refresh }).full.seconds).toBe(assumedSeconds.black);
    const named = [...devices.values()].map((device) => {
      const names = device.inks.map(({ name }) => name);
      const grey = names.every((name) => ['white', 'black'].includes(name) || name.includes('gray'));
      return [device.id, timesOf({ ...device, refresh }).full.seconds === assumedSeconds.black, grey];
    });
    expect(named.filter(([, isShort, grey]) => isShort !== grey)).toEqual([]);
    expect(named).toContainEqual(['crowpanel-2.9-4gray', true, true]);
  });

  test('is divided by the speed; at once takes none, and a trouble a minute', () => {
    const { full_s, partial_s } = black.refresh;
    const [full, partial] = [full_s, partial_s].map((seconds) => ({ seconds, ms: 0 }));
    expect(arrivalAt(at, black, 'instant', null)).toMatchObject({ full, partial, troubleMs: 60_000 });
    expect(arrivalAt(at, black, 1, 'offline')).toMatchObject({ full: { ms: full_s! * 1000 }, trouble: 'offline' });
    const slowest = accept(null, content, arrivalAt(at, black, 1e-15, null));
    expect(tagView(slowest, at).ready_at).toMatch(/^23/);
    expect(arrivalAt(at, black, 2, null)).toMatchObject({ full: { ms: Math.round(full_s! * 500) }, troubleMs: 30_000 });
  });

  test('is twice as long with a low battery, and then never partial', () => {
    expect(arrivalAt(at, black, 1, 'low_battery')).toMatchObject({
      full: { seconds: black.refresh.full_s! * 2, basis: 'assumed', ms: black.refresh.full_s! * 2000 },
      partial: null,
    });
  });
});

describe('what a label says of its tag', () => {
  test('is blank paper before the first content', () => {
    expect(tagView(null, at)).toMatchObject({ state: 'displayed', since: null, ready_at: null, shown_revision: 0 });
  });

  test('is where the newest content is, since when, and when it will be on the glass', () => {
    const first = accept(null, content, arrivalAt(at, red, 1, null));
    const refresh = {
      ...{ revision: 1, kind: 'full', seconds: 15, basis: 'assumed' },
      ...{ began_at: later(0), ends_at: later(15_000) },
    };
    expect(tagView(first, at + 1)).toEqual({
      ...{ state: 'refreshing', since: later(0), ready_at: later(15_000), shown_revision: 0, unchanged: false },
      ...{ refresh, refreshes: 1, trouble: null },
      battery: { percent: 100, low: false, assumption: batteryAssumption },
    });
    expect(tagView(first, at + 15_000)).toMatchObject({
      ...{ state: 'displayed', since: later(15_000), ready_at: null, shown_revision: 1, refresh },
    });
    const second = accept(first, { ...content, revision: 2, picture: 'b' }, arrivalAt(at + 5000, red, 1, null));
    expect(tagView(second, at + 6000)).toMatchObject({
      ...{ state: 'queued', since: later(5000), ready_at: later(30_000), refresh: { revision: 1 } },
    });
    expect(tagView(second, at + 15_000)).toMatchObject({
      ...{ state: 'refreshing', since: later(15_000), ready_at: later(30_000), shown_revision: 1 },
    });
  });

  test('is its trouble, and until when', () => {
    const view = (trouble: 'offline' | 'low_battery' | 'ghosting') =>
      tagView(accept(null, content, arrivalAt(at, black, 'instant', trouble)), at);
    expect(view('offline')).toMatchObject({ state: 'queued', trouble: { kind: 'offline', until: later(60_000) } });
    expect(view('low_battery')).toMatchObject({ battery: { percent: 5, low: true }, trouble: { kind: 'low_battery' } });
    expect(view('ghosting')).toMatchObject({ state: 'displayed', trouble: { kind: 'ghosting', until: null } });
  });

  test('is what its battery has left, by its refreshes', () => {
    const percent = (refreshes: number, partials: number) =>
      tagView({ ...newTag('a'), refreshes, partials }, at).battery.percent;
    expect([percent(0, 0), percent(1000, 0), percent(1000, 1000), percent(12, 0)]).toEqual([100, 90, 98, 99.9]);
    expect(percent(20_000, 0)).toBe(0);
    const weak = { ...newTag('a'), refreshes: 9_980, trouble: { kind: 'low_battery', until: at + 1 } } as const;
    expect(tagView(weak, at).battery).toMatchObject({ percent: 0.2, low: true });
  });
});

test('what is assumed of a battery is said with its numbers', () => {
  expect(batteryAssumption).toBe('assumed: 10000 full refreshes empty a battery, 5 partial ones count as a full one');
});

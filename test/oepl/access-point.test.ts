import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { PNG } from 'pngjs';
import type { TagType } from '../../server/oepl/tag-type.js';
import { accessPointOf, coloursOfRaw, lineOf, oeplClient } from '../support/peers/oepl-client.js';
import { type Colour, jpegOf } from '../support/pictures/jpeg-file.js';
import { startHere } from '../support/here.js';
import { call, milk } from '../support/server.js';
import { useServer } from '../support/use-server.js';

const sizes = {
  'gicisky-2.9-bwry': [296, 128],
  'solum-m2-2.9-bwr': [296, 128],
  'solum-m3-1.6-bwr': [200, 200],
  'solum-m3-2.9-bwr': [384, 168],
  'solum-m3-4.3-bwr': [522, 152],
} as const;
type Panel = keyof typeof sizes;
const panels = Object.keys(sizes) as readonly Panel[];

/** All timers but those of intervals. */
const realTimers = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const),
];
const server = useServer({ OEPL_PORT: '0', RATE_LIMIT: '10000' });
let client: ReturnType<typeof oeplClient>;
beforeAll(async () => {
  client = oeplClient(accessPointOf(server));
  for (const device of panels)
    await call(`${server.url}/api/esl/labels/${device}`, { method: 'PUT', body: { device } });
  await call(`${server.url}/api/esl/labels/bare`, { method: 'PUT', body: { device: 'waveshare-7.5-b-v2' } });
});

const tagOf = async (label: string) => (await client.tags()).find(({ alias }) => alias === label)!;
const black: Colour = [0, 0, 0];
const white: Colour = [255, 255, 255];
/** A picture that looks like no turn of itself: a black frame, and a red field at the top left. */
function picture([width, height]: readonly [number, number]): Buffer {
  return jpegOf(width, height, (x, y) => {
    if (x < 8 || y < 8 || x >= width - 8 || y >= height - 8) return black;
    return x < 64 && y < 40 ? [255, 0, 0] : white;
  });
}
/** Red, green and blue of each pixel that the label shows, as the API gives them. */
async function shown(label: string): Promise<Buffer> {
  const image = await fetch(`${server.url}/api/esl/labels/${label}/image.png`);
  const { data } = PNG.sync.read(Buffer.from(await image.arrayBuffer()));
  return data.filter((_, i) => i % 4 < 3) as Buffer;
}

describe('an access point’s client', () => {
  test('finds one: its page, its name, its settings', async () => {
    expect((await client.get('/')).status).toBe(200);
    expect(await client.json('/sysinfo')).toMatchObject({ env: 'ESL_simulator', alias: 'ESL simulator' });
    expect(await client.json('/get_ap_config')).toMatchObject({ apstate: '1', channel: 0, maxsleep: 10, C6: '0' });
    await client.set('/save_apcfg', { alias: 'Shop', channel: '15', unknown: 'x' });
    const changed = await client.json<Record<string, unknown>>('/get_ap_config');
    expect([changed.alias, changed.channel, changed.unknown]).toEqual(['Shop', 15, undefined]);
  });

  test('lists the labels whose panels are tags’, each with a type that it knows', async () => {
    const tags = await client.tags();
    expect(tags.map(({ alias }) => alias)).toEqual(['default', ...panels]);
    for (const { mac, hwType, RSSI, lastseen } of tags) {
      expect(mac).toMatch(/^[0-9A-F][2367ABEF][0-9A-F]{14}$/);
      const name = hwType.toString(16).toUpperCase().padStart(2, '0');
      const type = await client.json<TagType>(`/tagtypes/${name}.json`);
      expect(type.name).not.toBe('');
      expect(RSSI).toBeLessThan(0);
      expect(Math.abs(lastseen - Date.now() / 1000)).toBeLessThan(60);
    }
    expect(await client.json('/tagtypes/FF.json')).toMatchObject({ name: 'unknown id FF', width: 0 });
    expect((await client.get('/tagtypes/FE.json')).status).toBe(404);
    expect((await client.get('/tagtypes/30')).status).toBe(404);
  });

  test.each(panels)('uploads a JPEG to %s, and gets back what its label shows', async (panel) => {
    const { mac, hwType } = await tagOf(panel);
    expect(await client.raw(mac)).toBeNull();
    expect(await lineOf(client.upload({ mac, jpeg: picture(sizes[panel]) }))).toBe('200 Ok, saved');
    const name = hwType.toString(16).toUpperCase().padStart(2, '0');
    const type = await client.json<TagType>(`/tagtypes/${name}.json`);
    expect(Math.abs((await tagOf(panel)).updatelast - Date.now() / 1000)).toBeLessThan(60);
    const colours = coloursOfRaw((await client.raw(mac))!, type);
    expect(colours.equals(await shown(panel))).toBe(true);
    const at = (x: number, y: number) => [...colours.subarray((y * type.width + x) * 3).subarray(0, 3)];
    const [right, below] = [type.width - 20, type.height - 20];
    expect([at(2, 2), at(20, 20), at(right, 20), at(20, below)]).toEqual([black, [255, 0, 0], white, white]);
    const hash = expect.stringMatching(/^(?!0{16})[0-9a-f]{16}0{16}$/) as unknown;
    const tag = { mac, contentMode: 25, updatecount: 1, lut: 1, hash };
    expect(await client.json(`/get_db?mac=${mac}`)).toMatchObject({ tags: [tag] });
  });

  test('receives uploads and prices on /ws', async () => {
    const { mac } = await tagOf('default');
    const listening = await client.listen();
    await client.upload({ mac, jpeg: picture(sizes['solum-m2-2.9-bwr']) });
    await listening.until(({ logMsg }) => logMsg === `${mac} reports xfer complete\r\n`);
    const { hash: before } = (await listening.until(({ tags }) => tags?.[0]?.updatecount === 1)).tags![0]!;
    await call(`${server.url}/api/esl/update`, { body: milk });
    const { tags } = await listening.until((message) => message.tags?.[0]?.updatecount === 2);
    expect(tags![0]).toMatchObject({ mac, pending: 0 });
    expect(tags![0]!.hash).not.toBe(before);
    listening.close();
  });

  test('receives within 5 s that a label was added while it listened, or deleted', async () => {
    jest.useFakeTimers({ doNotFake: realTimers });
    const other = await startHere({ OEPL_PORT: '0' });
    const listening = await oeplClient(accessPointOf(other)).listen();
    const url = `${other.url}/api/esl/labels/late`;
    const recordcount = async (count: number) => {
      jest.advanceTimersByTime(5_000);
      const { sys } = await listening.until((message) => message.sys?.recordcount === count);
      expect(sys).toMatchObject({ apstate: 1, runstate: 2 });
    };
    await call(url, { method: 'PUT', body: { device: 'solum-m3-1.6-bwr' } });
    await recordcount(2);
    await call(`${url}/update`, { body: milk });
    await listening.until(({ tags }) => tags?.[0]?.alias === 'late');
    await call(url, { method: 'DELETE' });
    await recordcount(1);
    jest.useRealTimers();
  });

  test('sets a name, which the tag keeps until it is deleted', async () => {
    const { mac } = await tagOf('solum-m3-1.6-bwr');
    const saved = client.save({ mac, alias: 'Käse', rotate: '2', modecfgjson: '{"a":1}' });
    expect(await lineOf(saved)).toBe('200 Ok, saved');
    expect(await tagOf('Käse')).toMatchObject({ mac, rotate: 2, modecfgjson: '{"a":1}' });
    expect(await lineOf(client.command(mac, 'del'))).toBe('200 Ok, done');
    expect(await tagOf('solum-m3-1.6-bwr')).toMatchObject({ mac, rotate: 0 });
  });

  test('turns, inverts and dithers the next picture', async () => {
    const { mac } = await tagOf('solum-m3-1.6-bwr');
    const half = jpegOf(200, 200, (x) => (x < 100 ? black : white));
    const show = async (fields: Readonly<Record<string, string>>) => {
      await client.upload({ mac, jpeg: half, fields: { rotate: '0', invert: '0', ...fields } });
      const pixels = await shown('solum-m3-1.6-bwr');
      const places = [10 * 200 + 10, 10 * 200 + 190, 190 * 200 + 10];
      return places.map((place) => [...pixels.subarray(place * 3, place * 3 + 3)]);
    };
    expect(await show({})).toEqual([black, white, black]);
    expect(await show({ rotate: '2' })).toEqual([white, black, white]);
    for (const rotate of ['1', '5']) expect(await show({ rotate })).toEqual([black, black, white]);
    expect(await show({ invert: '1', dither: '0' })).toEqual([white, black, white]);
    await client.command(mac, 'del');
  });

  test('draws a template, with a file and variables, and again when one of them changes', async () => {
    const { mac } = await tagOf('solum-m3-1.6-bwr');
    const put = new FormData();
    put.append('path', '/temp/logo.jpg');
    put.append('file', new Blob([new Uint8Array(jpegOf(40, 40, () => [255, 0, 0]))]), 'logo.jpg');
    expect(await lineOf(client.post('/littlefs_put', put))).toBe('200 Ok, file written');
    expect(await client.json('/check_file?path=/temp/logo.jpg')).toMatchObject({ filesize: expect.any(Number) });
    const json = '[{"image":["/temp/logo.jpg",160,0]},{"text":[5,5,"{price}","bahnschrift70",1]}]';
    const listening = await client.listen();
    const body = new URLSearchParams({ mac, json, ttl: '5' });
    const answer = await fetch(`${accessPointOf(server)}/jsonupload`, { method: 'POST', body });
    const warned = answer.headers.get('X-ESL-Warnings');
    expect([answer.status, await answer.text(), warned]).toEqual([200, 'Ok, saved', 'FONT_REPLACED']);
    await listening.until(({ logMsg }) => logMsg?.includes('bahnschrift70 is replaced') === true);
    listening.close();
    const modecfgjson = expect.stringContaining('"5"') as unknown;
    expect(await tagOf('solum-m3-1.6-bwr')).toMatchObject({ contentMode: 19, modecfgjson });
    expect(await client.json(`/current/${mac}.json`)).toHaveLength(2);
    const before = await shown('solum-m3-1.6-bwr');
    expect([...before.subarray(190 * 3, 191 * 3)]).toEqual([255, 0, 0]);
    const { set } = client;
    expect(await set('/set_var', { key: 'price', val: '3.50' })).toBe('200 Ok, saved');
    expect((await shown('solum-m3-1.6-bwr')).equals(before)).toBe(false);
    const { updatecount } = await tagOf('solum-m3-1.6-bwr');
    for (const json of ['{"price":"3.50","other":1}', '[]'])
      expect(await set('/set_vars', { json })).toBe('200 JSON uploaded and processed');
    expect(await tagOf('solum-m3-1.6-bwr')).toMatchObject({ updatecount });
    const { body: label } = await call(`${server.url}/api/esl/labels/solum-m3-1.6-bwr`);
    expect(label).toMatchObject({ label: { face: 'openepaperlink' }, warnings: [{ code: 'FONT_REPLACED' }] });
  });

  test('says its version, takes the time, and gives a backup that restores settings', async () => {
    expect((await client.get('/version.txt')).text).toMatch(/^\d+\.\d+\.\d+/);
    const listening = await client.listen();
    expect(await client.set('/set_time', { epoch: '1900000000' })).toBe('200 ok');
    await listening.until(({ sys }) => Math.abs((sys?.currtime ?? 0) - 1_900_000_000) < 60);
    listening.close();
    const { mac } = await tagOf('solum-m3-1.6-bwr');
    await client.save({ mac, alias: 'before', rotate: '1' });
    const backup = await fetch(`${accessPointOf(server)}/backup_db`);
    expect(backup.headers.get('Content-Disposition')).toBe('attachment; filename="tagDB.json"');
    const text = await backup.text();
    expect((JSON.parse(text) as readonly (readonly object[])[]).flat()).toHaveLength(1 + panels.length);
    await client.save({ mac, alias: 'after', rotate: '2' });
    const sent = new FormData();
    sent.append('file', new Blob([text]), 'tagDB.json');
    expect(await lineOf(client.post('/restore_db', sent))).toBe('200 Ok, restored.');
    expect(await tagOf('before')).toMatchObject({ mac, rotate: 1 });
    await client.command(mac, 'del');
  });

  test('lets a lamp flash', async () => {
    const { mac } = await tagOf('default');
    const flash = (query: string) => client.get(`/led_flash?${query}`);
    expect(await lineOf(flash(`mac=${mac}&pattern=110000000000000000000000`))).toBe('200 ok, request transmitted');
    expect(await lineOf(flash(`mac=${mac}&pattern=11`))).toBe('400 Error: expects 12 hex bytes in pattern');
    for (const other of ['1', '0000FFFFFFFFFFFF'])
      expect(await lineOf(flash(`mac=${other}`))).toBe('400 parameters are missing');
  });
});

test('an uploaded picture is a revision of the label without fields, which the next price replaces', async () => {
  const { mac } = await tagOf('default');
  const url = `${server.url}/api/esl/labels/default`;
  await client.upload({ mac, jpeg: picture(sizes['solum-m2-2.9-bwr']) });
  const { body } = await call(url);
  expect(body).toMatchObject({ label: { content: null, layout_version: null }, step: null, warnings: [] });
  expect(body.label.revision).toBeGreaterThan(0);
  const { revisions } = (await call(`${url}/revisions`)).body;
  const image = { sha256: body.image.sha256 };
  expect(revisions[0]).toMatchObject({ revision: body.label.revision, content: null, image });
  const frame = Buffer.from(await (await fetch(`${url}/frame.bin`)).arrayBuffer());
  expect(await client.raw(mac)).toEqual(frame);
  expect((await call(`${url}/update`, { body: milk })).body.label.content.price).toBe('3.50');
});

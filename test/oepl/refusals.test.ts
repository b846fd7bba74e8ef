import { once } from 'node:events';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { run } from '../support/cli.js';
import { accessPointOf, lineOf, oeplClient } from '../support/peers/oepl-client.js';
import { jpegOf } from '../support/pictures/jpeg-file.js';
import { progressiveJpeg } from '../support/pictures/picture-files.js';
import { startHere } from '../support/here.js';
import { call, milk, temporaryFolder } from '../support/server.js';
import { openSocket, until } from '../support/socket.js';
import { useServer } from '../support/use-server.js';

const server = useServer({ OEPL_PORT: '0', RATE_LIMIT: '10000', ALLOWED_HOSTS: 'shelf.test' });
const folder = temporaryFolder();
let url: string;
let client: ReturnType<typeof oeplClient>;
beforeAll(() => {
  url = accessPointOf(server);
  client = oeplClient(url);
});

const stranger = '0000021A2B3C4D5E';
const jpeg = jpegOf(296, 128, (x) => (x < 148 ? [0, 0, 0] : [255, 255, 255]));
const own = async () => (await client.tags())[0]!.mac;
const shown = async (on = server) => {
  const { body } = await call(`${on.url}/api/esl/labels/default`);
  return { revision: body.label.revision, sha256: body.image.sha256 };
};
const form = (...fields: readonly (readonly [string, string | Uint8Array])[]): FormData => {
  const made = new FormData();
  for (const [name, value] of fields)
    if (typeof value === 'string') made.append(name, value);
    else made.append(name, new Blob([new Uint8Array(value)]), 'image.jpg');
  return made;
};

/** The first line of the answer to bytes. */
async function firstLine(bytes: string): Promise<string | undefined> {
  const { said } = await openSocket(Number(new URL(url).port), bytes);
  await until(() => said().includes('\r\n'));
  return said().split('\r\n', 1)[0];
}

describe('an access point refuses as its firmware does', () => {
  test('uploads without an address before the file, to no address and to strangers', async () => {
    const before = await shown();
    const upload = (body: FormData) => client.post('/imgupload', body);
    expect(await lineOf(upload(form(['image', jpeg], ['mac', await own()])))).toBe('400 parameters incomplete');
    expect(await lineOf(upload(form(['mac', await own()])))).toBe('200 ');
    for (const mac of ['', '12', 'G'.repeat(16), `${await own()}00`, `${(await own()).slice(0, 15)}'`])
      expect([mac, await upload(form(['mac', mac], ['image', jpeg]))]).toEqual([mac, { status: 200, text: '' }]);
    for (const mac of [stranger, '021A2B3C4D5E'])
      expect(await lineOf(upload(form(['mac', mac], ['image', jpeg])))).toBe('400 mac not found');
    expect(await shown()).toEqual(before);
  });

  test('files that are no JPEG: it takes them, says so on /ws, and the tag does not change', async () => {
    const before = await shown();
    const mac = await own();
    const listening = await client.listen();
    const files = [Buffer.from('no picture'), jpeg.subarray(0, 900), progressiveJpeg, Buffer.alloc(0)];
    for (const [i, file] of files.entries()) {
      expect(await lineOf(client.upload({ mac, jpeg: file }))).toBe('200 Ok, saved');
      const complaints = () => listening.heard.filter(({ errMsg }) => errMsg === 'invalid jpg');
      await listening.until(() => complaints().length === i + 1);
    }
    listening.close();
    expect(await shown()).toEqual(before);
  });

  test('a picture of another size is shown from the top left', async () => {
    const mac = await own();
    await client.upload({ mac, jpeg: jpegOf(16, 16, () => [0, 0, 0]) });
    const small = await client.raw(mac);
    expect(small).toHaveLength((296 * 128) / 8);
    expect(small!.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)).toBe(256);
  });

  test('templates for strangers, without an address, and those that can’t be read', async () => {
    const send = (fields: Record<string, string>) => client.set('/jsonupload', fields);
    expect(await send({ mac: await own() })).toBe('400 Missing parameters');
    expect(await send({ mac: stranger, json: '[]' })).toBe('400 mac not found in tagDB');
    expect(await send({ mac: '1', json: '[]' })).toBe('501 Handler did not handle the request');
    const listening = await client.listen();
    expect(await send({ mac: await own(), json: '[{"box":[0,0,9,9,1]},{' })).toBe('200 Ok, saved');
    await listening.until(({ errMsg }) => errMsg === 'json error IncompleteInput');
    listening.close();
  });

  test('times, variables, files and backups that are none', async () => {
    const send = client.set;
    expect(await send('/set_time', {})).toBe("400 missing 'epoch'");
    expect(await send('/set_time', { epoch: '1600000000' })).toBe('400 invalid epoch');
    // A time that no calendar has is the last of 32 bits, and templates can still be drawn.
    expect(await send('/set_time', { epoch: '9'.repeat(16) })).toBe('200 ok');
    const json = JSON.stringify([{ text: [0, 0, '{ap_date} {ap_time}', 'bahnschrift20', 1] }]);
    expect(await send('/jsonupload', { mac: await own(), json })).toBe('200 Ok, saved');
    expect(await send('/set_var', { key: 'x' })).toBe('500 param error');
    expect(await send('/set_vars', {})).toBe("400 No 'json' parameter found in request");
    expect(await send('/set_vars', { json: '{' })).toBe('400 Failed to parse JSON');
    expect(await send('/rollback', {})).toBe('400 Rollback not allowed');
    expect(await send('/restore_db', {})).toBe('200 ');
    expect(await lineOf(client.get('/check_file'))).toBe('400 ');
    const put = (body: FormData) => lineOf(client.post('/littlefs_put', body));
    expect(await put(form(['file', jpeg], ['path', '/x']))).toBe('507 Error. Disk full?');
    expect(await put(form(['path', '/x']))).toBe('200 ');
    const restore = (text: string) => lineOf(client.post('/restore_db', form(['file', Buffer.from(text)])));
    expect(await restore('no backup')).toBe('200 Ok, restored.');
    expect(await restore(`[${'{},'.repeat(31_999)}{}]`)).toBe('200 Ok, restored.');
    expect(await restore(`[${'{},'.repeat(32_000)}1]`)).toBe(
      '413 Expected at most 64000 commas and opening brackets in the JSON but received more',
    );
  });

  test('settings and commands for strangers and for no address', async () => {
    expect(await lineOf(client.save({ mac: stranger, alias: 'x' }))).toBe('200 Error while saving: mac not found');
    expect(await lineOf(client.save({ mac: 'x', alias: 'x' }))).toBe('200 Ok, saved');
    expect(await lineOf(client.command(stranger, 'refresh'))).toBe('400 Error: mac not found');
    expect(await lineOf(client.command('x', 'refresh'))).toBe('501 Handler did not handle the request');
    expect(await client.set('/tag_cmd', { cmd: 'x' })).toBe('500 param error');
  });

  test('questions for tags and files that are not there', async () => {
    expect(await client.json('/get_db?mac=x')).toEqual({ error: 'malformatted parameter' });
    expect(await client.json(`/get_db?mac=${stranger}`)).toEqual({ tags: [] });
    expect(await client.json('/get_db?pos=200')).toEqual({ tags: [] });
    const type = (await client.tags())[0]!.hwType.toString(16).toUpperCase().padStart(2, '0');
    expect((await client.get(`/tagtypes/${type}.json`)).status).toBe(200);
    const files = [`/current/${stranger}.raw`, '/current/x.raw', '/current/', `/tagtypes/${type}.JSON`];
    for (const path of [...files, '/edit', '/ws'])
      expect([path, await client.get(path)]).toEqual([path, { status: 404, text: '' }]);
  });
});

describe('what a client can ask for is bounded', () => {
  test('a body over 2 MB is 413, and one of another kind has no fields', async () => {
    const head = ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 2200000', '', ''].join('\r\n');
    expect(await firstLine(`POST /imgupload HTTP/1.1\r\nHost: localhost\r\n${head}`)).toBe(
      'HTTP/1.1 413 Payload Too Large',
    );
    const send = (path: string, body: string, type: string) =>
      fetch(url + path, { method: 'POST', body, headers: { 'Content-Type': type } });
    const response = await send('/tag_cmd', 'mac=1', 'text/plain');
    expect([response.status, await response.text()]).toEqual([500, 'param error']);
    expect(response.headers.get('Connection')).toBe('close');
    expect((await send('/imgupload', '--x\r\n', 'multipart/form-data; boundary=x')).status).toBe(200);
  });

  test.each([
    ['parts', 'multipart/form-data; boundary=x', '--x\r\n'],
    ['fields', 'application/x-www-form-urlencoded', 'a&'],
  ])('a form of 2 MB with nothing but %s is read in no time', async (_, type, part) => {
    const body = part.repeat(400_000);
    const begin = process.cpuUsage();
    const upload = await fetch(`${url}/imgupload`, { method: 'POST', body, headers: { 'Content-Type': type } });
    const { user, system } = process.cpuUsage(begin);
    expect([upload.status, await upload.text()]).toEqual([200, '']);
    // To make all of the parts took more than a second, and 700 MB.
    expect((user + system) / 1000).toBeLessThan(500);
  });

  test('of a form, the first 65 parts are read', async () => {
    const at = async (place: number) => {
      const names = Array.from({ length: 80 }, (_, i) => (i === place ? 'cmd' : i === 0 ? 'mac' : 'x'));
      const fields = form(...names.map((name) => [name, stranger] as const));
      return (await client.post('/tag_cmd', fields)).text;
    };
    expect(await at(64)).toBe('param error');
    expect(await at(63)).toBe('Error: mac not found');
  });

  test('uploads count as updates, and beyond the budget are 429', async () => {
    const strict = await startHere({ OEPL_PORT: '0', RATE_LIMIT: '2' });
    const other = oeplClient(accessPointOf(strict));
    const { mac } = (await other.tags())[0]!;
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await other.upload({ mac, jpeg })).status);
    expect(statuses).toEqual([200, 200, 429]);
    const refused = await fetch(`${accessPointOf(strict)}/imgupload`, { method: 'POST', body: form(['mac', mac]) });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await call(`${strict.url}/api/esl/update`, { body: milk })).status).toBe(429);
  });

  test('other hosts are refused, on HTTP and on /ws', async () => {
    const ask = (path: string, host: string, more = '') =>
      firstLine(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`);
    const socket = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\n${socket}`;
    expect(await ask('/sysinfo', 'evil.test')).toBe('HTTP/1.1 421 Misdirected Request');
    expect(await ask('/sysinfo', 'shelf.test')).toBe('HTTP/1.1 200 OK');
    expect(await ask('/ws', 'evil.test', upgrade)).toBe('HTTP/1.1 421 Misdirected Request');
    expect(await ask('/other', 'shelf.test', upgrade)).toBe('HTTP/1.1 404 Not Found');
    expect(await ask('/ws', 'shelf.test', upgrade)).toBe('HTTP/1.1 101 Switching Protocols');
  });

  test('a client has four connections to /ws, and a frame that breaks the protocol ends one', async () => {
    const listening = await Promise.all([1, 2, 3, 4].map(() => client.listen()));
    const fifth = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    const [error] = (await once(fifth, 'error')) as [Error];
    expect(error.message).toContain('503');
    const [first] = listening;
    const closed = once(first!.socket, 'close') as Promise<[number]>;
    // A reserved opcode, and a payload that is not masked.
    (first!.socket as unknown as { _socket: NodeJS.WritableStream })._socket.write(Buffer.from([0x8b, 0x01, 0x00]));
    expect((await closed)[0]).toBe(1002);
    for (const one of listening) one.close();
    expect((await client.get('/sysinfo')).status).toBe(200);
    (await client.listen()).close();
  });
});

describe('the access point', () => {
  test('keeps what was uploaded when the server restarts', async () => {
    const env = { OEPL_PORT: '0', DATABASE_URL: `sqlite:${folder.at('esl.db')}` };
    const first = await startHere(env);
    const { mac } = (await oeplClient(accessPointOf(first)).tags())[0]!;
    await oeplClient(accessPointOf(first)).upload({ mac, jpeg });
    const raw = await oeplClient(accessPointOf(first)).raw(mac);
    const before = await shown(first);
    await first.stop();
    const second = await startHere(env);
    const again = oeplClient(accessPointOf(second));
    expect(await again.raw(mac)).toEqual(raw);
    expect(await shown(second)).toEqual(before);
    expect((await again.tags())[0]).toMatchObject({ mac, contentMode: 24, updatecount: 1 });
  });

  test('closes the connections of its listeners when it is asked to reboot, and when the server stops', async () => {
    const other = await startHere({ OEPL_PORT: '0', CORS_ORIGIN: 'http://till.test' });
    const there = oeplClient(accessPointOf(other));
    const page = new WebSocket(`${accessPointOf(other).replace('http', 'ws')}/ws`, { origin: 'http://evil.test' });
    expect(((await once(page, 'error')) as [Error])[0].message).toContain('403');
    const closed = async (end: () => Promise<unknown>) => {
      const listening = await there.listen();
      const gone = once(listening.socket, 'close') as Promise<[number]>;
      await end();
      return (await gone)[0];
    };
    expect(
      await closed(async () => {
        const answer = await there.post('/reboot', new URLSearchParams());
        expect([answer.status, answer.text]).toEqual([200, 'OK Reboot']);
      }),
    ).toBe(1001);
    expect(await closed(() => other.stop())).toBe(1001);
  });

  test('lets the start fail where its port is taken, and nothing stays open', async () => {
    const env = { DATABASE_URL: 'memory:', PORT: '0', OEPL_PORT: new URL(url).port };
    const { code, stderr } = await run(['serve'], { env });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Port \d+ of 127.0.0.1 is taken.* set OEPL_PORT\n$/)]);
  });

  test('is not there unless it is asked for', async () => {
    const plain = await startHere();
    expect(plain.output.stdout).not.toContain('access point');
  });
});

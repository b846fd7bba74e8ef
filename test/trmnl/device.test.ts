import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { bmpOf, type Byos, startByos, token } from '../support/peers/byos.js';
import { run, runHere } from '../support/cli.js';
import { endAfterwards, temporaryFolder } from '../support/server.js';
import { fetchPicture, requestDisplay, sendLog, setUp } from '../../server/trmnl/api.js';
import { trmnlModel } from '../../server/trmnl/models.js';
import { type DeviceOptions, runDevice } from '../../server/trmnl/device.js';
import { listening } from '../support/socket.js';

let byos: Byos;
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(async () => {
  byos = await startByos();
  folder = temporaryFolder();
});
afterEach(async () => {
  await byos.close();
});

const corner = (x: number, y: number) => x < 100 && y < 50;
/** A response of `/api/display` for a picture of the server. */
const display = (name: string, more: object = {}) => ({
  ...{ status: 0, image_url: `${byos.url}/pictures/${name}`, filename: name, refresh_rate: '1' },
  ...{ update_firmware: false, firmware_url: null, reset_firmware: false, ...more },
});
const serve = (name: string, bytes: Uint8Array, type = 'image/bmp') => byos.pictures.set(name, { bytes, type });
/** A PNG of greys, all of `bits`. */
function pngOf(colourAt: (x: number, y: number) => number, width = 800, height = 480): Buffer {
  const png = new PNG({ width, height, colorType: 0 });
  for (let i = 0; i < width * height; i++)
    png.data.set([...Array<number>(3).fill(colourAt(i % width, Math.floor(i / width))), 255], i * 4);
  return PNG.sync.write(png, { colorType: 0, inputColorType: 6 });
}
const file = () => join(folder.path, 'screen.png');
const identity = (server = byos.url) => ({ server, id: '02:45:53:4C:00:01', model: trmnlModel('og_plus')! });
const { signal } = new AbortController();
/** Fetches a picture of a server, with a token. */
const fetched = (own: ReturnType<typeof identity>, imageUrl: string) =>
  fetchPicture(own, 'secret', { imageUrl, imageTimeoutMs: 5_000 }, signal);
const idsAndTokens = () => byos.asked.map(({ headers }) => [headers.id, headers['access-token']]);
/** A server that sends requests on. */
const startLeading = async (status: number, to: (path: string) => string) => {
  const server = createServer(({ url }, response) => response.writeHead(status, { Location: to(url!) }).end());
  endAfterwards(() => server.close());
  return `http://127.0.0.1:${await listening(server)}`;
};
const device = (...more: readonly string[]) =>
  runHere(['panel', 'trmnl', '--server', byos.url, '--timeout', '20', '-o', file(), ...more]);
/** The red channel of pixels in the written picture. */
function greys(...places: readonly (readonly [number, number])[]): number[] {
  const { data, width, height } = PNG.sync.read(readFileSync(file()));
  expect([width, height]).toEqual([800, 480]);
  return places.map(([x, y]) => data[(y * width + x) * 4]!);
}
/** Runs a device that does not sleep, in this process. */
const runHasty = (options: Partial<DeviceOptions>) =>
  runDevice({
    ...{ ...identity(), token: null, until: Infinity, clock: () => new Date(), logForm: 'logs' as const },
    ...{ signal, onShown: () => undefined, onFailure: () => undefined },
    sleep: () => Promise.resolve(),
    ...options,
  });
/** The device's first `count` failures. */
async function failures(token: string | null, count: number): Promise<readonly string[]> {
  const end = new AbortController();
  const found: string[] = [];
  const onFailure = (message: string, seconds: number) => void found.push(`${message}, ${seconds} s`);
  // The report to the server comes first.
  const sleep = () => {
    if (found.length >= count) end.abort();
    return Promise.resolve();
  };
  await runHasty({ token, signal: end.signal, onFailure, sleep });
  return found;
}
const failure = async (own: string | null = null) => (await failures(own, 1))[0]!;
const paths = () => byos.asked.map(({ path }) => path);

describe('a virtual TRMNL', () => {
  test('asks for a token, then for a picture, shows a BMP and ends', async () => {
    serve('a.bmp', bmpOf(corner));
    byos.displays = [display('a.bmp')];
    const { code, stdout, stderr } = await device('--once', '--id', '0a:00:00:00:00:01');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.toString()).toBe(`1\t${file()}\t2 inks\ta.bmp\tnext in 1 s\n`);
    expect(greys([0, 0], [99, 49], [100, 49], [99, 50], [799, 479])).toEqual([0, 0, 255, 255, 255]);
    expect(paths()).toEqual(['/api/setup', '/api/display', '/pictures/a.bmp']);
    expect(byos.asked[0]!.headers).toMatchObject({ id: '0A:00:00:00:00:01', 'fw-version': '1.8.14', model: 'og' });
    expect(byos.asked[1]!.headers).toMatchObject({ 'access-token': token, width: '800', height: '480', rssi: '-50' });
    expect(byos.asked[2]!.headers).toMatchObject({ 'access-token': token });
  });

  test('shows a PNG in four greys, and one with its colours the other way round', async () => {
    const grey = pngOf((x) => Math.floor(x / 200) * 80);
    serve('grey.png', grey, 'IMAGE/PNG; q=1');
    byos.displays = [display('grey.png', { filename: 'grey\u001b[31m.png' })];
    // Control characters of the server do not reach the terminal.
    expect((await device('--once', '--token', 'own')).stdout.toString()).toContain('4 inks\tgrey�[31m.png\tnext');
    expect(greys([0, 0], [200, 0], [400, 0], [600, 0])).toEqual([0, 0x55, 0xaa, 0xff]);
    expect(paths()).not.toContain('/api/setup');
    const isLight = (x: number, y: number) => !corner(x, y);
    const inverted = bmpOf(isLight, (bmp) => bmp.write('ffffff0000000000', 54, 'hex'));
    serve('b.bmp', inverted);
    byos.displays = [display('b.bmp')];
    await device('--once');
    expect(greys([0, 0], [200, 0])).toEqual([0, 255]);
  });

  test('is another model, names the faults of a picture, and says what the server asks for', async () => {
    const ramp = pngOf((x) => x % 256);
    serve('grey.png', ramp, 'image/png');
    const settings = { temperature_profile: 'a', maximum_compatibility: true, image_url_timeout: 30 };
    byos.displays = [display('grey.png', settings)];
    const words = ['--once', '--model', 'seeed_e1001', '--logs', 'logs_array', '--fail-on', 'faults'];
    const { code, stdout, stderr } = await device(...words);
    expect(code).toBe(66);
    expect(stdout.toString()).toContain('and the server asks for the temperature profile a, maximum compatibility\n');
    expect(stderr).toMatch(/^WRONG_DEPTH: The picture has 8 bits a pixel, and seeed_e1001 takes 2/);
    const asked = byos.asked[1]!.headers;
    expect(asked).toMatchObject({ model: 'reterminal_e1001', 'wake-time': '0', 'fw-commit': '74f7b18' });
    expect(asked['battery-charging']).toBeUndefined();
    const { log } = JSON.parse(byos.asked.at(-1)!.body) as { log: { logs_array: readonly { log_message: string }[] } };
    expect(log.logs_array[0]!.log_message).toMatch(/^WRONG_DEPTH/);
    byos.displays = [display('grey.png')];
    // Its screen is larger than the picture.
    const end = new AbortController();
    const sleep = () => {
      end.abort();
      return Promise.resolve();
    };
    await runHasty({ model: trmnlModel('v2')!, signal: end.signal, sleep });
    const large = byos.asked.findLast(({ path }) => path === '/api/display')!.headers;
    expect(large).toMatchObject({ model: 'x', width: '1872', 'battery-charging': '0', 'usb-connected': 'false' });
  });

  test('cuts off what sticks out of the screen', async () => {
    const large = pngOf((x, y) => (x < 800 && y < 480 ? 255 : 0), 900, 500);
    serve('large.png', large, 'Image/PNG ; charset=binary');
    byos.displays = [display('large.png')];
    expect((await device('--once')).code).toBe(0);
    expect(greys([0, 1], [799, 479])).toEqual([255, 255]);
  });

  test('sleeps as long as the server says, fetches no picture twice, and keeps each in a folder', async () => {
    for (const name of ['a', 'b']) serve(name, bmpOf(corner));
    byos.displays = [display('a'), display('a', { refresh_rate: 1 }), display('b')];
    const started = Date.now();
    const { code } = await device('--until', '2', '-o', join(folder.path, 'all'));
    expect([code, readdirSync(join(folder.path, 'all'))]).toEqual([0, ['0001.png', '0002.png']]);
    expect(Date.now() - started).toBeGreaterThan(1900);
    expect(paths().filter((path) => path.startsWith('/pictures'))).toEqual(['/pictures/a', '/pictures/b']);
    expect(byos.asked.at(-2)!.headers).toMatchObject({ 'refresh-rate': '1' });
  });

  test('forgets token and picture when the server resets it, and sleeps from 1 s to a week', async () => {
    serve('a', bmpOf(corner));
    const [never, rarely] = [0, 1e9].map((refresh_rate) => display('a', { refresh_rate }));
    byos.displays = [never!, display('a', { reset_firmware: true }), rarely!, { status: 202 }, display('b')];
    serve('b', bmpOf(corner));
    const sleeps: number[] = [];
    expect(await runHasty({ until: 3, sleep: (ms) => Promise.resolve(sleeps.push(ms)) })).toBe(3);
    expect(sleeps).toEqual([1_000, 5_000, 604_800_000, 5_000]);
    const shown = ['/api/display', '/pictures/a'];
    expect(paths().slice(0, 7)).toEqual(['/api/setup', ...shown, '/api/display', '/api/setup', ...shown]);
  });

  test.each([
    ['a wrong size', bmpOf(corner, (bmp) => bmp.writeUInt32LE(400, 18)), 'image/bmp', '800 for width but received 400'],
    ['colours', bmpOf(corner, (bmp) => bmp.write('ff', 54, 'hex')), 'image/bmp', 'in black and white'],
    ['a missing end', bmpOf(corner).subarray(0, 40_000), 'image/bmp', 'received less'],
    ['a head alone', bmpOf(corner).subarray(0, 20), 'image/bmp', 'received a part of one'],
    ['too many bytes', Buffer.alloc(90_001, 'B'), 'image/bmp', 'at most 90000 bytes'],
    ['another type', Buffer.from('x'), 'image/jpeg', 'but received image/jpeg'],
    ['a small PNG', pngOf(() => 0, 400, 300), 'image/png', 'Expected a PNG of 800×480 pixels but received 400×300'],
    ['a broken PNG', pngOf((x, y) => (x * y) % 251).subarray(0, 5000), 'image/png', 'for picture but received'],
  ])('refuses a picture with %s, and reports it to the server', async (_, bytes, type, message) => {
    serve('a', bytes, type);
    byos.displays = [display('a')];
    expect(await failure()).toMatch(/, 15 s$/);
    const log = byos.asked.find(({ path }) => path === '/api/log')!;
    const { logs } = JSON.parse(log.body) as { logs: readonly Record<string, unknown>[] };
    expect(logs).toEqual([expect.objectContaining({ id: 1, level: 'error', firmware_version: '1.8.14' })]);
    expect(String(logs[0]!.message)).toContain(message);
  });

  test.each([
    ['no answer', [503], 'Expected 200 or 429 from http'],
    ['another status', [{ status: 404 }], 'Expected status 0 from /api/display but received 404'],
    ['no picture', [{ status: 0, refresh_rate: 1 }], 'Expected an image_url'],
    ['a picture elsewhere', [{ status: 0, image_url: 'file:///x', filename: 'x' }], 'Expected an address with http'],
    ['a token that is refused', [{ status: 500 }], 'refuses the token'],
  ] as const)('fails with %s', async (_, displays, message) => {
    byos.displays = [...displays];
    expect(await failure('own')).toContain(message);
  });

  test('waits longer after each failure in a row, and as before after a success', async () => {
    serve('a', bmpOf(corner));
    byos.displays = [503, 503, display('a'), 503];
    const waits = (await failures('own', 3)).map((said) => said.split(', ').at(-1));
    expect(waits).toEqual(['15 s', '30 s', '15 s']);
  });

  test('keeps its token from a server whose address only begins like its own', async () => {
    serve('a', bmpOf(corner));
    await fetched(identity(`${byos.url}/pic`), `${byos.url}/pictures/a`);
    expect(idsAndTokens()).toEqual([[undefined, undefined]]);
  });

  test('is not sent to a server that the device’s own one leads to, as a store of pictures', async () => {
    serve('1.bmp', bmpOf(corner));
    const last = '/pictures/1.bmp';
    const server = await startLeading(302, (path) => (path === last ? byos.url + last : last));
    const { bytes } = await fetched(identity(server), `${server}/first`);
    expect([bytes.equals(bmpOf(corner)), idsAndTokens()]).toEqual([true, [[undefined, undefined]]]);
    const circle = await startLeading(302, () => '/');
    await expect(fetched(identity(server), circle)).rejects.toThrow('Expected 200 from');
  });

  test('leaves its token with its own server, whatever request that leads elsewhere', async () => {
    const own = identity(await startLeading(307, (path) => byos.url + path));
    await expect(setUp(own, signal)).rejects.toThrow('Expected 200 from');
    const asked = requestDisplay(own, 'secret', { refreshRate: 1, wakeTimeMs: 1 }, signal);
    await expect(asked).rejects.toThrow('Expected 200 or 429 from');
    await expect(sendLog(own, 'secret', {}, signal)).rejects.toThrow('Expected 200 or 204 from');
    expect(byos.asked).toEqual([]);
  });

  test('ends in time while the server never answers, also when memory is collected meanwhile', async () => {
    const silent = createServer(() => undefined);
    setFlagsFromString('--expose-gc');
    const collecting = setInterval(runInNewContext('gc') as () => void, 100);
    const lost = new AbortController();
    const losing = setTimeout(() => {
      lost.abort();
    }, 8_000);
    const server = `http://127.0.0.1:${await listening(silent)}`;
    const words = ['panel', 'trmnl', '--server', server, '--timeout', '1', '-o', file()];
    const { code, stderr } = await runHere(words, { interruption: lost.signal });
    clearInterval(collecting);
    clearTimeout(losing);
    silent.close();
    expect([code, stderr]).toEqual([1, `Expected 1 picture from ${server} within 1 s but received 0\n`]);
  }, 20_000);

  test('ends with exit code 1 if it has not seen enough in time', async () => {
    byos.setup = { status: 404, message: 'MAC \u001b[31m\u009b31m' };
    const { code, stderr } = await device('--once', '--timeout', '1');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The server does not know 02:45:53:4C:00:01: [^\p{Cc}]+�31m[^\p{Cc}]+ The next try is in 15 s\nExpected 1 picture from http:\S+ within 1 s but received 0\n$/u,
    );
    expect(existsSync(file())).toBe(false);
  });

  test('says that no server is there', async () => {
    const gone = await startByos();
    await gone.close();
    const { stderr } = await runHere(['panel', 'trmnl', '-s', gone.url, '--timeout', '1', '-o', file()]);
    expect(stderr).toMatch(/did not answer: ECONNREFUSED/);
  });

  test('is a command of the bundled program, too', async () => {
    serve('a.bmp', bmpOf(corner));
    byos.displays = [display('a.bmp')];
    const { code, stderr } = await run(['panel', 'trmnl', '--server', `${byos.url}/`, '--once', '-o', file()]);
    expect([code, stderr, greys([0, 0])]).toEqual([0, '', [0]]);
  });

  test.each([
    [['--server', 'ftp://x'], 'Expected an address with http'],
    [['--server', 'http://x', '--id', '1'], 'Expected a MAC'],
    [['--server', 'http://x', '--until', '0'], 'Expected a whole number'],
    [['--server', 'http://x', '--model', 'og_pluss'], 'Expected one of og_plus'],
    [['--server', 'http://x', '--logs', 'x'], 'Allowed choices are logs, logs_array'],
    [['--server', 'http://x', '--until', '2', '--once'], 'cannot be used with'],
    [[], "required option '-s, --server <url>'"],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await runHere(['panel', 'trmnl', ...words]);
    expect([code, stderr]).toEqual([64, expect.stringContaining(message)]);
  });
});

test('a picture may have all bytes that the device holds, and come after five redirects', async () => {
  const model = { ...trmnlModel('og_plus')!, maxBytes: 500 };
  const server = createServer(({ url }, response) => {
    const [, left, bytes] = url!.split('/').map(Number) as [number, number, number];
    if (left > 0) response.writeHead(302, { Location: `/${left - 1}/${bytes}` }).end();
    else response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.alloc(bytes));
  });
  const url = `http://127.0.0.1:${await listening(server)}`;
  const length = (redirects: number, bytes: number) =>
    fetched({ ...identity(url), model }, `${url}/${redirects}/${bytes}`).then(
      (picture) => picture.bytes.length,
      (error: unknown) => (error as Error).message.replace(/ from .* but/, ', but'),
    );
  const lengths = await Promise.all([length(0, 499), length(0, 500), length(0, 501), length(5, 500), length(6, 1)]);
  const [many, late] = ['Expected at most 500 bytes, but received more', 'Expected 200, but received 302'];
  expect(lengths).toEqual([499, 500, many, 500, late]);
  server.close().closeAllConnections();
});

test('a server can have the device wait for a picture for 65.5 s at most, and for 15 s if it does not say', async () => {
  byos.displays = [0, 1, 65, 66, 'x', -1].map((image_url_timeout) => display('a.bmp', { image_url_timeout }));
  const waits: number[] = [];
  for (let i = 0; i < 6; i++)
    waits.push((await requestDisplay(identity(), token, { refreshRate: 1, wakeTimeMs: 1 }, signal)).imageTimeoutMs);
  expect(waits).toEqual([15_000, 1000, 65_000, 65_535, 15_000, 15_000]);
});

test('a device says how long it was awake, and when it reports in whole seconds', async () => {
  for (const name of ['a.bmp', 'b.bmp']) serve(name, bmpOf(corner));
  byos.displays = [display('a.bmp'), 500, display('b.bmp')];
  let ms = 1_700_000_000_500;
  // Each look at the clock comes 10 ms after the last one.
  await runHasty({ token, until: 2, clock: () => new Date((ms += 10)) });
  const displays = byos.asked.filter(({ path }) => path === '/api/display');
  expect(displays.map(({ headers }) => Number(headers['wake-time']) > 0)).toEqual([false, true, true]);
  const { body } = byos.asked.find(({ path }) => path === '/api/log')!;
  expect((JSON.parse(body) as { logs: readonly object[] }).logs).toMatchObject([{ created_at: 1_700_000_000 }]);
});

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type PanelEvent, unpack } from '../../renderer/index.js';
import { hostLimits } from '../../server/panel/host.js';
import { expectEnd, runHere } from '../support/cli.js';
import { connectHost, eventsOf, startListening } from '../support/controller/listening.js';
import { eventually } from '../support/page.js';
import { temporaryFolder } from '../support/server.js';
import { useServer } from '../support/use-server.js';

const folder = temporaryFolder();
const server = useServer();
const device = 'gooddisplay-gdey0213b74';
const window = eventsOf('c11 d03 c44 d000f c45 d0000f900');
const black = [...window, ...eventsOf(`c24 d${'00'.repeat(4000)} c22 df7 c20`)];

describe('a panel that listens', () => {
  test('answers its host, and takes one at a time', async () => {
    const listening = await startListening(device, folder.at('one.sock'));
    const listeners = listening.listeners();
    const host = await connectHost(listening.path);
    host.send(...black, ['level']);
    expect(await host.answer()).toEqual({ busy: 1, level: 1 });
    host.send(['busy'], ['c', 0x2f], ['read', 1]);
    expect([await host.answer(), await host.answer()]).toEqual([{ busy: 0, level: 0 }, { read: '01' }]);
    const other = await connectHost(listening.path);
    expect(await other.answer()).toEqual({ error: 'Expected one host a panel but another one is connected' });
    host.socket.end();
    await eventually(() => listening.ends.length, 1);
    expect([listening.refreshes.length, listening.ends[0]]).toEqual([1, []]);
    // The next host has a panel that was just switched on.
    const next = await connectHost(listening.path);
    next.send(['level']);
    expect(await next.answer()).toEqual({ busy: 0, level: 0 });
    next.socket.end();
    await eventually(() => listening.listeners(), listeners);
    await listening.stop();
  });

  test('keeps the last picture of a host that stops in the middle, and reports it', async () => {
    const listening = await startListening(device, folder.at('two.sock'));
    const host = await connectHost(listening.path);
    host.send(...black, ['busy'], ['c', 0x24], ['d', 'ff'.repeat(100)]);
    await host.answer();
    host.socket.destroy();
    await eventually(() => listening.ends.length, 1);
    expect(listening.ends[0]!.map(({ code, grade }) => [code, grade])).toEqual([['host-stopped', 'warning']]);
    expect(new Set(unpack(listening.refreshes.at(-1)!.picture))).toEqual(new Set([1]));
    await listening.stop();
  });

  test('takes a last line without its end, and reports half of one', async () => {
    const listening = await startListening(device, folder.at('last.sock'));
    const end = async (text: string) => {
      const host = await connectHost(listening.path);
      host.send(...black);
      host.socket.end(text);
      const ends = listening.ends.length;
      await eventually(() => listening.ends.length, ends + 1);
      return listening.ends.at(-1)!.map(({ code }) => code);
    };
    expect(await end('["busy"]')).toEqual([]);
    expect(await end('["bu')).toEqual(['host-stopped']);
    expect(listening.refreshes.length).toBe(2);
    await listening.stop();
  });

  test('refuses lines without an end, and what is no event, and bounds the rate of refreshes', async () => {
    const listening = await startListening(device, folder.at('three.sock'));
    const flood = await connectHost(listening.path);
    flood.socket.write('x'.repeat(hostLimits.line + 70_000));
    expect(await flood.answer()).toEqual({ error: expect.stringContaining('Expected a line of at most') });
    await once(flood.socket, 'close');
    const wrong = await connectHost(listening.path);
    wrong.socket.write('["c",300]\n');
    expect(await wrong.answer()).toEqual({ error: expect.stringContaining('Expected a byte for c') });
    await once(wrong.socket, 'close');
    const stopped = [['host-stopped', 'error']];
    expect(listening.ends.map((end) => end.map(({ code, grade }) => [code, grade]))).toEqual([stopped, stopped]);
    const fast = await connectHost(listening.path);
    const started = Date.now();
    for (let i = 0; i <= hostLimits.refreshes; i++) fast.send(['c', 0x20]);
    fast.send(['level']);
    await fast.answer();
    expect(Date.now() - started).toBeGreaterThan(900);
    fast.socket.end();
    await listening.stop();
  });

  test('is live on a label of a server, in the studio’s Shelf', async () => {
    const { url } = server;
    const interruption = new AbortController();
    const path = folder.at('label.sock');
    const args = ['panel', 'listen', '-d', device, '--socket', path, '--label', 'Desk', '--server', url, '--once'];
    const ran = runHere([...args, '--pictures', folder.at('shown')], { interruption: interruption.signal });
    const host = await eventuallyConnected(path);
    host.send(...black, ['busy']);
    await host.answer();
    await eventually(async () => (await fetch(`${url}/api/esl/labels/Desk/image.png`)).status, 200);
    await eventually(async () => (await fetch(`${url}/api/esl/labels/Desk/revisions/1/image.png`)).status, 200);
    const image = await fetch(`${url}/api/esl/labels/Desk/image.png`);
    const { decodePng } = await import('../../renderer/index.js');
    expect(new Set(unpack(decodePng(new Uint8Array(await image.arrayBuffer()))))).toEqual(new Set([1]));
    host.socket.end();
    const { code, stdout } = await ran;
    expect([code, stdout.toString()]).toEqual([0, `Listening on ${path}\nrefresh 1\tfull\t1.617 s\n`]);
  });

  test('takes the place of a panel that was killed, but not of one that listens, nor of a file', async () => {
    const path = folder.at('killed.sock');
    const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', script]);
    expect(statSync(path).isSocket()).toBe(true);
    const listening = await startListening(device, path);
    await expectEnd(['panel', 'listen', '-d', device, '--socket', path], 1, 'EADDRINUSE');
    const host = await connectHost(path);
    host.send(['level']);
    expect(await host.answer()).toEqual({ busy: 0, level: 0 });
    // The look of the other one was no host, which would end a panel with --once.
    expect(listening.ends.length).toBe(0);
    host.socket.end();
    await listening.stop();
    writeFileSync(path, 'mine');
    expect(await runHere(['panel', 'listen', '-d', device, '--socket', path])).toMatchObject({ code: 1 });
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });

  test('needs an address, and takes one of this machine unless told otherwise', async () => {
    const listen = ['panel', 'listen', '-d', device];
    await expectEnd(listen, 64, '');
    await expectEnd([...listen, '--socket', folder.at('x'.repeat(120))], 64, 'Expected at most 10');
    const odd = ['--tcp', '0', '--label', 'no id', '--server', 'http://localhost:1'];
    const said = /^error: Expected the id of a label for --label but received "no id"\n$/;
    await expectEnd([...listen, ...odd], 64, said);
    const end = new AbortController();
    const ran = runHere([...listen, '--tcp', '0'], { interruption: end.signal });
    setTimeout(() => {
      end.abort();
    }, 300);
    expect((await ran).stdout.toString()).toMatch(/^Listening on 127\.0\.0\.1:\d+\n$/);
  });
});

describe('what CI sees of `esl-sim panel listen`', () => {
  type Events = readonly PanelEvent[];
  const draw = (byte: string, mode: string) => eventsOf(`c24 d${byte.repeat(4000)} c22 d${mode} c20 busy`);
  const old = eventsOf(`c26 d${'00'.repeat(4000)}`);
  const stale = [...window, ...draw('ff', 'f7'), ...old, ...draw('00', 'ff')];
  const polls = new Array<['level']>(600).fill(['level']);
  const rows: readonly (readonly [title: string, args: string, events: Events | null, code: number, said: RegExp])[] = [
    ['no host', '--once --timeout 1', null, 1, /Expected a refresh but received none/],
    ['no host, without --once', '--timeout 1', null, 1, /Expected a refresh but received none/],
    ['a host without a refresh', '--once', [['level']], 1, /Expected a refresh but received none/],
    ['a refresh', '--once', [...black, ['busy']], 0, /^$/],
    ['a host that stays after a refresh', '--timeout 1', [...black, ['busy']], 1, /to disconnect within 1 s/],
    ['a host at the wrong level of BUSY', '--once --timeout 1', [...polls], 1, /to disconnect within 1 s/],
    ['an error', '--once', [...black, ['wait_us', 1], ['c', 0x24]], 66, /^$/],
    ['ghosts', '--once', stale, 0, /^$/],
    ['ghosts', '--once --fail-on ghosts', stale, 66, /^$/],
    ['ghosts', '--once --fail-on warning', stale, 66, /^$/],
    ['a note', '--once --fail-on note', [...black, ['busy'], ['c', 0xd2]], 66, /^$/],
    ['a code', '--once --fail-on no-such-command', [...black, ['busy'], ['c', 0xd2]], 66, /^$/],
    ['another code', '--once --fail-on ghosts', [...black, ['busy'], ['c', 0xd2]], 0, /^$/],
    ['a word', '--once --fail-on all', null, 64, /--fail-on.*Expected error, warning, note, ghosts or the code/s],
  ];
  test.each(rows.map((row, i) => [`${i}: ${row[0]} with ${row[1]}`, i, row] as const))('%s', async (title, i, row) => {
    const [, args, events, code, said] = row;
    const [path, shown] = [folder.at(`ci-${i}.sock`), folder.at(`ci-shown-${i}`)];
    const ran = runHere(['panel', 'listen', '-d', device, '--socket', path, '--pictures', shown, ...args.split(' ')]);
    if (events) {
      const host = await eventuallyConnected(path);
      host.send(...events, ['level']);
      await host.answer();
      if (!said.source.includes('disconnect')) host.socket.end();
    }
    const { code: ended, stderr, stdout } = await ran;
    expect([ended, stderr]).toEqual([code, expect.stringMatching(said)]);
    if (title.includes('ghosts with')) {
      expect(stdout.toString()).toContain('(with ghosts)');
      expect(existsSync(`${shown}/ghost-2.png`)).toBe(true);
    }
    if (title.includes('wrong level')) expect(stdout.toString()).toContain('busy-level-wrong');
  });

  test('a picture that can’t be written is a failure', async () => {
    const [path, shown] = [folder.at('full.sock'), folder.at('full')];
    mkdirSync(`${shown}/refresh-2.png`, { recursive: true });
    const ran = runHere(['panel', 'listen', '-d', device, '--socket', path, '--pictures', shown, '--once']);
    const host = await eventuallyConnected(path);
    host.socket.on('error', () => undefined);
    host.send(...black, ['busy'], ['c', 0x20], ['busy']);
    expect(await ran).toMatchObject({ code: 1, stderr: expect.stringContaining('refresh-2.png') as unknown });
  });

  test('a label that could not be updated is a failure', async () => {
    const path = folder.at('dead.sock');
    const at = ['--label', 'desk', '--server', 'http://127.0.0.1:1'];
    const ran = runHere(['panel', 'listen', '-d', device, '--socket', path, '--once', ...at]);
    const host = await eventuallyConnected(path);
    host.send(...black, ['busy']);
    await host.answer();
    host.socket.end();
    const stderr = expect.stringMatching(/got no answer.*\nExpected each picture on the label desk/) as unknown;
    expect(await ran).toMatchObject({ code: 1, stderr });
  });
});

async function eventuallyConnected(path: string): ReturnType<typeof connectHost> {
  for (let i = 0; ; i++) {
    const host = await connectHost(path).catch((error: unknown) => {
      if (i > 100) throw error;
    });
    if (host) return host;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

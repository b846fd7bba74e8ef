import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { unpack } from '../../renderer/index.js';
import { hostLimits } from '../../server/panel/host.js';
import { runHere } from '../support/cli.js';
import { connectHost, startListening } from '../support/controller/listening.js';
import { eventually } from '../support/page.js';
import { useFolder, useServer } from '../support/use-server.js';

const folder = useFolder();
const server = useServer();
const device = 'gooddisplay-gdey0213b74';
const window = [
  ['c', 0x11],
  ['d', '03'],
  ['c', 0x44],
  ['d', '000f'],
  ['c', 0x45],
  ['d', '0000f900'],
] as const;
const black = [...window, ['c', 0x24], ['d', '00'.repeat(4000)], ['c', 0x22], ['d', 'f7'], ['c', 0x20]] as const;

describe('a panel that listens', () => {
  test('answers its host, and takes one at a time', async () => {
    const listening = await startListening(device, folder.at('one.sock'));
    const host = await connectHost(listening.path);
    host.send(...black, ['level']);
    expect(await host.answer()).toEqual({ busy: 1, level: 1 });
    host.send(['busy'], ['c', 0x2f], ['read', 1]);
    expect([await host.answer(), await host.answer()]).toEqual([{ busy: 0, level: 0 }, { read: '01' }]);
    const other = await connectHost(listening.path);
    expect(await other.answer()).toEqual({ error: 'Expected one host a panel but another one is connected' });
    host.socket.end();
    await eventually(() => Promise.resolve(listening.ends.length), 1);
    expect([listening.refreshes.length, listening.ends[0]]).toEqual([1, []]);
    // The next host has a panel that was just switched on.
    const next = await connectHost(listening.path);
    next.send(['level']);
    expect(await next.answer()).toEqual({ busy: 0, level: 0 });
    next.socket.end();
    await listening.stop();
  });

  test('keeps the last picture of a host that stops in the middle, and reports it', async () => {
    const listening = await startListening(device, folder.at('two.sock'));
    const host = await connectHost(listening.path);
    host.send(...black, ['busy'], ['c', 0x24], ['d', 'ff'.repeat(100)]);
    await host.answer();
    host.socket.destroy();
    await eventually(() => Promise.resolve(listening.ends.length), 1);
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
      await eventually(() => Promise.resolve(listening.ends.length), ends + 1);
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
    const other = await runHere(['panel', 'listen', '-d', device, '--socket', path]);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('EADDRINUSE')]);
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
    expect(await runHere(['panel', 'listen', '-d', device])).toMatchObject({ code: 64 });
    const long = ['--socket', folder.at('x'.repeat(120))];
    expect(await runHere(['panel', 'listen', '-d', device, ...long])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('Expected at most 10') as unknown,
    });
    const odd = ['--tcp', '0', '--label', 'no id', '--server', 'http://localhost:1'];
    expect(await runHere(['panel', 'listen', '-d', device, ...odd])).toMatchObject({
      code: 64,
      stderr: 'error: Expected the id of a label for --label but received "no id"\n',
    });
    const end = new AbortController();
    const ran = runHere(['panel', 'listen', '-d', device, '--tcp', '0'], { interruption: end.signal });
    setTimeout(() => {
      end.abort();
    }, 300);
    expect((await ran).stdout.toString()).toMatch(/^Listening on 127\.0\.0\.1:\d+\n$/);
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

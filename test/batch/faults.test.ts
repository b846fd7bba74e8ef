import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { runHere } from '../support/cli.js';
import { batch, csvOf, filesOf, panel, startBatch } from '../support/batch.js';
import { temporaryFolder } from '../support/server.js';

const { path: folder, at } = temporaryFolder();
const rows = 450;
const csv = at('rows.csv');
writeFileSync(csv, csvOf(rows).replace('Label number 7,7.50', 'Label number 7,7,50'));
const args = [csv, '--device', panel, '--date', '2026-11-20', '--jobs', '1'];

describe('a wrong usage is said in one line', () => {
  const out = ['--out', at('none')];
  test.each([
    [['--device', 'solum-m2', ...out], 'Expected one of `esl-sim devices` for --device but received "solum-m2"'],
    [['--device', `${panel},${panel}`, ...out], 'Expected each panel once for --device'],
    [['--device', panel, '--layout', 'standrad', ...out], 'received "standrad" (did you mean "standard"?)'],
    [['--device', panel], 'Expected --out or --tar but received neither'],
    [['--device', panel, ...out, '--tar', '-'], 'Expected --out or --tar but received both'],
    [['--device', panel, '--tar', at('x.tar'), '--resume'], 'Expected --out with --resume'],
    [['--device', panel, ...out, '--file-name', '{skk}'], 'received "{skk}" (did you mean "sku"?)'],
    [['--device', panel, ...out, '--map', 'x=prise'], 'received "prise" (did you mean "price"?)'],
    [out, 'Expected --device, or a column device'],
  ])('%j', async (options, message) => {
    const { code, stdout, stderr } = await runHere(['batch', csv, ...options]);
    expect([code, stdout.length, stderr.split('\n').length]).toEqual([64, 0, 2]);
    expect(stderr).toContain(message);
    expect(existsSync(at('none'))).toBe(false);
  });
});

describe('errors of the machine are reported in one line', () => {
  // A limit of the system simulates a full disk, which needs root: a write beyond it is partial.
  test.each([
    ['a manifest', 48, 100],
    ['an image', 1, 0],
  ])(
    'a disk without room for %s: what is there is whole, and the batch goes on when there is room',
    async (...limit) => {
      const [name, kilobytes, least] = limit;
      const out = at(`no room for ${name}`);
      const full = await batch([...args, '--out', out], { kilobytes });
      expect([full.code, full.stderr]).toEqual([1, expect.stringMatching(/^Expected to write .*EFBIG.*\n$/)]);
      const written = filesOf(out);
      expect(written.get('manifest.ndjson')).toMatch(/^(\{.*\}\n)*$/);
      const whole = await expected();
      const images = [...written].filter(([file]) => file.endsWith('.png'));
      for (const [file, bytes] of images) expect(bytes).toBe(whole.get(file));
      expect(images.length).toBeGreaterThanOrEqual(least);
      expect((await batch([...args, '--out', out, '--resume'])).code).toBe(65);
      expect(filesOf(out)).toEqual(whole);
    },
  );

  test('a reader that goes away: that ends quietly', async () => {
    const child = startBatch([...args, '--tar', '-']);
    let stderr = '';
    child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    await once(child.stdout!, 'data');
    child.stdout!.destroy();
    expect([await once(child, 'close'), stderr]).toEqual([[1, null], '']);
  });
});

test.each([
  ['can’t start', "throw new Error('no thread today');", /^Error: no thread today/],
  // As on Node 26: a block is done when its worker is terminated.
  [
    'sends an unexpected message',
    `const { MessagePort } = require('node:worker_threads');
     const { postMessage } = MessagePort.prototype;
     MessagePort.prototype.postMessage = function (message, ...more) {
       if (message?.taskId !== undefined) postMessage.call(this, { taskId: -1, result: null, error: null });
       postMessage.call(this, message, ...more);
     };`,
    /^Error: Unexpected message from Worker/,
  ],
])('a worker that %s ends the batch, and nothing is left of its archive', async (_, code, reason) => {
  const preload = at('preload.cjs');
  writeFileSync(preload, `if (!require('node:worker_threads').isMainThread) { ${code} }`);
  const ended = await batch([...args, '--tar', at('never.tar')], { env: { NODE_OPTIONS: `--require ${preload}` } });
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringMatching(reason)]);
  expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([]);
});

describe('a batch that is interrupted', () => {
  test.each([[['SIGTERM', 'SIGINT'] as const], [['SIGKILL'] as const]])(
    'by %j, one after the other, comes to the same folder with --resume',
    async (signals) => {
      const out = at(signals[0]);
      for (const [again, signal] of signals.entries()) {
        // Signals early, as a batch ends with the rows that are under way; SIGKILL late, as their manifest may be missing.
        const images = signal === 'SIGKILL' ? 250 : imagesIn(out) + 50;
        const child = startBatch([...args, '--out', out, ...(again ? ['--resume'] : [])]);
        let stderr = '';
        child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
        const closed = once(child, 'close');
        while (child.exitCode === null && imagesIn(out) < images)
          await new Promise((resolve) => setTimeout(resolve, 2));
        child.kill(signal);
        expect([await closed, stderr]).toEqual(
          signal === 'SIGKILL' ? [[null, signal], ''] : [[1, null], 'Interrupted: go on with --resume\n'],
        );
        const whole = await expected();
        for (const [name, bytes] of filesOf(out))
          if (!name.startsWith('.esl-batch') && name.endsWith('.png')) expect(bytes).toBe(whole.get(name));
      }
      const { code, stderr } = await batch([...args, '--out', out, '--resume']);
      expect([code, stderr]).toEqual([65, expect.stringMatching(/from the interrupted run [1-9]\d+, failed 1 in/)]);
      expect(stderr).toContain('line 9: Expected 4 columns for the row but received 5\n');
      expect(filesOf(out)).toEqual(await expected());
    },
  );

  test('leaves nothing of an archive', async () => {
    let ended: unknown;
    // A busy machine may cut one, which leaves nothing either; not each of three.
    for (let i = 0; i < 3 && JSON.stringify(ended) !== '[1,null]'; i++) {
      const child = startBatch([...args, '--tar', at('stopped.tar')]);
      while (!existsSync(at('stopped.tar.part'))) await new Promise((resolve) => setTimeout(resolve, 2));
      child.kill('SIGTERM');
      ended = await once(child, 'close');
      expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
    }
    expect(ended).toEqual([1, null]);
  });
});

let whole: Promise<Map<string, string>> | undefined;
function expected(): Promise<Map<string, string>> {
  return (whole ??= batch([...args, '--out', at('whole')]).then(() => filesOf(at('whole'))));
}

function imagesIn(out: string): number {
  return existsSync(out) ? readdirSync(out).filter((name) => name.endsWith('.png')).length : 0;
}

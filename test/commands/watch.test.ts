import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { decodePng, pixelHash } from '../../renderer/index.js';
import { onFileChanges } from '../../server/files/file-changes.js';
import { entriesOf } from '../support/batch.js';
import { expectEnd, runHere } from '../support/cli.js';
import { plainDocument } from '../support/layouts/plain.js';
import { endAfterwards, temporaryFolder } from '../support/server.js';

const { at } = temporaryFolder();
const panel = 'solum-m2-2.9-bwr';

/** Writes like vim: renames a new file. */
function save(name: string, text: string): void {
  writeFileSync(at(`.${name}.swp`), text);
  renameSync(at(`.${name}.swp`), at(name));
}

function overwrite(name: string, text: string): void {
  writeFileSync(at(name), text);
}

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const interruption = new AbortController();
  endAfterwards(() => {
    interruption.abort();
  });
  let said = '';
  const ended = runHere(args, { env, interruption: interruption.signal, onError: (text) => (said += text) });
  return {
    /** The next output, after a line with `part`. */
    async says(part: string): Promise<string> {
      for (let i = 0; !said.includes(part); i++) {
        if (i === 400) throw new Error(`Expected "${part}" but received "${said}"`);
        await wait(25);
      }
      const all = said;
      said = '';
      return all.replace(/ in [0-9.]+ s \([0-9]+\/s\)/g, '');
    },
    async interrupt() {
      interruption.abort();
      return (await ended).code;
    },
  };
}

test('changes of files are reported once writing stops, also those during the work, and of folders those of JSON', async () => {
  mkdirSync(at('own'));
  writeFileSync(at('a'), '1');
  const stop = new AbortController();
  const seen: string[] = [];
  /** What is written at each change; null: the file is removed; none: the end. */
  const steps = [['a', '2'], ['a', '3', save], ['own/x.json', '{}'], ['a', null], []] as const;
  // oxlint-disable-next-line typescript/require-await -- it may be slow
  await onFileChanges([at('a'), at('own')], stop.signal, async () => {
    seen.push(`step ${seen.length}`);
    writeFileSync(at('own/x.txt'), String(seen.length));
    const [name, text, write = overwrite] = steps[seen.length - 1]!;
    if (name === undefined) stop.abort();
    else if (text === null) rmSync(at(name));
    else write(name, text);
  });
  expect(seen).toHaveLength(steps.length);
});

describe('batch --watch', () => {
  const head = 'product_name,price,unit,sku\n';
  const args = ['batch', at('rows.csv'), '-d', panel, '-o', at('out'), '--file-name', '{sku}', '--watch'];
  const manifest = () => entriesOf(readFileSync(at('out/manifest.ndjson'), 'utf8'));

  test('draws rows that changed, says what is wrong and goes on, and ends well when it is interrupted', async () => {
    save('rows.csv', `${head}A,1.00,1 L,a\nB,2.00,1 L,b\nC,x,1 L,c\nD,4.00,1 L,b\n`);
    const watching = start(args);
    expect(await watching.says('Rendered')).toContain('Rendered 2, failed 2');
    const [first] = manifest();
    // The row is not drawn again.
    writeFileSync(at('out/a.png'), 'mine');
    save('rows.csv', `${head}New,9.00,1 L,n\nA,1.00,1 L,a\nB,2.50,1 L,b\nC,x,1 L,c\n`);
    expect(await watching.says('Rendered')).toBe(
      'line 5: Expected an amount such as "3.50" for price but received "x"\n' + 'Rendered 2, unchanged 1, failed 1\n',
    );
    expect(readFileSync(at('out/a.png'), 'utf8')).toBe('mine');
    expect(manifest().map(({ line, file }) => [line, file])).toEqual([
      [2, 'n.png'],
      [3, 'a.png'],
      [4, 'b.png'],
      [5, undefined],
    ]);
    expect(manifest()[1]).toEqual({ ...first, line: 3 });
    for (const { file, sha256 } of [manifest()[0]!, manifest()[2]!])
      expect(pixelHash(decodePng(readFileSync(at(`out/${file!}`))))).toBe(sha256);
    save('rows.csv', 'product_nme,price,unit\n');
    expect(await watching.says('Say what')).toContain('(did you mean "product_name"?)');
    // A deleted image is drawn again.
    rmSync(at('out/n.png'));
    save('rows.csv', `${head}New,9.00,1 L,n\nA,1.00,1 L,a\n`);
    expect(await watching.says('Rendered')).toBe('Rendered 1, unchanged 1, failed 0\n');
    expect(await watching.interrupt()).toBe(0);
  });

  test('draws all rows when the layout changes, and those whose line did where names have it', async () => {
    save('own.json', JSON.stringify(plainDocument));
    const noted = head.replace('unit', 'Unit');
    save('rows.csv', `${noted}A,1.00,1 L,a\nB,2.00,1 L,b\n`);
    const lined = ['batch', at('rows.csv'), '-d', panel, '-l', at('own.json'), '-o', at('lined'), '--watch'];
    const watching = start(lined);
    expect(await watching.says('Rendered')).toMatch(/^note: Columns are read .*\nRendered 2, failed 0\n$/);
    // An equal note is not repeated.
    save('rows.csv', `${noted}N,7.00,1 L,n\nA,1.00,1 L,a\n`);
    expect(await watching.says('Rendered')).toBe('Rendered 2, failed 0\n');
    save('own.json', '{');
    expect(await watching.says('own.json')).toContain('Expected JSON for the file');
    save('own.json', JSON.stringify({ ...plainDocument, root: { type: 'box', children: [{ type: 'price' }] } }));
    expect(await watching.says('Rendered')).toBe('Rendered 2, failed 0\n');
    expect(await watching.interrupt()).toBe(0);
  });
});

describe('render --watch', () => {
  beforeEach(() => {
    save('label.json', JSON.stringify({ product_name: 'Milk', price: '1.00', unit: '1 L', device: panel }));
  });

  test('draws again when the content or an own panel changes', async () => {
    for (const name of ['devices', 'layouts']) mkdirSync(at(name));
    const own = loadDevices().get(panel)!;
    const write = (fields: object) => {
      writeFileSync(at('devices/mine.json'), JSON.stringify({ ...own, id: undefined, ...fields }));
    };
    write({});
    const watching = start(['render', '-d', 'mine', '-c', at('label.json'), '-o', at('milk.png'), '--watch'], {
      DEVICES_DIR: at('devices'),
      LAYOUTS_DIR: at('layouts'),
    });
    await watching.says(`Drew ${at('milk.png')}\n`);
    const before = readFileSync(at('milk.png'));
    save('label.json', JSON.stringify({ product_name: 'Milk', price: '1,00', unit: '1 L', device: panel }));
    expect(await watching.says('price')).toContain('Expected digits, a dot and two digits');
    save('label.json', JSON.stringify({ product_name: 'Milk', price: '2.00', unit: '1 L', device: panel }));
    await watching.says('Drew');
    expect(readFileSync(at('milk.png')).equals(before)).toBe(false);
    write({ height: 'high' });
    expect(await watching.says('mine.json')).toContain('mine.json: Expected');
    expect(await watching.interrupt()).toBe(0);
  });

  test.each([
    [['-c', '-', '-o', 'x.png'], 'Expected a file for --content beside --watch but received -'],
    [['-c', at('label.json')], 'Expected a file for --out beside --watch but received none'],
    [['-c', at('label.json'), '-o', 'x.png', '-l', 'no-layout'], 'Expected one of `esl-sim layouts` for --layout'],
    [['-o', 'x.png'], 'Expected a value for --name'],
  ])('does not begin with %j', async (options, message) => {
    await expectEnd(['render', '-d', panel, ...options, '--watch'], 64, message);
  });

  test.each([
    [['-', '--input-format', 'csv', '-o', at('none')], 'Expected a file and --out beside --watch but received -'],
    [[at('rows.csv'), '--tar', at('none')], 'Expected a file and --out beside --watch but received --tar'],
    [[at('rows.csv'), '-o', at('none'), '--resume'], "option '--resume' cannot be used with option '--watch'"],
    [[at('rows.csv'), '-o', at('none'), '-l', 'no-layout'], 'Expected one of `esl-sim layouts` for --layout'],
  ])('nor does batch with %j', async (options, message) => {
    await expectEnd(['batch', ...options, '-d', panel, '--watch'], 64, message);
  });
});

import { describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { renderer } from '../support/rulers/renderers.js';
import { loadDevices } from '../../devices/index.js';
import { compose, decodePng, defaultBinding, encodePng, loadLayouts } from '../../renderer/index.js';
import { pixelHash, type Update, withoutMetadata } from '../../renderer/index.js';
import { cli, expectEnd, run, runHere } from '../support/cli.js';
import { milk, temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
const { at } = folder;

const device = loadDevices().get('solum-m2-2.9-bwr')!;
const layout = loadLayouts().get('standard')!;
/** From files. */
const [profile, document] = [device, layout].map((known) => ({ ...known, id: undefined }));
const typed = ['-d', device.id, '--name', milk.product_name, '--price', milk.price, '--unit', milk.unit];

function drawn(update: Update = milk, date = '2026-11-20', more: Partial<typeof defaultBinding> = {}) {
  const content = compose(update, { ...defaultBinding, ...more }, device, date);
  return renderer.render(content, layout, device);
}

const expected = (...args: Parameters<typeof drawn>) => drawn(...args).frame;

/** Expects a PNG to have these bytes beside its metadata. */
function expectPng(png: Buffer, expectedPng: Buffer): void {
  expect(Buffer.from(withoutMetadata(png)).equals(expectedPng)).toBe(true);
}

describe('esl-sim render', () => {
  test('writes the renderer’s bytes to standard output, and nothing else', async () => {
    const { code, stdout, stderr } = await run(['render', ...typed, '--date', '2026-11-20']);
    expect([code, stderr]).toEqual([0, '']);
    expectPng(stdout, encodePng(expected(), device));
  });

  test('writes a file whole, and prints its facts', async () => {
    const path = at('milk.png');
    writeFileSync(path, 'old');
    const args = ['render', ...typed, '--date', '2026-11-20', '--sku', '4006381333931', '-o', path, '--json'];
    const { code, stdout, stderr } = await run(args, { cwd: folder.path });
    const { frame, step } = drawn(milk, '2026-11-20', { sku: '4006381333931' });
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout.toString())).toEqual({
      ...{ file: path, device: device.id, layout: 'standard', width: 296, height: 128, inks: 3, view: 'ink', scale: 1 },
      ...{ sha256: pixelHash(frame), warnings: [], step },
    });
    expect(pixelHash(decodePng(readFileSync(path)))).toBe(pixelHash(frame));
    expect(readdirSync(folder.path).filter((name) => name.includes('milk'))).toEqual(['milk.png']);
  });

  test('loads no library that the label does not need: each would be waited for', async () => {
    const report = at('report.cjs');
    writeFileSync(report, "process.on('exit', () => console.error(Object.keys(require.cache).join('\\n')))");
    const { stderr } = await run(['render', ...typed], { env: { NODE_OPTIONS: `--require ${report}` } });
    const names = Array.from(stderr.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g), ([, name]) => name!);
    expect([...new Set(names)].filter((name) => !name.startsWith('@napi-rs/canvas')).sort()).toEqual(['commander']);
  });

  test('reads a content, goes over it with the options, and warns', async () => {
    const content = { ...milk, product_name: 'Milk\u00ad powder', scale: 3, device: device.id, price: 'x' };
    const args = ['--content', '-', '--price', '4.20', '--view', 'panel'];
    const { code, stdout, stderr } = await runHere(['render', ...args], { input: JSON.stringify(content) });
    expect([code, stderr]).toEqual([
      0,
      'warning: INVISIBLE_REMOVED: Invisible characters were removed from product_name: U+00AD\n',
    ]);
    const frame = expected({ product_name: 'Milk powder', price: '4.20', unit: '1 L' });
    expectPng(stdout, encodePng(frame, device, { view: 'panel', scale: 3 }));
  });

  test('draws the day of the time zone', async () => {
    const { stdout } = await runHere(['render', ...typed, '--time-zone', 'Asia/Tokyo']);
    expectPng(stdout, encodePng(expected(milk, '2026-11-21'), device));
  });

  test('says in the PNG what it shows, unless it is asked not to', async () => {
    const date = ['--date', '2026-11-20'];
    const [said, bare] = await Promise.all([
      runHere(['render', ...typed, ...date]),
      runHere(['render', ...typed, ...date, '--no-metadata']),
    ]);
    expect(said.stdout.toString('latin1')).toContain('"fields":{"product_name":"Organic whole milk"');
    expect(bare.stdout.equals(encodePng(expected(milk, '2026-11-20'), device))).toBe(true);
  });

  test('takes own panels and layouts, and a layout of a file', async () => {
    const env = { DEVICES_DIR: at('panels'), LAYOUTS_DIR: at('layouts') };
    mkdirSync(env.DEVICES_DIR);
    mkdirSync(env.LAYOUTS_DIR);
    writeFileSync(join(env.DEVICES_DIR, 'mine.json'), JSON.stringify(profile));
    writeFileSync(join(env.DEVICES_DIR, 'broken.json'), '{');
    writeFileSync(join(env.LAYOUTS_DIR, 'ours.json'), JSON.stringify(document));
    const frame = encodePng(expected(), device);
    for (const named of ['ours', join(env.LAYOUTS_DIR, 'ours.json')]) {
      const { stdout } = await runHere(['render', ...typed, '-d', 'mine', '-l', named], { env });
      expectPng(stdout, frame);
    }
    const said = 'broken.json: Expected JSON for the file but received';
    await expectEnd(['render', ...typed, '-d', 'broken'], 65, said, { env });
  });

  test('follows a link, and writes into a device file', async () => {
    symlinkSync(at('linked.png'), at('link.png'));
    writeFileSync(at('linked.png'), '');
    expect((await runHere(['render', ...typed, '-o', at('link.png')])).code).toBe(0);
    expect(pixelHash(decodePng(readFileSync(at('linked.png'))))).toBe(pixelHash(expected()));
    expect((await runHere(['render', ...typed, '-o', '/dev/null'])).code).toBe(0);
  });

  test('does not write a picture to a terminal by default', async () => {
    const { code, stdout, stderr } = await runHere(['render', ...typed], { terminal: true });
    expect([code, stdout.length]).toEqual([64, 0]);
    expect(stderr).toBe(
      'error: Expected a file, or - for standard output, for --out but received none, and standard output is a terminal\n',
    );
    expect((await runHere(['render', ...typed, '-o', '-'], { terminal: true })).stdout.length).toBeGreaterThan(500);
  });

  test('ends quietly when its reader stops', async () => {
    const shell = promisify(execFile);
    const line = `"$0" "$1" render ${typed.map((word) => `'${word}'`).join(' ')} --scale 8 | head -c 8 | wc -c; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await shell('bash', ['-c', line, process.execPath, cli]);
    expect([stdout, stderr]).toEqual(['8\n0\n', '']);
  });

  const none = 'but received none\n';
  test.each([
    ['--prise 3.50', 64, "error: unknown option '--prise'\n(Did you mean --price?)\n(--help lists the options)\n"],
    [
      '--scale 9',
      64,
      "error: option '--scale <n>' argument '9' is invalid. Expected a whole number from 1 to 8.\n(--help lists the options)\n",
    ],
    [
      '-d solum-m2-2.9',
      64,
      'error: Expected one of `esl-sim devices` for --device but received "solum-m2-2.9" (did you mean "solum-m2-2.9-bwr"?)\n',
    ],
    [
      '-l standart',
      64,
      'error: Expected one of `esl-sim layouts` for --layout but received "standart" (did you mean "standard"?)\n',
    ],
    ['--json', 64, `error: Expected a file for --out beside --json ${none}`],
    [
      '--price 3,50 --locale en_US -l promotion --data previous_price=7',
      65,
      '--price: Expected digits, a dot and two digits, such as "3.50", for price but received "3,50"\n--locale: Expected a locale of this version for locale but received "en_US" (did you mean "en-US"?)\n--data: Expected digits, a dot and two digits, such as "3.50", for data.previous_price but received "7"\n',
    ],
    ['--content package-lock', 1, "ENOENT: no such file or directory, open 'package-lock'\n"],
    ['-o /no/such/milk.png', 1, "ENOENT: no such file or directory, open '/no/such/milk.png'\n"],
  ])('refuses %s', async (more, code, message) => {
    const { stdout, ...ran } = await runHere(['render', ...typed, ...more.split(' ')]);
    expect([ran, stdout.length]).toEqual([{ code, stderr: message }, 0]);
  });

  test('names all options that are missing', async () => {
    const stderr = ['device', 'name', 'unit']
      .map((option) => `error: Expected a value for --${option} ${none}`)
      .join('');
    expect(await runHere(['render', '--price', '3.50'])).toMatchObject({ code: 64, stderr });
  });

  test('reports source and field of a problem in a content', async () => {
    const input = '{"price":"3.50","price":"4.50","unit":1,"device":"solum-m2-2.9-bwr"}';
    const { code, stderr } = await runHere(['render', '-c', '-', '--name', ' '], { input });
    expect(code).toBe(65);
    expect(stderr.trim().split('\n').sort()).toEqual([
      '--name: Expected more than blanks for product_name',
      'standard input: Expected a string for unit but received the number 1',
      'standard input: Expected price once but it comes again',
    ]);
  });

  test('never clips a price: a layout that leaves it no room is an error', async () => {
    const box = { type: 'box', children: [{ type: 'price', width: 8, height: 8 }] };
    writeFileSync(at('tiny.json'), JSON.stringify({ ...document, variants: [], root: box }));
    const said = /^--layout: Expected room for the whole price in the layout but received a box of 8×8 px\n$/;
    await expectEnd(['render', ...typed, '-l', at('tiny.json')], 65, said);
  });
});

describe('esl-sim validate', () => {
  test('distinguishes devices from layouts, and reports the problems of a file', async () => {
    const files = [at('panel.json'), at('label.json'), at('neither.json'), at('text.json')] as const;
    const texts = [
      JSON.stringify({ ...profile, width: 8, extra: 1 }),
      '{"title":"A","description":"B","root":{"type":"box","children":[{"type":"line"}],"grwo":1}}',
      ...['{"a":1}', 'price'],
    ];
    for (const [i, file] of files.entries()) writeFileSync(file, texts[i]!);
    const good = ['devices/waveshare-4.2-b.json', 'renderer/layout/documents/standard.json'] as const;
    const { code, stdout, stderr } = await run(['validate', ...good, ...files]);
    expect([code, stderr]).toEqual([65, '']);
    expect(stdout.toString().trim().split('\n')).toEqual([
      `${good[0]}: a valid device`,
      `${good[1]}: a valid layout`,
      `${files[0]}: Expected only known fields in the profile but received extra`,
      `${files[0]}: Expected >= 64 for width but received 8`,
      `${files[1]}: Expected a known key but received #/root/grwo (did you mean "grow"?)`,
      `${files[2]}: Expected the fields of a device (inks, width, …) or of a layout (root, …) but received others`,
      expect.stringContaining(`${files[3]}: Expected JSON for the file but received: `),
    ]);
  });

  test('takes a file with the byte order mark of editors on Windows, as all commands do', async () => {
    const [panel, label] = [at('marked-panel.json'), at('marked-label.json')];
    writeFileSync(panel, `\ufeff${JSON.stringify(profile)}`);
    writeFileSync(label, `\ufeff${readFileSync('renderer/layout/documents/minimal.json', 'utf8')}`);
    const { code, stdout } = await runHere(['validate', panel, label]);
    expect([code, stdout.toString()]).toEqual([0, `${panel}: a valid device\n${label}: a valid layout\n`]);
    expect((await runHere(['render', ...typed, '-l', label, '-o', at('marked.png')])).code).toBe(0);
  });

  test('looks at all files, also when one can’t be read', async () => {
    const good = 'devices/waveshare-4.2-b.json';
    const { code, stdout, stderr } = await runHere(['validate', '--json', 'no-such.json', good]);
    expect([code, stderr]).toEqual([1, "no-such.json: ENOENT: no such file or directory, open 'no-such.json'\n"]);
    expect(JSON.parse(stdout.toString())).toEqual([{ file: good, kind: 'device', valid: true, problems: [] }]);
    const files = ['no-such.json', 'package.json'];
    for (const each of [files, files.toReversed()]) expect((await runHere(['validate', ...each])).code).toBe(1);
  });
});

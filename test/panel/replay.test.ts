import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { chips } from '../../renderer/controller/families/chips.js';
import { diagnosticKinds } from '../../renderer/controller/families/diagnostics.js';
import { loadDevices } from '../../devices/index.js';
import { coloursOf, decodePng, encodePng, pack, unpack } from '../../renderer/index.js';
import { expectEnd, runHere } from '../support/cli.js';
import { eventsOf } from '../support/controller/listening.js';
import { recordingsIn } from '../support/controller/recordings.js';
import { expectRecorded, linesOfOutput } from '../support/tables/records.js';
import { temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
const header = { name: 'small', controller: 'SSD1680', width: 16, height: 4, inks: ['white', 'black'] };
const seeded = eventsOf(`c11 d03 c44 d0001 c45 d00000300 c26 d${'ff'.repeat(8)}`);
const show = (mode: string, byte: string) => eventsOf(`c24 d${byte.repeat(8)} c22 d${mode} c20 busy`);
const shows = (picture: string) => ['refresh_expected', { picture }];

/** Writes a trace, with its header before the lines. @returns its path */
function trace(name: string, ...lines: readonly unknown[]): string {
  return withHeader(name, {}, ...lines);
}
function withHeader(name: string, fields: object, ...lines: readonly unknown[]): string {
  const path = folder.at(name);
  writeFileSync(path, [{ ...header, ...fields }, ...lines].map((line) => JSON.stringify(line)).join('\n'));
  return path;
}
/** Replays a trace. @returns the exit code and the summary in JSON */
async function replayed(path: string, ...args: readonly string[]) {
  const { code, stdout } = await runHere(['panel', 'replay', path, '--json', ...args]);
  return { code, ...(JSON.parse(stdout.toString()) as Readonly<Record<string, unknown>>) };
}
/** A picture of one ink, but for some pixels at its begin. */
const picture = (ink: number, others = 0, width = 16) =>
  encodePng(pack(new Uint8Array(width * 4).fill(ink).fill(1 - ink, 0, others), width, 4, 2), {
    width,
    height: 4,
    inks: coloursOf(header.inks),
    dpi: { value: 100, basis: 'assumed', note: '-' },
  });
writeFileSync(folder.at('black.png'), picture(1));
writeFileSync(folder.at('white.png'), picture(0));

describe('esl-sim panel replay', () => {
  test('writes the glass at each check, a film and a report, and ends with 0 where all is right', async () => {
    const path = trace('good.ndjson', ...seeded, ...show('f7', '00'), shows('black.png'));
    const files = ['--film', folder.at('film.png'), '--report', folder.at('report.html'), '-o', folder.at('last.png')];
    expect(await replayed(path, '--pictures', folder.at('shown'), ...files)).toMatchObject({
      ...{ code: 0, chip: 'SSD1680', diagnostics: [], checks: [{ n: 1, result: 'same', wrong_pixels: 0 }] },
    });
    const shown = decodePng(new Uint8Array(readFileSync(folder.at('shown/check-1.png'))));
    expect(new Set(unpack(shown))).toEqual(new Set([1]));
    expect(readFileSync(folder.at('report.html'), 'utf8')).toContain('Refresh 1');
    expect([existsSync(folder.at('film.png')), existsSync(folder.at('last.png'))]).toEqual([true, true]);
  });

  test('says the same as before of a driver with faults, in each of its forms', async () => {
    const faults = eventsOf('c99 c99 d01 c24 d00 c22 df7 c20 c24 d00 busy c10 d01 c24');
    const path = trace(
      'faulty.ndjson',
      ...seeded,
      ...show('f7', '00'),
      shows('black.png'),
      shows('white.png'),
      ...faults,
    );
    const report = folder.at('faulty.html');
    const ran = await runHere(['panel', 'replay', path, '--report', report]);
    const { stdout: json } = await runHere(['panel', 'replay', path, '--json']);
    const texts = { output: ran.stdout, errors: ran.stderr, json, page: readFileSync(report) };
    expectRecorded(
      'panel-reports',
      Object.entries(texts).map(([title, text]) => [title, linesOfOutput(text, folder.at(''))]),
    );
  });

  test('writes the picture of each refresh', async () => {
    const again = Array.from({ length: 501 }, () => eventsOf('c20 busy')).flat();
    const path = trace('clock.ndjson', ...seeded, ...show('f7', '00'), ...again);
    await replayed(path, '--pictures', folder.at('clock'), '--report', folder.at('clock.html'));
    // A report shows 500 at most.
    const report = readFileSync(folder.at('clock.html'), 'utf8');
    expect([500, 501].map((n) => report.includes(`Refresh ${n} at`))).toEqual([true, false]);
    expect([501, 502, 503].map((n) => existsSync(folder.at(`clock/refresh-${n}.png`)))).toEqual([true, true, false]);
  });

  test('says of each check what the trace expects, and how many pixels differ', async () => {
    const check = (fields: object) => ['refresh_expected', fields];
    writeFileSync(folder.at('one.png'), picture(1, 1));
    writeFileSync(folder.at('narrow.png'), picture(1, 0, 8));
    const expected = [
      {},
      { kind: 'negative:unchanged', of: 'a label', picture: 'black.png' },
      { kind: 'full', picture: 'black.png' },
      { picture: 'white.png' },
      { picture: 'one.png' },
      { picture: 'narrow.png' },
      { picture: 'none.png' },
      { picture: '../white.png' },
    ];
    const path = trace('checks.ndjson', ...seeded, ...show('f7', '00'), ...expected.map(check));
    const { checks } = (await replayed(path)) as unknown as { readonly checks: readonly { readonly step: number }[] };
    const none = { kind: null, of: null, picture: null, file: null, ghost: null };
    const results = [
      { result: 'no_picture', wrong_pixels: null },
      { result: 'same', wrong_pixels: 0 },
      { result: 'not_judged', wrong_pixels: 0 },
      { result: 'differs', wrong_pixels: 64 },
      { result: 'differs', wrong_pixels: 1 },
      { result: 'differs', wrong_pixels: 64 },
      { result: 'no_picture', wrong_pixels: null },
      { result: 'no_picture', wrong_pixels: null },
    ];
    const [{ step }] = checks as readonly [{ readonly step: number }];
    expect(checks).toEqual(
      results.map((result, i) => ({ n: i + 1, step: step + i, ...none, ...expected[i], ...result })),
    );
  });

  test('ends with 66 where a picture differs, or a diagnostic is an error; ghosts are a picture of their own', async () => {
    const differs = trace('differs.ndjson', ...seeded, ...show('f7', '00'), shows('white.png'));
    expect(await runHere(['panel', 'replay', differs])).toMatchObject({ code: 66, stderr: '' });
    const busy = [['wait_us', 1], ...show('f7', '00').slice(0, -1), ['wait_us', 1], ['c', 0x24]];
    const early = { code: 'command-while-busy', grade: 'error', step: 16, expected: expect.any(String) as unknown };
    expect(await replayed(trace('busy.ndjson', ...seeded, ...busy))).toMatchObject({ code: 66, diagnostics: [early] });
    const stale = [...show('f7', 'ff'), ['c', 0x26], ['d', '00'.repeat(8)]];
    const ghost = trace('ghost.ndjson', ...seeded, ...stale, ...show('ff', '00'), shows('black.png'));
    expect(await runHere(['panel', 'replay', ghost, '--pictures', folder.at('ghosts')])).toMatchObject({ code: 0 });
    for (const list of ['ghosts', 'warning', 'note', 'ghosts,error', 'old-plane-not-seeded'])
      expect([list, await runHere(['panel', 'replay', ghost, '--fail-on', list])]).toMatchObject([list, { code: 66 }]);
    const driven = decodePng(new Uint8Array(readFileSync(folder.at('ghosts/ghost-1.png'))));
    expect(new Set(unpack(driven))).toEqual(new Set([0]));
  });

  test('takes the profile of -d, and names what the header says otherwise', async () => {
    const other = trace('other.ndjson', ['c', 0x24]);
    const differs = {
      ...{ code: 'header-differs', grade: 'warning', expected: expect.stringContaining('UC8179; 648×480') as unknown },
      received: expect.stringContaining('SSD1680; 16×4 in the header, which is ignored') as unknown,
    };
    expect(await replayed(other, '-d', 'gooddisplay-gdeq0583t31')).toMatchObject({
      ...{ code: 0, chip: 'UC8179', width: 648, height: 480, diagnostics: [differs] },
    });
    const own = { panel: 'x', controller: 'SSD1680', width: 122, height: 250, inks: ['black', 'white'] };
    const same = withHeader('own.ndjson', own, ['c', 36]);
    expect(await replayed(same, '-d', 'gooddisplay-gdey0213b74')).toMatchObject({ code: 0, diagnostics: [] });
    for (const id of ['inkplate-10', 'solum-m2-2.9-bwr', 'adafruit-magtag']) {
      const said = `received ${id}: no source states .*; the nearest that can be emulated: \\S+, \\S+, \\S+\n$`;
      await expectEnd(['panel', 'replay', other, '-d', id, '--json'], 64, new RegExp(said));
    }
  });

  test('ends at --timeout where the trace never ends', async () => {
    const open = { stdin: new PassThrough() };
    await expectEnd(
      ['panel', 'replay', '-', '--timeout', '1'],
      1,
      /^Expected the end of the trace within 1 s\n$/,
      open,
    );
  });

  test('refuses fields of a header that it can’t use, and ignores others', async () => {
    for (const [fields, said] of [
      [{ width: 0 }, 'Expected a whole number from 1 to 4096 for width in line 1 but received 0'],
      [{ width: 4096, height: 4096 }, 'Expected at most 4000000 pixels'],
      [{ inks: ['white'] }, 'Expected 2 to 16 names of inks for inks'],
      [{ controller: 5 }, 'Expected a text for controller in line 1 but received 5'],
      [{ placement: { ram_x: 1e9 } }, 'Expected a ram_x from 0 to 1023 for placement'],
    ] as const)
      await expectEnd(['panel', 'replay', withHeader('header.ndjson', fields)], 65, said);
    const others = { ...header, controller: null, panel: null, placement: null, strange: {}, busy_active: 7 };
    const lines = [others, ...seeded, ...show('f7', '00'), ['zap', 1]].map((line) => JSON.stringify(line));
    // As an editor on Windows writes it.
    writeFileSync(folder.at('header.ndjson'), `\ufeff${lines.join('\r\n')}`);
    const diagnostics = [{ code: 'chip-assumed' }, { code: 'unknown-event' }];
    const known = { code: 0, chip: 'SSD16xx', refreshes: [{ n: 1 }], diagnostics };
    expect(await replayed(folder.at('header.ndjson'))).toMatchObject(known);
  });

  test('names a picture that is no PNG, and the line of a trace that can’t be read, and takes any names of inks', async () => {
    const text = trace('text.ndjson', shows('text.ndjson'));
    const said = /^\S+text\.ndjson: Expected a PNG for picture but received other bytes\n$/;
    await expectEnd(['panel', 'replay', text], 65, said);
    await expectEnd(['panel', 'replay', trace('wrong.ndjson', ['c', 300])], 65, 'line 2');
    const inks = ['__proto__', 'constructor', 'toString', 'silver'];
    const odd = { inks, placement: { grey_code_order: ['length', '1', {}, 3] } };
    const path = withHeader('inks.ndjson', odd, ...seeded, ...show('f7', '00'));
    expect(await replayed(path, '-o', folder.at('inks.png'))).toMatchObject({ code: 0, inks });
    expect(existsSync(folder.at('inks.png'))).toBe(true);
  });
});

/** A row for each level of the clock while a byte is sent; time in steps of a sample. */
function clocked(byte: number, dc: number, start: number): string[] {
  return Array.from({ length: 8 }, (_, i) => (byte >> (7 - i)) & 1).flatMap((bit, i) =>
    [0, 1].map((clock) => [start + 2 * i + clock, 0, dc, clock, bit].join(',')),
  );
}
const sigrokComments = [
  '; CSV generated by libsigrok 0.5.2',
  '; Channels (4/8): CS#, D/C, CLK, EPD_MOSI',
  '; Samplerate: 1 MHz',
];
const bits = [...clocked(0x24, 0, 10), ...clocked(0xff, 1, 30), ...clocked(0x0f, 1, 50), '9996,1,1,0,0'];

test.each([
  ['saleae', 'bytes', ['Time [s],CS,DC,MOSI', '0,0,0,0x24', '0.00001,0,1,0xFF', '0.00002,0,1,0x0F', '0.01,1,1,']],
  [
    'saleae',
    'decimal bytes, columns in another order',
    ['"D/C","MOSI","Time [ms]","CS"', '0,36,-1,0', '1,255,-0.99,0', '1,0b1111,-0.98,0', '1,,9,1'],
  ],
  [
    'saleae',
    'bytes with times of ISO 8601',
    [
      '\ufeffTime,CS,DC,MOSI',
      '2026-11-26T18:22:29.999990123-07:00,0,0,0x24',
      '2026-11-26T18:22:29.999999999-07:00,0,1,0xFF',
      '2026-11-26T18:22:30-07:00,0,1,0x0F',
      '2026-11-27T01:22:30.01Z,1,1,',
    ],
  ],
  [
    'saleae',
    'bytes with times without a zone',
    [
      'Time,CS,DC,MOSI',
      '2026-11-26 18:22:29.99999,0,0,0x24',
      '2026-11-26 18:22:30,0,1,0xFF',
      '2026-11-26 18:22:30,0,1,0x0F',
      '2026-11-26 18:22:30.01,1,1,',
    ],
  ],
  [
    'saleae',
    'levels of a clock that idles high',
    ['Time [us],CS,DC,CLK,MOSI', '-9,0,X,1,0', ...bits.slice(0, -1), '9995,0,1,1,0', '9996,1,1,1,0'],
  ],
  ['saleae', 'levels', ['Time [us],CS,DC,CLK,MOSI', '-5,X,X,0,0', ...bits]],
  ['sigrok', 'bytes', ['Time [s],CS,DC,MOSI', '0,0,0,24', '0.00001,0,1,ff', '0.00002,0,1,0x0F', '0.01,1,1,']],
  ['sigrok', 'levels in microseconds', [...sigrokComments, 'microseconds,logic,logic,logic,logic', ...bits]],
  ['sigrok', 'levels under the names of channels', [...sigrokComments, 'Time,CS#,D/C,CLK,EPD_MOSI', ...bits]],
  [
    'sigrok',
    'a row for each sample',
    [
      ...sigrokComments,
      'microseconds,logic,logic,logic,logic',
      ...bits.slice(0, -1),
      ' ',
      ...Array.from({ length: 20 }, (_, i) => bits.at(-2)!.replace(/^\d+/, String(100 + 490 * i))),
      bits.at(-1)!,
    ],
  ],
  ['sigrok', 'levels without a heading', [...sigrokComments, ...bits.map((row) => row.replace(/^\d+,/, ''))]],
] as const)('the CSV of %s becomes a trace: %s', async (analyser, _, rows) => {
  const csv = folder.at(`${analyser}.csv`);
  writeFileSync(csv, rows.join('\r\n'));
  const args = ['panel', 'import', analyser, csv, '-d', 'gooddisplay-gdey0213b74', '-o', '-'];
  const { code, stdout, stderr } = await runHere(args);
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.toString().trim().split('\n');
  const [first, ...events] = lines.map((line) => JSON.parse(line) as unknown[]);
  expect(first).toEqual(expect.objectContaining({ controller: 'SSD1680', width: 122, height: 250 }));
  const waits = events.filter(([kind]) => kind === 'wait_us').map(([, us]) => Number(us));
  const others = events.filter(([kind]) => kind !== 'wait_us').map((event) => event.join(' '));
  expect(others).toEqual(['cs 0', 'c 36', 'd ff0f', 'cs 1']);
  // Without a column of time nothing is known of waits.
  const timed = rows.some((row) => /time|seconds/i.test(row));
  expect(waits.map((us) => Math.round(us / 1000))).toEqual(timed ? [10] : []);
});

test('a CSV without a column for DC, or with a word for a byte, is refused by its line', async () => {
  for (const [analyser, row, said] of [
    ['saleae', 'name,type,start_time,duration,"mosi","miso"', 'Expected the columns MOSI and DC in line 1'],
    ['saleae', 'DC,MOSI\n0,0x2400', 'Expected a byte such as 0x24 in line 2'],
    ['sigrok', 'DC,MOSI\n0,24\n1,zz', 'Expected a byte such as 0x24 in line 3'],
  ] as const) {
    const csv = folder.at('wrong.csv');
    writeFileSync(csv, row);
    await expectEnd(['panel', 'import', analyser, csv, '-d', 'gooddisplay-gdey0213b74'], 65, said);
  }
});

describe('docs/panel-trace.md', () => {
  const text = readFileSync('docs/panel-trace.md', 'utf8');

  test('names each chip and each diagnostic with its grade', () => {
    for (const { id } of chips) expect([id, new RegExp(`\\b${id}\\b`).test(text)]).toEqual([id, true]);
    for (const [code, [grade]] of Object.entries(diagnosticKinds)) {
      const row = text.split('\n').find((line) => line.startsWith(`| ${grade} `))!;
      expect([code, row.includes(`\`${code}\``)]).toEqual([code, true]);
    }
  });

  test('has an example that replays as it says, without a diagnostic', async () => {
    writeFileSync(folder.at('example.ndjson'), /```\n(\{[\s\S]*?)```/.exec(text)![1]!);
    const right = { code: 0, checks: [{ result: 'same' }], diagnostics: [] };
    expect(await replayed(folder.at('example.ndjson'))).toMatchObject(right);
  });

  test('has a schema that its example and a recording match', () => {
    const schema = JSON.parse(readFileSync('docs/panel-trace.schema.json', 'utf8')) as object;
    const check = new Ajv2020({ strict: false }).compile(schema);
    const example = /```\n(\{[\s\S]*?)```/.exec(text)![1]!;
    const [recording] = recordingsIn('test/support/controller/recordings.ndjson.br');
    for (const line of [...example.trim().split('\n'), ...recording!.text.trim().split('\n').slice(0, 500)])
      expect([line, check(JSON.parse(line))]).toEqual([line, true]);
    for (const line of [['c', 256], ['d', 'f'], ['x']]) expect([line, check(line)]).toEqual([line, false]);
  });

  test('each profile names a known chip, or none', () => {
    const known = new Set(chips.map(({ id }) => id));
    const others = [...loadDevices().values()].filter(
      ({ controller }) => controller !== null && !known.has(controller),
    );
    expect(others.map(({ id, controller }) => [id, controller])).toEqual([]);
  });
});

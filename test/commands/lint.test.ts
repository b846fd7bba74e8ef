import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { entriesOf } from '../support/batch.js';
import { expectEnd, runHere } from '../support/cli.js';
import { expectRecorded, linesOfOutput } from '../support/tables/records.js';
import { temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
const panel = 'solum-m2-2.9-bwr';
const file = (name: string, text: string) => {
  writeFileSync(folder.at(name), text);
  return folder.at(name);
};
const read = (name: string) => readFileSync(folder.at(name), 'utf8');

const milk = { product_name: 'Milk', price: '3.50', unit: '1 L', device: panel, date: '2026-11-20' };
/** A reduction without the lowest price of 30 days. */
const reduced = { ...milk, layout: 'promotion', data: { previous_price: '4.99' } };
/** A right label, one with a finding, one with an untrue offer, and a price that is none. */
const rows = file(
  'rows & more.csv',
  [
    'product_name,price,unit,data.previous_price,data.lowest_price',
    'Milk,3.50,1 L,4.99,4.49',
    'Butter,3.50,1 kg,4.99,',
    'Cheese,4.99,1 kg,4.99,4.99',
    'Bread,x,1 kg,5.00,5.00',
  ].join('\n'),
);
const promoted = ['-d', panel, '-l', 'promotion', '--date', '2026-11-20'];
const codesIn = (stdout: Buffer) => [...stdout.toString().matchAll(/^[A-Z_]{6,}/gm)].map(([code]) => code);

/** The schema of SARIF 2.1.0. */
const isSarif = new Ajv({ strict: false, validateFormats: false }).compile(
  JSON.parse(readFileSync('test/support/lint/sarif-schema-2.1.0.json', 'utf8')) as object,
);

describe('esl-sim lint', () => {
  test.each(['constructor', '__proto__', 'toString'])('refuses the locale %s in a line', async (locale) => {
    const said = `^[^\\n]*Expected a locale of this version for locale but received "${locale}"[^\\n]*\\n$`;
    await expectEnd(['lint', file('odd.json', JSON.stringify({ ...milk, locale }))], 65, new RegExp(said));
  });

  test('takes no - for the file of a report, as standard output has the table', async () => {
    for (const option of ['--junit', '--sarif', '--report'])
      await expectEnd(['lint', 'milk.json', option, '-'], 64, 'Expected a file: standard output has the summary');
  });

  test('ends with 66 for a label that breaks a rule, 0 for one that breaks none, 65 for what can’t be drawn', async () => {
    const label = file('reduced.json', JSON.stringify(reduced));
    const wrong = await runHere(['lint', label, '--rules', 'eu']);
    expect([wrong.code, codesIn(wrong.stdout), wrong.stderr]).toEqual([66, ['LOWEST_PRICE_MISSING'], '']);
    expect(wrong.stdout.toString()).toContain('1 of 1 label breaks a rule. This is a check, not legal advice.');
    expect((await runHere(['lint', label, '--rules', 'codes'])).code).toBe(0);
    await expectEnd(['lint', file('none.json', '{"price":"x"}'), '-d', panel], 65, 'price');
  });

  test('checks a label from options, from standard input, with a layout among its fields, and with its own lint', async () => {
    const typed = ['--name', 'Milk', '--price', '0.00', '--unit', '1 L', '-d', panel];
    const free = await runHere(['lint', ...typed]);
    // A warning breaks no rule.
    expect([free.code, codesIn(free.stdout)]).toEqual([0, ['PRICE_ZERO']]);
    const small = { type: 'text', text: '{product_name}', size: { preferred: 12, floor: 12 } };
    const layout = { title: 'Own', description: '', root: { type: 'box', children: [small] } };
    const own = { ...milk, layout, lint: ['readability'], view: 'panel', scale: 2 };
    expect(codesIn((await runHere(['lint', '-'], { input: JSON.stringify(own) })).stdout)).toContain('TEXT_SMALL');
    const options = ['--price', '4.99', '--data', 'lowest_price=4.99'];
    const changed = await runHere(['lint', '-', ...options], { input: JSON.stringify({ ...reduced, lint: ['eu'] }) });
    expect(codesIn(changed.stdout)).toEqual(['OFFER_NOT_LOWER']);
  });

  test('counts the labels of rows by rule in JSON', async () => {
    const { stdout } = await runHere(['lint', rows, ...promoted, '--rules', 'eu', '--json']);
    const { rules, found, ...counts } = JSON.parse(stdout.toString()) as Record<string, readonly object[]>;
    expect(counts).toEqual({ labels: 3, wrong: 2, failed: 1 });
    expect(rules).toMatchObject([
      { code: 'LOWEST_PRICE_MISSING', set: 'eu', grade: 'error', labels: 1, findings: 1, first: { line: 3 } },
      { code: 'OFFER_NOT_LOWER', set: 'truth', grade: 'error', labels: 1, findings: 1, first: { line: 4 } },
    ]);
    expect(found).toMatchObject([{ line: 3 }, { line: 4 }]);
  });

  test('names the rows that could not be drawn, writes JUnit, SARIF and a page with pictures, and leaves no temporary file', async () => {
    const temporary = folder.at('temporary');
    mkdirSync(temporary);
    const { TMPDIR } = process.env;
    process.env.TMPDIR = temporary;
    const outputs = ['junit', 'sarif', 'report'].flatMap((name) => [`--${name}`, folder.at(`lint.${name}`)]);
    const ran = await runHere(['lint', rows, ...promoted, '--rules', 'eu', ...outputs]);
    expect([ran.code, codesIn(ran.stdout)]).toEqual([65, ['LOWEST_PRICE_MISSING', 'OFFER_NOT_LOWER']]);
    expect(ran.stdout.toString()).toContain('2 of 3 labels break a rule; 1 could not be drawn');
    expect(ran.stderr).toContain('line 5: Expected an amount');
    process.env.TMPDIR = TMPDIR;
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    expect(readdirSync(temporary)).toEqual([]);
    const junit = read('lint.junit');
    expect(junit).toContain('<testsuites name="esl-sim lint" tests="4" failures="2" errors="1"');
    expect(junit.match(/<testcase /g)).toHaveLength(4);
    expect(junit).toContain('<failure type="LOWEST_PRICE_MISSING"');
    const sarif = JSON.parse(read('lint.sarif')) as object;
    expect([isSarif(sarif), isSarif.errors]).toEqual([true, null]);
    const uri = expect.stringMatching(/^file:\/\/.*rows%20%26%20more\.csv$/) as unknown;
    const locations = [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 3 } } }];
    const results = [{ ruleId: 'LOWEST_PRICE_MISSING', level: 'error', locations }, { ruleId: 'OFFER_NOT_LOWER' }];
    expect(JSON.stringify(sarif)).toContain('"shortDescription":{"text":"lowest price missing"}');
    expect(sarif).toMatchObject({ runs: [{ results, invocations: [{ toolExecutionNotifications: [{}] }] }] });
    const page = read('lint.report');
    expect(page).toContain('<title>Label lint</title>');
    expect(page).toMatch(/[0-9] of [0-9] labels of <code>[^<]+\.csv<\/code> break a rule of <code>eu<\/code>/);
    expect(page).toContain('LOWEST_PRICE_MISSING (98/6/EC, Art. 6a)');
    expect(page.match(/<article>/g)).toHaveLength(2);
    const texts = { output: ran.stdout, junit, page, sarif: JSON.stringify(sarif, null, 1) };
    expectRecorded(
      'lint-reports',
      Object.entries(texts).map(([title, text]) => [title, linesOfOutput(text, folder.at(''))]),
    );
  });

  test('suggests the laws of a locale, but does not choose them', async () => {
    const label = file('austrian.json', JSON.stringify({ ...reduced, locale: 'de-AT', currency: 'EUR' }));
    expect(await runHere(['lint', label])).toMatchObject({
      code: 0,
      stderr: 'note: --rules at adds the laws where de-AT is spoken\n',
    });
    expect((await runHere(['lint', label, '--rules', 'truth'])).stderr).toBe('');
  });

  test('refuses sets that do not exist, no label at all, and options of one label beside rows', async () => {
    const set = file('set.json', JSON.stringify({ ...milk, lint: ['atlantis'] }));
    await expectEnd(['lint', set], 65, 'received "atlantis"');
    await expectEnd(['lint', rows, '--rules', 'atlantis'], 64, 'atlantis');
    await expectEnd(['lint', '-d', panel], 64, '');
    await expectEnd(['lint', rows, '-d', panel, '--price', '1.00'], 64, '');
    await expectEnd(['lint', folder.at('gone.csv'), '-d', panel], 1, 'gone.csv');
  });
});

test('esl-sim batch --lint writes the findings into the manifest, and draws the labels as their laws want it', async () => {
  const draw = async (...args: readonly string[]) => {
    const austrian = ['--locale', 'de-AT', '--currency', 'EUR', '--out', folder.at('out')];
    await runHere(['batch', rows, ...promoted, ...austrian, ...args]);
    return entriesOf(read('out/manifest.ndjson')) as readonly { readonly findings?: readonly { code: string }[] }[];
  };
  const found = (await draw('--lint', 'at')).map(({ findings }) => findings?.map(({ code }) => code));
  expect(found).toEqual([[], ['LOWEST_PRICE_MISSING'], ['OFFER_NOT_LOWER'], undefined]);
  expect((await draw()).every((entry) => !('findings' in entry))).toBe(true);
});

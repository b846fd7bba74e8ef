import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { type Finding, type LintSet, loadLayouts } from '../../renderer/index.js';
import { typedPrice } from '../../server/page/state/decimals.js';
import { previewFields } from '../../server/page/state/fields.js';
import { firstState } from '../../server/page/state/preview-state.js';
import { runHere } from '../support/cli.js';
import { share } from '../support/labels/share.js';
import { call, temporaryFolder } from '../support/server.js';
import { useServer } from '../support/use-server.js';

const server = useServer({ RATE_LIMIT: '100000' });
const folder = temporaryFolder();
const layouts = loadLayouts();

const date = '2026-11-20';
const sets: readonly LintSet[] = ['at', 'readability', 'codes', 'ca-qc', 'us-ct'];

const label = fc.record({
  layout: fc.constantFrom(...'standard unit-price promotion member deposit minimal clearance barcode'.split(' ')),
  device: fc.constantFrom('solum-m2-2.9-bwr', 'waveshare-4.2-b', 'solum-m3-1.6-bwr'),
  locale: fc.constantFrom('de-AT', 'en-US', 'ar-EG', 'fr-FR'),
  product_name: fc.constantFrom('Milk', 'Mountain cheese, twelve months old', '牛奶'),
  price: fc.integer({ min: 0, max: 2_000 }).map((cents) => (cents / 100).toFixed(2)),
  unit: fc.constantFrom('1 L', '500 ml', '250 g', 'each'),
  before: fc.integer({ min: 1, max: 2_500 }).map((cents) => (cents / 100).toFixed(2)),
});

const fieldsOf = ({ before, ...fields }: ReturnType<typeof labels>[number]) => ({
  ...fields,
  sku: '4006381333931',
  currency: 'EUR',
  time_zone: 'UTC',
  data: { previous_price: before, lowest_price: before, member_price: before, deposit: '0.25' },
  lint: sets,
});

function labels() {
  return fc.sample(label, { numRuns: 200, seed: 29 });
}

type Found = readonly Finding[] | 'refused';

async function overHttp(body: object): Promise<Found> {
  const answer = await call(`${server.url}/api/esl/preview`, { body, headers: { Accept: 'application/json' } });
  return answer.status === 200 ? answer.body.findings : 'refused';
}

/** As the studio requests its picture. */
function studioFields({ product_name, price, unit, locale, data, lint, ...rest }: ReturnType<typeof fieldsOf>): object {
  const typed = { name: product_name, price: typedPrice(price, locale), unit, locale, lint, date };
  const state = { ...firstState, ...rest, ...typed };
  const prices = Object.entries(data).map(([name, value]) => [name, typedPrice(value, locale)] as const);
  return previewFields({ ...state, data: Object.fromEntries(prices) }, layouts.get(rest.layout)!);
}

async function byCommand(all: readonly ReturnType<typeof fieldsOf>[]): Promise<Found[]> {
  const path = folder.at('labels.ndjson');
  writeFileSync(path, all.map((row) => JSON.stringify({ ...row, lint: undefined, date })).join('\n'));
  const { stdout } = await runHere(['lint', path, '--rules', sets.join(), '--json']);
  const { found } = JSON.parse(stdout.toString()) as { found: readonly { line: number; findings: Finding[] }[] };
  return all.map((_, i) => found.find(({ line }) => line === i + 1)?.findings ?? []);
}

test('studio, command and HTTP have the same findings, for 200 labels', async () => {
  const chosen = share(labels().map(fieldsOf), 10);
  const commanded = await byCommand(chosen);
  let [errors, drawn] = [0, 0];
  for (const [i, fields] of chosen.entries()) {
    const found = await overHttp({ ...fields, date });
    expect(await overHttp(studioFields(fields))).toEqual(found);
    if (found === 'refused') continue;
    expect(commanded[i]).toEqual(found);
    drawn++;
    errors += found.filter(({ grade }) => grade === 'error').length;
  }
  expect([drawn > chosen.length / 2, errors > 5]).toEqual([true, true]);
}, 120_000);

import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Answer, call, milk } from '../../support/server.js';
import { withRoot } from '../../support/labels/documents.js';
import { useServer } from '../../support/use-server.js';

const server = useServer({ RATE_LIMIT: '100000' });
const strict = useServer({ RATE_LIMIT: '100000', LINT: 'strict' });

const promoted = { locale: 'de-AT', currency: 'EUR', layout: 'promotion' } as const;
const data = { previous_price: '4.99', lowest_price: '4.49' };
const austrian = { locale: 'de-AT', currency: 'EUR', lint: ['at'] } as const;
const european = { ...promoted, data, lint: ['eu'] } as const;
const unchecked = { ...promoted, data };
/** Above the lowest price of 30 days. */
const dear = { ...milk, price: '4.50' };
const free = { ...milk, price: '0.00' };
const codesOf = ({ body }: Answer): readonly string[] => body.findings.map(({ code }) => code);

let id: string;
let count = 0;
const put = (url: string, body: object) => call(`${url}/api/esl/labels/${id}`, { method: 'PUT', body });
const update = (url: string, body: object) => call(`${url}/api/esl/labels/${id}/update`, { body });
const get = (url: string, path = '') => call(`${url}/api/esl/labels/${id}${path}`);
const preview = (body: object) =>
  call(`${server.url}/api/esl/preview`, { body, headers: { Accept: 'application/json' } });

beforeEach(() => {
  id = `lint-${count++}`;
});

describe('a preview with lint', () => {
  test('answers with the findings of the sets, each with its law, and places that its boxes have', async () => {
    const unitPrice = { type: 'price', field: 'unit_price', largest: 20 };
    const layout = withRoot({ type: 'box', padding: 4, children: [unitPrice, { type: 'price', grow: 1 }] });
    const answer = await preview({ ...milk, unit: '500 ml', ...austrian, layout, date: '2026-11-20', boxes: true });
    expect(answer.status).toBe(200);
    const found = answer.body.findings.filter(({ set }) => set === 'at');
    expect(found.map(({ code }) => code)).toEqual(['AT_UNIT_PRICE_HEIGHT', 'AT_UNIT_PRICE_RATIO']);
    const places = new Set(answer.body.boxes.map(({ place }) => place));
    for (const { law, source, since, assumed, boxes } of found) {
      expect({ law, since }).toEqual({ law: 'PrAG, § 4 (1a)', since: '2025-12-30' });
      expect(source).toContain('parlament.gv.at');
      expect(assumed).toContain('height of a digit');
      expect(boxes.length).toBeGreaterThan(0);
      for (const { place } of boxes) expect(places.has(place)).toBe(true);
    }
    expect(answer.body.label).toMatchObject({ lint: ['at'] });
  });

  test('always checks what the label says', async () => {
    expect(codesOf(await preview({ ...free, lint: ['codes'] }))).toContain('PRICE_ZERO');
    expect(codesOf(await preview({ ...milk, lint: ['truth'] }))).toEqual([]);
  });

  test('without it has no findings, and refuses a set that does not exist', async () => {
    expect((await preview(free)).body).not.toHaveProperty('findings');
    expect((await preview({ ...free, lint: [] })).body).not.toHaveProperty('findings');
    const { status, body } = await preview({ ...milk, lint: ['at', 'atlantis'] });
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({ pointer: '#/lint/1', reason: 'unknown_value' });
  });
});

describe('a label with lint', () => {
  test('answers updates, reads and revisions with the findings, and stores the label', async () => {
    const { url } = server;
    expect((await put(url, european)).body.label).toMatchObject({ lint: ['eu'] });
    const updated = await update(url, dear);
    expect(updated.status).toBe(200);
    expect(codesOf(updated)).toContain('LOWEST_PRICE_BELOW_PRICE');
    expect((await get(url)).body.findings).toEqual(updated.body.findings);
    expect((await get(url, '/revisions')).body.revisions[0]!.findings).toEqual(updated.body.findings);
    await put(url, unchecked);
    expect((await get(url)).body).not.toHaveProperty('findings');
  });

  test('that is strict refuses what has an error, and stores nothing', async () => {
    const { url } = server;
    await put(url, { ...european, lint_strict: true });
    expect((await update(url, milk)).status).toBe(200);
    const refused = await update(url, dear);
    expect(refused.status).toBe(422);
    const errors = [{ field: 'data.lowest_price', reason: 'lint' }];
    expect(refused.body).toMatchObject({ code: 'VALIDATION_ERROR', errors });
    expect(codesOf(refused)).toContain('LOWEST_PRICE_BELOW_PRICE');
    expect((await get(url)).body.label).toMatchObject({ revision: 1, content: milk });
  });

  test('that is strict is not bound to what has an error', async () => {
    const { url } = server;
    await put(url, unchecked);
    await update(url, dear);
    expect((await put(url, { ...european, lint_strict: true })).status).toBe(422);
    expect((await get(url)).body.label).not.toHaveProperty('lint_strict');
    expect((await put(url, european)).status).toBe(200);
  });

  test('may have warnings and notes where it is strict', async () => {
    const { url } = server;
    await put(url, { lint: ['truth'], lint_strict: true });
    const answer = await update(url, free);
    expect(answer.status).toBe(200);
    expect(codesOf(answer)).toEqual(['PRICE_ZERO']);
  });
});

test('LINT=strict refuses errors of every label, also of one without lint', async () => {
  const { url } = strict;
  await put(url, { layout: 'promotion', data: { previous_price: '3.50', lowest_price: '3.50' } });
  const refused = await update(url, milk);
  expect(refused.status).toBe(422);
  expect(codesOf(refused)).toContain('OFFER_NOT_LOWER');
  expect((await get(url)).body.label.content).toBeNull();
  expect((await update(url, { ...milk, price: '3.49' })).status).toBe(200);
});

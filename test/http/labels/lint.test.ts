import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Answer, call, milk } from '../../support/server.js';
import { useServer } from '../../support/use-server.js';

const server = useServer({ RATE_LIMIT: '100000' });
const strict = useServer({ RATE_LIMIT: '100000', LINT: 'strict' });

/** On 296×128, half a litre needs a unit price in Austria, which `standard` has no room for; the law is of the end of 2025. */
const austrian = { locale: 'de-AT', currency: 'EUR', lint: ['at'] } as const;
const half = { ...milk, unit: '500 ml' };
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
    const fields = { ...half, ...austrian, layout: 'unit-price', date: '2026-11-20', boxes: true };
    const answer = await preview({ ...fields, data: { unit_price: '7.00', unit_quantity: '1 L' } });
    expect(answer.status).toBe(200);
    const found = answer.body.findings.filter(({ set }) => set === 'at');
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
    expect((await put(url, austrian)).body.label).toMatchObject({ lint: ['at'] });
    const updated = await update(url, half);
    expect(updated.status).toBe(200);
    expect(codesOf(updated)).toContain('UNIT_PRICE_MISSING');
    expect((await get(url)).body.findings).toEqual(updated.body.findings);
    expect((await get(url, '/revisions')).body.revisions[0]!.findings).toEqual(updated.body.findings);
    await put(url, { locale: 'de-AT', currency: 'EUR' });
    expect((await get(url)).body).not.toHaveProperty('findings');
  });

  test('that is strict refuses what has an error, and stores nothing', async () => {
    const { url } = server;
    await put(url, { ...austrian, lint_strict: true });
    expect((await update(url, milk)).status).toBe(200);
    const refused = await update(url, half);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ field: 'unit_price', reason: 'lint' }] });
    expect(codesOf(refused)).toContain('UNIT_PRICE_MISSING');
    expect((await get(url)).body.label).toMatchObject({ revision: 1, content: milk });
  });

  test('that is strict is not bound to what has an error', async () => {
    const { url } = server;
    await put(url, { locale: 'de-AT', currency: 'EUR' });
    await update(url, half);
    expect((await put(url, { ...austrian, lint_strict: true })).status).toBe(422);
    expect((await get(url)).body.label).not.toHaveProperty('lint_strict');
    expect((await put(url, austrian)).status).toBe(200);
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
  const data = { previous_price: '3.50', lowest_price: '3.50' };
  await put(url, { layout: 'promotion', data });
  const refused = await update(url, milk);
  expect(refused.status).toBe(422);
  expect(codesOf(refused)).toContain('OFFER_NOT_LOWER');
  expect((await get(url)).body.label.content).toBeNull();
  expect((await update(url, { ...milk, price: '3.49' })).status).toBe(200);
});

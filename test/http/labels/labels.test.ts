import { beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { PNG } from 'pngjs';
import { inflateSync } from 'node:zlib';
import { imageData } from '../../support/pictures/image-data.js';
import { call, milk } from '../../support/server.js';
import { useServer } from '../../support/use-server.js';

const server = useServer({ RATE_LIMIT: '100000' });
let id: string;
let count = 0;
const at = (path: string): string => `${server.url}${path}`;
const label = (path = ''): string => at(`/api/esl/labels/${id}${path}`);
const update = (body: object = milk) => call(label('/update'), { body });
const picture = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(url, { headers, method });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

beforeEach(async () => {
  id = `label-${count++}`;
  await call(label(), { method: 'PUT', body: {} });
});

describe('an update', () => {
  test('answers with the label as it now is', async () => {
    const { status, headers, body } = await call(at('/api/esl/update'), { body: milk });
    expect(status).toBe(200);
    const content = { ...milk, sku: '4006381333931' };
    expect(body).toMatchObject({
      success: true,
      label: { id: 'default', device: 'solum-m2-2.9-bwr', layout: 'standard', content },
      image: { url: '/api/esl/labels/default/image.png', width: 296, height: 128, inks: 3 },
      warnings: [],
    });
    expect(body.label.revision).toBeGreaterThan(0);
    expect(body.label.content.date).toBe(body.label.updated_at.slice(0, 10));
    expect(headers.get('x-request-id')).toBe(body.request_id);
  });

  test('shows the digest of the very pixels that the image has', async () => {
    const { body } = await update();
    const { bytes } = await picture(label('/image.png'));
    const digest = createHash('sha256').update(inflateSync(imageData(bytes)));
    expect(digest.digest('hex')).toBe(body.image.sha256);
  });
});

test('a binding makes a label, which is blank paper', async () => {
  const body = { device: 'gooddisplay-gdey0213b74', time_zone: 'Asia/Kolkata', data: { origin: 'Ireland' } };
  const made = await call(at('/api/esl/labels/new.one'), { method: 'PUT', body });
  expect([made.status, made.headers.get('location')]).toEqual([201, '/api/esl/labels/new.one']);
  const label = { id: 'new.one', revision: 0, updated_at: null, content: null, currency: 'USD' };
  expect(made.body.label).toMatchObject(label);
  const { bytes, status } = await picture(at('/api/esl/labels/new.one/image.png'));
  const png = PNG.sync.read(bytes);
  expect([status, png.width, png.height, new Set(png.data).size]).toEqual([200, 250, 122, 1]);
});

test('a binding in another currency is refused, unless it clears the label', async () => {
  await update();
  const put = (currency: string, query = '') =>
    call(label(query), { method: 'PUT', body: { currency, locale: 'de-DE' } });
  // USD is only the default here.
  expect((await put('JPY')).body.errors[0]).toMatchObject({ field: 'currency', reason: 'currency', received: 'JPY' });
  const { body: taken } = await put('EUR');
  expect(taken.label).toMatchObject({ currency: 'EUR', content: { price: '3.50' } });
  const message = 'The price 3.50 was in USD, which is the default, and is now in EUR';
  expect(taken.warnings).toMatchObject([{ code: 'CURRENCY_TAKEN', field: 'currency', message, shown: 'EUR' }]);
  expect((await put('EUR')).body.warnings).toEqual([]);
  const { status, body } = await put('USD');
  expect([status, body.errors[0]]).toMatchObject([400, { field: 'currency', reason: 'currency', received: 'USD' }]);
  expect((await put('USD', '?clear=1')).body.errors[0]).toMatchObject({ field: 'clear', reason: 'type' });
  expect((await put('USD', '?clear=true')).body.label).toMatchObject({ currency: 'USD', content: null });
});

test('the label default can not be deleted', async () => {
  const { status, body } = await call(at('/api/esl/labels/default'), { method: 'DELETE' });
  expect([status, body.errors[0]!.reason]).toEqual([400, 'default_label']);
});

describe('an image', () => {
  test('has a strong ETag that 304 answers, for GET and HEAD alike', async () => {
    await update();
    const first = await picture(label('/image.png'));
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[0-9a-f]{32}-/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await picture(label('/image.png'), { 'If-None-Match': etag });
    expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag]);
    const head = await picture(label('/image.png'), {}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers.get('etag')]).toEqual([200, 0, etag]);
    expect(head.headers.get('content-length')).toBe(first.headers.get('content-length'));
    expect((await picture(label('/image.png'), { 'If-None-Match': etag }, 'HEAD')).status).toBe(304);
    await update({ ...milk, price: '3.51' });
    expect((await picture(label('/image.png'), { 'If-None-Match': etag })).status).toBe(200);
  });

  test('has the type of a PNG, and like every answer forbids to guess another (fault 31)', async () => {
    const answers = await Promise.all(['/image.png', '', '/revisions/99'].map((path) => fetch(label(path))));
    const types = ['image/png', 'application/json; charset=utf-8', 'application/problem+json'];
    expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual(types);
    for (const { headers } of answers) expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('is not sent again to a client that has it, whose tag is weak, one of several or a star', async () => {
    await update();
    const etag = (await picture(label('/image.png'))).headers.get('etag')!;
    for (const known of [`W/${etag}`, `"x", ${etag}`, `"x",W/${etag} , "y"`, '*'])
      expect([known, (await picture(label('/image.png'), { 'If-None-Match': known })).status]).toEqual([known, 304]);
    for (const other of ['', '"x"', etag.slice(1, -1), `${etag.slice(0, -1)}0"`])
      expect([other, (await picture(label('/image.png'), { 'If-None-Match': other })).status]).toEqual([other, 200]);
  });
});

const ofList = ['limit=0', 'limit=101', 'cursor=!', 'cursor=Li4', 'page=2'];
test.each([
  ...['scale=0', 'scale=9', 'scale=1.5', 'scale=', 'view=rgb', 'scal=2', 'scale=1&scale=2', 'at=then'].map(
    (query) => `labels/default/image.png?${query}`,
  ),
  ...ofList.flatMap((query) => [`labels?${query}`, `layouts?${query}`]),
])('%s is refused', async (path) => {
  const { status, body } = await call(at(`/api/esl/${path}`));
  expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
});

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
    expect(body).toMatchObject({
      success: true,
      label: {
        id: 'default',
        device: 'solum-m2-2.9-bwr',
        layout: 'standard',
        content: { ...milk, sku: '4006381333931' },
      },
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
    expect(
      createHash('sha256')
        .update(inflateSync(imageData(bytes)))
        .digest('hex'),
    ).toBe(body.image.sha256);
  });

  test('counts code points, not UTF-16 units', async () => {
    expect((await update({ ...milk, product_name: '🥛'.repeat(200) })).status).toBe(200);
  });
});

describe('a binding', () => {
  test('makes a label, which is blank paper', async () => {
    const { status, headers, body } = await call(at('/api/esl/labels/new.one'), {
      method: 'PUT',
      body: { device: 'gooddisplay-gdey0213b74', time_zone: 'Asia/Kolkata', data: { origin: 'Ireland' } },
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe('/api/esl/labels/new.one');
    expect(body.label).toMatchObject({ id: 'new.one', revision: 0, updated_at: null, content: null, currency: 'USD' });
    const { bytes, status: seen } = await picture(at('/api/esl/labels/new.one/image.png'));
    expect(seen).toBe(200);
    const png = PNG.sync.read(bytes);
    expect([png.width, png.height, new Set(png.data).size]).toEqual([250, 122, 1]);
  });

  test('that is another draws the content again, with its own date, as a new revision', async () => {
    const before = await update();
    const after = await call(label(), { method: 'PUT', body: { device: 'waveshare-4.2-b', sku: '4006381333931' } });
    const { content, revision } = after.body.label;
    expect(revision).toBe(before.body.label.revision + 1);
    expect(content).toMatchObject({ ...milk, sku: '4006381333931', date: before.body.label.content.date });
    expect(after.body.image).toMatchObject({ width: 400, height: 300 });
  });

  test('cleans its texts and says so', async () => {
    const good = await call(label(), { method: 'PUT', body: { data: { origin: 'Ire\u200bland' } } });
    expect(good.body).toMatchObject({
      label: { data: { origin: 'Ireland' } },
      warnings: [{ code: 'INVISIBLE_REMOVED' }],
    });
  });
});

describe('deleting', () => {
  test('takes the label away, and never gives its revision numbers again', async () => {
    await update();
    await update();
    expect((await call(label(), { method: 'DELETE' })).status).toBe(204);
    expect((await call(label())).status).toBe(404);
    expect((await call(label(), { method: 'DELETE' })).status).toBe(404);
    expect((await picture(label('/revisions/1/image.png'))).status).toBe(404);
    const again = await call(label(), { method: 'PUT', body: {} });
    expect([again.status, again.body.label.revision, again.body.label.content]).toEqual([201, 0, null]);
    expect((await update()).body.label.revision).toBe(3);
  });

  test('default is refused', async () => {
    const { status, body } = await call(at('/api/esl/labels/default'), { method: 'DELETE' });
    expect([status, body.errors[0]!.reason]).toEqual([400, 'default_label']);
  });
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
    const said = answers.map(({ headers }) => [headers.get('content-type'), headers.get('x-content-type-options')]);
    expect(said).toEqual([
      ['image/png', 'nosniff'],
      ['application/json; charset=utf-8', 'nosniff'],
      ['application/problem+json', 'nosniff'],
    ]);
  });

  test('is not sent again to a client that has it, whose tag is weak, one of several or a star', async () => {
    await update();
    const etag = (await picture(label('/image.png'))).headers.get('etag')!;
    for (const known of [`W/${etag}`, `"x", ${etag}`, `"x",W/${etag} , "y"`, '*'])
      expect([known, (await picture(label('/image.png'), { 'If-None-Match': known })).status]).toEqual([known, 304]);
    for (const other of ['', '"x"', etag.slice(1, -1), `${etag.slice(0, -1)}0"`])
      expect([other, (await picture(label('/image.png'), { 'If-None-Match': other })).status]).toEqual([other, 200]);
  });

  test.each(['scale=0', 'scale=9', 'scale=1.5', 'scale=', 'view=rgb', 'scal=2', 'scale=1&scale=2'])(
    'refuses ?%s',
    async (query) => {
      const { status, body } = await call(label(`/image.png?${query}`));
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );

  test('of a revision may be kept for ever; the 51st oldest is gone', async () => {
    for (let cents = 10; cents < 62; cents++) await update({ ...milk, price: `3.${cents}` });
    const { body } = await call(label('/revisions'));
    const numbers = body.revisions.map(({ revision }) => revision);
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => 52 - i));
    expect(body.revisions.at(-1)!.content.price).toBe('3.12');
    const old = await picture(at(body.revisions.at(-1)!.image.url));
    expect(old.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await picture(label('/revisions/2/image.png'))).status).toBe(404);
    for (const none of ['x', '052', '0'])
      expect((await picture(label(`/revisions/${none}/image.png`))).status).toBe(404);
  });
});

describe('the list of labels', () => {
  test.each(['limit=0', 'limit=101', 'cursor=!', 'cursor=Li4', 'page=2'])('refuses ?%s', async (query) => {
    expect((await call(at(`/api/esl/labels?${query}`))).status).toBe(400);
  });
});

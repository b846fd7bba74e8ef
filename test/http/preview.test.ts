import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { loadLayouts } from '../../renderer/index.js';
import { readLayoutDocument } from '../../renderer/metadata/chunks.js';
import { plainDocument } from '../support/layouts/plain.js';
import { call, milk } from '../support/server.js';
import { useServer } from '../support/use-server.js';

const server = useServer({ RATE_LIMIT: '2', RATE_WINDOW_S: '600' });
const preview = (body: object, headers = { Accept: 'application/json' }) =>
  call(`${server.url}/api/esl/preview`, { body, headers });

describe('a preview', () => {
  test('is the PNG of the label, at the scale asked for', async () => {
    const body = JSON.stringify({ ...milk, device: 'solum-m3-1.6-bwr', scale: 2 });
    const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    const response = await fetch(`${server.url}/api/esl/preview`, sent);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('ratelimit-policy')).toBe('"preview";q=1200;w=60');
    expect(response.headers.get('vary')).toMatch(/\bAccept\b/);
    const png = Buffer.from(await response.arrayBuffer());
    expect(readLayoutDocument(png)).toMatchObject({ title: loadLayouts().get('standard')!.title });
    const { width, height } = PNG.sync.read(png);
    expect([width, height]).toEqual([400, 400]);
  });

  test('changes nothing: no label, no revision, no budget of updates', async () => {
    const state = async () => (await call(`${server.url}/api/esl/labels`)).body.labels;
    const before = await state();
    for (let i = 0; i < 20; i++) expect((await preview(milk)).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  test('has its boxes in the JSON when they are requested, and only then', async () => {
    const { body } = await preview({ ...milk, layout: 'barcode', boxes: true });
    const barcode = body.boxes.find(({ kind }) => kind === 'barcode')!;
    expect(barcode.warnings.map((i) => body.warnings[i]!.code)).toEqual(['BARCODE_OMITTED']);
    expect((await preview(milk)).body).not.toHaveProperty('boxes');
    expect((await preview({ ...milk, boxes: 1 })).body.errors[0]).toMatchObject({ field: 'boxes', reason: 'type' });
    // A thread, which draws documents and enlarged labels, tells the same.
    const [here, there] = [await preview({ ...milk, boxes: true }), await preview({ ...milk, boxes: true, scale: 2 })];
    expect(there.body.boxes).toEqual(here.body.boxes);
  });

  test('shows what the update then shows', async () => {
    // The label `default` has a sample number.
    const seen = (await preview({ ...milk, sku: '4006381333931' })).body;
    const stored = (await call(`${server.url}/api/esl/update`, { body: milk })).body;
    expect(seen.image.sha256).toBe(stored.image.sha256);
    expect(seen.label.content).toEqual(stored.label.content);
    expect(seen.image.data_uri).toMatch(/^data:image\/png;base64,iVBOR/);
  });

  test('and an update, the label and its revisions name the step that the label took', async () => {
    const at = (path: string) => `${server.url}/api/esl/labels/equal${path}`;
    await call(`${server.url}/api/esl/layouts/plain`, { method: 'PUT', body: plainDocument });
    const bound = { device: 'generic-152x152-bwr', layout: 'plain' };
    await call(at(''), { method: 'PUT', body: bound });
    expect((await call(at(''))).body.step).toBeNull();
    const long = { ...milk, product_name: 'Alaska-Seelachsfilet Bordelaise tiefgefroren mit Kräuterkruste 500 g' };
    const { step } = (await preview({ ...long, ...bound })).body;
    expect(step).toEqual({ lines: { product_name: expect.any(Number) }, hidden: expect.any(Number) });
    expect(step).not.toEqual((await preview({ ...milk, ...bound })).body.step);
    const updated = (await call(at('/update'), { body: long })).body;
    const revisions = (await call(at('/revisions'))).body.revisions;
    expect([updated.step, (await call(at(''))).body.step, revisions[0]!.step]).toEqual([step, step, step]);
  });

  test('takes a whole layout document, and says where a wrong one is wrong', async () => {
    const standard = loadLayouts().get('standard')!;
    const layout = { ...standard, id: undefined };
    const good = await preview({ ...milk, layout });
    expect(good.body.label.layout).toBe('inline');
    expect(good.body.image.sha256).toBe((await preview(milk)).body.image.sha256);
    const bad = await preview({ ...milk, layout: { ...layout, root: { ...standard.root, type: 'bax' } } });
    expect(bad.status).toBe(400);
    expect(bad.body.errors[0]).toMatchObject({ field: 'layout', reason: 'invalid_layout' });
    expect(bad.body.errors[0]!.pointer).toMatch(/^#\/layout\/root/);
  });

  test('puts the codes of its warnings into a header', async () => {
    const { headers, body } = await preview({
      ...milk,
      unit: '1\u200b\u00ad L',
      product_name: 'word\u200b '.repeat(39),
    });
    const codes = body.warnings.map(({ code }) => code);
    expect(codes).toContain('INVISIBLE_REMOVED');
    expect(headers.get('x-esl-warnings')).toBe([...new Set(codes)].join(', '));
  });
});

test('an image of too many pixels is refused by its size, before anything is made of it', async () => {
  const device = 'generic-1600x1200-spectra6';
  const label = `${server.url}/api/esl/labels/large`;
  expect((await call(label, { method: 'PUT', body: { device } })).status).toBe(201);
  const octets = { 'Content-Type': 'application/octet-stream' };
  const answers = [
    await preview({ ...milk, device, scale: 8 }),
    await call(`${server.url}/api/esl/devices/${device}/encode`, { body: { ...milk, scale: 8 } }),
    await call(`${server.url}/api/esl/devices/${device}/decode?scale=8`, { body: 'x', headers: octets }),
    await call(`${label}/image.png?scale=8`),
  ];
  const detail =
    'Expected an image of at most 100000000 pixels but 1600 × 1200 at scale 8 has 122880000. Use a smaller scale';
  for (const { status, body } of answers)
    expect([status, body.detail, body.errors[0]!.reason]).toEqual([422, detail, 'too_costly']);
  const tags = [
    await preview({ ...milk, device, view: 'tag', scale: 3 }),
    await call(`${server.url}/api/esl/devices/${device}/decode?scale=3&view=tag`, { body: 'x', headers: octets }),
    await call(`${label}/image.png?scale=3&view=tag`),
  ];
  const most =
    'Expected an image of at most 4000000 pixels but 1600 × 1200 at scale 3 has 17280000. Use a smaller scale';
  for (const { status, body } of tags) expect([status, body.detail]).toEqual([422, most]);
  expect((await preview({ ...milk, device, scale: 9 })).body.errors).toMatchObject([{ field: 'scale' }]);
});

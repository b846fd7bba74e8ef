import { expect, test } from '@jest/globals';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { exampleLayout } from '../../../server/http/layout-example.js';
import { allCodes, codes } from '../../../server/fields/problem.js';
import { median } from '../../bench/process.js';
import { call } from '../../support/server.js';
import { useServer } from '../../support/use-server.js';

const server = useServer({ RATE_LIMIT: '10000' });

/** A raw answer: fetch would decompress it. */
async function get(path: string, encoding: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(`${server.url}${path}`, { headers: { 'Accept-Encoding': encoding, ...headers } }, resolve)
      .once('error', reject)
      .end();
  });
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
}

const decode = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync };
const bare = (bytes: Buffer) => bytes.toString().replace(/"request_id":"[^"]+"/, '');

/** Whole documents; the others have the id of their request. */
const documents = [
  '/api',
  '/openapi.json',
  '/api/esl/layouts/schema.json',
  ...allCodes.map((code) => codes[code].type),
];
const lists = ['/api/esl/devices', '/api/esl/devices?inks=red', '/api/esl/devices/solum-m2-2.9-bwr'];

const all = [...documents, ...lists];
test.each(all)('%s is the same in each encoding, and not sent again to a client that has it', async (path) => {
  const plain = await get(path, 'identity');
  expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
  JSON.parse(plain.bytes.toString());
  for (const encoding of documents.includes(path) ? (['gzip', 'br'] as const) : (['gzip'] as const)) {
    const { headers, bytes } = await get(path, encoding);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toContain('Accept-Encoding');
    expect(bare(decode[encoding](bytes))).toBe(bare(plain.bytes));
    const again = await get(path, encoding, { 'If-None-Match': headers.etag! });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    expect((await get(path, encoding, { 'If-None-Match': '"other"' })).status).toBe(200);
  }
});

test('a list of layouts is whole in gzip, also after a change', async () => {
  for (const title of ['One', 'Two']) {
    await call(`${server.url}/api/esl/layouts/offer-2`, { method: 'PUT', body: { ...exampleLayout, title } });
    const [plain, zipped] = [await get('/api/esl/layouts', 'identity'), await get('/api/esl/layouts', 'gzip')];
    expect(bare(gunzipSync(zipped.bytes))).toBe(bare(plain.bytes));
    expect(plain.bytes.toString()).toContain(`"title":"${title}"`);
    expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 2);
  }
});

/** Later answers in gzip take no more than three times the processor time of plain ones. */
const large = ['/openapi.json', '/api', '/api/esl/devices', '/api/esl/devices?colors=3', '/api/esl/layouts'];
test.each(large)('%s is compressed once', async (path) => {
  // Medians: a collection of garbage takes longer than all requests together.
  const costs: Record<'gzip' | 'identity', number[]> = { gzip: [], identity: [] };
  for (let i = 0; i < 40; i++) {
    for (const encoding of ['gzip', 'identity'] as const) {
      const before = process.cpuUsage();
      await get(path, encoding);
      const { user, system } = process.cpuUsage(before);
      costs[encoding].push(user + system);
    }
  }
  expect(median(costs.gzip)).toBeLessThan(3 * median(costs.identity));
});

import { expect, test } from '@jest/globals';
import { call } from '../support/server.js';
import { useServer } from '../support/use-server.js';

const server = useServer();

test('an article number with control characters is refused, as a bound one is', async () => {
  const { status, body } = await call(`${server.url}/api/esl/labels?sku=%00`);
  expect([status, body.errors[0]!.field]).toEqual([400, 'sku']);
});

test.each(['', '/solum-m2-2.9-bwr'])(
  'the profile%s that has not changed has the Vary of one that is sent',
  async (id) => {
    const sent = await fetch(`${server.url}/api/esl/devices${id}`);
    const known = await fetch(sent.url, { headers: { 'If-None-Match': sent.headers.get('ETag')! } });
    await sent.text();
    expect([known.status, known.headers.get('Vary')]).toEqual([304, sent.headers.get('Vary')]);
  },
);

test.each([
  ['{"price": None, "product_name": "at position 7"}', 'it breaks'],
  ['{"price": "3.50",}', 'it breaks at position 17'],
  ['{"price":', 'it breaks at position 9'],
])('%s breaks where it does', async (body, end) => {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${server.url}/api/esl/update`, { method: 'POST', headers, body });
  const { detail } = (await answer.json()) as { detail: string };
  expect(detail.endsWith(`but ${end}`) || detail).toBe(true);
});

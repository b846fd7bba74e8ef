import { describe, expect, test } from '@jest/globals';
import { call, milk } from '../../support/server.js';
import { useServer } from '../../support/use-server.js';

const server = useServer({ RATE_LIMIT: '100000' });

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly schema: { readonly pattern?: string } }[];
}

const impossible = ['default%00', 'default%00zzz', 'default%0A', '%00', 'default%20', '.default', 'x'.repeat(65)];

describe('an id that nothing can have', () => {
  test('is 404 for every operation, and 400 where something would be made', async () => {
    const document = (await call(`${server.url}/openapi.json`)).body as unknown as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    };
    const asked = Object.entries(document.paths).filter(([path]) => /^\/api\/.*\{id\}/.test(path));
    expect(asked.length).toBeGreaterThan(7);
    for (const [path, methods] of asked)
      for (const [method, { parameters }] of Object.entries(methods)) {
        const { pattern } = parameters.find(({ name }) => name === 'id')!.schema;
        for (const id of impossible) {
          expect(decodeURIComponent(id)).not.toMatch(new RegExp(pattern!));
          const url = `${server.url}${path.replace('{id}', id).replace('{revision}', '1')}`;
          const body = method === 'post' ? milk : method === 'put' ? {} : undefined;
          const { status, body: said } = await call(url, { method: method.toUpperCase(), body });
          const isUpdate = path.endsWith('/update');
          const [expected, code] =
            method === 'put' ? [400, 'VALIDATION_ERROR'] : [404, isUpdate ? 'VALIDATION_ERROR' : 'NOT_FOUND'];
          expect([method, url, status, said.code]).toEqual([method, url, expected, code]);
        }
      }
    expect((await call(`${server.url}/api/esl/labels/default`)).body.label).toMatchObject({
      id: 'default',
      revision: 0,
    });
  });

  test('is no name either: a layout is in use under the name that it has', async () => {
    const plain = { title: 'Mine', description: 'For a test.', root: { type: 'box', children: [{ type: 'line' }] } };
    const mine = `${server.url}/api/esl/layouts/mine`;
    expect((await call(mine, { method: 'PUT', body: plain })).status).toBe(201);
    const label = `${server.url}/api/esl/labels/named`;
    for (const field of ['device', 'layout', 'locale', 'currency', 'time_zone']) {
      const body = { layout: 'mine', [field]: 'mine\u0000' };
      for (const [url, method] of [
        [label, 'PUT'],
        [`${server.url}/api/esl/preview`, 'POST'],
      ] as const) {
        const answer = await call(url, { method, body: method === 'PUT' ? body : { ...milk, ...body } });
        expect(answer.body.errors).toMatchObject([{ field, pointer: `#/${field}`, reason: 'control_character' }]);
      }
    }
    expect((await call(label)).status).toBe(404);
  });
});

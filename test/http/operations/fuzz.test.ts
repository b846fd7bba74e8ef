import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadLayouts } from '../../../renderer/index.js';
import { atSize } from '../../support/labels/share.js';
import { type OpenApi, requestsOf } from '../../support/schema-requests.js';
import { milk } from '../../support/server.js';
import { useServer } from '../../support/use-server.js';

const server = useServer({ RATE_LIMIT: '1000000' });

test(
  'every request that the OpenAPI document describes, or nearly so, is answered or refused with a problem, and never a fault',
  async () => {
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApi;
    const documents = Array.from(loadLayouts().values(), (layout) => ({ ...layout, id: undefined }));
    const samples = { Layout: documents, Preview: documents.map((layout) => ({ ...milk, layout })) };
    const counts: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(requestsOf(document, samples), async ({ method, path, headers, body }) => {
        // A connection each: generating takes so long on a busy machine that the server would close an idle one meanwhile.
        const sent = { method, headers: { ...headers, Connection: 'close' }, body, redirect: 'manual' } as const;
        const response = await fetch(`${server.url}${path}`, sent);
        const { status } = response;
        counts[status] = (counts[status] ?? 0) + 1;
        const bytes = await response.arrayBuffer();
        expect(status).toBeLessThan(500);
        if (status < 400) return;
        expect(response.headers.get('content-type')).toBe('application/problem+json');
        const { title, detail } = JSON.parse(Buffer.from(bytes).toString()) as Readonly<Record<string, unknown>>;
        expect([typeof title, typeof detail]).toEqual(['string', 'string']);
        expect(bytes.byteLength).toBeLessThan(32_768);
      }),
      { numRuns: atSize(60, 8000) },
    );
    // Labels and layouts are accepted, too.
    expect(counts[200]).toBeGreaterThan(atSize(8, 1600));
    expect(counts[201]).toBeGreaterThan(0);
  },
  atSize(60_000, 600_000),
);

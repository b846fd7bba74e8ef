import { readdirSync, readFileSync } from 'node:fs';
import type { KeyRing } from '../../../server/keys/ring.js';
import type { LabelContexts } from '../../../server/labels/contexts.js';
import { createTokens } from '../../../server/vendors/core/tokens.js';
import { vendors } from '../../../server/vendors/index.js';
import { accessPointOf } from './oepl-client.js';
import type { OpenApi } from '../schema-requests.js';
import { call, type RunningServer } from '../server.js';

/** A request with a body, of an operation that reads it. */
export interface BodyRequest {
  readonly name: string;
  readonly port: number;
  /** Without the length of the body. */
  readonly head: string;
  readonly body: Buffer;
}

/** The environment of a server with all operations that read bodies. */
export const allInterfaces = { VENDORS: Object.keys(vendors).join(','), OEPL_PORT: '0', RATE_LIMIT: '100000' } as const;

const ids: Readonly<Record<string, string>> = { devices: 'solum-m2-2.9-bwr', layouts: 'offer-2', webhooks: 'till' };

/** A request of each operation and media type: those of the OpenAPI document, of the vendors and of the access point. */
export async function bodyRequests(server: RunningServer): Promise<readonly BodyRequest[]> {
  const document = (await call(`${server.url}/openapi.json`)).body as unknown as OpenApi;
  const own = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      Object.entries(requestBody?.content ?? {}).map(([type, { example }]) => {
        const body = typeof example === 'string' ? example : JSON.stringify(example ?? {});
        const named = path.replaceAll(/(\w+)\/\{id\}/g, (_, kind: string) => `${kind}/${ids[kind] ?? 'default'}`);
        return requestOf(server.port, method.toUpperCase(), named, type, body);
      }),
    ),
  );
  return [...own, ...(await vendorRequests(server.port)), ...accessPointRequests(server)];
}

function requestOf(
  port: number,
  method: string,
  path: string,
  type: string,
  body: string,
  more: readonly string[] = [],
) {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type}`, ...more, ''].join('\r\n');
  return { name: `${method} ${path} ${type}`, port, head, body: Buffer.from(body) };
}

const multipart = 'multipart/form-data; boundary=b';
const parts = '--b\r\nContent-Disposition: form-data; name="mac"\r\n\r\n0000000000000000\r\n--b--\r\n';

/** Tokens of an open sandbox, which are not stored. */
const services = { keys: {} as KeyRing, clock: () => new Date(), contexts: {} as LabelContexts };

async function vendorRequests(port: number): Promise<readonly BodyRequest[]> {
  const requests = Object.values(vendors).map(async ({ id, routes }) => {
    const token = await createTokens(id, services).issue(null, 'access', 3600);
    const credentials = [`Authorization: Bearer ${token}`, `token: ${token}`];
    return routes
      .filter(({ body, form }) => body !== undefined || form)
      .map(({ method, paths, form }) => {
        const path = paths[0]!.replaceAll(/:\w+/g, '1');
        return requestOf(port, method, path, form ? multipart : 'application/json', form ? parts : '{}', credentials);
      });
  });
  return (await Promise.all(requests)).flat();
}

/** The routes of the access point as its sources list them. */
function accessPointRequests(server: RunningServer): readonly BodyRequest[] {
  const folder = new URL('../../../../server/oepl/routes/', import.meta.url);
  const sources = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const paths = sources.flatMap((source) => [...source.matchAll(/method: 'POST', path: '([^']+)'[^\n]*form\(/g)]);
  const port = Number(new URL(accessPointOf(server)).port);
  return paths.map(([, path]) => requestOf(port, 'POST', path!, multipart, parts));
}

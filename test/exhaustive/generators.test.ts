import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/server.js';
import { useServer } from '../support/use-server.js';

/** Clients that generators make of the OpenAPI document compile under `strict`, and call each operation. */

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly hasQuery: boolean;
}

const server = useServer({ RATE_LIMIT: '1000', PREVIEW_LIMIT: '1000' });
const folder = temporaryFolder();
const panel = 'solum-m2-2.9-bwr';
let calls: readonly Call[];

beforeAll(async () => {
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  writeFileSync(folder.at('openapi.json'), JSON.stringify(document));
  mkdirSync(folder.at('use'));
  writeFileSync(folder.at('package.json'), '{"type":"module"}');
  symlinkSync(resolve('test/exhaustive/node_modules'), folder.at('node_modules'));
  const order = ['put', 'post', 'get', 'delete'];
  calls = Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => callOf(method, path, operation)))
    // Labels before layouts are deleted: no label may have the layout.
    .sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
});

function callOf(method: string, path: string, { operationId, parameters, requestBody }: Operation): Call {
  const content = requestBody?.content ?? {};
  const example = content['application/json']?.example;
  const bytes = operationId === 'playTrace' ? '{}\n["c",36]\n' : new Uint8Array(4736);
  // Numbers of revisions are never reused, so that a label that was deleted has no first one.
  const id = path.endsWith('/play')
    ? 'gooddisplay-gdey029z90'
    : path.includes('/devices/')
      ? panel
      : path.includes('{revision}')
        ? 'default'
        : 'example';
  const ids = { id, revision: '1', name: 'validation-error', file: 'absent.js', number: '1' };
  const named = Object.entries(ids).filter(([name]) => path.includes(`{${name}}`));
  return {
    method,
    path,
    operation: operationId,
    ids: Object.fromEntries(named),
    body: requestBody && (example ?? new Blob([bytes])),
    hasQuery: parameters.some((parameter) => parameter.in === 'query'),
  };
}

/** Runs a command of a package of test/exhaustive in the folder. */
function run(name: string, bin: string, ...args: string[]): void {
  const file = resolve('test/exhaustive/node_modules', name, bin);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd: folder.path,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stdout.slice(0, 4000)}${stderr.slice(0, 4000)}`);
}

/** Compiles sources, with a use of the types, and returns the module. */
async function compiled(sources: readonly string[], use: string): Promise<Readonly<Record<string, unknown>>> {
  const name = `use/${sources[0]!.split('/')[0]!.replace(/\..*/, '')}.ts`;
  writeFileSync(folder.at(name), use);
  const options = { strict: true, noUncheckedIndexedAccess: true, skipLibCheck: false, types: [], outDir: 'out' };
  const target = { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', rootDir: '.' };
  const lib = { lib: ['es2023', 'dom', 'dom.iterable'] };
  writeFileSync(
    folder.at('tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, ...target, ...lib }, files: [...sources, name] }),
  );
  run('typescript', 'bin/tsc', '-p', '.');
  // Bundled: generators write imports without endings.
  run(
    'vite',
    'bin/vite.js',
    'build',
    ...['--ssr', `out/${name.replace('.ts', '.js')}`, '--outDir', `built/${name}`, '--logLevel', 'error'],
  );
  const built = folder.at(`built/${name}/${name.replace('use/', '').replace('.ts', '.js')}`);
  return (await import(pathToFileURL(built).href)) as Readonly<Record<string, unknown>>;
}

/** A promotion, as a client writes it: a discriminated union. */
const layout = `{ title: 'Example', description: 'Of a client.', root: { type: 'box', children: [{ type: 'text', text: '{product_name}', role: 'name' }, { type: 'price' }] } }`;

/** Expects that each operation was called, and that all but missing files were found. */
async function expectAllCalled(call: (one: Call) => Promise<number>, left: readonly string[] = []): Promise<void> {
  const statuses: string[] = [];
  for (const one of calls) {
    if (left.includes(one.operation)) continue;
    const status = await call(one);
    // A new webhook may have sent nothing yet.
    const isMissing = one.ids.file !== undefined || one.operation === 'sendDelivery';
    const expected = isMissing ? [202, 404] : [200, 201, 204];
    if (!expected.includes(status)) statuses.push(`${one.operation} ${status}`);
  }
  expect(statuses).toEqual([]);
  expect(calls.length).toBeGreaterThan(40);
}

test('openapi-typescript with openapi-fetch', async () => {
  run('openapi-typescript', 'bin/cli.js', 'openapi.json', '-o', 'fetch.d.ts');
  const module = await compiled(
    ['fetch.d.ts'],
    `import createClient from 'openapi-fetch';
import type { components, paths } from '../fetch.js';
const client = createClient<paths>({ baseUrl: ${JSON.stringify(server.url)} });
const layout: components['schemas']['Layout'] = ${layout};
export async function typed(): Promise<string> {
  const put = await client.PUT('/api/esl/layouts/{id}', { params: { path: { id: 'typed' } }, body: layout });
  const update = await client.POST('/api/esl/update', { body: { price: '3.50', product_name: 'Milk', unit: '1 L' } });
  if (update.error) return update.error.code;
  const revision: number = update.data.label.revision;
  const of = await client.GET('/api/esl/labels/{id}/revisions/{revision}/image.png', { params: { path: { id: 'default', revision } }, parseAs: 'arrayBuffer' });
  return [put.response.status, update.data.image.sha256.length, of.data?.byteLength].join(' ');
}
export async function call(method: string, path: string, ids: Record<string, string>, body: unknown): Promise<number> {
  const raw = client as unknown as Record<string, (path: string, init: object) => Promise<{ response: Response }>>;
  const bytes = body instanceof Blob;
  const init = { params: { path: ids }, parseAs: 'stream', ...(body !== undefined && { body }), ...(bytes && { bodySerializer: (it: unknown) => it, headers: { 'Content-Type': path.endsWith('play') ? 'application/x-ndjson' : 'application/octet-stream' } }) };
  const { response } = await raw[method.toUpperCase()]!(path, init);
  await response.body?.cancel().catch(() => undefined);
  return response.status;
}`,
  );
  const { typed, call } = module as {
    readonly typed: () => Promise<string>;
    readonly call: (method: string, path: string, ids: object, body: unknown) => Promise<number>;
  };
  expect(await typed()).toMatch(/^201 64 [1-9]\d{2,}$/);
  await expectAllCalled(({ method, path, ids, body }) => call(method, path, ids, body));
});

test('hey-api, events included', async () => {
  run('@hey-api/openapi-ts', 'bin/run.js', '-i', 'openapi.json', '-o', 'hey', '--no-log-file');
  const module = await compiled(
    ['hey/index.ts', 'hey/client.gen.ts'],
    `import { client } from '../hey/client.gen';
import * as sdk from '../hey';
client.setConfig({ baseUrl: ${JSON.stringify(server.url)} });
const layout: sdk.Layout = ${layout};
export async function typed(): Promise<string> {
  const put = await sdk.putLayout({ path: { id: 'typed-2' }, body: layout });
  const update = await sdk.update({ body: { price: '3.50', product_name: 'Milk', unit: '1 L' } });
  if (update.error) return update.error.code;
  const picture = await sdk.getImage({ path: { id: 'default' } });
  const size = picture.data instanceof Blob ? picture.data.size : -1;
  const ended = new AbortController();
  const { stream } = await sdk.streamEvents({ path: { id: 'default' }, signal: ended.signal });
  let seen: sdk.LabelEvent | undefined;
  for await (const event of stream) { seen = event; break; }
  ended.abort();
  const price = seen && 'label' in seen ? seen.label.content?.price : undefined;
  return [put.response?.status, update.data.image.sha256.length, price, size].join(' ');
}
export async function call(operation: string, ids: object, body: unknown): Promise<number> {
  const run = (sdk as unknown as Record<string, (options: object) => Promise<{ response: Response; stream?: AsyncIterable<unknown> }>>)[operation]!;
  const { response, stream } = await run({ path: ids, body });
  if (!stream) return response.status;
  for await (const event of stream) return event === undefined ? 0 : 200;
  return 0;
}`,
  );
  const { typed, call } = module as {
    readonly typed: () => Promise<string>;
    readonly call: (operation: string, ids: object, body: unknown) => Promise<number>;
  };
  expect(await typed()).toMatch(/^201 64 3\.50 [1-9]\d{2,}$/);
  await expectAllCalled(({ operation, ids, body }) => call(operation, ids, body));
});

test('orval, with a fetcher that reads bytes', async () => {
  writeFileSync(
    folder.at('fetcher.ts'),
    `export async function fetcher<T>(url: string, options: RequestInit): Promise<T> {
  const response = await fetch(${JSON.stringify(server.url)} + url, options);
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const data: unknown = response.status === 204 ? undefined : isJson ? await response.json() : await response.blob();
  return { data, status: response.status, headers: response.headers } as T;
}`,
  );
  writeFileSync(
    folder.at('orval.config.cjs'),
    `module.exports = { esl: { input: 'openapi.json', output: { target: 'orval/client.ts', client: 'fetch', override: { mutator: { path: 'fetcher.ts', name: 'fetcher' } } } } };`,
  );
  run('orval', 'dist/bin/orval.js', '--config', 'orval.config.cjs');
  const module = await compiled(
    ['orval/client.ts', 'fetcher.ts'],
    `import * as api from '../orval/client';
export * from '../orval/client';
const layout: api.Layout = ${layout};
export async function typed(): Promise<string> {
  const put = await api.putLayout('typed-3', layout);
  const update = await api.update({ price: '3.50', product_name: 'Milk', unit: '1 L' });
  if (update.status !== 200) return String(update.status);
  const image: api.Image = update.data.image;
  return [put.status, image.sha256.length].join(' ');
}`,
  );
  expect(await (module.typed as () => Promise<string>)()).toBe('201 64');
  // Its streams never end, and it writes bytes as JSON.
  const left = ['streamEvents', 'streamAllEvents', 'decodeFrame', 'playTrace'];
  await expectAllCalled(async ({ operation, ids, body, hasQuery }) => {
    const client = module[operation] as (...args: unknown[]) => Promise<{ readonly status: number }>;
    const args = [...Object.values(ids), ...(body === undefined ? [] : [body]), ...(hasQuery ? [{}] : [])];
    // It sends no media type where a body may have two.
    const options = body === undefined ? {} : { headers: { 'Content-Type': 'application/json' } };
    return (await client(...args, options)).status;
  }, left);
});

import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { loadDevices } from '../../devices/index.js';
import { createRenderer, defaultBinding, loadLayouts, optionalFonts } from '../../renderer/index.js';
import { createApp } from './app.js';
import { readConfig, refuseOtherGlyphs } from '../config.js';
import type { Dependencies } from './dependencies.js';
import { createHub } from '../labels/events.js';
import { createHttpServer } from './listener.js';
import { createImages } from '../labels/images.js';
import { defaultLabel } from '../labels/labels.js';
import { createLayouts } from '../labels/layouts.js';
import { createMemoryLimiter, createSqliteLimiter } from './limiter.js';
import { readPage } from './page-files.js';
import { openStore } from '../labels/store/url.js';
import { readVersion } from '../version.js';

/** A person typing in the page asks for one every quarter of a second. */
const previewPolicy = { name: 'preview', quota: 240, windowS: 60 };

/** The world as the server sees it. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Is told the address in one line. */
  readonly stdout: { write(text: string): unknown };
  readonly clock: () => Date;
}

/**
 * Starts the server, and resolves when it listens. It stops by SIGINT or SIGTERM.
 * @throws whatever keeps it from starting; {@link startFailure} says it in a line.
 */
export async function serve({ env, stdout, clock }: Surroundings): Promise<void> {
  refuseOtherGlyphs(env);
  const config = readConfig(env);
  const updatePolicy = { name: 'update', quota: config.rateLimit, windowS: config.rateWindowS };
  const { store, quotas } = openStore(config.databaseUrl);
  const limiter = quotas ? createSqliteLimiter(updatePolicy, quotas) : createMemoryLimiter(updatePolicy);
  const files = loadLayouts(config.layoutsDir === null ? [] : [config.layoutsDir]);
  let stopping = false;
  const dependencies: Dependencies = {
    version: readVersion(),
    clock,
    config,
    devices: loadDevices(config.devicesDir === null ? [] : [config.devicesDir]),
    layouts: createLayouts(files, store),
    fonts: optionalFonts(),
    renderer: await createRenderer(),
    store,
    images: createImages(),
    hub: createHub(clock),
    limiters: { update: limiter, preview: createMemoryLimiter(previewPolicy) },
    page: readPage(fileURLToPath(new URL('../page/', import.meta.url))),
    // Standard output has one line only; it says where the page is.
    log: pino({ level: config.logLevel }, pino.destination(2)),
    stopping: () => stopping,
  };
  if (!(await store.label(defaultLabel))) await store.bind(defaultLabel, null, defaultBinding, null);
  for (const id of files.keys())
    if ((await store.layoutVersion(id)) !== null)
      dependencies.log.warn({ id }, 'A layout file hides the own layout of the same id');

  const { koa } = createApp(dependencies);
  const respond = koa.callback();
  const server = createHttpServer(
    (request, response) => void respond(request, response),
    config.corsOrigin === '*' ? '*' : null,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.port, config.host, resolve);
  });
  stdout.write(`ESL simulator: ${addressOf(config.host, server.address() as AddressInfo)}\n`);

  closeWithGrace({ delay: 10_000, logger: false }, async ({ err }) => {
    if (err) dependencies.log.fatal({ err }, 'An error nobody caught');
    stopping = true;
    dependencies.hub.close();
    // A stream that has ended leaves its connection open, and a browser would connect again over it.
    const idle = setInterval(() => {
      server.closeIdleConnections();
    }, 100);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(idle);
    limiter.close();
    await store.close();
  });
}

function addressOf(host: string, { address, port, family }: AddressInfo): string {
  const name =
    host === 'localhost' || host === '127.0.0.1' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${name}:${port}/`;
}

/** One line that says what to do: a stack helps nobody who typed a wrong port. */
export function startFailure(
  error: unknown,
  { HOST: host = '127.0.0.1', PORT: port = '3000' }: Surroundings['env'],
): string {
  const { code, message, name, path, stack, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is taken. Stop what listens there, or set PORT`;
  if (code === 'EACCES' && syscall === 'listen')
    return `Port ${port} of ${host} needs rights that this user lacks. Set PORT above 1023`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no address ${host}. Set HOST`;
  const known = ['ConfigError', 'StoreError', 'DeviceError', 'LayoutError'].includes(name) || path !== undefined;
  return known ? message : (stack ?? message);
}

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { type Logger, pino } from 'pino';
import { loadDevices } from '../devices/index.js';
import { createPictures, createRenderer, loadLayouts, optionalFonts } from '../renderer/index.js';
import { createKeyRing } from './keys/ring.js';
import { withoutSecrets } from './keys/text.js';
import { type Config, readConfig, refuseOtherGlyphs } from './config.js';
import { type Closers, createClosers } from './closers.js';
import { safeText } from './fields/text.js';
import { createLabelContexts } from './labels/contexts.js';
import { createImages } from './labels/drawing/images.js';
import { createKeyLimiters } from './http/budgets/key-limiters.js';
import { createMemoryLimiter } from './labels/store/memory-limiter.js';
import type { Backend } from './labels/store/index.js';
import { createDrawingPool } from './labels/drawing/pool.js';
import { openBackend } from './labels/store/url.js';
import { openAccessPoint } from './oepl/open.js';
import { openVendors } from './vendors/index.js';
import { openWebhooks } from './webhooks/index.js';
import type { Route } from './http/route.js';
import { readVersion } from './version.js';
import { createApp } from './http/app.js';
import { policies } from './http/budgets/costs.js';
import type { Dependencies } from './http/dependencies.js';
import { loadFolder } from './http/folders.js';
import { createHostCheck } from './http/hosts.js';
import { createHttpServer } from './http/listener.js';
import { createMetrics } from './http/metrics/metrics.js';
import { timedBackend } from './http/metrics/timed-backend.js';
import { misspeltVariables } from './http/misspelt-variables.js';
import { readPage } from './http/page-files.js';
import { stopServers } from './http/stop.js';

interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Receives a line with the address of each port. */
  readonly stdout: { write(text: string): unknown };
  readonly clock: () => Date;
}

/**
 * Starts the server and resolves when it listens. SIGINT and SIGTERM stop it, also during the start: the handlers are
 * installed first.
 * @throws any error of the start; {@link startFailure} describes it in one line
 */
export async function serve({ env, stdout, clock }: ProcessContext): Promise<void> {
  refuseOtherGlyphs(env);
  const config = readConfig(env);
  // Standard output is for the addresses. Synchronous, as buffered lines are lost when the process ends.
  const lines = pino.destination({ dest: 2, sync: true });
  const log = pino({ level: config.logLevel }, { write: (line) => lines.write(withoutSecrets(line)) });
  // Proxies keep connections open, and their requests may arrive during the stop.
  const state: ServerState = { stopping: false, closed: false, watched: config.trustProxyHops > 0 };
  const error = (err: unknown): void => {
    log.fatal({ err }, 'The stop failed');
  };
  const grace = { delay: stopMs, logger: { error } } as const;
  const opened = createClosers();
  let starting: Promise<void> | undefined;
  const { uninstall } = closeWithGrace(grace, async ({ err }) => {
    if (err) log.fatal({ err }, 'Uncaught error');
    state.stopping = true;
    // A start that fails closes what it has opened.
    await starting?.then(opened.close, () => undefined);
  });
  try {
    starting = start(config, { env, stdout, clock }, log, state, opened);
    await starting;
  } catch (error) {
    // What does not close, such as a pool of connections to a database that is gone, must not keep the error back.
    await Promise.race([opened.close().catch(() => undefined), delay(closeMs, undefined, { ref: false })]);
    if (state.stopping) return;
    uninstall();
    throw error;
  }
}

/** Milliseconds that a stop takes at most: Docker kills after ten seconds. What is accepted but not done is done after the next start. */
const stopMs = 4_800;
/** Milliseconds that a start that failed waits until all that it has opened is closed. */
const closeMs = 5_000;

/** Opens the dependencies and listens, unless a stop is requested. */
async function start(
  config: Config,
  { env, stdout, clock }: ProcessContext,
  log: Logger,
  state: ServerState,
  opened: Closers,
): Promise<void> {
  const dependencies = await openDependencies(config, clock, log, state, opened);
  const { contexts, keys } = dependencies;
  const { store, layouts } = await contexts.enter('');
  for (const { name, meant } of misspeltVariables(env))
    log.warn({ variable: name }, `The server does not read ${name} (did you mean ${meant}?)`);
  for (const id of layouts.files.keys())
    if ((await store.layoutVersion(id)) !== null)
      log.warn({ id }, 'A layout file hides the stored layout with the same id');
  if (config.oeplPort !== null && keys.required())
    log.warn('The access point of OEPL_PORT refuses all requests, as OpenEPaperLink knows no API keys');

  const accessPoint = config.oeplPort === null ? null : openAccessPoint(dependencies, config);
  const servers: Server[] = [];
  opened.add(() => stop(servers, state, dependencies, accessPoint));
  const open = async (name: string, server: Server, port: number): Promise<string> => {
    servers.push(await listen(server, port, config.host));
    return `${name}: ${addressOf(config.host, server)}\n`;
  };
  if (state.stopping) return;
  const vendors = openVendors(config.vendors, config.vendorsDir, dependencies);
  opened.add(() => vendors.close());
  const webhooks = openWebhooks(dependencies);
  opened.add(() => webhooks.close());
  const lines = [
    await open('ESL simulator', apiServer(dependencies, config, [...vendors.routes, ...webhooks.routes]), config.port),
  ];
  if (accessPoint) lines.push(await open('OpenEPaperLink access point', accessPoint.server, config.oeplPort!));
  stdout.write(lines.join(''));
  webhooks.start();
  await vendors.resume();
}

interface ServerState {
  stopping: boolean;
  closed: boolean;
  /** Whether a load balancer watches this process. */
  watched: boolean;
}

async function openDependencies(
  config: Config,
  clock: () => Date,
  log: Logger,
  state: ServerState,
  opened: Closers,
): Promise<Dependencies> {
  const { devicesDir, layoutsDir } = config;
  const devices = loadFolder('DEVICES_DIR', devicesDir, loadDevices);
  const layouts = loadFolder('LAYOUTS_DIR', layoutsDir, loadLayouts);
  const pictures = createPictures();
  const creating = createRenderer({ pictures });
  const opening = openBackend(config.databaseUrl).then((backend) => {
    opened.add(() => backend.close());
    return backend;
  });
  // Both are awaited in any case: what opens after a failure would not be closed.
  await Promise.allSettled([opening, creating]);
  const [backend, renderer] = await Promise.all([opening, creating]);
  const metrics = createMetrics();
  metrics.watchProcess();
  const drawingPool = createDrawingPool(
    { devices, layouts, renderer, pictures },
    { devicesDir, layoutsDir },
    undefined,
    metrics.stage,
  );
  opened.add(() => drawingPool.close());
  const limiters = openLimiters(config, backend, opened);
  const keyLimiters = createKeyLimiters((policy) => backend.limiter(policy));
  opened.add(() => {
    keyLimiters.close();
  });
  const tools = { clock, config, devices, drawingPool, images: createImages(drawingPool) };
  const onFailure = (err: Error): void => {
    log.error({ err }, 'API keys could not be read');
  };
  const keys = await createKeyRing({ backend, given: config.apiKeys, clock, onFailure });
  opened.add(() => {
    keys.close();
  });
  return {
    ...tools,
    keys,
    version: readVersion(),
    fonts: optionalFonts(),
    contexts: createLabelContexts(tools, layouts, timedBackend(backend, metrics.stage)),
    backend,
    limiters,
    keyLimiters,
    page: readPage(fileURLToPath(new URL('./page/', import.meta.url))),
    log,
    metrics,
    stopping: () => state.stopping,
    closed: () => state.closed,
    readyAsked: () => {
      state.watched = true;
    },
  };
}

function openLimiters({ rateLimit, rateWindowS }: Config, backend: Backend, opened: Closers): Dependencies['limiters'] {
  const { update, preview, view } = policies({ quota: rateLimit, windowS: rateWindowS });
  const limiters = {
    update: backend.limiter(update),
    preview: createMemoryLimiter(preview),
    view: createMemoryLimiter(view),
  };
  for (const limiter of Object.values(limiters))
    opened.add(() => {
      limiter.close();
    });
  return limiters;
}

function apiServer(dependencies: Dependencies, config: Config, more: readonly Route[]): Server {
  const respond = createApp(dependencies, more).koa.callback();
  return createHttpServer((request, response) => void respond(request, response), {
    ...config,
    allowsHost: createHostCheck(config),
  });
}

/** Connections that may wait to be accepted. Beyond it, a client tries again after a second. Node's default is 511. */
const backlog = 4096;

async function listen(server: Server, port: number, host: string): Promise<Server> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, backlog, resolve);
  });
  return server;
}

/** Refuses new requests and waits for open ones. */
async function stop(
  servers: readonly Server[],
  state: ServerState,
  { contexts, log }: Dependencies,
  accessPoint: ReturnType<typeof openAccessPoint> | null,
): Promise<void> {
  const portsClosed = (): void => {
    state.closed = true;
    contexts.close();
    accessPoint?.close();
  };
  await stopServers({ servers, log, watched: state.watched, portsClosed });
}

function addressOf(host: string, server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  const name =
    host === 'localhost' || host === '127.0.0.1' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${name}:${port}/`;
}

/** Describes a failed start: one line with advice, or the stack of an unexpected error. */
export function startFailure(error: unknown, env: ProcessContext['env']): string {
  // Files of panels and layouts may have any name.
  return safeText(withoutSecrets(failureText(error, env)));
}

function failureText(error: unknown, { HOST: host = '127.0.0.1', PORT, OEPL_PORT }: ProcessContext['env']): string {
  const { code, message, name, path, port, stack, syscall } = error as NodeJS.ErrnoException & { port?: number };
  const variable = String(port) === OEPL_PORT && OEPL_PORT !== (PORT ?? '3000') ? 'OEPL_PORT' : 'PORT';
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is taken. Stop what listens there, or set ${variable}`;
  if (code === 'EACCES' && syscall === 'listen')
    return `Port ${port} of ${host} needs rights that this user does not have. Set ${variable} above 1023`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no address ${host}. Set HOST`;
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'The server may open too few files. Raise the limit, such as with ulimit -n 4096';
  if (name === 'StoreBusy') return 'DATABASE_URL: the database broke down while the server started. Start again';
  // The store's message has the file, but not the variable that names it.
  if (name === 'StoreError') return `DATABASE_URL: ${message}`;
  const known = ['ConfigError', 'DeviceError', 'FontError', 'LayoutError'].includes(name) || path !== undefined;
  return known ? message : (stack ?? message);
}

import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import { pino } from 'pino';
import { loadDevices } from '../../devices/index.js';
import { loadLayouts } from '../../renderer/index.js';
import { readConfig } from '../../server/config.js';
import { createApp } from '../../server/http/app.js';
import { answers } from '../../server/http/budgets/answers.js';
import { createKeyLimiters } from '../../server/http/budgets/key-limiters.js';
import { policies } from '../../server/http/budgets/costs.js';
import type { Dependencies } from '../../server/http/dependencies.js';
import { createHostCheck } from '../../server/http/hosts.js';
import { createHttpServer } from '../../server/http/listener.js';
import { createMetrics } from '../../server/http/metrics/metrics.js';
import { timedBackend } from '../../server/http/metrics/timed-backend.js';
import { bodies, drains } from '../../server/http/middleware/read-body.js';
import { readPage } from '../../server/http/page-files.js';
import { stopServers } from '../../server/http/stop.js';
import { createKeyRing } from '../../server/keys/ring.js';
import { createLabelContexts } from '../../server/labels/contexts.js';
import { createImages } from '../../server/labels/drawing/images.js';
import { createMemoryLimiter } from '../../server/labels/store/memory-limiter.js';
import { openBackend } from '../../server/labels/store/url.js';
import { openAccessPoint } from '../../server/oepl/open.js';
import { openVendors } from '../../server/vendors/index.js';
import { openWebhooks } from '../../server/webhooks/index.js';
import { readVersion } from '../../server/version.js';
import { drawingPoolOf } from './context.js';
import { endAfterwards, type RunningServer } from './server.js';
import { listening, until } from './socket.js';

const [devices, files] = [loadDevices(), loadLayouts()];
const page = readPage(fileURLToPath(new URL('../../server/page/', import.meta.url)));

/** In milliseconds. Requests still open after a test are cut off. */
const stopTimes = { notice: 0, idle: 10, check: 10, requests: 300 };

/** The servers of this process that run. */
let running = 0;

/** What the servers of a process share is free again once none of them runs. */
async function expectFreeShares(): Promise<void> {
  const taken = () => ({ answers: answers.taken(), bodies: bodies.taken(), drains: drains.taken() });
  const free = { answers: 0, bodies: 0, drains: 0 };
  // A cut connection closes in a later turn. Meanwhile, another server may have started.
  const isOver = () => running > 0 || Object.values(taken()).every((amount) => amount === 0);
  await until(isOver, 1000).catch(() => {
    expect(taken()).toEqual(free);
  });
}

/**
 * The server in this process, on a free port, with real settings and parts. It draws without threads and stops sooner. It starts
 * in milliseconds; `startServer` starts a process.
 * @param waits seconds between the attempts of webhooks
 */
export async function startHere(
  env: Readonly<Record<string, string>> = {},
  waits?: readonly number[],
): Promise<RunningServer> {
  const config = readConfig({ DATABASE_URL: 'memory:', PORT: '0', ...env });
  const output = { stdout: '', stderr: '' };
  const clock = () => new Date();
  const layouts = config.layoutsDir === null ? files : loadLayouts([config.layoutsDir]);
  const drawingPool = drawingPoolOf(devices, layouts);
  const backend = await openBackend(config.databaseUrl);
  const { update, preview, view } = policies({ quota: config.rateLimit, windowS: config.rateWindowS });
  const metrics = createMetrics();
  const tools = { clock, config, devices, drawingPool, images: createImages(drawingPool) };
  const keys = await createKeyRing({ backend, given: config.apiKeys, clock, onFailure: () => undefined });
  const dependencies: Dependencies = {
    ...tools,
    config,
    keys,
    version: readVersion(),
    fonts: [],
    contexts: createLabelContexts(tools, layouts, timedBackend(backend, metrics.stage)),
    backend,
    limiters: {
      update: backend.limiter(update),
      preview: createMemoryLimiter(preview),
      view: createMemoryLimiter(view),
    },
    keyLimiters: createKeyLimiters((policy) => backend.limiter(policy)),
    page,
    log: pino({ level: config.logLevel }, { write: (line: string) => (output.stderr += line) }),
    metrics,
    stopping: () => false,
    closed: () => false,
    readyAsked: () => undefined,
  };
  const { contexts, limiters, keyLimiters } = dependencies;
  await contexts.enter('');
  const vendors = openVendors(config.vendors, config.vendorsDir, dependencies);
  const webhooks = openWebhooks(dependencies, waits);
  const respond = createApp(dependencies, [...vendors.routes, ...webhooks.routes]).koa.callback();
  const api = createHttpServer((request, response) => void respond(request, response), {
    ...config,
    allowsHost: createHostCheck(config),
  });
  const face = config.oeplPort === null ? null : openAccessPoint(dependencies, config);
  const servers = face ? [api, face.server] : [api];
  const port = await listening(api, config.port);
  webhooks.start();
  await vendors.resume();
  const url = `http://localhost:${port}`;
  output.stdout = `ESL simulator: ${url}/\n`;
  if (face) output.stdout += `OpenEPaperLink access point: http://localhost:${await listening(face.server)}/\n`;
  let stopped: Promise<number> | undefined;
  const stop = async (): Promise<number> => {
    const portsClosed = () => {
      contexts.close();
      face?.close();
    };
    await stopServers({ servers, log: dependencies.log, watched: false, portsClosed }, stopTimes);
    await webhooks.close();
    await vendors.close();
    keys.close();
    for (const limiter of [...Object.values(limiters), keyLimiters]) limiter.close();
    await backend.close();
    running--;
    if (running === 0) await expectFreeShares();
    return 0;
  };
  running++;
  const stopOnce = () => (stopped ??= stop());
  endAfterwards(stopOnce);
  return { url, port, output, stop: stopOnce };
}

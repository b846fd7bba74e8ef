import type { Server } from 'node:http';
import { pino } from 'pino';
import { createApp } from '../../server/http/app.js';
import { createKeyLimiters } from '../../server/http/budgets/key-limiters.js';
import { policies } from '../../server/http/budgets/costs.js';
import { createMemoryLimiter } from '../../server/labels/store/memory-limiter.js';
import type { Dependencies } from '../../server/http/dependencies.js';
import type { Route } from '../../server/http/route.js';
import { createHttpServer } from '../../server/http/listener.js';
import { createMetrics } from '../../server/http/metrics/metrics.js';
import type { LabelContext } from '../../server/labels/context.js';
import type { LabelContexts } from '../../server/labels/contexts.js';
import { createContext } from './context.js';
import { endAfterwards } from './server.js';
import { listening } from './socket.js';

const { update, preview, view } = policies({ quota: 1000, windowS: 60 });

/** Requires no keys. */
const openDoor: Dependencies['keys'] = {
  required: () => false,
  check: () => ({ kind: 'missing' }),
  find: () => null,
  holds: () => true,
  close: () => undefined,
};

function oneContext(context: LabelContext): LabelContexts {
  return { of: () => context, enter: () => Promise.resolve(context), close: () => undefined };
}

/** The parts that a test can replace. */
export type Parts = Omit<Dependencies, 'contexts'> & LabelContext;

/**
 * Runs the application in this process, on a free port, until the end of the test. `afterAll` closes one of `beforeAll`.
 * @param context replaces the label context
 * @param change replaces dependencies of the application or the context
 * @param contextsOf replaces the context that all tenants share
 * @param routesOf adds routes
 */
export async function serveApp(
  context: Partial<LabelContext>,
  change: (good: Parts) => Partial<Parts> = () => ({}),
  contextsOf: (made: Parts) => LabelContexts = oneContext,
  routesOf: (dependencies: Dependencies) => readonly Route[] = () => [],
): Promise<{ url: string; server: Server }> {
  const made = await createContext(context);
  const good: Parts = {
    ...made,
    version: '0.0.0',
    config: { corsOrigin: '*', trustProxyHops: 0, simulate: true, webhooks: 'public', vendors: [], ...made.config },
    fonts: [],
    limiters: {
      update: createMemoryLimiter(update),
      preview: createMemoryLimiter(preview),
      view: createMemoryLimiter(view),
    },
    keyLimiters: createKeyLimiters((policy) => createMemoryLimiter(policy)),
    page: new Map(),
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    stopping: () => false,
    closed: () => false,
    readyAsked: () => undefined,
    keys: openDoor,
    backend: {
      check: () => Promise.resolve(),
      stats: () => ({}),
      close: () => Promise.resolve(),
      recordTenants: () => Promise.resolve([]),
    },
  };
  const changed = { ...good, ...change(good) };
  const dependencies = { ...changed, contexts: contextsOf(changed) };
  const respond = createApp(dependencies, routesOf(dependencies)).koa.callback();
  const server = createHttpServer((request, response) => void respond(request, response), {
    corsOrigin: '*',
    trustProxyHops: 0,
    allowsHost: () => true,
  });
  endAfterwards(() => server.close());
  return { url: `http://127.0.0.1:${await listening(server)}`, server };
}

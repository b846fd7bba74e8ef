import Router, { type RouterMiddleware } from '@koa/router';
import Koa from 'koa';
import { Problem } from '../fields/problem.js';
import { holdAnswers } from './budgets/answers.js';
import { costs } from './budgets/costs.js';
import type { Context, Dependencies, Handler, State } from './dependencies.js';
import { admit } from './middleware/admit.js';
import { answerErrors } from './middleware/answer-errors.js';
import { allowedOrigin, crossOrigin, type IsOpen, openHeaders, safeHeaders } from './middleware/headers.js';
import { registerGauges } from './metrics/gauges.js';
import { limit } from './middleware/limit.js';
import { noteRequests } from './middleware/note-requests.js';
import { requestId } from './middleware/request-id.js';
import { boundQuery } from './query.js';
import { isOpenRoute, type Route, writtenPath } from './route.js';
import { createRoutes } from './routes/index.js';
import { createRequestLog } from './events/request-log.js';

/**
 * The application: middleware and routes. It neither listens nor reads the environment.
 * @param more the routes of other systems' interfaces
 */
export function createApp(
  dependencies: Dependencies,
  more: readonly Route[] = [],
): { readonly koa: Koa<State>; readonly routes: readonly Route[] } {
  const { config } = dependencies;
  registerGauges(dependencies);
  const requests = createRequestLog();
  const routes = createRoutes(dependencies, requests, more);
  const router = new Router<State>({ sensitive: true });
  for (const route of routes)
    router.register(route.path, [route.method], stepsOf(route, dependencies) as RouterMiddleware<State>[], {
      name: route.operation,
    });

  const openOperations = new Set(routes.filter(isOpenRoute).map(({ operation }) => operation));
  const methods = ['HEAD', ...new Set(routes.map(({ method }) => method)), 'OPTIONS'];
  const koa = createKoa(dependencies, [
    requestId(),
    noteRequests(requests, dependencies),
    answerErrors(dependencies),
    safeHeaders(),
    crossOrigin(config.corsOrigin, methods, isOpenIn(router, openOperations)),
    matchFixedPaths(routes, config.corsOrigin),
    router.routes(),
    matchOtherMethods(router, config.corsOrigin),
  ]);
  return { koa, routes };
}

/** Whether pages of all sites may send a request: its operation is among these, or there is none. */
export function isOpenIn(router: Router<State>, operations: ReadonlySet<string>): IsOpen {
  return (method, path) => {
    const [layer] = router.match(path, method).pathAndMethod;
    return layer === undefined || operations.has(layer.name ?? '');
  };
}

/** An application of these steps, which answer all errors of requests. */
export function createKoa(
  { config, log }: Pick<Dependencies, 'config' | 'log'>,
  steps: readonly (Handler | ReturnType<Router<State>['routes']>)[],
): Koa<State> {
  const koa = new Koa<State>({ proxy: config.trustProxyHops > 0, maxIpsCount: config.trustProxyHops });
  for (const step of steps) koa.use(step as Koa.Middleware<State>);
  // The remaining errors are sockets that break during a write.
  koa.on('error', (error: Error) => {
    log.info({ err: error }, 'A connection broke');
  });
  return koa;
}

/**
 * The steps of a route. A request without a valid key is refused first, without any cost. A request with a fixed cost is counted
 * before its body is read; the cost of an image depends on its size, so its own steps count it.
 */
function stepsOf(route: Route, dependencies: Dependencies): Handler[] {
  const cost = costs[route.operation];
  const counted = typeof cost?.points === 'number' ? [limit(cost, cost.points, dependencies)] : [];
  const admitRequest = route.admit ?? admit(route.scope, dependencies);
  const path = writtenPath(route);
  return [
    function startRoute(ctx, next) {
      // For the log and the metrics.
      ctx.state.route = path;
      boundQuery(ctx);
      return admitRequest(ctx, next);
    },
    ...counted,
    ...(route.scope === 'read' || route.scope === 'public' ? [holdAnswers(cost === null)] : []),
    ...route.steps,
  ];
}

/**
 * Answers the methods that a path without parameters does not have, before a path with parameters could:
 * `/api/esl/layouts/schema.json` is not a layout.
 */
function matchFixedPaths(routes: readonly Route[], origins: Dependencies['config']['corsOrigin']): Handler {
  const fixed = new Map<string, string[]>();
  for (const { path, method } of routes.filter((route) => !route.path.includes(':')))
    fixed.set(path, [...(fixed.get(path) ?? []), ...(method === 'GET' ? ['HEAD', 'GET'] : [method])]);
  return function matchFixedPaths(ctx: Context, next) {
    const { path } = ctx;
    const methods = fixed.get(path.endsWith('/') && path !== '/' ? path.slice(0, -1) : path);
    if (!methods || methods.includes(ctx.method)) return next();
    refuseMethod(ctx, methods, origins);
    return undefined;
  };
}

/** Answers the methods that no route of a path has. */
function matchOtherMethods(router: Router<State>, origins: Dependencies['config']['corsOrigin']): Handler {
  return async function matchOtherMethods(ctx: Context, next) {
    const { path: layers } = router.match(ctx.path, ctx.method);
    if (layers.length === 0) await next();
    else refuseMethod(ctx, [...new Set(layers.flatMap(({ methods }) => methods))], origins);
  };
}

/** Answers 405 with Allow, and OPTIONS with 204. */
function refuseMethod(ctx: Context, methods: readonly string[], origins: Dependencies['config']['corsOrigin']): void {
  const allow = [...methods, 'OPTIONS'].join(', ');
  ctx.set('Allow', allow);
  if (ctx.method !== 'OPTIONS')
    throw new Problem('METHOD_NOT_ALLOWED', `${ctx.method} is not allowed on this path. Allowed: ${allow}`);
  const origin = allowedOrigin(origins, ctx.get('Origin'));
  if (origin !== undefined) ctx.set({ ...openHeaders, 'Access-Control-Allow-Origin': origin });
  ctx.status = 204;
}

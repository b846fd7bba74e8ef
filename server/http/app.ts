import Router, { type RouterMiddleware } from '@koa/router';
import Koa from 'koa';
import { Problem } from '../fields/problem.js';
import { costs } from './budgets/costs.js';
import type { Context, Dependencies, Handler, State } from './dependencies.js';
import { admit } from './middleware/admit.js';
import { answerErrors } from './middleware/answer-errors.js';
import { allowedOrigin, crossOrigin, openHeaders, safeHeaders } from './middleware/headers.js';
import { showParts } from './metrics/gauges.js';
import { limit } from './middleware/limit.js';
import { requestId } from './middleware/request-id.js';
import { type Route, writtenPath } from './route.js';
import { createRoutes } from './routes/index.js';

export interface Application {
  readonly koa: Koa<State>;
  readonly routes: readonly Route[];
}

/** The application: middleware and routes. It neither listens nor reads the environment. */
export function createApp(dependencies: Dependencies): Application {
  const { config } = dependencies;
  showParts(dependencies);
  const routes = createRoutes(dependencies);
  const router = new Router<State>({ sensitive: true });
  for (const route of routes)
    router.register(route.path, [route.method], stepsOf(route, dependencies) as RouterMiddleware<State>[]);

  const koa = new Koa<State>({ proxy: config.trustProxyHops > 0, maxIpsCount: config.trustProxyHops });
  const methods = ['HEAD', ...new Set(routes.map(({ method }) => method)), 'OPTIONS'];
  koa.use(requestId() as Koa.Middleware<State>);
  koa.use(answerErrors(dependencies) as Koa.Middleware<State>);
  koa.use(safeHeaders() as Koa.Middleware<State>);
  koa.use(crossOrigin(config.corsOrigin, methods) as Koa.Middleware<State>);
  koa.use(matchFixedPaths(routes, config.corsOrigin) as Koa.Middleware<State>);
  koa.use(router.routes() as Koa.Middleware<State>);
  koa.use(matchOtherMethods(router, config.corsOrigin) as Koa.Middleware<State>);
  // The errors of requests are answered in the middleware. What is left are sockets that broke while they were written to.
  koa.on('error', (error: Error) => {
    dependencies.log.info({ err: error }, 'A connection broke');
  });
  return { koa, routes };
}

/**
 * The steps of a route. A request with a fixed cost is counted before its body is read; an image counts itself, once its size is
 * known. What has no valid key is refused before: that asks no store, and takes nothing from a budget.
 */
function stepsOf(route: Route, dependencies: Dependencies): Handler[] {
  const cost = costs[route.operation];
  const counted = typeof cost?.points === 'number' ? [limit(cost, cost.points, dependencies)] : [];
  return [named(admit(route.scope, dependencies), writtenPath(route)), ...counted, ...route.steps];
}

/** Says which route answers, for the log and the metrics. A step of its own would be waited for. */
function named(first: Handler, route: string): Handler {
  return function nameRoute(ctx, next) {
    ctx.state.route = route;
    return first(ctx, next);
  };
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

/** What no route has answered: a method that none of the path's routes has, or a path that is none. */
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

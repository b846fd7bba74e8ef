import Router, { type RouterMiddleware } from '@koa/router';
import Koa from 'koa';
import { Problem } from '../fields/problem.js';
import { costs } from './budgets/costs.js';
import type { Context, Dependencies, Handler, State } from './dependencies.js';
import { answerErrors } from './middleware/answer-errors.js';
import { allowedOrigin, crossOrigin, openHeaders, safeHeaders } from './middleware/headers.js';
import { limit } from './middleware/limit.js';
import { requestId } from './middleware/request-id.js';
import type { Route } from './route.js';
import { createRoutes } from './routes/index.js';

export interface Application {
  readonly koa: Koa<State>;
  readonly routes: readonly Route[];
}

/** The application: middleware and routes. It neither listens nor reads the environment. */
export function createApp(dependencies: Dependencies): Application {
  const { config } = dependencies;
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
  koa.use(matchMethod(router, config.corsOrigin) as Koa.Middleware<State>);
  koa.use(router.routes() as Koa.Middleware<State>);
  // The errors of requests are answered in the middleware. What is left are sockets that broke while they were written to.
  koa.on('error', (error: Error) => {
    dependencies.log.info({ err: error }, 'A connection broke');
  });
  return { koa, routes };
}

/** The steps of a route. A request with a fixed cost is counted before all else; an image counts itself, once its size is known. */
function stepsOf({ operation, steps }: Route, dependencies: Dependencies): Handler[] {
  const cost = costs[operation];
  return typeof cost?.points === 'number' ? [limit(cost, cost.points, dependencies), ...steps] : [...steps];
}

/**
 * Answers 405 with Allow for a method that a path does not have, and 204 for OPTIONS. A route without parameters comes before
 * those with parameters: `/api/esl/layouts/schema.json` is not a layout.
 */
function matchMethod(router: Router<State>, origins: Dependencies['config']['corsOrigin']): Handler {
  return async function matchMethod(ctx: Context, next) {
    const { path: matching } = router.match(ctx.path, ctx.method);
    const exact = matching.filter(({ path }) => path === ctx.path.replace(/(?<=.)\/$/, ''));
    const layers = exact.length > 0 ? exact : matching;
    if (layers.length > 0 && !layers.some(({ methods }) => methods.includes(ctx.method))) {
      const allow = [...new Set(layers.flatMap(({ methods }) => methods)), 'OPTIONS'].join(', ');
      ctx.set('Allow', allow);
      if (ctx.method !== 'OPTIONS')
        throw new Problem('METHOD_NOT_ALLOWED', `${ctx.method} is not allowed on this path. Allowed: ${allow}`);
      const origin = allowedOrigin(origins, ctx.get('Origin'));
      if (origin !== undefined) ctx.set({ ...openHeaders, 'Access-Control-Allow-Origin': origin });
      ctx.status = 204;
      return;
    }
    await next();
  };
}

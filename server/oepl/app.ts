import Router, { type RouterMiddleware } from '@koa/router';
import type Koa from 'koa';
import { createKoa } from '../http/app.js';
import { holdAnswers } from '../http/budgets/answers.js';
import type { Dependencies, Handler, State } from '../http/dependencies.js';
import { problemOf } from '../http/middleware/answer-errors.js';
import { crossOrigin, safeHeaders } from '../http/middleware/headers.js';
import { limit } from '../http/middleware/limit.js';
import type { AccessPointParts } from './parts.js';
import { aboutRoutes } from './routes/about.js';
import { commandRoutes } from './routes/commands.js';
import { maintenanceRoutes } from './routes/maintenance.js';
import { said } from './routes/route.js';
import { tagRoutes } from './routes/tags.js';
import { templateRoutes } from './routes/templates.js';
import { uploadRoutes } from './routes/uploads.js';

/** The application at the access point's port. Unknown paths are 404 without a body, as on an access point. */
export function createOeplApp(parts: AccessPointParts): Koa<State> {
  const { dependencies } = parts;
  const { config } = dependencies;
  const router = new Router<State>({ sensitive: true, strict: true });
  const routes = [aboutRoutes, tagRoutes, uploadRoutes, templateRoutes, commandRoutes, maintenanceRoutes].flatMap(
    (make) => make(parts),
  );
  for (const route of routes)
    router.register(route.path, [route.method], [
      limit(route, 1, dependencies),
      holdAnswers(),
      ...route.steps,
    ] as RouterMiddleware<State>[]);
  return createKoa(dependencies, [
    answerErrors(dependencies),
    safeHeaders(),
    crossOrigin(config.corsOrigin, ['HEAD', 'GET', 'POST', 'OPTIONS'], (method) => method !== 'POST'),
    refuseWithKeys(dependencies),
    router.routes(),
  ]);
}

/** The protocol has no keys: if the server requires them, all requests are refused. */
function refuseWithKeys({ keys }: Pick<Dependencies, 'keys'>): Handler {
  return function refuseWithKeys(ctx, next) {
    if (!keys.required()) return next();
    said(ctx, 403, 'This access point is closed: the server asks for API keys, which OpenEPaperLink does not have');
    return undefined;
  };
}

/** Answers errors with texts. 503 becomes 409, as on an access point, which has no limits. */
function answerErrors({ log, closed }: Pick<Dependencies, 'log' | 'closed'>): Handler {
  return async function answerErrors(ctx, next) {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) said(ctx, 404, '');
    } catch (error) {
      const { status, detail, options } = problemOf(error);
      ctx.set({ 'Cache-Control': 'no-store', ...options.headers });
      if (status === 503) said(ctx, 409, 'Come back later');
      else said(ctx, status, detail);
      if (status >= 500) log.error({ path: ctx.path, err: options.cause }, detail);
    }
    if (closed()) ctx.set('Connection', 'close');
  };
}

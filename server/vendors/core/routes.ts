import { Problem, unavailable } from '../../fields/problem.js';
import { bodyBytes, frameBytes } from '../../http/budgets/limits.js';
import { clientOf } from '../../http/client.js';
import type { Context, Dependencies, Handler } from '../../http/dependencies.js';
import { problemOf } from '../../http/middleware/answer-errors.js';
import { keyRefused, missingScope } from '../../http/middleware/admit.js';
import { form, formOf } from '../../http/middleware/form.js';
import { type Items, sendItems } from '../../http/lists/send-list.js';
import { spend } from '../../http/middleware/limit.js';
import { jsonOf, readJson } from '../../http/middleware/read-body.js';
import { simulate } from '../../http/middleware/simulate.js';
import type { Route } from '../../http/route.js';
import type { Key } from '../../keys/record.js';
import { showPicture } from '../../labels/labels.js';
import type { Mapping } from './mapping.js';
import { createRequests, type Requests, tenantsWithRequests } from './requests.js';
import { misfit } from './shape.js';
import { createTokens } from './tokens.js';
import {
  type VendorCall,
  type Credentials,
  type ListItems,
  Refusal,
  type Refused,
  type Reply,
  type Vendor,
  type VendorRoute,
} from './vendor.js';

/** Bytes of a body without a picture. */
const usualBytes = 512 * 1024;

/** The value of X-ESL-Simulate that only vendors' routes have. */
const expiredToken = 'expired_token';

/** The routes of a vendor, and its requests. @param mapping the vendor's, with the user's changes */
export function openVendor(vendor: Vendor, mapping: Mapping, dependencies: Dependencies) {
  const requests = createRequests(vendor.id, mapping, dependencies);
  return {
    routes: vendor.routes.flatMap((route) =>
      route.paths.map((path) => routeOf({ ...vendor, mapping }, route, path, requests, dependencies)),
    ),
    /** Stops the requests that are drawn; the next start continues. */
    close: () => requests.close(),
    /** Continues the requests that were accepted before the last process ended. */
    async resume() {
      for (const tenant of await tenantsWithRequests(dependencies.backend))
        await requests.resume(tenant, await dependencies.contexts.enter(tenant));
    },
  };
}

function routeOf(
  vendor: Vendor,
  route: VendorRoute,
  path: string,
  requests: Requests,
  dependencies: Dependencies,
): Route {
  const { method, summary, scope, statuses, assumed } = route;
  const answer = answerCall(vendor, route, requests, dependencies);
  const rest: Handler[] = route.form ? [form(route.bytes ?? frameBytes)] : [];
  if (route.body !== undefined) rest.push(readJson(route.bytes ?? (scope === 'login' ? bodyBytes : usualBytes)));
  rest.push(answer);
  return {
    method,
    path,
    operation: `${vendor.id} ${method} ${path}`,
    tag: 'Vendors',
    summary,
    scope: scope === 'login' ? 'public' : scope,
    success: statuses.map((status) => ({ status, description: summary })),
    admit: vendorDoor(vendor, route, dependencies),
    steps: [
      async function countCall(ctx, next) {
        if (assumed !== undefined) ctx.set('X-ESL-Assumed', assumed);
        await spend(ctx, scope === 'read' || scope === 'login' ? 'view' : 'update', 1, dependencies);
        await next();
      },
      // A slow request is done after its delay.
      simulate(dependencies, rest),
      ...rest,
    ],
  };
}

/** Admits the holder of a token, and answers all errors in the vendor's words. */
function vendorDoor(vendor: Vendor, { scope }: VendorRoute, dependencies: Dependencies): Handler {
  const { keys, contexts, config, log } = dependencies;
  const tokens = createTokens(vendor.id, dependencies);
  const enter = async (ctx: Context, key: Key | null): Promise<void> => {
    if (key) {
      if (scope !== 'login' && !key.scopes.includes(scope)) throw missingScope(scope);
      ctx.state.client = `key:${key.id}`;
    }
    ctx.state.key = key;
    ctx.state.context = key ? await contexts.enter(key.tenant) : contexts.of('');
  };
  return async function vendorDoor(ctx: Context, next) {
    // The list of requests shows no credentials.
    if (scope === 'update' || scope === 'manage') ctx.state.face = vendor.id;
    ctx.vary('Authorization');
    ctx.set('Cache-Control', 'no-store');
    try {
      if (scope !== 'login') {
        const given = vendor.credentials(ctx);
        if (config.simulate && ctx.get('X-ESL-Simulate') === expiredToken) throw new Expired();
        await enter(ctx, await holderOf(given, tokens, keys, 'access'));
      }
      await next();
    } catch (error) {
      const refused = refusedOf(error);
      const { problem } = refused;
      ctx.state.problem = problem;
      const { status = 200, body } = vendor.refuse(refused);
      ctx.set(problem.options.headers ?? {});
      ctx.status = status;
      ctx.body = body;
      if (refused.kind === 'failed') log.error({ path: ctx.path, err: problem.options.cause }, problem.detail);
    }
  };
}

/** The token has expired. */
class Expired extends Error {}

function refusedOf(error: unknown): Refused {
  if (error instanceof Refusal) {
    const { status, code, message } = error;
    // The list of requests has the vendor's code.
    const words = String(code) === String(status) ? message : `${code}: ${message}`;
    const problem = new Problem('VALIDATION_ERROR', words, { status: status < 400 ? 400 : status });
    return { problem, kind: 'invalid', own: error };
  }
  const problem =
    error instanceof Expired ? new Problem('UNAUTHORIZED', 'The token has expired. Log in again') : problemOf(error);
  const kinds = { UNAUTHORIZED: 'unauthorized', FORBIDDEN: 'forbidden', RATE_LIMIT_EXCEEDED: 'limited' } as const;
  const kind =
    problem.code in kinds ? kinds[problem.code as keyof typeof kinds] : problem.status >= 500 ? 'failed' : 'invalid';
  return { problem, kind: error instanceof Expired ? 'expired' : kind, own: null };
}

/** The key of a caller; null: the sandbox is open. @throws {Problem} without valid credentials, {Expired} */
async function holderOf(
  given: Credentials | null,
  tokens: ReturnType<typeof createTokens>,
  keys: Dependencies['keys'],
  use: 'access' | 'refresh',
): Promise<Key | null> {
  if (!given) throw keyRefused('Log in, and send the token');
  if ('token' in given) {
    const checked = await tokens.check(given.token, use);
    if (checked.kind === 'expired') throw new Expired();
    if (checked.kind === 'wrong') throw keyRefused('The token is not valid. Log in again');
    return checked.key;
  }
  const { user, password } = given;
  if (!keys.required()) {
    if (user === '' || password === '')
      throw keyRefused('Expected a user and a password. In an open sandbox, any will do');
    return null;
  }
  // Some clients send only a hash of the password: the key may be in place of the user.
  for (const text of [password, user]) {
    const admission = keys.check(`Bearer ${text}`);
    if (admission.kind === 'ok') return admission.key;
    if (admission.kind === 'away') throw unavailable('Keys can not be read at the moment. Nothing was stored', 1);
  }
  throw keyRefused('Expected a key of this sandbox in place of the password or the user');
}

/** The query. Repeated parameters are one, with commas, as the vendors' servers read them; those of the route's shape come once. */
function queryOf({ query }: Context, { query: shape = {} }: VendorRoute): Readonly<Record<string, string>> {
  const isOnce = (name: string) => Object.hasOwn(shape, name) || Object.hasOwn(shape, `${name}?`);
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, (isOnce(name) ? value : String(value)) as string]),
  );
}

async function* textsOf(items: ListItems): Items {
  for (let item = await items.next(); ; item = await items.next()) {
    if (item.done) return item.value ?? {};
    yield JSON.stringify(item.value);
  }
}

/** Checks the query and the body, and answers. */
function answerCall(vendor: Vendor, route: VendorRoute, requests: Requests, dependencies: Dependencies): Handler {
  const tokens = createTokens(vendor.id, dependencies);
  return async function answerCall(ctx: Context) {
    const query = queryOf(ctx, route);
    const call = callOf(ctx, query);
    const wrong =
      misfit(query, route.query ?? {}) ??
      misfit(ctx.params, Object.fromEntries(Object.keys(ctx.params).map((name) => [name, 'id']))) ??
      (route.body === undefined ? null : misfit(call.body, route.body));
    if (wrong) {
      const message = `Expected ${wrong.expected} for ${wrong.path || 'the body'} but received ${wrong.received}`;
      throw new Problem('VALIDATION_ERROR', message, {
        errors: [{ field: wrong.path, reason: 'format', message }],
      });
    }
    const drawn = (await route.drawn?.(call)) ?? 0;
    if (drawn > 1) await spend(ctx, 'update', drawn - 1, dependencies, 1);
    const { status = 200, body, list }: Reply = await route.handle(call);
    ctx.status = status;
    if (body !== undefined) ctx.body = body;
    if (!list || (await sendItems(ctx, list.name, textsOf(list.items))) || list.empty === undefined) return;
    ctx.body = null;
    ctx.status = list.empty;
  };

  function callOf(ctx: Context, query: VendorCall['query']): VendorCall {
    const { key, trouble = null } = ctx.state;
    const { context } = ctx.state;
    const tenant = key?.tenant ?? '';
    const client = clientOf(ctx);
    let caller = key;
    const json = route.body === undefined ? null : jsonOf(ctx);
    const [bad] = json?.problems ?? [];
    if (bad) throw new Problem('VALIDATION_ERROR', bad.message, { errors: [bad] });
    return {
      context,
      requests,
      mapping: vendor.mapping,
      now: dependencies.clock(),
      origin: `${ctx.protocol}://${ctx.host}`,
      query,
      params: ctx.params,
      body: json?.value,
      file: route.form ? (formOf(ctx).file?.bytes ?? null) : null,
      async show(code, picture, { fit, dither }) {
        const options = { fit, dither: dither ? 'floyd-steinberg' : 'none' } as const;
        await showPicture(context, code, picture, options, client, { face: vendor.id, trouble });
      },
      submit: (changes, adopts = false) => requests.submit(context, changes, { tenant, client, trouble, adopts }),
      request: (id) => requests.request(context, tenant, id),
      credentials: vendor.credentials(ctx),
      token: (use, lifetimeS) => tokens.issue(caller, use, lifetimeS),
      async login(credentials, use = 'access') {
        caller = await holderOf(credentials, tokens, dependencies.keys, use);
      },
    };
  }
}

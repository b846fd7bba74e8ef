import { Problem, unavailable } from '../../fields/problem.js';
import type { Key, Scope } from '../../keys/record.js';
import type { Admission } from '../../keys/ring.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import type { Route } from '../route.js';

const realm = 'Bearer realm="esl-simulator"';

/**
 * Checks the key in the header Authorization, and selects the labels of its tenant. Without required keys, selects those of the open
 * sandbox.
 */
export function admit(scope: Route['scope'], { keys, contexts }: Pick<Dependencies, 'keys' | 'contexts'>): Handler {
  if (scope === 'public') return (_, next) => next();
  return function admitRequest(ctx: Context, next) {
    if (keys.required()) return enter(ctx, next);
    ctx.state.key = null;
    ctx.state.context = contexts.of('');
    return next();
  };

  async function enter(ctx: Context, next: () => Promise<unknown>): Promise<void> {
    // Caches may not show the response to other keys.
    ctx.vary('Authorization');
    const key = holderOf(keys.check(ctx.req.headers.authorization));
    if (!key.scopes.includes(scope as Scope)) throw missingScope(scope as Scope);
    ctx.state.key = key;
    ctx.state.client = `key:${key.id}`;
    ctx.state.context = await contexts.enter(key.tenant);
    await next();
    const caching = ctx.response.get('Cache-Control');
    if (caching.startsWith('public')) ctx.set('Cache-Control', caching.replace('public', 'private'));
  }
}

/** The key of a request. @throws {Problem} without a valid key */
function holderOf(admission: Admission): Key {
  switch (admission.kind) {
    case 'ok':
      return admission.key;
    case 'missing':
      // RFC 6750 wants no error code for a missing key.
      throw keyRefused('Send a key as "Authorization: Bearer esl_…"', realm);
    case 'malformed':
      throw keyRefused('The key is not whole: a character of it is missing or wrong');
    case 'wrong':
      throw keyRefused('The key is not valid');
    case 'expired':
      throw keyRefused(`The key expired at ${admission.key.expires_at}`);
    case 'revoked':
      throw keyRefused('The key was revoked');
    case 'away':
      throw unavailable('Keys can not be read at the moment. Nothing was stored', 1);
  }
}

export function keyRefused(detail: string, challenge = `${realm}, error="invalid_token"`): Problem {
  return new Problem('UNAUTHORIZED', detail, { headers: { 'WWW-Authenticate': challenge } });
}

export function missingScope(scope: Scope): Problem {
  const challenge = `${realm}, error="insufficient_scope", scope="${scope}"`;
  const detail = `This needs a key with the scope ${scope}, which this key does not have`;
  return new Problem('FORBIDDEN', detail, { headers: { 'WWW-Authenticate': challenge } });
}

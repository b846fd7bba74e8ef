import { cut } from '../../fields/field-problem.js';
import { codeAt } from '../../fields/problem.js';
import { withoutSecrets } from '../../keys/text.js';
import { clientOf } from '../client.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { keptRequests, type NotedRequest, type RequestLog } from '../events/request-log.js';

/** Paths of POSTs that change nothing: the studio sends ten previews a second. */
const changeNothing = /^\/api\/esl\/(preview|devices\/[^/]+\/(en|de)code)\/?$/;
const methods: readonly string[] = ['POST', 'PUT', 'DELETE'];

/** Records each request that may change something, with its result and without its headers, for its client. */
export function noteRequests(requests: RequestLog, { clock }: Pick<Dependencies, 'clock'>): Handler {
  return async function noteRequest(ctx: Context, next) {
    const { method, path } = ctx;
    const isOurs = methods.includes(method) && path.startsWith('/api/esl/') && !changeNothing.test(path);
    const startedAt = clock();
    await next();
    if (!isOurs && ctx.state.face === undefined) return;
    requests.add(clientOf(ctx), requestOf(ctx, startedAt, clock().getTime() - startedAt.getTime()));
  };
}

function requestOf({ method, path, status, state }: Context, startedAt: Date, ms: number): NotedRequest {
  const { requestId, problem, received, face } = state;
  const errors = (problem?.options.errors ?? []).slice(0, keptRequests.errors);
  return {
    at: startedAt.toISOString(),
    method,
    path: withoutSecrets(path).slice(0, 256),
    status,
    code: problem ? codeAt(problem.code, path) : null,
    detail: problem ? harmless(problem.detail) : null,
    errors: errors.map(({ field, reason, message }) => ({
      field: harmless(field),
      reason,
      message: harmless(message),
    })),
    // A copy, as the bytes may be part of a larger buffer.
    body: received ? Uint8Array.from(received.subarray(0, keptRequests.bodyBytes)) : null,
    body_bytes: received?.byteLength ?? 0,
    request_id: requestId,
    ...(face !== undefined && { face }),
    ms,
  };
}

/** Shortens a text of the response, and removes keys. */
function harmless(text: string): string {
  return cut(withoutSecrets(text), 300);
}

import { cut } from '../../fields/text.js';
import { withoutSecrets } from '../../keys/text.js';
import { clientOf } from '../client.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { keptRequests, type NotedRequest, type RequestLog } from '../shelf/request-log.js';

/** Paths that change nothing although they are posted to. Whoever types in the studio asks for ten previews a second. */
const changeNothing = /^\/api\/esl\/(preview|devices\/[^/]+\/(en|de)code)\/?$/;
const methods: readonly string[] = ['POST', 'PUT', 'DELETE'];

/** Notes what became of each request that was to change something, for its client to look at. No header is kept. */
export function noteRequests(requests: RequestLog, { clock }: Pick<Dependencies, 'clock'>): Handler {
  return async function noteRequest(ctx: Context, next) {
    const { method, path } = ctx;
    if (!methods.includes(method) || !path.startsWith('/api/esl/') || changeNothing.test(path)) {
      await next();
      return;
    }
    const began = clock();
    await next();
    requests.add(clientOf(ctx), requestOf(ctx, began, clock().getTime() - began.getTime()));
  };
}

function requestOf({ method, path, status, state }: Context, began: Date, ms: number): NotedRequest {
  const { requestId, problem, received } = state;
  const errors = (problem?.options.errors ?? []).slice(0, keptRequests.errors);
  return {
    at: began.toISOString(),
    method,
    path: withoutSecrets(path).slice(0, 256),
    status,
    code: problem?.code ?? null,
    detail: problem ? told(problem.detail) : null,
    errors: errors.map(({ field, reason, message }) => ({ field: told(field), reason, message: told(message) })),
    // A copy, as the bytes may be part of a larger buffer.
    body: received ? Uint8Array.from(received.subarray(0, keptRequests.bodyBytes)) : null,
    body_bytes: received?.byteLength ?? 0,
    request_id: requestId,
    ms,
  };
}

/** A text of the answer, cut, and without keys that it may repeat. */
function told(text: string): string {
  return cut(withoutSecrets(text), 300);
}

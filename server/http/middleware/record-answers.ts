import { clientOf } from '../client.js';
import type { Context, Dependencies } from '../dependencies.js';

/**
 * Counts each answer in the metrics, and writes a line of it into the log. Of the headers of the request, which may hold a key,
 * nothing is written.
 * @returns what is told of an answer before it is sent; `ms` is how long it took to make
 */
export function recordAnswers({
  log,
  metrics,
}: Pick<Dependencies, 'log' | 'metrics'>): (ctx: Context, ms: number) => void {
  return (ctx, ms) => {
    const { method, path, status, state } = ctx;
    const { requestId: request_id, route } = state;
    metrics.answered(method, route, status, ms / 1000);
    if (!log.isLevelEnabled('info')) return;
    const line = { request_id, client: clientOf(ctx), method, route, path, status, ms: Math.round(ms * 100) / 100 };
    log.info(line, 'answered');
  };
}

import { createHash } from 'node:crypto';
import { fieldProblems, type Problem, requestProblem } from '../../fields/problem.js';
import { type Body, sortedJson } from '../../fields/json.js';
import { idempotencyKeyPattern } from '../../fields/schemas.js';
import { cut } from '../../fields/field-problem.js';
import { type IdempotentRequest, Repeated } from '../../labels/labels.js';
import type { LabelContext } from '../../labels/context.js';
import type { ReadDocument } from '../../labels/drawing/job-kinds.js';
import type { RecordedAnswer } from '../../labels/store/index.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';

const pattern = new RegExp(idempotencyKeyPattern);

/**
 * Refuses a request while another one with its Idempotency-Key runs in this process. Two processes notice it when they store. Comes
 * before the body is read.
 */
export function oneAtATime(): Handler {
  const running = new WeakMap<LabelContext, Set<string>>();
  return async function oneAtATime(ctx: Context, next) {
    const key = keyOf(ctx);
    if (key === null) {
      await next();
      return;
    }
    const { context } = ctx.state;
    const keys = running.get(context) ?? new Set();
    running.set(context, keys);
    if (keys.has(key)) {
      const detail = 'A request with this Idempotency-Key is still running. Try again in 1 s';
      throw requestProblem(409, 'idempotency_in_progress', detail, { 'Retry-After': '1' }, 'IDEMPOTENCY_CONFLICT');
    }
    keys.add(key);
    try {
      await next();
    } finally {
      keys.delete(key);
    }
  };
}

/**
 * Gives a request that was done before the answer that it was given then. For after the body was read.
 * @param answer sets what is remembered as the answer
 */
export function onceOnly(
  { clock }: Pick<Dependencies, 'clock'>,
  answer: (ctx: Context, was: RecordedAnswer) => void,
): Handler {
  return async function answerAgain(ctx: Context, next) {
    const key = keyOf(ctx);
    if (key === null) {
      await next();
      return;
    }
    const { requestId } = ctx.state;
    const idempotency: IdempotentRequest = { key, request: requestOf(ctx), requestId, at: clock().getTime() };
    const replay = (was: RecordedAnswer): void => {
      if (was.request !== idempotency.request) throw otherRequest();
      ctx.set('Idempotency-Replayed', 'true');
      answer(ctx, was);
    };
    const was = await ctx.state.context.store.recorded(key, idempotency.at);
    if (was) {
      replay(was);
      return;
    }
    ctx.state.idempotency = idempotency;
    try {
      await next();
    } catch (error) {
      if (!(error instanceof Repeated)) throw error;
      replay(error.recorded);
    }
  };
}

export function otherRequest(): Problem {
  const detail = 'This Idempotency-Key came with another request before. Send a new key with a new request';
  return requestProblem(422, 'idempotency_key_reused', detail, {}, 'IDEMPOTENCY_CONFLICT');
}

/** The key of a request; null when it has none. @throws {Problem} when it is none that may be sent */
export function keyOf(ctx: Context): string | null {
  const received = ctx.req.headers['idempotency-key'] as string | undefined;
  if (received === undefined) return null;
  if (pattern.test(received)) return received;
  const message = `Expected 1 to 255 printable characters of ASCII for Idempotency-Key but received "${cut(received)}"`;
  throw fieldProblems([{ field: 'Idempotency-Key', reason: 'format', message, received: cut(received) }]);
}

function requestOf(ctx: Context): string {
  const { body } = ctx.request as { readonly body: Body | ReadDocument };
  const text = 'document' in body ? body.document : sortedJson(body.object);
  return requestHash(ctx, pathOf(ctx), text);
}

/** The path as an update of a bulk has it: `/api/esl/update` is that of the label default, and ids are not escaped. */
function pathOf({ path, params, state }: Context): string {
  const written = state.route === '/api/esl/update' ? '/api/esl/labels/default/update' : state.route;
  return (written ?? path).replace('{id}', () => params.id ?? '');
}

export function requestHash({ method, state }: Pick<Context, 'method' | 'state'>, path: string, text: string): string {
  return hashOf(method, path, state.trouble ?? '', text);
}

export function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

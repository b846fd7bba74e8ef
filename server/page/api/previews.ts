import type { BindingFields, Update } from '../../../renderer/index.js';
import type { PreviewAnswer } from '../../http/answers.js';
import { ApiError, sendJson } from './request.js';

export type PreviewFields = Update &
  Omit<BindingFields, 'layout'> & {
    /** An id, or a whole document. */
    readonly layout?: string | object;
    readonly date?: string;
    readonly view?: 'ink' | 'panel';
    readonly boxes?: true;
  };

/** @throws {ApiError}; the reason of `signal` after it was aborted */
export async function drawPreview(fields: PreviewFields, signal?: AbortSignal): Promise<PreviewAnswer> {
  const request = { method: 'POST', body: fields, ...(signal && { signal }) } as const;
  return (await sendJson<PreviewAnswer>('/api/esl/preview', request)).body;
}

/** Characters of pictures in the cache, and seconds to wait after a transient error if the server does not say. */
const [maxCached, waitS] = [48_000_000, 5];

interface Waiting {
  readonly fields: PreviewFields;
  readonly signal: AbortSignal;
  readonly rank: () => number;
  readonly done: (answer: PreviewAnswer | ApiError) => void;
}

/**
 * Draws one of many pictures, the lowest rank first. All queues share a cache.
 * @returns the error of a label that can't be drawn; null after `signal` was aborted
 */
export type DrawQueued = (
  fields: PreviewFields,
  signal: AbortSignal,
  rank?: () => number,
) => Promise<PreviewAnswer | ApiError | null>;

const kept = new Map<string, PreviewAnswer>();
let keptSize = 0;
let blockedUntil = 0;

/** All queues pause while the server answers 429. */
export function createQueue(maxConcurrent: number): DrawQueued {
  const queue: Waiting[] = [];
  let running = 0;

  const work = (): void => {
    while (running < maxConcurrent) {
      const next = takeNext(queue);
      if (!next) return;
      running++;
      void draw(next).finally(() => {
        running--;
        work();
      });
    }
  };
  const draw = async (waiting: Waiting): Promise<void> => {
    const { fields, signal, done } = waiting;
    const wait = blockedUntil - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (signal.aborted) return;
    try {
      const answer = await drawPreview(fields, signal);
      keepAnswer(JSON.stringify(fields), answer);
      done(answer);
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      if (error.isTransient) {
        blockedUntil = performance.now() + error.retryMs(waitS);
        queue.unshift(waiting);
      } else done(error);
    }
  };
  return (fields, signal, rank = () => 0) => {
    const known = kept.get(JSON.stringify(fields));
    if (known) return Promise.resolve(known);
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        resolve(null);
      });
      queue.push({ fields, signal, rank, done: resolve });
      work();
    });
  };
}

/** For small pictures: two at a time, so that typing stays fast. */
export const drawQueued = createQueue(2);

/** Empties the cache: pictures of a layout are stale after it was changed. */
export function forgetPreviews(): void {
  kept.clear();
  keptSize = 0;
}

/** Takes the first request of the lowest rank. Cancelled requests are dropped. */
function takeNext(queue: Waiting[]): Waiting | undefined {
  const left = queue.filter(({ signal }) => !signal.aborted);
  let best = 0;
  for (let i = 1; i < left.length; i++) if (left[i]!.rank() < left[best]!.rank()) best = i;
  const [next] = left.splice(best, 1);
  queue.splice(0, queue.length, ...left);
  return next;
}

function keepAnswer(key: string, answer: PreviewAnswer): void {
  kept.set(key, answer);
  keptSize += answer.image.data_uri.length;
  for (const [oldest, { image }] of kept) {
    if (keptSize <= maxCached || oldest === key) return;
    kept.delete(oldest);
    keptSize -= image.data_uri.length;
  }
}

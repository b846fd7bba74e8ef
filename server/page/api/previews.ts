import { signal } from '@preact/signals';
import type { BindingFields, Update } from '../../../renderer/index.js';
import type { PlayAnswer, PreviewAnswer } from '../../http/answers.js';
import { Pause } from './pause.js';
import { ApiError, sendJson } from './request.js';

export type PreviewRequest = Update &
  Omit<BindingFields, 'layout'> & {
    /** An id, or a whole document. */
    readonly layout?: string | object;
    readonly date?: string;
    readonly view?: 'ink' | 'panel' | 'tag';
    readonly scale?: number;
    readonly boxes?: true;
  };

/** @throws {ApiError}; the reason of `signal` after it was aborted */
export function drawPreview(fields: PreviewRequest, signal?: AbortSignal): Promise<PreviewAnswer> {
  const request = { method: 'POST', body: fields, ...(signal && { signal }) } as const;
  return sendJson<PreviewAnswer>('/api/esl/preview', request);
}

/** Plays a trace to a panel. @throws {ApiError} */
export function playTrace(device: string, trace: Blob): Promise<PlayAnswer> {
  const headers = { 'Content-Type': 'application/x-ndjson' };
  return sendJson<PlayAnswer>(`/api/esl/devices/${device}/play`, { method: 'POST', body: trace, headers });
}

/** Characters of the pictures in the cache. */
const maxCached = 48_000_000;

/** The last answers by their fields. The oldest are dropped. */
class PreviewCache {
  readonly #answers = new Map<string, PreviewAnswer>();
  #size = 0;

  get(fields: PreviewRequest): PreviewAnswer | undefined {
    return this.#answers.get(JSON.stringify(fields));
  }

  set(fields: PreviewRequest, answer: PreviewAnswer): void {
    const key = JSON.stringify(fields);
    this.#answers.set(key, answer);
    this.#size += answer.image.data_uri.length;
    for (const [oldest, { image }] of this.#answers) {
      if (this.#size <= maxCached || oldest === key) return;
      this.#answers.delete(oldest);
      this.#size -= image.data_uri.length;
    }
  }

  clear(): void {
    this.#answers.clear();
    this.#size = 0;
  }
}

const cache = new PreviewCache();
/** All queues pause while the server answers 429. */
const pause = new Pause();
/** Why the server draws no pictures now, and until when; null: it does. */
export const stalled = signal<{ readonly error: ApiError; readonly resumesAt: Date } | null>(null);

interface QueuedPreview {
  readonly fields: PreviewRequest;
  readonly signal: AbortSignal;
  readonly rank: () => number;
  readonly done: (answer: PreviewAnswer | ApiError) => void;
}

/**
 * A function that draws one of many pictures, the lowest rank first. All queues share a cache.
 * It returns the error of a label that can't be drawn, and null after `signal` was aborted.
 */
export function createQueue(maxConcurrent: number) {
  const queue: QueuedPreview[] = [];
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
  const draw = async (queued: QueuedPreview): Promise<void> => {
    const { fields, signal, done } = queued;
    await pause.end();
    if (signal.aborted) return;
    try {
      const answer = await drawPreview(fields, signal);
      cache.set(fields, answer);
      stalled.value = null;
      done(answer);
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      if (error.isTransient) {
        stalled.value = { error, resumesAt: pause.begin(error) };
        queue.unshift(queued);
      } else done(error);
    }
  };
  return (
    fields: PreviewRequest,
    signal: AbortSignal,
    rank = (): number => 0,
  ): Promise<PreviewAnswer | ApiError | null> => {
    const known = cache.get(fields);
    if (known || signal.aborted) return Promise.resolve(known ?? null);
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
  cache.clear();
}

/** Takes the first request of the lowest rank. Cancelled requests are dropped. */
function takeNext(queue: QueuedPreview[]): QueuedPreview | undefined {
  const left = queue.filter(({ signal }) => !signal.aborted);
  let best = 0;
  for (let i = 1; i < left.length; i++) if (left[i]!.rank() < left[best]!.rank()) best = i;
  const [next] = left.splice(best, 1);
  queue.splice(0, queue.length, ...left);
  return next;
}

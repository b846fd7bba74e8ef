import type { BindingFields, Update } from '../../../renderer/index.js';
import type { PreviewAnswer } from '../../http/answers.js';
import { ApiError, sendJson } from './request.js';

/** What a preview is drawn from. */
export type PreviewFields = Update &
  Omit<BindingFields, 'layout'> & {
    /** An id, or a whole document. */
    readonly layout?: string | object;
    readonly date?: string;
    readonly view?: 'ink' | 'panel';
    readonly boxes?: true;
  };

/** Draws a label without storing it. @throws {ApiError}; the reason of `signal` once it is aborted */
export async function drawPreview(fields: PreviewFields, signal?: AbortSignal): Promise<PreviewAnswer> {
  const request = { method: 'POST', body: fields, ...(signal && { signal }) } as const;
  return (await sendJson<PreviewAnswer>('/api/esl/preview', request)).body;
}

/** How many characters of pictures are kept, and the seconds to wait after an error that passes. */
const [mostKept, usualWait] = [48_000_000, 5];

interface Waiting {
  readonly fields: PreviewFields;
  readonly signal: AbortSignal;
  readonly rank: () => number;
  readonly done: (answer: PreviewAnswer | ApiError) => void;
}

/**
 * Draws one of many pictures, those of the lowest rank first, in their order. Answers are kept, for all queues.
 * @returns the error of a label that can't be drawn; null once `signal` is aborted
 */
export type DrawQueued = (
  fields: PreviewFields,
  signal: AbortSignal,
  rank?: () => number,
) => Promise<PreviewAnswer | ApiError | null>;

const kept = new Map<string, PreviewAnswer>();
let keptSize = 0;
let blockedUntil = 0;

/** A queue that draws so many pictures at once. While the server has enough of them, all queues wait, and then go on. */
export function createQueue(atOnce: number): DrawQueued {
  const queue: Waiting[] = [];
  let running = 0;

  const work = (): void => {
    while (running < atOnce) {
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
        blockedUntil = performance.now() + error.retryMs(usualWait);
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

/** Draws small pictures beside what is typed: two at a time, so that typing is not held up. */
export const drawQueued = createQueue(2);

/** Lets go of all pictures: those of a layout are no longer true once it was changed. */
export function forgetPreviews(): void {
  kept.clear();
  keptSize = 0;
}

/** Takes the first of the lowest rank out of the queue; those that were given up fall out of it. */
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
    if (keptSize <= mostKept || oldest === key) return;
    kept.delete(oldest);
    keptSize -= image.data_uri.length;
  }
}

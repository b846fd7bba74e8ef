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

/** How many small pictures are drawn at once, how many answers are kept, and the seconds to wait after an error that passes. */
const [atOnce, mostKept, usualWait] = [2, 400, 5];

interface Waiting {
  readonly fields: PreviewFields;
  readonly signal: AbortSignal;
  readonly done: (answer: PreviewAnswer | ApiError) => void;
}

const kept = new Map<string, PreviewAnswer>();
const queue: Waiting[] = [];
let running = 0;
let blockedUntil = 0;

/**
 * Draws one of many pictures: two at a time, so that what is typed is not held up. Answers are kept.
 * @returns the error of a label that can't be drawn; null once `signal` is aborted
 */
export function drawQueued(fields: PreviewFields, signal: AbortSignal): Promise<PreviewAnswer | ApiError | null> {
  const known = kept.get(JSON.stringify(fields));
  if (known) return Promise.resolve(known);
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(null);
    });
    queue.push({ fields, signal, done: resolve });
    work();
  });
}

function work(): void {
  while (running < atOnce) {
    const next = queue.shift();
    if (!next) return;
    if (next.signal.aborted) continue;
    running++;
    void draw(next).finally(() => {
      running--;
      work();
    });
  }
}

async function draw(waiting: Waiting): Promise<void> {
  const { fields, signal, done } = waiting;
  const wait = blockedUntil - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  if (signal.aborted) return;
  try {
    const answer = await drawPreview(fields, signal);
    kept.set(JSON.stringify(fields), answer);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    done(answer);
  } catch (error) {
    if (!(error instanceof ApiError)) return;
    if (error.status === 429 || error.status === 0 || error.status >= 500) {
      blockedUntil = performance.now() + (error.quota?.resetS ?? usualWait) * 1000;
      queue.unshift(waiting);
    } else done(error);
  }
}

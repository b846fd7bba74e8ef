import { type Signal, signal } from '@preact/signals';
import { ApiError, apiErrorFrom } from '../../api/request.js';

/** At most this many requests at the same time: the next key need not wait for a slow answer. */
const maxConcurrent = 3;
/** Milliseconds before a problem is shown: a half-typed price is wrong for a moment. */
const patienceMs = 500;
/** Seconds to wait after a transient error if the server does not say. */
const usualWaitS = 2;

export interface LiveDrawing<Fields, Picture> {
  /** The newest picture; null: none yet. */
  readonly picture: Signal<Picture | null>;
  /** Why the newest fields can't be drawn; null: they can. */
  readonly problem: Signal<ApiError | null>;
  /** Draws these fields, unless they, and the version of their layout, are those drawn last. */
  draw(fields: Fields, version: number): void;
  readonly stop: () => void;
}

/**
 * Requests pictures as fast as the user types. An answer is shown unless a newer one was, so that pictures never go back.
 * If too many requests are under way, the oldest is cancelled.
 */
export function createDrawing<Fields, Picture>(
  request: (fields: Fields, signal: AbortSignal) => Promise<Picture>,
): LiveDrawing<Fields, Picture> {
  const picture = signal<Picture | null>(null);
  const problem = signal<ApiError | null>(null);
  const underWay = new Map<number, AbortController>();
  let newest = 0;
  let shown = 0;
  let lastKey = '';
  let timer = 0;

  const succeed = (turn: number, next: Picture): void => {
    if (turn <= shown) return;
    shown = turn;
    clearTimeout(timer);
    picture.value = next;
    problem.value = null;
  };
  const fail = (turn: number, error: ApiError, fields: Fields): void => {
    if (turn !== newest) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      shown = turn;
      problem.value = error;
      if (error.isTransient) timer = setTimeout(() => void run(fields), error.retryMs(usualWaitS));
    }, patienceMs);
  };
  const run = async (fields: Fields): Promise<void> => {
    const turn = ++newest;
    const control = new AbortController();
    underWay.set(turn, control);
    if (underWay.size > maxConcurrent) {
      const [oldest, cancelled] = underWay.entries().next().value!;
      underWay.delete(oldest);
      cancelled.abort();
    }
    try {
      succeed(turn, await request(fields, control.signal));
    } catch (error) {
      if (!control.signal.aborted) fail(turn, apiErrorFrom(error), fields);
    } finally {
      underWay.delete(turn);
    }
  };
  return {
    picture,
    problem,
    draw(fields, version) {
      const key = JSON.stringify([version, fields]);
      if (key === lastKey) return;
      lastKey = key;
      clearTimeout(timer);
      void run(fields);
    },
    stop() {
      clearTimeout(timer);
      lastKey = '';
      for (const control of underWay.values()) control.abort();
      underWay.clear();
    },
  };
}

import { ApiError } from '../../api/request.js';

/** How many requests are under way at once: the next key need not wait for a slow answer to the one before. */
const mostAtOnce = 3;
/** Milliseconds until a problem is told: a half-typed price is wrong for a moment. And seconds to wait where nothing says. */
const [patience, usualWait] = [500, 2];

/** Draws what is typed. */
export interface Previewer<Fields> {
  /** Draws these fields, unless they, and the version of their layout, are those drawn last. */
  draw(fields: Fields, version: number): void;
  stop(): void;
}

/**
 * Asks for pictures as fast as they are typed. An answer is shown if no newer one was, so that pictures never go back; when too many
 * requests are under way, the oldest is given up.
 */
export function createPreviewer<Fields, Picture>(
  ask: (fields: Fields, signal: AbortSignal) => Promise<Picture>,
  show: (picture: Picture) => void,
  complain: (error: ApiError) => void,
): Previewer<Fields> {
  const underWay = new Map<number, AbortController>();
  let newest = 0;
  let told = 0;
  let last = '';
  let timer = 0;

  const answered = (turn: number, picture: Picture): void => {
    if (turn <= told) return;
    told = turn;
    clearTimeout(timer);
    show(picture);
  };
  const failed = (turn: number, error: ApiError, fields: Fields): void => {
    if (turn !== newest) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      told = turn;
      complain(error);
      const again = error.status === 0 || error.status === 429 || error.status >= 500;
      if (again) timer = setTimeout(() => void run(fields), (error.quota?.resetS ?? usualWait) * 1000);
    }, patience);
  };
  const run = async (fields: Fields): Promise<void> => {
    const turn = ++newest;
    const control = new AbortController();
    underWay.set(turn, control);
    if (underWay.size > mostAtOnce) {
      const [oldest, given] = underWay.entries().next().value!;
      underWay.delete(oldest);
      given.abort();
    }
    try {
      answered(turn, await ask(fields, control.signal));
    } catch (error) {
      if (control.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      failed(turn, error, fields);
    } finally {
      underWay.delete(turn);
    }
  };
  return {
    draw(fields, version) {
      const key = JSON.stringify([version, fields]);
      if (key === last) return;
      last = key;
      clearTimeout(timer);
      void run(fields);
    },
    stop() {
      clearTimeout(timer);
      last = '';
      for (const control of underWay.values()) control.abort();
      underWay.clear();
    },
  };
}

import { signal } from '@preact/signals';
import { ApiError, apiErrorFrom } from '../../api/request.js';

/** At most this many requests at the same time: the next key need not wait for a slow answer. */
const maxConcurrent = 3;
/** Milliseconds before a problem is shown: a half-typed price is wrong for a moment. */
const patienceMs = 500;
/** Seconds to wait after a transient error if the server does not say. */
const usualWaitS = 2;

/**
 * Requests pictures as fast as the user types. An answer is shown unless a newer one was, so that pictures never go back.
 * If too many requests are under way, the oldest is cancelled.
 */
export class LiveDrawing<Fields, Picture> {
  /** The newest picture; null: none yet. */
  readonly picture = signal<Picture | null>(null);
  /** Why the newest fields can't be drawn; null: they can. */
  readonly problem = signal<ApiError | null>(null);
  readonly #request: (fields: Fields, signal: AbortSignal) => Promise<Picture>;
  readonly #underWay = new Map<number, AbortController>();
  #newest = 0;
  #shown = 0;
  #lastKey = '';
  #timer = 0;

  constructor(request: (fields: Fields, signal: AbortSignal) => Promise<Picture>) {
    this.#request = request;
  }

  /** Draws these fields, unless they, and the version of their layout, are those drawn last. */
  draw(fields: Fields, version: number): void {
    const key = JSON.stringify([version, fields]);
    if (key === this.#lastKey) return;
    this.#lastKey = key;
    clearTimeout(this.#timer);
    void this.#run(fields);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#lastKey = '';
    for (const control of this.#underWay.values()) control.abort();
    this.#underWay.clear();
  }

  async #run(fields: Fields): Promise<void> {
    const turn = ++this.#newest;
    const control = new AbortController();
    this.#underWay.set(turn, control);
    if (this.#underWay.size > maxConcurrent) {
      const [oldest, cancelled] = this.#underWay.entries().next().value!;
      this.#underWay.delete(oldest);
      cancelled.abort();
    }
    try {
      this.#succeed(turn, await this.#request(fields, control.signal));
    } catch (error) {
      if (!control.signal.aborted) this.#fail(turn, apiErrorFrom(error), fields);
    } finally {
      this.#underWay.delete(turn);
    }
  }

  #succeed(turn: number, picture: Picture): void {
    if (turn <= this.#shown) return;
    this.#shown = turn;
    this.picture.value = picture;
    this.problem.value = null;
  }

  #fail(turn: number, error: ApiError, fields: Fields): void {
    if (turn !== this.#newest) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#shown = turn;
      this.problem.value = error;
      if (error.isTransient) this.#timer = setTimeout(() => void this.#run(fields), error.retryMs(usualWaitS));
    }, patienceMs);
  }
}

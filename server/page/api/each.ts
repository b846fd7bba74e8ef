import { sleep, usualDelayS, type Wait, waitOf } from './pause.js';
import { ApiError, apiErrorFrom } from './request.js';

const maxConcurrent = 4;

interface EachOptions {
  readonly onDone?: (done: number) => unknown;
  /** Called when the server takes more only later. */
  readonly onWait?: (wait: Wait) => unknown;
  /** No entry begins after that. */
  readonly end?: AbortSignal;
}

/** Calls `act` for each entry, a few at a time, and again after 429. @param fail receives any other error */
export async function forEach<T>(
  entries: readonly T[],
  act: (entry: T) => Promise<unknown>,
  fail: (entry: T, error: ApiError) => unknown,
  { onDone, onWait, end }: EachOptions = {},
): Promise<void> {
  const waiting = [...entries];
  let done = 0;
  const work = async (): Promise<void> => {
    while (waiting.length > 0 && !end?.aborted) {
      const entry = waiting.shift()!;
      try {
        await act(entry);
      } catch (error) {
        const failure = apiErrorFrom(error);
        if (failure.status === 429) {
          waiting.push(entry);
          const ms = failure.retryMs(usualDelayS);
          onWait?.(waitOf(entries.length - done, new Date(Date.now() + ms), failure.quota));
          await sleep(ms, end);
          continue;
        }
        await fail(entry, failure);
      }
      onDone?.(++done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, entries.length) }, work));
}

import { sleep, usualDelayS } from './pause.js';
import { ApiError, apiErrorFrom } from './request.js';

const maxConcurrent = 4;

/** Calls `act` for each entry, a few at a time, and again after 429. @param fail receives any other error */
export async function forEach<T>(
  entries: readonly T[],
  act: (entry: T) => Promise<unknown>,
  fail: (entry: T, error: ApiError) => unknown,
  onDone: (done: number) => unknown = () => undefined,
): Promise<void> {
  const waiting = [...entries];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      try {
        await act(entry);
      } catch (error) {
        const failure = apiErrorFrom(error);
        if (failure.status === 429) {
          waiting.push(entry);
          await sleep(failure.retryMs(usualDelayS));
          continue;
        }
        await fail(entry, failure);
      }
      onDone(++done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, entries.length) }, work));
}

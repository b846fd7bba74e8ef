import type { ApiError, Quota } from './request.js';

/** Seconds to wait after a transient error if the server does not say. */
export const usualDelayS = 5;

/** Milliseconds of a timer at most: it does not count the time while the computer sleeps. */
const maxTimerMs = 1000;

/** @param end ends the sleep early */
export async function sleep(ms: number, end?: AbortSignal): Promise<void> {
  const [until, steadyUntil] = [Date.now() + ms, performance.now() + ms];
  for (let left = ms; left > 0 && !end?.aborted; left = Math.min(until - Date.now(), steadyUntil - performance.now()))
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        end?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(left, maxTimerMs));
      end?.addEventListener('abort', wake);
    });
}

/** Requests that wait until the server takes more. */
export interface Wait {
  readonly count: number;
  readonly resumesAt: Date;
  /** When the last of them is sent. */
  readonly endsAt: Date;
  /** The budget that they wait for; null: the server did not say. */
  readonly quota: Quota | null;
}

/** @param resumesAt when the first of `count` requests is sent again */
export function waitOf(count: number, resumesAt: Date, quota: Quota | null): Wait {
  const windows = quota ? Math.ceil(count / quota.limit) - 1 : 0;
  return { count, resumesAt, endsAt: new Date(resumesAt.getTime() + windows * (quota?.windowS ?? 0) * 1000), quota };
}

/** Delays a group of requests after a transient error of one of them, such as 429. */
export class Pause {
  #over: Promise<unknown> = Promise.resolve();

  /** @returns its end */
  begin(error: ApiError): Date {
    const ms = error.retryMs(usualDelayS);
    this.#over = sleep(ms);
    return new Date(Date.now() + ms);
  }

  end(): Promise<unknown> {
    return this.#over;
  }
}

import type { ApiError } from './request.js';

/** Seconds to wait after a transient error if the server does not say. */
export const usualDelayS = 5;

/** @param end ends the sleep early */
export function sleep(ms: number, end?: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    end?.addEventListener('abort', resolve);
  });
}

/** Delays a group of requests after a transient error of one of them, such as 429. */
export class Pause {
  #until = 0;

  begin(error: ApiError): void {
    this.#until = performance.now() + error.retryMs(usualDelayS);
  }

  async end(): Promise<void> {
    const ms = this.#until - performance.now();
    if (ms > 0) await sleep(ms);
  }
}

import { fromExhaustive } from '../support/exhaustive.js';

export interface Request {
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
export interface Client {
  setRequests(requests: readonly Request[]): void;
}
interface Options extends Request {
  readonly url: string;
  readonly connections: number;
  readonly duration: number;
  readonly setupClient: (client: Client) => void;
}
interface Result {
  readonly '2xx': number;
  readonly non2xx: number;
  readonly errors: number;
}

/** The part of autocannon in use. It calls back or resolves at the end. */
interface Autocannon {
  (options: Options): Promise<Result>;
  (
    options: Options,
    done: (error: Error | null) => void,
  ): { on(event: 'response', listener: (client: Client, status: number, bytes: number, ms: number) => void): void };
}
export const autocannon = fromExhaustive('autocannon') as Autocannon;

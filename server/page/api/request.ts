import type { FieldProblem } from '../../fields/field-problem.js';
import type { ProblemBody } from '../../http/answers.js';
import { askForKey, keyHeader } from './key.js';

/** The requests of a budget that this client may still send, and the seconds until the budget is full again. */
export interface Quota {
  readonly budget: string;
  readonly limit: number;
  readonly windowS: number;
  readonly left: number;
  readonly resetS: number;
}

/** Status 0: no answer. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly problem: ProblemBody | null = null,
    readonly quota: Quota | null = null,
  ) {
    super(message);
  }

  get problems(): readonly FieldProblem[] {
    return this.problem?.errors ?? [];
  }

  /** Whether the same request may succeed later. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** Milliseconds to wait before the next request. @param otherwiseS seconds if the server does not say */
  retryMs(otherwiseS: number): number {
    return (this.quota?.resetS ?? otherwiseS) * 1000;
  }
}

/** The error of a request. @throws any other error */
export function apiErrorFrom(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** The answer to a request; null: the server has no such thing. @throws any other error */
export function ifThere<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (apiErrorFrom(error).status === 404) return null;
    throw error;
  });
}

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** An object is sent as JSON, a file as it is: with a Content-Type in `headers`. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Whether to send it even if the user leaves the page. */
  readonly keepalive?: boolean;
}

/**
 * Sends a request, with the key if one is needed.
 * @throws {ApiError} for an error or no answer; the reason of `signal` after it was aborted
 */
export async function send(path: string, request: ApiRequest = {}): Promise<Response> {
  const { method = 'GET', body, headers = {}, signal, keepalive = false } = request;
  const sent = keyHeader();
  const init: RequestInit = {
    method,
    headers: {
      Accept: 'application/json',
      ...(body && !(body instanceof Blob) && { 'Content-Type': 'application/json' }),
      ...headers,
      ...sent,
    },
    body: body instanceof Blob ? body : body ? JSON.stringify(body) : null,
    signal: signal ?? null,
    keepalive,
  };
  const answer = await fetch(path, init).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'The server does not answer');
  });
  if (answer.ok) return answer;
  const error = await errorOf(answer);
  const isOfUser = method !== 'GET' && path !== '/api/esl/preview';
  if (answer.status === 401 && (await hasAnotherKey(sent, error, isOfUser))) return send(path, request);
  throw error;
}

/** Whether there is another key than the refused one: given meanwhile, or now. */
async function hasAnotherKey(sent: ReturnType<typeof keyHeader>, { problem }: ApiError, isOfUser: boolean) {
  if (keyHeader().Authorization !== sent.Authorization) return true;
  return askForKey(sent.Authorization === undefined ? null : (problem?.detail ?? null), isOfUser);
}

/** The JSON of the response. @throws as {@link send} does */
export async function sendJson<T>(path: string, request?: ApiRequest): Promise<T> {
  return (await sendCounted<T>(path, request)).body;
}

/** A response with the budget that its request counted against. */
interface Counted<T> {
  readonly body: T;
  readonly quota: Quota | null;
}

export async function sendCounted<T>(path: string, request?: ApiRequest): Promise<Counted<T>> {
  const answer = await send(path, request);
  const body = (await answer.json().catch((error: unknown) => {
    if (request?.signal?.aborted) throw error;
    throw new ApiError(0, 'The answer broke off');
  })) as T;
  return { body, quota: readQuota(answer.headers) };
}

/** All pages of a list. @throws {ApiError} */
export async function* readPages<P extends { readonly next: string | null }>(path: string): AsyncGenerator<P, void> {
  let cursor = '';
  for (;;) {
    const page = await sendJson<P>(`${path}?limit=100${cursor}`);
    yield page;
    if (page.next === null) return;
    cursor = `&cursor=${page.next}`;
  }
}

async function errorOf(answer: Response): Promise<ApiError> {
  const problem = (await answer.json().catch(() => null)) as ProblemBody | null;
  const message = problem ? `${problem.title}. ${problem.detail}` : `The server said ${answer.status}`;
  return new ApiError(answer.status, message, problem, readQuota(answer.headers));
}

/** Reads `RateLimit: "update";r=9;t=60` and `RateLimit-Policy: "update";q=10;w=60`. */
function readQuota(headers: Headers): Quota | null {
  const policy = /^"(\w+)";q=(\d+);w=(\d+)/.exec(headers.get('RateLimit-Policy') ?? '');
  const state = /;r=(\d+);t=(\d+)/.exec(headers.get('RateLimit') ?? '');
  if (!policy || !state) return null;
  const [limit, windowS, left, resetS] = [policy[2], policy[3], state[1], headers.get('Retry-After') ?? state[2]].map(
    Number,
  ) as [number, number, number, number];
  return { budget: policy[1]!, limit, windowS, left, resetS };
}

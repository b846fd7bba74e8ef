/** The page's requests, and their answers. */
import type { Binding, Update, View } from '../../renderer/index.js';
import type { FieldProblem } from '../fields/field-problem.js';
import type {
  DevicesAnswer,
  DeviceView,
  IndexAnswer,
  LabelAnswer,
  LayoutsAnswer,
  LayoutView,
  PreviewAnswer,
  ProblemBody,
} from '../http/answers.js';

/** How prices can be written. */
export type Money = Pick<IndexAnswer, 'locales' | 'currencies'>;

/** How many requests of a budget this client may still send, and in how many seconds it may send all of them again. */
export interface Quota {
  readonly budget: string;
  readonly limit: number;
  readonly left: number;
  readonly resetS: number;
}

/** The server refused, or did not answer (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly problems: readonly FieldProblem[] = [],
    readonly requestId: string | null = null,
    readonly quota: Quota | null = null,
  ) {
    super(message);
  }
}

const labelPath = '/api/esl/labels/default';

export const eventsPath = `${labelPath}/events`;
export const updatePath = '/api/esl/update';

export function imagePath(view: View): string {
  return `${labelPath}/image.png?view=${view}`;
}

export async function listDevices(): Promise<readonly DeviceView[]> {
  return ((await call('GET', '/api/esl/devices')).body as DevicesAnswer).devices;
}

export async function listLayouts(): Promise<readonly LayoutView[]> {
  const found: LayoutView[] = [];
  let cursor = '';
  for (;;) {
    const { layouts, next } = (await call('GET', `/api/esl/layouts?limit=100${cursor}`)).body as LayoutsAnswer;
    found.push(...layouts);
    if (next === null) return found;
    cursor = `&cursor=${next}`;
  }
}

export async function readMoney(): Promise<Money> {
  return (await call('GET', '/api')).body as IndexAnswer;
}

export async function readLabel(): Promise<LabelAnswer> {
  return (await call('GET', labelPath)).body as LabelAnswer;
}

export async function bindLabel(binding: Binding): Promise<LabelAnswer> {
  return (await call('PUT', labelPath, binding)).body as LabelAnswer;
}

export async function sendUpdate(update: Update): Promise<{ answer: LabelAnswer; quota: Quota | null }> {
  const { body, headers } = await call('POST', updatePath, update);
  return { answer: body as LabelAnswer, quota: readQuota(headers) };
}

/** @throws the reason of `signal` once it is aborted. */
export async function drawPreview(
  fields: Update & Binding & { view: View },
  signal: AbortSignal,
): Promise<PreviewAnswer> {
  return (await call('POST', '/api/esl/preview', fields, signal)).body as PreviewAnswer;
}

async function call(
  method: string,
  path: string,
  fields?: object,
  signal: AbortSignal | null = null,
): Promise<{ body: unknown; headers: Headers }> {
  const headers = { Accept: 'application/json', ...(fields && { 'Content-Type': 'application/json' }) };
  const answer = await fetch(path, { method, headers, signal, body: fields ? JSON.stringify(fields) : null }).catch(
    (error: unknown) => {
      if (signal?.aborted) throw error;
      throw new ApiError(0, 'The server is not answering. Check that it is running, then try again.');
    },
  );
  const body: unknown = await answer.json().catch((error: unknown) => {
    if (signal?.aborted) throw error;
    return null;
  });
  if (answer.ok && body !== null) return { body, headers: answer.headers };
  const problem = body as ProblemBody | null;
  const message = problem
    ? `${problem.title}. ${problem.detail}`
    : `The server answered ${answer.status} without an explanation.`;
  const id = problem?.request_id ?? answer.headers.get('X-Request-Id');
  throw new ApiError(answer.status, message, problem?.errors, id, readQuota(answer.headers));
}

/** Reads `RateLimit: "update";r=9;t=60` and `RateLimit-Policy: "update";q=10;w=60`. */
function readQuota(headers: Headers): Quota | null {
  const [, budget, limit] = /^"(\w+)";q=(\d+)/.exec(headers.get('RateLimit-Policy') ?? '') ?? [];
  const [, left, resetS] = /;r=(\d+);t=(\d+)/.exec(headers.get('RateLimit') ?? '') ?? [];
  if (budget === undefined || limit === undefined || left === undefined || resetS === undefined) return null;
  return { budget, limit: Number(limit), left: Number(left), resetS: Number(headers.get('Retry-After') ?? resetS) };
}

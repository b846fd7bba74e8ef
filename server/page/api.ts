/** What the page says to the server, and what it hears. */

export interface Update {
  readonly product_name: string;
  readonly price: string;
  readonly unit: string;
}

/** What is set once for a label. */
export interface Binding {
  readonly device: string;
  readonly layout: string;
  readonly sku: string;
  readonly locale: string;
  readonly currency: string;
  readonly time_zone: string;
  readonly data: Readonly<Record<string, string>>;
}

export interface LabelView extends Binding {
  readonly id: string;
  readonly layout_version: number | null;
  readonly revision: number;
  readonly updated_at: string | null;
  readonly content: Update | null;
}

export interface Warning {
  readonly code: string;
  readonly field: string;
  readonly message: string;
}

export interface LabelAnswer {
  readonly label: LabelView;
  readonly image: { readonly width: number; readonly height: number; readonly sha256: string } | null;
  readonly warnings: readonly Warning[];
}
export type LabelUpdated = LabelAnswer;

export interface PreviewAnswer {
  readonly label: LabelView;
  readonly image: {
    readonly width: number;
    readonly height: number;
    readonly sha256: string;
    readonly data_uri: string;
  };
  readonly warnings: readonly Warning[];
}

export interface DeviceView {
  readonly id: string;
  readonly vendor: string;
  readonly model: string;
  readonly width: number;
  readonly height: number;
  readonly inks: readonly { readonly name: string }[];
}

/** What a layout asks of a field of the binding's `data`. */
export interface DataField {
  readonly type: 'text' | 'price';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string;
  readonly values?: readonly string[];
}

export interface LayoutView {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly description: string;
  readonly data?: Readonly<Record<string, DataField>>;
}

/** In which prices can be written. */
export interface Money {
  readonly locales: readonly string[];
  readonly currencies: readonly string[];
}

/** Pure device colours, or the colours as the eye sees them. */
export type View = 'ink' | 'panel';

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** How many updates this client may still send, and in how many seconds it may send all of them again. */
export interface Quota {
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
  return ((await call('GET', '/api/esl/devices')).body as { devices: readonly DeviceView[] }).devices;
}

export async function listLayouts(): Promise<readonly LayoutView[]> {
  return ((await call('GET', '/api/esl/layouts')).body as { layouts: readonly LayoutView[] }).layouts;
}

export async function readMoney(): Promise<Money> {
  return (await call('GET', '/api')).body as Money;
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

interface ProblemBody {
  readonly title: string;
  readonly detail: string;
  readonly request_id: string;
  readonly errors?: readonly FieldProblem[];
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
  const limit = /;q=(\d+)/.exec(headers.get('RateLimit-Policy') ?? '')?.[1];
  const [, left, resetS] = /;r=(\d+);t=(\d+)/.exec(headers.get('RateLimit') ?? '') ?? [];
  if (limit === undefined || left === undefined || resetS === undefined) return null;
  return { limit: Number(limit), left: Number(left), resetS: Number(headers.get('Retry-After') ?? resetS) };
}

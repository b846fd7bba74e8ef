import { Problem } from '../../fields/problem.js';
import type { Dependencies } from '../../http/dependencies.js';
import { showArticle } from '../../labels/articles.js';
import type { LabelContext } from '../../labels/context.js';
import { Repeated } from '../../labels/labels.js';
import { changeRecords, type Kind, recordOf } from '../../labels/records.js';
import type { Trouble } from '../../labels/tag/tag.js';
import { settled } from '../../parallel/pool.js';
import { articleId, type ChangedKinds, type ChangeOutcome, type Failure, type LabelRecord } from './changes.js';
import { layoutOf, type Mapping, mapArticle } from './mapping.js';

/** An accepted request. Until it is `done`, labels wait to be drawn. */
export interface RequestRecord {
  readonly id: number;
  readonly at: string;
  readonly client: string;
  readonly trouble: Trouble | null;
  readonly outcomes: readonly ChangeOutcome[];
  readonly done: boolean;
}

/** A request that has begun and not ended, of any vendor. */
export interface PendingRequest {
  /** How many processes have begun to draw it and did not stop in order; absent: one. */
  readonly attempts?: number;
}

export const pendingKind = 'pending' as Kind<PendingRequest>;
/** A request that ends this many processes, or can't be drawn this many times by one, fails. */
export const maxAttempts = 5;
/** Milliseconds before a failed request is tried again. */
const retryMs = 2_000;
/** Labels of a request that are drawn concurrently. */
const drawnAtOnce = 8;

/** A vendor's kinds of records. */
export interface RequestKinds extends ChangedKinds {
  readonly request: Kind<RequestRecord>;
}

/** What drawing needs of the server. */
export type RunServices = Pick<Dependencies, 'clock' | 'log'>;

/** The key of a request's record. */
export function requestKey(id: number): string {
  return String(id).padStart(10, '0');
}

export function createRuns(vendor: string, mapping: Mapping, kinds: RequestKinds, services: RunServices) {
  /** Requests that this process draws. */
  const running = new Map<string, Promise<void>>();
  let closed = false;
  /** Draws the labels of a request, and stores its result. */
  const run = async (context: LabelContext, request: RequestRecord): Promise<void> => {
    const codes = [...new Set(request.outcomes.flatMap(({ labels, kind }) => (kind === 'delete' ? [] : labels)))];
    const failures = new Map<string, Failure | null>();
    await atOnce(codes, async (code) => {
      if (!closed)
        failures.set(code, await drawLabel(code, request, { vendor, mapping, kinds, context, clock: services.clock }));
    });
    if (failures.size < codes.length) await count(context, request, -1);
    else await end(context, request, (code) => failures.get(code) ?? null);
  };
  /** Stores the result of a request. */
  const end = (context: LabelContext, request: RequestRecord, failureOf: (code: string) => Failure | null) => {
    const outcomes = request.outcomes.map((outcome): ChangeOutcome => {
      const undrawn = outcome.kind === 'delete' ? [] : outcome.labels.filter((code) => failureOf(code));
      return undrawn.length > 0 ? { ...outcome, failure: failureOf(undrawn[0]!), undrawn } : outcome;
    });
    return changeRecords(context.store, async (draft) => {
      const id = requestKey(request.id);
      await draft.get(kinds.request, id);
      await draft.get(pendingKind, `${vendor}/${id}`);
      draft.put(kinds.request, id, { ...request, outcomes, done: true } satisfies RequestRecord);
      draft.put(pendingKind, `${vendor}/${id}`, null);
    });
  };
  /** Changes the number of attempts of a request. @returns it; 0: the request has ended */
  const count = ({ store }: LabelContext, { id }: RequestRecord, change: number): Promise<number> =>
    changeRecords(store, async (draft) => {
      const key = `${vendor}/${requestKey(id)}`;
      const pending = await draft.get(pendingKind, key);
      const attempts = pending ? (pending.attempts ?? 1) + change : 0;
      if (pending) draft.put(pendingKind, key, { attempts });
      return attempts;
    });
  const begin = (
    context: LabelContext,
    tenant: string,
    request: RequestRecord,
    draw = () => run(context, request),
    tries = 1,
  ): Promise<void> => {
    const key = `${tenant}\0${request.id}`;
    const known = running.get(key);
    if (known) return known;
    const ran = draw()
      .catch((error: unknown) => {
        if (closed) return;
        // An error of the store is not the fault of the request.
        const next = isFault(error) ? tries + 1 : tries;
        services.log.warn({ err: error, vendor, request: request.id }, 'A request is drawn again later');
        setTimeout(() => {
          if (closed) return;
          const fails = next > maxAttempts;
          void begin(context, tenant, request, fails ? () => end(context, request, () => gaveUp) : draw, next);
        }, retryMs).unref();
      })
      .finally(() => running.delete(key));
    running.set(key, ran);
    return ran;
  };
  return {
    /** Draws the labels of a request, unless this process already does, and stores its result. */
    begin: (context: LabelContext, tenant: string, request: RequestRecord) => begin(context, tenant, request),
    /** The same for a request that another process has begun and left. Fails it after {@link maxAttempts}. */
    resume: (context: LabelContext, tenant: string, request: RequestRecord) =>
      begin(context, tenant, request, async () => {
        const attempts = await count(context, request, 1);
        if (attempts > maxAttempts) await end(context, request, () => gaveUp);
        else if (attempts > 0) await run(context, request);
      }),
    /** Stops drawing. Resolves when nothing is drawn, or after a second: the next start draws the rest. */
    async close(): Promise<void> {
      closed = true;
      await settled(running.values());
    },
  };
}

/** Whether an error is a fault of the server in drawing, such as a thread that ended, and no trouble of the store, which may end. */
function isFault(error: unknown): boolean {
  if (error instanceof Problem) return error.status === 500;
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof TypeError || error instanceof RangeError || code?.startsWith('ERR_WORKER') === true;
}

/** Why a request fails that could not be drawn too often. */
const gaveUp: Failure = {
  reason: 'undrawable',
  message: `The label could not be drawn in ${maxAttempts} attempts, in which the server failed or was ended`,
};

/** What a label of a request is drawn with. */
interface RunContext extends Pick<RunServices, 'clock'> {
  readonly vendor: string;
  readonly mapping: Mapping;
  readonly kinds: ChangedKinds;
  readonly context: LabelContext;
}

/** Draws a label with its first article. @returns why it can't */
async function drawLabel(
  code: string,
  request: RequestRecord,
  { vendor, mapping, kinds, context, clock }: RunContext,
): Promise<Failure | null> {
  const label = await recordOf(context.store, kinds.label, code);
  const [first] = label?.articles ?? [];
  const article = first && (await recordOf(context.store, kinds.article, articleId(label!.store, first)));
  if (!label || !article) return null;
  const note = (failure?: string) =>
    changeRecords(context.store, async (draft) => {
      const now = await draft.get(kinds.label, code);
      if (now && now.failure !== failure) draft.put(kinds.label, code, { ...now, failure } satisfies LabelRecord);
    });
  const mapped = mapArticle(mapping, article.fields, clock());
  try {
    const layout = label.template === null ? null : layoutOf(mapping, label.template);
    // No key of a client has this sign.
    const key = `§${vendor}/${request.id}/${code}`;
    const idempotency = { key, request: key, requestId: key, at: clock().getTime() };
    const options = { face: vendor, trouble: request.trouble, idempotency };
    await showArticle(context, code, { ...mapped, ...(layout !== null && { layout }) }, request.client, options);
    if (label.failure !== undefined) await note();
    return null;
  } catch (error) {
    if (error instanceof Repeated) return null;
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const [problem] = error.options.errors ?? [];
    const field = problem ? (mapped.names[problem.field] ?? problem.field) : undefined;
    const message = problem?.message ?? error.detail;
    const unpriced = mapped.price === undefined ? 'no_price' : 'undrawable';
    const reason = error.code === 'NOT_FOUND' ? 'no_label' : unpriced;
    await note(message);
    return { reason, message, ...(field !== undefined && { field }) };
  }
}

/** Works on some items concurrently. */
export async function atOnce<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: drawnAtOnce }, next));
}

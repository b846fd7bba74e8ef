import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../fields/problem.js';
import type { Dependencies } from '../../http/dependencies.js';
import { showArticle } from '../../labels/articles.js';
import type { LabelContext } from '../../labels/context.js';
import { Repeated } from '../../labels/labels.js';
import { changeRecords, type Kind, recordOf } from '../../labels/records.js';
import type { Trouble } from '../../labels/tag/tag.js';
import { articleId, type ChangedKinds, type ChangeOutcome, type Failure } from './changes.js';
import { layoutOf, type Mapping, mapArticle, type MappedArticle } from './mapping.js';

/** An accepted request. Until it is `done`, labels wait to be drawn. */
export interface RequestRecord {
  readonly id: number;
  readonly at: string;
  readonly client: string;
  readonly trouble: Trouble | null;
  readonly outcomes: readonly ChangeOutcome[];
  readonly done: boolean;
}

/** Records of requests that have begun and not ended, of all vendors. */
export const pendingKind = 'pending' as Kind<object>;
/** Milliseconds before a failed request is tried again. */
const retryMs = 2_000;
/** Milliseconds that a stop waits for labels that are drawn: the next start draws them again. */
const closeMs = 1_000;
/** Labels of a request that are drawn concurrently. */
const drawnAtOnce = 8;

/** A vendor's kinds of records. */
export interface RequestKinds extends ChangedKinds {
  readonly request: Kind<RequestRecord>;
}

/** What drawing needs of the server. */
export type RunServices = Pick<Dependencies, 'clock' | 'log'>;

/** Draws the labels of accepted requests. */
export interface Runs {
  /** Draws the labels of a request, unless this process already does, and stores its result. */
  begin(context: LabelContext, tenant: string, request: RequestRecord): Promise<void>;
  /** Stops drawing. Resolves when nothing is drawn, or after {@link closeMs}. */
  close(): Promise<void>;
}

/** The key of a request's record. */
export function requestKey(id: number): string {
  return String(id).padStart(10, '0');
}

export function createRuns(vendor: string, mapping: Mapping, kinds: RequestKinds, services: RunServices): Runs {
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
    if (failures.size < codes.length) return;
    const outcomes = request.outcomes.map((outcome): ChangeOutcome => {
      const failed = outcome.labels.map((code) => failures.get(code)).find((failure) => failure);
      return failed && outcome.kind !== 'delete' ? { ...outcome, failure: failed } : outcome;
    });
    await changeRecords(context.store, async (draft) => {
      const id = requestKey(request.id);
      await draft.get(kinds.request, id);
      await draft.get(pendingKind, `${vendor}/${id}`);
      draft.put(kinds.request, id, { ...request, outcomes, done: true } satisfies RequestRecord);
      draft.put(pendingKind, `${vendor}/${id}`, null);
    });
  };
  const begin = (context: LabelContext, tenant: string, request: RequestRecord): Promise<void> => {
    const key = `${tenant}\0${request.id}`;
    const known = running.get(key);
    if (known) return known;
    const ran = run(context, request)
      .catch((error: unknown) => {
        if (closed) return;
        services.log.warn({ err: error, vendor, request: request.id }, 'A request is drawn again later');
        setTimeout(() => {
          if (!closed) void begin(context, tenant, request);
        }, retryMs).unref();
      })
      .finally(() => running.delete(key));
    running.set(key, ran);
    return ran;
  };
  return {
    begin,
    async close() {
      closed = true;
      await Promise.race([Promise.all(running.values()), delay(closeMs, undefined, { ref: false })]);
    },
  };
}

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
  let mapped: MappedArticle | undefined;
  try {
    mapped = mapArticle(mapping, article.fields);
    const layout = label.template === null ? null : layoutOf(mapping, label.template);
    // No key of a client has this sign.
    const key = `§${vendor}/${request.id}/${code}`;
    const idempotency = { key, request: key, requestId: key, at: clock().getTime() };
    const options = { face: vendor, trouble: request.trouble, idempotency };
    await showArticle(context, code, { ...mapped, ...(layout !== null && { layout }) }, request.client, options);
    return null;
  } catch (error) {
    if (error instanceof Repeated) return null;
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const [problem] = error.options.errors ?? [];
    const names = mapped?.names ?? namesOf(mapping);
    const field = problem ? (names[problem.field] ?? problem.field) : undefined;
    const message = problem?.message ?? error.detail;
    const reason = error.code === 'NOT_FOUND' ? 'no_label' : 'undrawable';
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

/** Our fields with the first of the vendor's fields for each. */
function namesOf({ fields }: Mapping): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields)
      .reverse()
      .map(([name, ours]) => [ours, name]),
  );
}

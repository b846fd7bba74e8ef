import { setTimeout as delay } from 'node:timers/promises';
import { fieldProblems, Problem } from '../../fields/problem.js';
import { isId } from '../../fields/schemas.js';
import { cut } from '../../fields/field-problem.js';
import { linkedKind } from '../../labels/articles.js';
import type { LabelContext } from '../../labels/context.js';
import { bindLabel } from '../../labels/labels.js';
import { changeRecords, eachRecord, eachRow, type Kind, recordOf } from '../../labels/records.js';
import { type Backend, prefixEnd, type StoredRecord } from '../../labels/store/index.js';
import type { Trouble } from '../../labels/tag/tag.js';
import {
  articleId,
  type ArticleRecord,
  type Change,
  type ChangeOutcome,
  type LabelRecord,
  makeChange,
  readAhead,
} from './changes.js';
import type { Mapping } from './mapping.js';
import {
  atOnce,
  createRuns,
  pendingKind,
  type RequestKinds,
  requestKey,
  type RequestRecord,
  type RunServices,
} from './runs.js';

/** Milliseconds: how long requests are stored, and after which another process may continue one. */
const times = { kept: 24 * 60 * 60 * 1000, abandoned: 10_000 } as const;
const maxRequestId = 2 ** 31 - 1;
/** Milliseconds of a step of ids, which are times. */
const idMs = 100;
/** Requests that are listed at most, and the last ones among which they are searched: one has up to 1,000 changes. */
const [maxListed, maxScanned] = [100, 1000];
/** Oldest requests that are deleted at a time: more than one, so that they don't pile up; and where there is no room. */
const swept = { usual: 4, full: 100 } as const;

export type Requests = ReturnType<typeof createRequests>;

export function createRequests(vendor: string, mapping: Mapping, services: RunServices) {
  const { clock } = services;
  const kinds: RequestKinds = {
    article: `${vendor}/article` as Kind<ArticleRecord>,
    label: linkedKind<LabelRecord>(vendor),
    request: `${vendor}/request` as Kind<RequestRecord>,
  };
  const runs = createRuns(vendor, mapping, kinds, services);

  return {
    /**
     * Stores the changes that can be made, and the request, in one transaction; then begins to draw the labels. After a kill, the
     * next start continues.
     * @param adopts whether links may name labels that are not registered: they are created if necessary
     * @returns the request as stored, and a promise of its end
     */
    async submit(
      context: LabelContext,
      changes: readonly Change[],
      of: { tenant: string; client: string; trouble: Trouble | null; adopts?: boolean },
    ): Promise<{ readonly request: RequestRecord; readonly ended: Promise<RequestRecord> }> {
      const { tenant, client, trouble, adopts = false } = of;
      const now = clock();
      const known = new Set<string>();
      for (const change of changes)
        if (change.kind === 'register' || (change.kind === 'link' && adopts)) known.add(change.code);
      // Before the first is created: a refused request leaves no label.
      for (const code of known) checkCode(code);
      await atOnce([...known], (code) => ensureLabel(context, code, mapping, client));
      const making = { kinds, now, known };
      const request = await storeRequest(context, vendor, changes, making, { client, trouble });
      const ran = request.done ? Promise.resolve() : runs.begin(context, tenant, request);
      const read = async () => (await recordOf(context.store, kinds.request, requestKey(request.id))) ?? request;
      const ended = ran.then(read);
      // Most callers answer without it: an error of the store would be unhandled, and end the process.
      ended.catch(() => undefined);
      return { request, ended };
    },
    /** A request; null: there is none, or it is too old. Continues one that another process has abandoned. */
    async request(context: LabelContext, tenant: string, id: number): Promise<RequestRecord | null> {
      const found = await recordOf(context.store, kinds.request, requestKey(id));
      if (found && !found.done && clock().getTime() - Date.parse(found.at) > times.abandoned)
        void runs.begin(context, tenant, found);
      return found;
    },
    /** The last requests that are wanted, the newest first. */
    requests: (context: LabelContext, isWanted: (request: RequestRecord) => boolean) =>
      lastRequests(context, kinds, isWanted),
    article: (context: LabelContext, store: string, id: string) =>
      recordOf(context.store, kinds.article, articleId(store, id)),
    label: (context: LabelContext, code: string) => recordOf(context.store, kinds.label, code),
    articles: (context: LabelContext, store: string, page: { skip?: number; limit?: number } = {}) =>
      eachRecord(context.store, kinds.article, { prefix: articleId(store, ''), ...page }),
    articleCount: (context: LabelContext, store: string) =>
      context.store.countRecords(kinds.article, articleId(store, '')),
    articleStores: ({ store }: LabelContext) => storesOf(store, kinds),
    labels: (context: LabelContext) => eachRecord(context.store, kinds.label),
    /** Stops drawing. The next start continues. Resolves when nothing is drawn. */
    close: () => runs.close(),
    /** Continues the requests that the last process left. */
    async resume(tenant: string, context: LabelContext): Promise<void> {
      const ids: string[] = [];
      const prefix = `${vendor}/`;
      for await (const { id } of eachRow(context.store, pendingKind, { prefix })) ids.push(id.slice(prefix.length));
      const resumed = atOnce(ids, async (id) => {
        const request = await recordOf(context.store, kinds.request, id);
        if (request) await runs.resume(context, tenant, request);
      });
      resumed.catch((error: unknown) => {
        services.log.warn({ err: error, vendor }, 'Requests are drawn after the next start');
      });
    },
  };
}

/** Finds the first article of each store, one after the other. */
async function* storesOf(records: LabelContext['store'], { article }: RequestKinds): AsyncGenerator<string, void> {
  for (let after: string | null = null; ;) {
    const [first]: readonly StoredRecord[] = await records.records(article, after, 1);
    if (!first) return;
    const [store = ''] = first.id.split('\t', 1);
    yield store;
    after = prefixEnd(articleId(store, ''));
  }
}

/**
 * Stores the changes that can be made, and their request.
 * @param making `known`: codes of labels that are registered
 * @param isFull whether there is no room: requests that have ended make it, the oldest first
 */
async function storeRequest(
  context: LabelContext,
  vendor: string,
  changes: readonly Change[],
  making: { kinds: RequestKinds; now: Date; known: ReadonlySet<string> },
  from: Pick<RequestRecord, 'client' | 'trouble'>,
  isFull = false,
): Promise<RequestRecord> {
  const { store } = context;
  const { kinds, now, known } = making;
  const stored = changeRecords(store, async (draft) => {
    // Together, as each read waits for the writes before it.
    const drafting = { draft, kinds, now: now.toISOString(), known };
    await Promise.all(changes.map((change) => readAhead(change, drafting)));
    const outcomes: ChangeOutcome[] = [];
    for (const change of changes) outcomes.push(await makeChange(change, drafting));
    let id = Math.floor(now.getTime() / idMs) % maxRequestId;
    while (await draft.get(kinds.request, requestKey(id))) id++;
    const done = outcomes.every(({ labels, kind }) => kind === 'delete' || labels.length === 0);
    const request: RequestRecord = { id, at: now.toISOString(), ...from, outcomes, done };
    draft.put(kinds.request, requestKey(id), request);
    if (!done) {
      await draft.get(pendingKind, `${vendor}/${requestKey(id)}`);
      draft.put(pendingKind, `${vendor}/${requestKey(id)}`, {});
    }
    for (const { id: old, value } of await store.records(kinds.request, null, isFull ? swept.full : swept.usual)) {
      const { at, done: hasEnded } = JSON.parse(value) as RequestRecord;
      if (isFull ? !hasEnded : Date.parse(at) >= now.getTime() - times.kept) continue;
      await draft.get(kinds.request, old);
      draft.put(kinds.request, old, null);
    }
    return request;
  });
  return stored.catch((error: unknown) => {
    const needsRoom = error instanceof Problem && error.options.errors?.[0]?.reason === 'too_costly';
    if (isFull || !needsRoom) throw error;
    return storeRequest(context, vendor, changes, making, from, true);
  });
}

/** The last requests that are wanted, the newest first: ids are times. They are read one by one, as each may have a thousand outcomes. */
async function* lastRequests(
  { store }: LabelContext,
  { request }: RequestKinds,
  isWanted: (request: RequestRecord) => boolean,
): AsyncGenerator<RequestRecord, void> {
  let [before, listed]: [string | null, number] = [null, 0];
  for (let scanned = 0; scanned < maxScanned && listed < maxListed; scanned++) {
    const [last]: readonly StoredRecord[] = await store.lastRecords(request, before, 1);
    if (!last) return;
    const found = JSON.parse(last.value) as RequestRecord;
    before = last.id;
    if (!isWanted(found)) continue;
    listed++;
    yield found;
  }
}

/** The changes of a request whose labels are drawn before its answer, and the milliseconds for which it waits. */
const [drawnBeforeAnswer, drawMs] = [10, 2000];

/** A request with few changes once its labels are drawn: its answer then has the reason if they can't be. Others as they are stored. */
export async function drawnSoon(
  { request, ended }: { readonly request: RequestRecord; readonly ended: Promise<RequestRecord> },
  changes: number,
): Promise<RequestRecord> {
  return changes > drawnBeforeAnswer ? request : Promise.race([ended, delay(drawMs, request, { ref: false })]);
}

/** The tenants with requests that have not ended. */
export function tenantsWithRequests(backend: Pick<Backend, 'recordTenants'>): Promise<readonly string[]> {
  return backend.recordTenants(pendingKind);
}

/** @throws {Problem} for a code that no label can have */
function checkCode(code: string): void {
  if (isId(code)) return;
  const message = `Expected 1 to 64 letters, digits, dots, dashes and underscores for a label but received "${cut(code)}"`;
  throw fieldProblems([{ field: 'label', reason: 'format', message, received: cut(code) }]);
}

/** Creates the label of a code, on the panel of the vendor's first model, if there is none. */
async function ensureLabel(context: LabelContext, code: string, { models }: Mapping, client: string): Promise<void> {
  if (await context.store.label(code)) return;
  const [device] = Object.values(models);
  await bindLabel(context, code, { object: { device }, problems: [] }, client);
}

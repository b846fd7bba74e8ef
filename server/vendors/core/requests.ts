import type { JsonObject } from '../../fields/json.js';
import { fieldProblems, Problem } from '../../fields/problem.js';
import { isId } from '../../fields/schemas.js';
import { cut } from '../../fields/field-problem.js';
import { showArticle } from '../../labels/articles.js';
import type { LabelContext } from '../../labels/context.js';
import { bindLabel, Repeated } from '../../labels/labels.js';
import { type Backend, recordCapacity } from '../../labels/store/index.js';
import type { Trouble } from '../../labels/tag/tag.js';
import type { Dependencies } from '../../http/dependencies.js';
import { layoutOf, type Mapping, mapArticle, type MappedArticle } from './mapping.js';
import { changeRecords, type RecordDraft, type Kind, recordOf, recordsOf } from '../../labels/records.js';

/** An article as its vendor's client sent it. Times are ISO 8601. */
export interface ArticleRecord {
  readonly store: string;
  readonly id: string;
  readonly fields: JsonObject;
  /** The codes of the labels that it is linked to. */
  readonly labels: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
}

/** A label that a vendor's client has linked or registered. Its code is the id of our label. */
export interface LabelRecord {
  readonly code: string;
  readonly store: string;
  /** The ids of its articles: the first is drawn. */
  readonly articles: readonly string[];
  /** The vendor's name of the template; null: the layout that the label is bound to. */
  readonly template: string | null;
  readonly linked_at: string | null;
}

/** A change that a request wants. */
export type Change =
  | {
      readonly kind: 'article';
      readonly store: string;
      readonly id: string;
      readonly fields: JsonObject;
      /** Fields that are not sent stay. */
      readonly merge?: boolean;
      /** Its labels are not drawn. */
      readonly quiet?: boolean;
    }
  | { readonly kind: 'delete'; readonly store: string; readonly id: string }
  | {
      readonly kind: 'link';
      readonly store: string;
      readonly code: string;
      readonly articles: readonly string[];
      readonly template?: string | null;
    }
  | { readonly kind: 'unlink'; readonly code: string }
  | { readonly kind: 'register'; readonly store: string; readonly code: string }
  /** Draws a label again. */
  | { readonly kind: 'draw'; readonly code: string };

/** Why a change was not made, or not drawn. */
export interface Failure {
  readonly reason: 'no_article' | 'no_label' | 'not_linked' | 'no_template' | 'undrawable';
  readonly message: string;
  /** The vendor's name of the field. */
  readonly field?: string;
}

/** What became of a change. */
export interface ChangeOutcome {
  readonly kind: Change['kind'];
  readonly store?: string;
  readonly article?: string;
  readonly code?: string;
  /** Whether it created its article. */
  readonly isNew: boolean;
  /** The labels that it affects. */
  readonly labels: readonly string[];
  readonly failure: Failure | null;
}

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
const pendingKind = 'pending' as Kind<object>;
/** Milliseconds: how long requests are stored; after which another process may continue one; before a failed one is tried again. */
const times = { kept: 24 * 60 * 60 * 1000, abandoned: 10_000, retry: 2_000 } as const;
/** Labels of a request that are drawn concurrently. */
const drawnAtOnce = 8;
const maxRequestId = 2 ** 31 - 1;
/** Milliseconds of a step of ids, which are times. */
const idMs = 100;
/** Minutes to look back for the last requests, and the most that are listed: one has up to 1,000 changes. */
const lookBack = [1, 10, 60, 24 * 60] as const;
const maxListed = 100;

export type Requests = ReturnType<typeof createRequests>;

type Services = Pick<Dependencies, 'clock' | 'log'>;

/** The articles, links and asynchronous requests of a vendor. */
export function createRequests(vendor: string, mapping: Mapping, { clock, log }: Services) {
  const kinds = {
    article: `${vendor}/article` as Kind<ArticleRecord>,
    label: `${vendor}/label` as Kind<LabelRecord>,
    request: `${vendor}/request` as Kind<RequestRecord>,
  };
  /** Requests that this process draws. */
  const running = new Map<string, Promise<void>>();
  let closed = false;
  const articleId = (store: string, id: string) => `${store}\t${id}`;
  const requestId = (id: number) => String(id).padStart(10, '0');

  /** Reads the records that a change needs. */
  const readAhead = async (draft: RecordDraft, change: Change): Promise<unknown> => {
    if ('id' in change) return draft.get(kinds.article, articleId(change.store, change.id));
    const ids = change.kind === 'link' ? change.articles : [];
    const articles = ids.map((id) => 'store' in change && draft.get(kinds.article, articleId(change.store, id)));
    return Promise.all([draft.get(kinds.label, change.code), ...articles]);
  };
  /** Makes a change; its failures change nothing. */
  const make = async (
    draft: RecordDraft,
    change: Change,
    now: string,
    known: ReadonlySet<string>,
  ): Promise<ChangeOutcome> => {
    const articleOf = (store: string, id: string) => draft.get(kinds.article, articleId(store, id));
    const putArticle = (article: ArticleRecord) => {
      draft.put(kinds.article, articleId(article.store, article.id), article);
    };
    const release = async ({ code, store, articles }: LabelRecord, but?: string): Promise<void> => {
      for (const id of articles) {
        const article = id === but ? null : await articleOf(store, id);
        if (article) putArticle({ ...article, labels: article.labels.filter((other) => other !== code) });
      }
    };
    const outcome = (more: Partial<ChangeOutcome>): ChangeOutcome => ({
      kind: change.kind,
      isNew: false,
      labels: [],
      failure: null,
      ...('store' in change && { store: change.store }),
      ...('code' in change && { code: change.code }),
      ...more,
    });
    const fail = (reason: Failure['reason'], message: string, more: Partial<ChangeOutcome> = {}) =>
      outcome({ ...more, failure: { reason, message } });
    if (change.kind === 'article' || change.kind === 'delete') {
      const { store, id } = change;
      const before = await articleOf(store, id);
      const labels = before?.labels ?? [];
      if (change.kind === 'article') {
        const fields = change.merge && before ? merged(before.fields, change.fields) : change.fields;
        putArticle({ store, id, fields, labels, created_at: before?.created_at ?? now, updated_at: now });
        return outcome({ article: id, isNew: !before, labels: change.quiet ? [] : labels });
      }
      if (!before) return fail('no_article', `There is no article ${id}`, { article: id });
      draft.put(kinds.article, articleId(store, id), null);
      for (const code of labels) {
        const label = await draft.get(kinds.label, code);
        if (label) draft.put(kinds.label, code, { ...label, articles: label.articles.filter((other) => other !== id) });
      }
      return outcome({ article: id, labels });
    }
    const { code } = change;
    const label = await draft.get(kinds.label, code);
    if (change.kind === 'register') {
      const empty = { code, store: change.store, articles: [], template: null, linked_at: null };
      // A label that moves to another store leaves its articles there.
      if (label && label.store !== change.store) await release(label);
      draft.put(kinds.label, code, label?.store === change.store ? label : empty);
      return outcome({ isNew: !label });
    }
    if (!label && !known.has(code)) return fail('no_label', `There is no label ${code}`);
    if (change.kind === 'draw')
      return label?.articles.length
        ? outcome({ labels: [code] })
        : fail('not_linked', `The label ${code} has no article`);
    if (change.kind === 'unlink') {
      if (!label || label.articles.length === 0) return fail('not_linked', `The label ${code} has no article`);
      await release(label);
      draft.put(kinds.label, code, { ...label, articles: [], template: null });
      return outcome({ article: label.articles[0]! });
    }
    const { store, articles, template = null } = change;
    for (const id of articles) {
      const article = await articleOf(store, id);
      if (!article) return fail('no_article', `There is no article ${id}`, { article: id });
    }
    if (label) await release(label);
    for (const id of articles) {
      const article = (await articleOf(store, id))!;
      if (!article.labels.includes(code)) putArticle({ ...article, labels: [...article.labels, code] });
    }
    draft.put(kinds.label, code, { code, store, articles, template, linked_at: now });
    return outcome({ article: articles[0]!, labels: [code] });
  };

  /** Draws a label with its first article. @returns why it can't */
  const draw = async (context: LabelContext, code: string, request: RequestRecord): Promise<Failure | null> => {
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
  };

  /** Draws the labels of a request, and stores its result. */
  const run = async (context: LabelContext, request: RequestRecord): Promise<void> => {
    const codes = [...new Set(request.outcomes.flatMap(({ labels, kind }) => (kind === 'delete' ? [] : labels)))];
    const failures = new Map<string, Failure | null>();
    await atOnce(codes, async (code) => {
      if (!closed) failures.set(code, await draw(context, code, request));
    });
    if (failures.size < codes.length) return;
    const outcomes = request.outcomes.map((outcome): ChangeOutcome => {
      const failed = outcome.labels.map((code) => failures.get(code)).find((failure) => failure);
      return failed && outcome.kind !== 'delete' ? { ...outcome, failure: failed } : outcome;
    });
    await changeRecords(context.store, async (draft) => {
      const id = requestId(request.id);
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
        log.warn({ err: error, vendor, request: request.id }, 'A request is drawn again later');
        setTimeout(() => {
          if (!closed) void begin(context, tenant, request);
        }, times.retry).unref();
      })
      .finally(() => running.delete(key));
    running.set(key, ran);
    return ran;
  };

  return {
    kinds,
    articleId,
    /**
     * Stores the changes that can be made, and the request, in one transaction; then begins to draw the labels. After a kill, the
     * next start continues.
     * @param adopts whether links may name labels that are not registered: they are created if necessary
     * @returns the request as stored, and a promise of its end
     */
    async submit(
      context: LabelContext,
      changes: readonly Change[],
      {
        tenant,
        client,
        trouble,
        adopts = false,
      }: { tenant: string; client: string; trouble: Trouble | null; adopts?: boolean },
    ): Promise<{ readonly request: RequestRecord; readonly ended: Promise<RequestRecord> }> {
      const now = clock();
      const known = new Set<string>();
      for (const change of changes)
        if (change.kind === 'register' || (change.kind === 'link' && adopts)) known.add(change.code);
      await atOnce([...known], (code) => ensureLabel(context, code, mapping, client));
      const request = await changeRecords(context.store, async (draft) => {
        // Together, as each read waits for the writes before it.
        await Promise.all(changes.map((change) => readAhead(draft, change)));
        const outcomes: ChangeOutcome[] = [];
        for (const change of changes) outcomes.push(await make(draft, change, now.toISOString(), known));
        let id = Math.floor(now.getTime() / idMs) % maxRequestId;
        while (await draft.get(kinds.request, requestId(id))) id++;
        const done = outcomes.every(({ labels, kind }) => kind === 'delete' || labels.length === 0);
        const request: RequestRecord = { id, at: now.toISOString(), client, trouble, outcomes, done };
        draft.put(kinds.request, requestId(id), request);
        if (!done) {
          await draft.get(pendingKind, `${vendor}/${requestId(id)}`);
          draft.put(pendingKind, `${vendor}/${requestId(id)}`, {});
        }
        // More than one each time, so that they don't pile up.
        for (const { id: old, value } of await context.store.records(kinds.request, null, 4))
          if (Date.parse((JSON.parse(value) as RequestRecord).at) < now.getTime() - times.kept) {
            await draft.get(kinds.request, old);
            draft.put(kinds.request, old, null);
          }
        return request;
      });
      const ran = request.done ? Promise.resolve() : begin(context, tenant, request);
      const read = async () => (await recordOf(context.store, kinds.request, requestId(request.id))) ?? request;
      return { request, ended: ran.then(read) };
    },
    /** A request; null: there is none, or it is too old. Continues one that another process has abandoned. */
    async request(context: LabelContext, tenant: string, id: number): Promise<RequestRecord | null> {
      const found = await recordOf(context.store, kinds.request, requestId(id));
      if (found && !found.done && clock().getTime() - Date.parse(found.at) > times.abandoned)
        void begin(context, tenant, found);
      return found;
    },
    /** Some of the last requests, the newest first. */
    async requests(context: LabelContext): Promise<readonly RequestRecord[]> {
      const now = Math.floor(clock().getTime() / idMs) % maxRequestId;
      let found: readonly RequestRecord[] = [];
      // Ids are times: looks back further until there are some.
      for (const minutes of lookBack) {
        const after = requestId(Math.max(0, now - (minutes * 60_000) / idMs));
        const records = await context.store.records(kinds.request, after, maxListed);
        found = records.map(({ value }) => JSON.parse(value) as RequestRecord).reverse();
        if (records.length === maxListed) break;
      }
      return found;
    },
    article: (context: LabelContext, store: string, id: string) =>
      recordOf(context.store, kinds.article, articleId(store, id)),
    label: (context: LabelContext, code: string) => recordOf(context.store, kinds.label, code),
    /** The articles of a store; null: of all. */
    articles: (context: LabelContext, store: string | null, page: { skip?: number; limit?: number } = {}) =>
      recordsOf(context.store, kinds.article, {
        prefix: store === null ? '' : articleId(store, ''),
        ...page,
      }),
    labels: (context: LabelContext) => recordsOf(context.store, kinds.label),
    /** Stops drawing. The next start continues. Resolves when nothing is drawn. */
    async close(): Promise<void> {
      closed = true;
      await Promise.all(running.values());
    },
    /** Continues the requests that the last process left. */
    async resume(tenant: string, context: LabelContext): Promise<void> {
      const prefix = `${vendor}/`;
      for (const { id } of await context.store.records(pendingKind, prefix, recordCapacity.count)) {
        const request =
          id.startsWith(prefix) && (await recordOf(context.store, kinds.request, id.slice(prefix.length)));
        if (request) void begin(context, tenant, request);
      }
    },
  };
}

/** Works on some items concurrently. */
async function atOnce<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: drawnAtOnce }, next));
}

/** The tenants with requests that have not ended. */
export function tenantsWithRequests(backend: Pick<Backend, 'recordTenants'>): Promise<readonly string[]> {
  return backend.recordTenants(pendingKind);
}

/** Creates the label of a code, on the panel of the vendor's first model, if there is none. */
async function ensureLabel(context: LabelContext, code: string, { models }: Mapping, client: string): Promise<void> {
  if (!isId(code)) {
    const message = `Expected 1 to 64 letters, digits, dots, dashes and underscores for a label but received "${cut(code)}"`;
    throw fieldProblems([{ field: 'label', reason: 'format', message, received: cut(code) }]);
  }
  if (await context.store.label(code)) return;
  const [device] = Object.values(models);
  await bindLabel(context, code, { object: { device }, problems: [] }, client);
}

/** Our fields with the first of the vendor's fields for each. */
function namesOf({ fields }: Mapping): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields)
      .reverse()
      .map(([name, ours]) => [ours, name]),
  );
}

/** Fields that are sent replace others; so do the members of objects. Null and empty ones change nothing. */
function merged(before: JsonObject, sent: JsonObject): JsonObject {
  const result: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(sent)) {
    if (value === null || value === '') continue;
    const known = result[name];
    const isObject = (one: unknown): one is JsonObject =>
      typeof one === 'object' && one !== null && !Array.isArray(one);
    result[name] = isObject(known) && isObject(value) ? merged(known, value) : value;
  }
  return result;
}

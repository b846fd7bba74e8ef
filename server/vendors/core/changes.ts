import { isObject, type JsonObject } from '../../fields/json.js';
import type { LinkedLabel } from '../../labels/articles.js';
import type { Kind, RecordDraft } from '../../labels/records.js';
import { folded } from './mapping.js';

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
export interface LabelRecord extends LinkedLabel {
  readonly code: string;
  readonly store: string;
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
      /** The label is not drawn. */
      readonly quiet?: boolean;
    }
  | { readonly kind: 'unlink'; readonly code: string }
  | { readonly kind: 'register'; readonly store: string; readonly code: string }
  /** Draws a label again. */
  | { readonly kind: 'draw'; readonly code: string };

/** Why a change was not made, or not drawn. */
export interface Failure {
  readonly reason: 'no_article' | 'no_label' | 'not_linked' | 'no_price' | 'undrawable';
  readonly message: string;
  /** The vendor's name of the field. */
  readonly field?: string;
}

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
  /** Those of the labels that the failure is about; absent: all. */
  readonly undrawn?: readonly string[];
}

/** A vendor's kinds of records that changes read and write. */
export interface ChangedKinds {
  readonly article: Kind<ArticleRecord>;
  readonly label: Kind<LabelRecord>;
}

/** What a change is made in. */
export interface Making {
  readonly draft: RecordDraft;
  readonly kinds: ChangedKinds;
  /** ISO 8601. */
  readonly now: string;
  /** The codes of labels that need not be registered. */
  readonly known: ReadonlySet<string>;
}

type ChangeOf<K extends Change['kind']> = Extract<Change, { kind: K }>;

/** The key of an article's record. */
export function articleId(store: string, id: string): string {
  return `${store}\t${id}`;
}

export function readAhead(change: Change, { draft, kinds }: Making): Promise<unknown> {
  if ('id' in change) return draft.get(kinds.article, articleId(change.store, change.id));
  const ids = change.kind === 'link' ? change.articles : [];
  const articles = ids.map((id) => 'store' in change && draft.get(kinds.article, articleId(change.store, id)));
  return Promise.all([draft.get(kinds.label, change.code), ...articles]);
}

/** Makes a change; one that fails changes nothing. */
export function makeChange(change: Change, making: Making): Promise<ChangeOutcome> {
  if (change.kind === 'article') return putArticle(change, making);
  return change.kind === 'delete' ? deleteArticle(change, making) : changeLabel(change, making);
}

function outcomeOf(change: Change, more: Partial<ChangeOutcome>): ChangeOutcome {
  return {
    kind: change.kind,
    isNew: false,
    labels: [],
    failure: null,
    ...('store' in change && { store: change.store }),
    ...('code' in change && { code: change.code }),
    ...more,
  };
}

function noArticle(change: Change, id: string): ChangeOutcome {
  return outcomeOf(change, { article: id, failure: { reason: 'no_article', message: `There is no article ${id}` } });
}

async function putArticle(change: ChangeOf<'article'>, { draft, kinds, now }: Making): Promise<ChangeOutcome> {
  const { store, id } = change;
  const before = await draft.get(kinds.article, articleId(store, id));
  const labels = before?.labels ?? [];
  const fields = change.merge && before ? merged(before.fields, change.fields) : change.fields;
  const article = { store, id, fields, labels, created_at: before?.created_at ?? now, updated_at: now };
  draft.put(kinds.article, articleId(store, id), article);
  return outcomeOf(change, { article: id, isNew: !before, labels: change.quiet ? [] : labels });
}

async function deleteArticle(change: ChangeOf<'delete'>, { draft, kinds }: Making): Promise<ChangeOutcome> {
  const { store, id } = change;
  const before = await draft.get(kinds.article, articleId(store, id));
  if (!before) return noArticle(change, id);
  draft.put(kinds.article, articleId(store, id), null);
  for (const code of before.labels) {
    const label = await draft.get(kinds.label, code);
    if (!label) continue;
    const articles = label.articles.filter((other) => other !== id);
    const failure = label.articles[0] === id ? undefined : label.failure;
    draft.put(kinds.label, code, { ...label, articles, failure });
  }
  return outcomeOf(change, { article: id, labels: before.labels });
}

async function changeLabel(
  change: ChangeOf<'link' | 'unlink' | 'register' | 'draw'>,
  making: Making,
): Promise<ChangeOutcome> {
  const { draft, kinds, known } = making;
  const { code } = change;
  const label = await draft.get(kinds.label, code);
  const fail = (reason: Failure['reason'], message: string) => outcomeOf(change, { failure: { reason, message } });
  if (change.kind === 'register') {
    const empty = { code, store: change.store, articles: [], template: null, linked_at: null };
    // A label that moves to another store leaves its articles there.
    if (label && label.store !== change.store) await release(label, making);
    draft.put(kinds.label, code, label?.store === change.store ? label : empty);
    return outcomeOf(change, { isNew: !label });
  }
  if (!label && !known.has(code)) return fail('no_label', `There is no label ${code}`);
  if (change.kind === 'link') return link(change, label, making);
  if (!label || label.articles.length === 0) return fail('not_linked', `The label ${code} has no article`);
  if (change.kind === 'draw') return outcomeOf(change, { labels: [code] });
  await release(label, making);
  draft.put(kinds.label, code, { ...label, articles: [], template: null, failure: undefined });
  return outcomeOf(change, { article: label.articles[0]! });
}

/** @param label null: it is not registered yet */
async function link(change: ChangeOf<'link'>, label: LabelRecord | null, making: Making): Promise<ChangeOutcome> {
  const { draft, kinds, now } = making;
  const { code, store, articles, template = null } = change;
  const articleOf = (id: string) => draft.get(kinds.article, articleId(store, id));
  for (const id of articles) if (!(await articleOf(id))) return noArticle(change, id);
  if (label) await release(label, making);
  for (const id of articles) {
    const article = (await articleOf(id))!;
    if (!article.labels.includes(code))
      draft.put(kinds.article, articleId(store, id), { ...article, labels: [...article.labels, code] });
  }
  draft.put(kinds.label, code, { code, store, articles, template, linked_at: now });
  return outcomeOf(change, { article: articles[0]!, labels: change.quiet ? [] : [code] });
}

/** Takes a label from its articles. */
async function release({ code, store, articles }: LabelRecord, { draft, kinds }: Making): Promise<void> {
  for (const id of articles) {
    const key = articleId(store, id);
    const article = await draft.get(kinds.article, key);
    if (article)
      draft.put(kinds.article, key, { ...article, labels: article.labels.filter((other) => other !== code) });
  }
}

/**
 * Fields that are sent replace others, also with an empty value; so do the members of objects. A field that was stored under another
 * spelling of a name that is sent, here or in another object, has the newest value, too.
 */
function merged(before: JsonObject, sent: JsonObject, newest = new Map(leavesOf(sent))): JsonObject {
  const result: Record<string, unknown> = { ...sent };
  for (const [name, known] of Object.entries(before)) {
    const value = sent[name];
    if (isObject(known) && (value === undefined || isObject(value))) result[name] = merged(known, value ?? {}, newest);
    else if (!Object.hasOwn(sent, name)) result[name] = newest.has(folded(name)) ? newest.get(folded(name)) : known;
  }
  return result;
}

function leavesOf(fields: JsonObject): readonly (readonly [string, unknown])[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    isObject(value) ? leavesOf(value) : [[folded(name), value] as const],
  );
}

import {
  amountMessage,
  defaultBinding,
  isRefused,
  isZeroAmount,
  type Layout,
  readAmount,
  readCurrency,
  type Warning,
} from '../../renderer/index.js';
import { isDefaultCurrency } from '../fields/binding.js';
import { cut, type Reason } from '../fields/field-problem.js';
import { accepted, fieldProblems } from '../fields/problem.js';
import { received } from '../fields/schema-problem.js';
import { checkBinding, checkUpdate } from '../fields/validate.js';
import type { LabelContext } from './context.js';
import {
  deliveryOf,
  draftFor,
  findLabel,
  type IdempotentRequest,
  type LabelResult,
  recordWith,
  untilStored,
} from './labels.js';
import { type Kind, recordOf } from './records.js';
import type { StoredLabel } from './store/index.js';
import type { Trouble } from './tag/tag.js';

/** An article of another system in our fields, as it was sent: those of the update, and those of the binding that it brings. */
export interface Article {
  /** What the other system calls our fields: all that its articles can bring. */
  readonly names: Readonly<Record<string, string>>;
  readonly product_name?: unknown;
  readonly price?: unknown;
  readonly unit?: unknown;
  readonly sku?: unknown;
  /** A code, symbol or word. */
  readonly currency?: unknown;
  /** Replaces the layout of the label. */
  readonly layout?: string;
  /** Values that the label's layout does not declare are left out. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What other fields of the article have for ours; it is not drawn. */
  readonly others: readonly OtherValue[];
  /** A problem: one name, in two spellings, has two values, or the article is not valid yet. */
  readonly clash?: string | undefined;
}

/** A value for a field of ours that another value was taken for. */
export interface OtherValue {
  readonly field: string;
  /** The other system's name. */
  readonly name: string;
  readonly value: unknown;
}

/** What another system knows of a label that is linked to its articles. */
export interface LinkedLabel {
  /** The ids of its articles: the first is drawn. */
  readonly articles: readonly string[];
  /** Why its article could not be drawn on it; absent: it could, or was not tried yet. */
  readonly failure?: string | undefined;
}

export function linkedKind<T extends LinkedLabel = LinkedLabel>(face: string): Kind<T> {
  return `${face}/label`;
}

/** Warns of articles that other systems could not show on a label. */
export async function undrawnArticles(
  { store }: Pick<LabelContext, 'store'>,
  id: string,
  faces: readonly string[],
): Promise<readonly Warning[]> {
  const links = await Promise.all(faces.map((face) => recordOf(store, linkedKind(face), id)));
  return links.flatMap((link): readonly Warning[] => {
    const [article, ...more] = link?.articles ?? [];
    const reasons = more.map((one) => [one, `the label shows its first, ${article}`]);
    if (link?.failure !== undefined && article !== undefined) reasons.unshift([article, link.failure]);
    return reasons.map(([id, reason]) => {
      return { code: 'ARTICLE_NOT_DRAWN', field: 'article', message: `The article ${id} is not drawn: ${reason}` };
    });
  });
}

interface ArticleOptions {
  readonly face: string;
  readonly trouble: Trouble | null;
  readonly idempotency: IdempotentRequest | null;
}

/**
 * Shows an article on a label, as one revision: its binding takes the fields that the article brings, and loses those that it could
 * bring and does not.
 * @param client whose share of the threads draws the label
 * @throws {Problem} when the label does not exist, or the article can't be drawn on it
 * @throws {Repeated} when the request was applied before
 */
export async function showArticle(
  context: LabelContext,
  id: string,
  article: Article,
  client: string,
  { face, trouble, idempotency }: ArticleOptions,
): Promise<LabelResult> {
  const { store } = context;
  const { names, product_name, unit, layout, data } = article;
  return untilStored(store, idempotency, async () => {
    const label = await findLabel(context, id);
    const chosen = layout ?? label.binding.layout;
    const declared = await dataOf(context, chosen);
    const own = Object.entries(label.binding.data).filter(
      ([name]) => !Object.hasOwn(names, `data.${name}`) && (layout === undefined || declared.has(name)),
    );
    // Bound amounts are in the currency that the label was bound to; a list may have some.
    const hasOwnAmounts = own.some(([name]) => ['price', 'list'].includes(declared.get(name) ?? ''));
    const { currency, amounts, warning } = amountsOf(article, declared, label, hasOwnAmounts);
    const price = amounts.get('price');
    const brought = Object.entries(data).flatMap(([name, value]) => {
      const text = declared.get(name) === 'price' ? amounts.get(`data.${name}`) : value;
      return declared.has(name) && text !== undefined ? [[name, text] as const] : [];
    });
    const { sku = Object.hasOwn(names, 'sku') ? defaultBinding.sku : label.binding.sku } = article;
    const given = { device: label.binding.device, layout: chosen, sku, data: Object.fromEntries([...own, ...brought]) };
    const bound = accepted(checkBinding(given)).value;
    const fields = { currency, layout: chosen, sku: bound.sku ?? defaultBinding.sku, data: bound.data ?? {} };
    const binding = { ...label.binding, ...fields };
    const { value: update, warnings } = accepted(checkUpdate({ product_name, price, unit }));
    const drawn = await draftFor(context, { ...label, binding }, update, [...warnings, ...warning], client);
    const draft = { ...drawn, face };
    const delivery = deliveryOf(context, draft, trouble);
    const result = { at: delivery.arrival.at, created: false, warnings: [] };
    const record = recordWith(idempotency, result);
    const isSame = JSON.stringify(binding) === JSON.stringify(label.binding);
    const stored = isSame
      ? await store.append(label, delivery, record)
      : await store.bind(id, label, binding, delivery, draft.layout_version, record);
    if (!stored) return null;
    context.events.wake();
    return { ...result, label: stored };
  });
}

/** Names of fields that have amounts in any layout. */
const amountName = /^(?:price|data\.(?:.*_)?(?:price|deposit))$/;

/**
 * The amounts of an article, in the currency of its label; a zero in `data` is none. A currency in one amount, also in one that is not
 * drawn, is that of all. A label that was never drawn and has the default currency takes that of the article, with a warning: it may
 * have been bound to the default.
 * @throws {Problem} for a value that is no amount, or one in another currency
 */
function amountsOf(
  { names, price, currency: word, data, others, clash }: Article,
  declared: ReadonlyMap<string, string>,
  { binding, current }: Pick<StoredLabel, 'binding' | 'current'>,
  hasOwnAmounts: boolean,
) {
  const usual = binding.currency;
  /** The currency so far. */
  let code = current !== null || hasOwnAmounts || !isDefaultCurrency(binding) ? usual : undefined;
  let warning: readonly Warning[] = [];
  const named = (field: string, value: unknown): OtherValue => ({ field, name: names[field] ?? field, value });
  const refuse = (field: string, reason: Reason, message: string): never => {
    throw fieldProblems([{ field, reason, message }]);
  };
  const take = (currency: string, { name, value }: OtherValue): void => {
    if (currency !== usual && code === undefined) {
      const message = `The label was in ${usual} and is now in ${currency}, as ${name} is "${cut(String(value))}"`;
      warning = [{ code: 'CURRENCY_TAKEN', field: 'currency', message, shown: currency }];
    }
    code = currency;
  };
  if (clash !== undefined) refuse('article', 'duplicate', clash);
  for (const one of [named('currency', word), ...others]) {
    const { field, name, value } = one;
    if (field !== 'currency' || value === undefined) continue;
    const own = typeof value === 'string' ? readCurrency(value, usual) : undefined;
    const message = `Expected ${code ?? 'a currency'} for ${name} but received ${received(value)}`;
    if (own === undefined) refuse(field, 'unknown_currency', message);
    else if (code !== undefined && own !== code) refuse(field, 'currency', message);
    else take(own, one);
  }
  const isDrawn = (field: string) => field === 'price' || declared.get(field.slice('data.'.length)) === 'price';
  const isZero = ({ field, value }: OtherValue) =>
    field !== 'price' && typeof value === 'string' && isZeroAmount(value);
  const sent = [named('price', price), ...Object.entries(data).map(([name, value]) => named(`data.${name}`, value))];
  const shownAmounts = sent.filter((one) => isDrawn(one.field) && one.value !== undefined && !isZero(one));
  const otherAmounts = [...sent.filter(({ field }) => !isDrawn(field)), ...others].filter(
    (one) => amountName.test(one.field) && typeof one.value === 'string' && !isZero(one),
  );
  for (const one of [...shownAmounts, ...otherAmounts]) {
    if (code !== undefined || typeof one.value !== 'string') continue;
    const { currency } = readAmount(one.value, { otherwise: usual });
    if (currency !== undefined && currency !== usual) take(currency, one);
  }
  const amountOf = ({ field, name, value }: OtherValue, reason?: Reason): string => {
    if (typeof value !== 'string')
      return refuse(field, 'type', `Expected an amount such as "3.50" for ${name} but received ${received(value)}`);
    const read = readAmount(value, { currency: code, otherwise: usual });
    if (!isRefused(read)) return read.price;
    return reason && read.reason !== reason ? '' : refuse(field, read.reason, amountMessage(read, name, cut(value)));
  };
  for (const one of otherAmounts) amountOf(one, 'currency');
  return { amounts: new Map(shownAmounts.map((one) => [one.field, amountOf(one)])), currency: code ?? usual, warning };
}

/** The types of the fields that a layout declares in `data`. */
async function dataOf({ layouts }: Pick<LabelContext, 'layouts'>, id: string): Promise<ReadonlyMap<string, string>> {
  const file = layouts.files.get(id);
  const layout = file ?? (JSON.parse((await layouts.find(id))?.document ?? '{}') as Pick<Layout, 'data'>);
  return new Map(Object.entries(layout.data ?? {}).map(([name, { type }]) => [name, type]));
}

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
}

/** What another system knows of a label that is linked to its articles. */
export interface LinkedLabel {
  /** The ids of its articles: the first is drawn. */
  readonly articles: readonly string[];
  /** Why its article could not be drawn on it; absent: it could, or was not tried yet. */
  readonly failure?: string | undefined;
}

/** The kind of the records of linked labels. */
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
    const [article] = link?.articles ?? [];
    if (article === undefined || link?.failure === undefined) return [];
    const message = `The article ${article} is not drawn: ${link.failure}`;
    return [{ code: 'ARTICLE_NOT_DRAWN', field: 'article', message }];
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
    const { currency, price, prices, warning } = amountsOf(article, declared, label);
    const brought = Object.entries(data).filter(([name]) => declared.has(name) && declared.get(name) !== 'price');
    const own = Object.entries(label.binding.data).filter(
      ([name]) => !Object.hasOwn(names, `data.${name}`) && (layout === undefined || declared.has(name)),
    );
    const { sku = Object.hasOwn(names, 'sku') ? defaultBinding.sku : label.binding.sku } = article;
    const given = {
      device: label.binding.device,
      layout: chosen,
      sku,
      data: Object.fromEntries([...own, ...brought, ...prices]),
    };
    const bound = accepted(checkBinding(given)).value;
    const binding = {
      ...label.binding,
      currency,
      layout: chosen,
      sku: bound.sku ?? defaultBinding.sku,
      data: bound.data ?? {},
    };
    const { value: update, warnings } = accepted(checkUpdate({ product_name, price, unit }));
    const drawn = await draftFor(context, { id, binding }, update, [...warnings, ...warning], client);
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

/**
 * The amounts of an article, in the currency of its label; a zero in `data` is none. A label that was never drawn and has the default
 * currency takes that of the article, with a warning: it may have been bound to the default.
 * @throws {Problem} for a value that is no amount, or one in another currency
 */
function amountsOf(
  { names, price, currency: word, data }: Article,
  declared: ReadonlyMap<string, string>,
  { binding, current }: Pick<StoredLabel, 'binding' | 'current'>,
) {
  const usual = binding.currency;
  const isOwn = current !== null || usual !== defaultBinding.currency || binding.locale !== defaultBinding.locale;
  /** The currency so far. */
  let code = isOwn ? usual : undefined;
  let warning: readonly Warning[] = [];
  const nameOf = (field: string) => names[field] ?? field;
  const refuse = (field: string, reason: Reason, message: string): never => {
    throw fieldProblems([{ field, reason, message }]);
  };
  const take = (currency: string, field: string, value: string): void => {
    if (currency !== usual && code === undefined) {
      const message = `The label was in ${usual} and is now in ${currency}, as ${nameOf(field)} is "${cut(value)}"`;
      warning = [{ code: 'CURRENCY_TAKEN', field: 'currency', message, shown: currency }];
    }
    code = currency;
  };
  if (word !== undefined) {
    const own = typeof word === 'string' ? readCurrency(word, usual) : undefined;
    if (typeof word !== 'string' || own === undefined || (code !== undefined && own !== code))
      refuse(
        'currency',
        own === undefined ? 'unknown_currency' : 'currency',
        `Expected ${code ?? 'a currency'} for ${nameOf('currency')} but received ${received(word)}`,
      );
    else take(own, 'currency', word);
  }
  const amountOf = (field: string, value: unknown): string => {
    if (typeof value !== 'string')
      return refuse(
        field,
        'type',
        `Expected an amount such as "3.50" for ${nameOf(field)} but received ${received(value)}`,
      );
    const read = readAmount(value, { currency: code, otherwise: usual });
    if (isRefused(read)) return refuse(field, read.reason, amountMessage(read, nameOf(field), cut(value)));
    if (read.currency !== undefined && read.currency !== usual) take(read.currency, field, value);
    return read.price;
  };
  const amounts = Object.entries(data).filter(
    ([name, value]) => declared.get(name) === 'price' && !(typeof value === 'string' && isZeroAmount(value)),
  );
  const first = price === undefined ? undefined : amountOf('price', price);
  const prices = amounts.map(([name, value]) => [name, amountOf(`data.${name}`, value)] as const);
  return { price: first, prices, currency: code ?? usual, warning };
}

/** The types of the fields that a layout declares in `data`. */
async function dataOf({ layouts }: Pick<LabelContext, 'layouts'>, id: string): Promise<ReadonlyMap<string, string>> {
  const file = layouts.files.get(id);
  const layout = file ?? (JSON.parse((await layouts.find(id))?.document ?? '{}') as Pick<Layout, 'data'>);
  return new Map(Object.entries(layout.data ?? {}).map(([name, { type }]) => [name, type]));
}

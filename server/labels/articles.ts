import {
  amountMessage,
  defaultBinding,
  isRefused,
  type Layout,
  readAmount,
  readCurrency,
} from '../../renderer/index.js';
import { cut, type Reason } from '../fields/field-problem.js';
import { accepted, fieldProblems } from '../fields/problem.js';
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
import type { StoredLabel } from './store/index.js';
import type { Trouble } from './tag/tag.js';

/** An article of another system in our fields: those of the update, not checked yet, and those of the binding that it brings. */
export interface Article {
  /** What the other system calls our fields, for messages. */
  readonly names: Readonly<Record<string, string>>;
  readonly product_name?: unknown;
  /** As the other system writes it. */
  readonly price?: string;
  readonly unit?: unknown;
  readonly sku?: string;
  /** A code, symbol or word. */
  readonly currency?: string;
  /** Replaces the layout of the label. */
  readonly layout?: string;
  /** Values that the label's layout does not declare are left out. */
  readonly data: Readonly<Record<string, string>>;
}

interface ArticleOptions {
  readonly face: string;
  readonly trouble: Trouble | null;
  readonly idempotency: IdempotentRequest | null;
}

/**
 * Shows an article on a label, as one revision: its binding takes the fields that the article brings.
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
  const { product_name, unit, sku, layout, data } = article;
  return untilStored(store, idempotency, async () => {
    const label = await findLabel(context, id);
    const chosen = layout ?? label.binding.layout;
    const declared = await dataOf(context, chosen);
    const { currency, price, ...prices } = amountsOf(article, declared, label);
    const brought = Object.entries(data).filter(([name]) => declared.has(name));
    const given = {
      device: label.binding.device,
      layout: chosen,
      sku: sku ?? label.binding.sku,
      data: { ...(layout === undefined ? label.binding.data : {}), ...Object.fromEntries(brought), ...prices.data },
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
    const draft = { ...(await draftFor(context, { id, binding }, update, warnings, client)), face };
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
 * The amounts of an article, in the currency of its label. A label that was never drawn and has the default currency takes that of the
 * article.
 * @throws {Problem} for a text that is no amount, or one in another currency
 */
function amountsOf(
  { names, price, currency: named, data }: Article,
  declared: ReadonlyMap<string, string>,
  { binding, current }: Pick<StoredLabel, 'binding' | 'current'>,
) {
  const usual = binding.currency;
  const isOwn = current !== null || usual !== defaultBinding.currency || binding.locale !== defaultBinding.locale;
  let known = isOwn ? usual : undefined;
  const refuse = (field: string, reason: Reason, message: string): never => {
    throw fieldProblems([{ field, reason, message }]);
  };
  if (named !== undefined) {
    const code = readCurrency(named, usual);
    const field = names.currency ?? 'currency';
    if (code === undefined || (known !== undefined && code !== known))
      refuse(
        'currency',
        code === undefined ? 'unknown_currency' : 'currency',
        `Expected ${known ?? 'a currency'} for ${field} but received "${cut(named)}"`,
      );
    known = code;
  }
  const amountOf = (field: string, text: string): string => {
    const read = readAmount(text, { currency: known, otherwise: usual });
    if (isRefused(read)) return refuse(field, read.reason, amountMessage(read, names[field] ?? field, cut(text)));
    if (read.currency !== usual) known = read.currency;
    return read.price;
  };
  const amounts = Object.entries(data).filter(([name, text]) => declared.get(name) === 'price' && text !== '');
  const first = price === undefined ? undefined : amountOf('price', price);
  return {
    price: first,
    data: Object.fromEntries(amounts.map(([name, text]) => [name, amountOf(`data.${name}`, text)])),
    currency: known ?? usual,
  };
}

/** The types of the fields that a layout declares in `data`. */
async function dataOf({ layouts }: Pick<LabelContext, 'layouts'>, id: string): Promise<ReadonlyMap<string, string>> {
  const file = layouts.files.get(id);
  const layout = file ?? (JSON.parse((await layouts.find(id))?.document ?? '{}') as Pick<Layout, 'data'>);
  return new Map(Object.entries(layout.data ?? {}).map(([name, { type }]) => [name, type]));
}

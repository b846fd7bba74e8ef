import { defaultBinding } from '../../renderer/index.js';
import { accepted } from '../fields/problem.js';
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
import type { Trouble } from './tag/tag.js';

/** An article of another system in our fields: those of the update, not checked yet, and those of the binding that it brings. */
export interface Article {
  readonly product_name?: unknown;
  readonly price?: unknown;
  readonly unit?: unknown;
  readonly sku?: string;
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
  { product_name, price, unit, sku, layout, data }: Article,
  client: string,
  { face, trouble, idempotency }: ArticleOptions,
): Promise<LabelResult> {
  const { store } = context;
  return untilStored(store, idempotency, async () => {
    const label = await findLabel(context, id);
    const chosen = layout ?? label.binding.layout;
    const declared = await dataOf(context, chosen);
    const brought = Object.entries(data).filter(([name]) => declared.has(name));
    const given = {
      device: label.binding.device,
      layout: chosen,
      sku: sku ?? label.binding.sku,
      data: { ...(layout === undefined ? label.binding.data : {}), ...Object.fromEntries(brought) },
    };
    const bound = accepted(checkBinding(given)).value;
    const binding = { ...label.binding, layout: chosen, sku: bound.sku ?? defaultBinding.sku, data: bound.data ?? {} };
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

/** The names that a layout declares in `data`. */
async function dataOf({ layouts }: Pick<LabelContext, 'layouts'>, id: string): Promise<ReadonlySet<string>> {
  const file = layouts.files.get(id);
  const layout = file ?? (JSON.parse((await layouts.find(id))?.document ?? '{}') as { data?: object });
  return new Set(Object.keys(layout.data ?? {}));
}

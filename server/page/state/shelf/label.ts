import type { LabelDisplayed, LabelRefreshing, LabelView, ShelfUpdated } from '../../../http/answers.js';

/** A label on the shelf, as far as it was heard of. */
export interface ShelfLabel extends Pick<
  LabelView,
  'id' | 'revision' | 'device' | 'layout' | 'sku' | 'locale' | 'currency' | 'updated_at'
> {
  readonly name: string | null;
  readonly price: string | null;
  readonly unit: string | null;
  /** The revision on the glass, and the one that the panel refreshes to. */
  readonly shown: number;
  readonly running: number | null;
  /** Since when the glass shows it; null: not known. */
  readonly since: string | null;
  /** Until when the tag is away, in milliseconds since 1970; null: it is there. */
  readonly awayUntil: number | null;
  /** What a search looks at, in lower case. */
  readonly sought: string;
}

/** What is said of a label beside its name. */
export type Mark = 'displayed' | 'queued' | 'refreshing' | 'offline';

export function markOf({ revision, shown, running, awayUntil }: ShelfLabel): Mark {
  if (awayUntil !== null) return 'offline';
  if (running !== null) return 'refreshing';
  return revision > shown ? 'queued' : 'displayed';
}

/** A label as a list tells it. */
export function listed(label: LabelView): ShelfLabel {
  const { tag, content } = label;
  const refresh = tag?.refresh ?? null;
  const shown = tag?.shown_revision ?? 0;
  return withSought({
    ...basics(label),
    name: content?.product_name ?? null,
    price: content?.price ?? null,
    unit: content?.unit ?? null,
    shown,
    running: refresh && refresh.revision > shown && tag?.state !== 'displayed' ? refresh.revision : null,
    since: tag?.state === 'displayed' ? tag.since : null,
    awayUntil: awayOf(tag?.trouble ?? null),
    sought: '',
  });
}

/** A label after `label.updated`. @param before null: it was not heard of yet */
export function updated(before: ShelfLabel | null, told: ShelfUpdated): ShelfLabel {
  const { tag, product_name: name, price, unit } = told;
  const sameTag = before?.device === told.device;
  return withSought({
    ...basics(told),
    name,
    price,
    unit,
    shown: tag.shown_revision,
    running: sameTag ? before.running : null,
    since: sameTag ? before.since : null,
    awayUntil: awayOf(tag.trouble),
    sought: '',
  });
}

export function refreshing(before: ShelfLabel, { revision }: LabelRefreshing): ShelfLabel {
  return { ...before, running: revision, awayUntil: null };
}

export function displayed(before: ShelfLabel, { revision, displayed_at }: LabelDisplayed): ShelfLabel {
  if (revision < before.shown) return before;
  const running = before.running !== null && before.running > revision ? before.running : null;
  return { ...before, shown: revision, running, since: displayed_at };
}

function basics({ id, revision, device, layout, sku, locale, currency, updated_at }: LabelView | ShelfUpdated) {
  return { id, revision, device, layout, sku, locale, currency, updated_at };
}

function withSought(label: ShelfLabel): ShelfLabel {
  const { id, name, sku, price } = label;
  const words = [id, name ?? '', sku, price ?? '', (price ?? '').replace('.', ',')];
  return { ...label, sought: words.join('\n').toLowerCase() };
}

function awayOf(trouble: { readonly kind: string; readonly until: string | null } | null): number | null {
  return trouble?.kind === 'offline' && trouble.until !== null ? Date.parse(trouble.until) : null;
}

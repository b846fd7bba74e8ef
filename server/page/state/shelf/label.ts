import type { LabelDisplayed, LabelRefreshing, LabelView, ShelfUpdated } from '../../../http/answers.js';

export interface ShelfLabel extends Pick<
  LabelView,
  'id' | 'revision' | 'device' | 'layout' | 'sku' | 'locale' | 'currency' | 'updated_at'
> {
  readonly name: string | null;
  readonly price: string | null;
  readonly unit: string | null;
  /** The interface of another system that sent the content, by its name for people; null: our own. */
  readonly face: string | null;
  /** The displayed revision, and the one that the panel refreshes to. */
  readonly shown: number;
  readonly running: number | null;
  /** When that refresh ends, in milliseconds since 1970; null: none runs. */
  readonly endsAt: number | null;
  /** When it was displayed; null: unknown. */
  readonly since: string | null;
  /** When the tag returns, in milliseconds since 1970; null: it is online. */
  readonly awayUntil: number | null;
  /** The text to search, in lower case. */
  readonly sought: string;
}

export type TagMark = 'displayed' | 'queued' | 'refreshing' | 'offline';

export function markOf({ revision, shown, running, awayUntil }: ShelfLabel): TagMark {
  if (awayUntil !== null) return 'offline';
  if (running !== null) return 'refreshing';
  return revision > shown ? 'queued' : 'displayed';
}

export function listed(label: LabelView): ShelfLabel {
  const { tag, content } = label;
  const refresh = tag?.refresh ?? null;
  const shown = tag?.shown_revision ?? 0;
  const isRunning = refresh !== null && refresh.revision > shown && tag?.state !== 'displayed';
  return withSought({
    ...basics(label),
    name: content?.product_name ?? null,
    price: content?.price ?? null,
    unit: content?.unit ?? null,
    shown,
    running: isRunning ? refresh.revision : null,
    endsAt: isRunning ? Date.parse(refresh.ends_at) : null,
    since: tag?.state === 'displayed' ? tag.since : null,
    awayUntil: awayOf(tag?.trouble ?? null),
  });
}

/** A label after `label.updated`. @param before null: unknown until now */
export function updated(before: ShelfLabel | null, event: ShelfUpdated): ShelfLabel {
  const { tag, product_name: name, price, unit } = event;
  const sameTag = before?.device === event.device;
  return withSought({
    ...basics(event),
    name,
    price,
    unit,
    shown: tag.shown_revision,
    running: sameTag ? before.running : null,
    endsAt: sameTag ? before.endsAt : null,
    since: sameTag ? before.since : null,
    awayUntil: awayOf(tag.trouble),
  });
}

export function refreshing(before: ShelfLabel, { revision, ends_at }: LabelRefreshing): ShelfLabel {
  return { ...before, running: revision, endsAt: Date.parse(ends_at), awayUntil: null };
}

export function displayed(before: ShelfLabel, { revision, displayed_at }: LabelDisplayed): ShelfLabel {
  if (revision < before.shown) return before;
  const running = before.running !== null && before.running > revision ? before.running : null;
  return { ...before, shown: revision, running, endsAt: running && before.endsAt, since: displayed_at };
}

function basics({ id, revision, device, layout, sku, locale, currency, updated_at, face }: LabelView | ShelfUpdated) {
  return {
    id,
    revision,
    device,
    layout,
    sku,
    locale,
    currency,
    updated_at,
    face: face === undefined ? null : faceName(face),
  };
}

const faces: Readonly<Record<string, string>> = {
  aims: 'SoluM AIMS',
  pricer: 'Pricer Plaza',
  minew: 'Minew ESL Cloud',
  hanshow: 'Hanshow All-Star',
  openepaperlink: 'OpenEPaperLink',
};

export function faceName(face: string): string {
  return faces[face] ?? face;
}

function withSought(label: Omit<ShelfLabel, 'sought'>): ShelfLabel {
  const { id, name, sku, price, layout } = label;
  const words = [id, name ?? '', sku, price ?? '', (price ?? '').replace('.', ','), `layout:${layout}`];
  return { ...label, sought: words.join('\n').toLowerCase() };
}

function awayOf(trouble: { readonly kind: string; readonly until: string | null } | null): number | null {
  return trouble?.kind === 'offline' && trouble.until !== null ? Date.parse(trouble.until) : null;
}

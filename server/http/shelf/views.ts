import type { ShelfEvent } from '../../labels/events.js';
import type { StoredLabel } from '../../labels/store/index.js';
import { refreshView, tagView } from '../../labels/tag/view.js';
import type { LabelDisplayed, LabelRefreshing, ShelfDeleted, ShelfUpdated } from '../answers.js';

/** An event as it is told. */
export interface Told {
  /** The label that it is about; null: all of them. */
  readonly label: string | null;
  /** `label`: all that is told of a label, so that older news of it need not be told. `tag`: what its tag does. */
  readonly tells: 'label' | 'tag' | 'all';
  readonly name: string;
  readonly data: ShelfUpdated | LabelRefreshing | LabelDisplayed | ShelfDeleted | object;
}

/**
 * What is told of an event in the stream of all labels: less than in that of one label, as there may be many.
 * @param now in milliseconds since 1970
 */
export function eventOf(event: Exclude<ShelfEvent, { kind: 'bye' }>, now: number): Told {
  switch (event.kind) {
    case 'updated': {
      const { id, revision: current, tag } = event;
      return updated({ id, binding: current.binding, version: 0, current, tag }, now);
    }
    case 'bound':
      return updated(event.label, now);
    case 'refreshing': {
      const { id, refresh } = event;
      const data = { id, ...refreshView(refresh) } satisfies LabelRefreshing;
      return { name: 'label.refreshing', label: id, tells: 'tag', data };
    }
    case 'displayed': {
      const { id, revision, at } = event;
      const displayed_at = new Date(at).toISOString();
      const data = { id, revision, displayed_at } satisfies LabelDisplayed;
      return { name: 'label.displayed', label: id, tells: 'tag', data };
    }
    case 'deleted':
      return { name: 'label.deleted', label: event.id, tells: 'label', data: { id: event.id } satisfies ShelfDeleted };
    case 'missed':
      return listAgain;
  }
}

/** Says that the client has to list the labels. */
export const listAgain: Told = { name: 'labels.changed', label: null, tells: 'all', data: {} };

function updated({ id, binding, current, tag }: StoredLabel, now: number): Told {
  const { device, layout, locale, currency, sku } = binding;
  const { state, ready_at, shown_revision, trouble } = tagView(tag, now);
  const content = current?.content;
  const data: ShelfUpdated = {
    id,
    revision: current?.revision ?? 0,
    updated_at: current?.updated_at ?? null,
    device,
    layout,
    sku,
    locale,
    currency,
    product_name: content?.product_name ?? null,
    price: content?.price ?? null,
    unit: content?.unit ?? null,
    tag: { state, ready_at, shown_revision, trouble },
  };
  return { name: 'label.updated', label: id, tells: 'label', data };
}

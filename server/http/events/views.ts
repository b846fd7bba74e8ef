import { getOrInsert } from '../../../renderer/index.js';
import type { StoredLabel } from '../../labels/store/index.js';
import type { LabelEvent } from '../../labels/tag-changes.js';
import { refreshView, tagView } from '../../labels/tag/view.js';
import type { LabelDisplayed, LabelRefreshing, LabelUpdated, LabelDeleted, ShelfUpdated } from '../answers.js';
import { eventText } from './streams.js';
import { resultView, type ViewTools } from '../views.js';

type UpdatedView = (label: StoredLabel) => LabelUpdated | ShelfUpdated;

/** Makes the bytes of an event once: all streams of a kind send the same. @param updated the data of `label.updated` */
export function createEventBytes(updated: UpdatedView): (event: LabelEvent) => Buffer {
  const made = new WeakMap<LabelEvent, Buffer>();
  return (event) => getOrInsert(made, event, () => Buffer.from(textOf(event, updated)));
}

function textOf(event: LabelEvent, updated: UpdatedView): string {
  const { name, id, data } = eventParts(event, updated);
  return eventText(name, id, data);
}

/** The name of an event, its id and its data. @param updated the data of `label.updated` */
export function eventParts(event: LabelEvent, updated: UpdatedView) {
  const { seq, id } = event;
  switch (event.kind) {
    case 'updated':
      return { name: 'label.updated', id: `${seq}`, data: updated(event.label) };
    case 'refreshing': {
      const data = { id, ...refreshView(event.refresh) } satisfies LabelRefreshing;
      return { name: 'label.refreshing', id: `${seq}:refreshing:${id}:${event.refresh.revision}`, data };
    }
    case 'displayed': {
      const { revision, at } = event;
      const data = { id, revision, displayed_at: new Date(at).toISOString() } satisfies LabelDisplayed;
      return { name: 'label.displayed', id: `${seq}:displayed:${id}:${revision}`, data };
    }
    case 'deleted':
      return { name: 'label.deleted', id: `${seq}`, data: { id } satisfies LabelDeleted };
  }
}

/** `label.updated` in the stream of a label. */
export function updatedLabel(tools: ViewTools, stored: StoredLabel): LabelUpdated {
  const { label, image, warnings, step } = resultView(tools, stored);
  return { label, image, warnings, step };
}

/** `label.updated` in the stream of all labels: less, because there may be many. @param now in milliseconds since 1970 */
export function updatedOnShelf({ id, binding, current, tag }: StoredLabel, now: number): ShelfUpdated {
  const { device, layout, locale, currency, sku } = binding;
  const { state, ready_at, shown_revision, trouble } = tagView(tag, now);
  const content = current?.content;
  return {
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
    ...(current?.face !== undefined && { face: current.face }),
    tag: { state, ready_at, shown_revision, trouble },
  };
}

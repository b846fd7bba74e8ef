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
  return (event) => {
    const bytes = made.get(event) ?? Buffer.from(textOf(event, updated));
    made.set(event, bytes);
    return bytes;
  };
}

function textOf(event: LabelEvent, updated: UpdatedView): string {
  const { seq, id } = event;
  switch (event.kind) {
    case 'updated':
      return eventText('label.updated', seq, updated(event.label));
    case 'refreshing':
      return eventText('label.refreshing', `${seq}:refreshing:${id}:${event.refresh.revision}`, {
        id,
        ...refreshView(event.refresh),
      } satisfies LabelRefreshing);
    case 'displayed': {
      const displayed_at = new Date(event.at).toISOString();
      const { revision } = event;
      const data = { id, revision, displayed_at } satisfies LabelDisplayed;
      return eventText('label.displayed', `${seq}:displayed:${id}:${revision}`, data);
    }
    case 'deleted':
      return eventText('label.deleted', seq, { id } satisfies LabelDeleted);
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

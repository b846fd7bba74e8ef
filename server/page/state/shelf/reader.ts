import type { LabelDisplayed, LabelRefreshing, LabelView, ShelfUpdated } from '../../../http/answers.js';
import { displayed, listed, refreshing, type ShelfLabel, updated } from './label.js';

export interface ShelfWriter {
  get(id: string): ShelfLabel | null;
  ids(): readonly string[];
  put(label: ShelfLabel): void;
  remove(id: string): void;
  onRefreshing(event: LabelRefreshing): void;
  onDisplayed(event: LabelDisplayed): void;
}

/** Merges lists and events into the newest state of each label. */
export function createShelfReader(shelf: ShelfWriter) {
  /** Labels with an event since the list began; null: no list. */
  let heardOf: Set<string> | null = null;
  /** Events of labels that the list has not reached yet. */
  const early = new Map<string, Parameters<typeof hear>[]>();

  const hear = (name: string, data: { readonly id: string }): void => {
    const { id } = data;
    const before = shelf.get(id);
    if (!before && heardOf && (name === 'label.refreshing' || name === 'label.displayed')) {
      early.set(id, [...(early.get(id) ?? []), [name, data]]);
      return;
    }
    heardOf?.add(id);
    if (name === 'label.deleted') shelf.remove(id);
    else if (name === 'label.updated') {
      const update = data as ShelfUpdated;
      if (!before || update.revision >= before.revision) shelf.put(updated(before, update));
    } else if (!before) return;
    else if (name === 'label.refreshing') {
      shelf.put(refreshing(before, data as LabelRefreshing));
      shelf.onRefreshing(data as LabelRefreshing);
    } else if (name === 'label.displayed') {
      shelf.put(displayed(before, data as LabelDisplayed));
      shelf.onDisplayed(data as LabelDisplayed);
    }
  };
  return {
    hear,
    /** Events during a list are newer than the list. */
    async list(pages: AsyncIterable<readonly LabelView[]>): Promise<void> {
      const heard = (heardOf = new Set<string>());
      const seen = new Set<string>();
      try {
        for await (const page of pages)
          for (const label of page) {
            seen.add(label.id);
            if (heard.has(label.id)) continue;
            shelf.put(listed(label));
            for (const event of early.get(label.id) ?? []) hear(...event);
          }
        for (const id of shelf.ids()) if (!seen.has(id) && !heard.has(id)) shelf.remove(id);
      } finally {
        heardOf = null;
        early.clear();
      }
    },
  };
}

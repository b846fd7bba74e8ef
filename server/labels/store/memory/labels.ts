import type { Binding } from '../../../../renderer/index.js';
import { accept, neededBy, type Tag } from '../../tag/tag.js';
import { contentOf, type Delivery, kept, type Revision, type StoredLabel } from '../index.js';
import { createRetired } from './retired.js';

/** The labels of a store in memory. Each does what the method of `Store` does that has its name. */
export interface MemoryLabels {
  label(id: string): StoredLabel | null;
  labels(after: string, limit: number): readonly StoredLabel[];
  revision(id: string, revision: number): Revision | null;
  append(seen: StoredLabel, delivery: Delivery): StoredLabel | null;
  create(id: string, binding: Binding): StoredLabel | null;
  change(id: string, seen: StoredLabel, binding: Binding, delivery: Delivery | null): StoredLabel | null;
  remove(id: string): boolean;
  /** How many labels are bound to a layout, and the id of the first; null when none is. */
  boundTo(layout: string): { readonly count: number; readonly first: string | null };
}

/** A label with what is kept of it. */
interface Entry {
  label: StoredLabel;
  /** The oldest first. */
  readonly revisions: Revision[];
  /** The number of the newest revision. */
  last: number;
}

export function createMemoryLabels(): MemoryLabels {
  const entries = new Map<string, Entry>();
  /** The ids of all labels, in their order. */
  const ids: string[] = [];
  const retired = createRetired(['version', 'last']);

  const append: MemoryLabels['append'] = ({ id, version }, { draft, arrival }) => {
    const entry = entries.get(id);
    if (entry?.label.version !== version) return null;
    const current = { ...draft, revision: ++entry.last };
    const tag = accept(entry.label.tag, { ...contentOf(draft), revision: entry.last }, arrival);
    entry.revisions.push(current);
    prune(entry.revisions, tag);
    entry.label = { ...entry.label, current, tag };
    return entry.label;
  };
  return {
    label: (id) => entries.get(id)?.label ?? null,
    labels(after, limit) {
      const from = placeOf(after, ids);
      const start = ids[from] === after ? from + 1 : from;
      return ids.slice(start, start + limit).map((id) => entries.get(id)!.label);
    },
    revision(id, revision) {
      return entries.get(id)?.revisions.find((one) => one.revision === revision) ?? null;
    },
    append,
    create(id, binding) {
      if (entries.has(id)) return null;
      const { version, last } = retired.take(id);
      const label = { id, binding, version: version + 1, current: null, tag: null };
      entries.set(id, { label, revisions: [], last });
      ids.splice(placeOf(id, ids), 0, id);
      return label;
    },
    change(id, { version, current }, binding, delivery) {
      const entry = entries.get(id);
      if (entry?.label.version !== version || entry.label.current?.revision !== current?.revision) return null;
      entry.label = { ...entry.label, binding, version: version + 1 };
      if (delivery) append(entry.label, delivery);
      return entry.label;
    },
    remove(id) {
      const entry = entries.get(id);
      if (!entry) return false;
      entries.delete(id);
      ids.splice(placeOf(id, ids), 1);
      retired.add(id, { version: entry.label.version + 1, last: entry.last });
      return true;
    },
    boundTo(layout) {
      const bound = ids.filter((id) => entries.get(id)!.label.binding.layout === layout);
      return { count: bound.length, first: bound[0] ?? null };
    },
  };
}

/** Drops the revisions that are neither among the newest nor needed by the tag. */
function prune(revisions: Revision[], tag: Tag): void {
  const oldest = revisions.at(-1)!.revision - kept;
  if (revisions[0]!.revision > oldest) return;
  const needed = neededBy(tag);
  const old = revisions.splice(
    0,
    revisions.findIndex(({ revision }) => revision > oldest),
  );
  revisions.unshift(...old.filter(({ revision }) => needed.includes(revision)));
}

/** Where an id stands among sorted ids, or would stand. */
function placeOf(id: string, ids: readonly string[]): number {
  let [from, to] = [0, ids.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ids[middle]! < id) from = middle + 1;
    else to = middle;
  }
  return from;
}

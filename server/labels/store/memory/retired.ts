import { keptDeleted } from '../index.js';

/** The numbers of what was deleted, which are not reused. */
export interface Retired<Name extends string> {
  /** The numbers that whatever is made as `id` must be above. */
  take(id: string): Readonly<Record<Name, number>>;
  /** `id` was deleted with these numbers. */
  add(id: string, numbers: Readonly<Record<Name, number>>): void;
}

/** Remembers the numbers of each id. When there are more than {@link keptDeleted} ids, only the highest of all numbers. */
export function createRetired<Name extends string>(names: readonly Name[]): Retired<Name> {
  const retired = new Map<string, Readonly<Record<Name, number>>>();
  let highest = 0;
  return {
    take(id) {
      const known = retired.get(id);
      retired.delete(id);
      return known ?? (Object.fromEntries(names.map((name) => [name, highest])) as Record<Name, number>);
    },
    add(id, numbers) {
      retired.set(id, numbers);
      if (retired.size <= keptDeleted) return;
      for (const each of retired.values()) highest = Math.max(highest, ...names.map((name) => each[name]));
      retired.clear();
    },
  };
}

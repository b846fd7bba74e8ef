/** Toggles that choose labels: kinds of changes and, in a kind, the changes that several labels share. */
import type { ReportLabel } from './data.js';
import { button, create } from './dom.js';

/** The filter for labels; null: all. */
export interface ReportFilter {
  readonly kind: string | null;
  readonly says: string | null;
}

/** The number of toggles at first, and at most. */
const [few, many] = [8, 60];

export function isChosen({ name, group }: ReportLabel, { kind, says }: ReportFilter, search: string): boolean {
  if (kind !== null && group.kind !== kind) return false;
  if (says !== null && group.says !== says) return false;
  const text = search.trim().toLowerCase();
  return text === '' || name.toLowerCase().includes(text) || group.says.toLowerCase().includes(text);
}

/** The most frequent kinds come first. A kind with one change is named by it. */
export function kindToggles(
  labels: readonly ReportLabel[],
  { kind: chosen }: ReportFilter,
  choose: (kind: string | null) => void,
): HTMLElement[] {
  const kinds = new Map<string, { count: number; says: string | null }>();
  for (const { group } of labels) {
    const known = kinds.get(group.kind);
    if (!known) kinds.set(group.kind, { count: 1, says: group.says });
    else {
      known.count++;
      if (known.says !== group.says) known.says = null;
    }
  }
  const rows = [...kinds].map(([kind, { count, says }]) => ({ text: says ?? kind, value: kind, count }));
  return toggles(rows, chosen, choose);
}

/** The changes of the chosen kind that several labels share; none if the kind has one change. */
export function sayingToggles(
  labels: readonly ReportLabel[],
  { kind, says: chosen }: ReportFilter,
  choose: (says: string | null) => void,
): HTMLElement[] {
  const counts = new Map<string, number>();
  for (const { group } of labels) if (group.kind === kind) counts.set(group.says, (counts.get(group.says) ?? 0) + 1);
  const rows = [...counts].map(([says, count]) => ({ text: says, value: says, count }));
  return rows.length < 2
    ? []
    : toggles(
        rows.filter(({ count, value }) => count > 1 || value === chosen),
        chosen,
        choose,
      );
}

function toggles(
  rows: readonly { readonly text: string; readonly value: string; readonly count: number }[],
  chosen: string | null,
  choose: (value: string | null) => void,
): HTMLElement[] {
  const sorted = rows.toSorted((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  const all = sorted.slice(0, many).map(({ text, value, count }) => {
    const press = (): void => {
      choose(value === chosen ? null : value);
    };
    const toggle = button('toggle', press, create('span', 'says clip', text), create('span', 'number', String(count)));
    toggle.title = text;
    toggle.setAttribute('aria-pressed', String(value === chosen));
    return toggle;
  });
  const at = sorted.findIndex(({ value }) => value === chosen);
  if (all.length <= few || at >= few) return all;
  const words = sorted.length > many ? `The ${many} most frequent of ${sorted.length}` : `All ${all.length}`;
  const showAll = (): void => {
    more.replaceWith(...all.slice(few));
  };
  const more = button('button', showAll, words);
  return [...all.slice(0, few), more];
}

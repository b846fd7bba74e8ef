/** What changed, as toggles that choose labels: kinds of changes, and of a chosen kind, the changes that several labels have. */
import type { Label } from './data.js';
import { create } from './dom.js';

/** Which labels are shown: those of a kind of change, with exactly these words, in which a text is found; null: all. */
export interface Choice {
  readonly kind: string | null;
  readonly says: string | null;
  readonly search: string;
}

/** As many toggles are shown at first, and as many at all. */
const [few, many] = [8, 60];

/** Whether a label is chosen. Capitals do not count. */
export function isChosen({ name, group }: Label, { kind, says, search }: Choice): boolean {
  if (kind !== null && group.kind !== kind) return false;
  if (says !== null && group.says !== says) return false;
  const text = search.trim().toLowerCase();
  return text === '' || name.toLowerCase().includes(text) || group.says.toLowerCase().includes(text);
}

/** Toggles for the kinds of changes, the most frequent first. A kind that has one change only is called by it. */
export function kindToggles(
  labels: readonly Label[],
  { kind: chosen }: Choice,
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

/** Toggles for the changes of the chosen kind that several labels have; none where the kind has one change only. */
export function sayingToggles(
  labels: readonly Label[],
  { kind, says: chosen }: Choice,
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
    const toggle = create('button', 'toggle', create('span', 'says', text), create('span', 'number', String(count)));
    toggle.type = 'button';
    toggle.title = text;
    toggle.setAttribute('aria-pressed', String(value === chosen));
    toggle.addEventListener('click', () => {
      choose(value === chosen ? null : value);
    });
    return toggle;
  });
  const at = sorted.findIndex(({ value }) => value === chosen);
  if (all.length <= few || at >= few) return all;
  const more = create(
    'button',
    'button',
    sorted.length > many ? `The ${many} most frequent of ${sorted.length}` : `All ${all.length}`,
  );
  more.type = 'button';
  more.addEventListener('click', () => {
    more.replaceWith(...all.slice(few));
  });
  return [...all.slice(0, few), more];
}

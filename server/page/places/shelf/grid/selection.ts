import { computed, signal } from '@preact/signals';
import { hidden } from '../change/undo.js';
import { standing } from '../live/labels.js';
import { openLabel, state } from '../model.js';
import { found, rows } from './rows.js';

const picked = signal<ReadonlySet<string>>(new Set());
/** Where a range begins. */
let anchor: string | null = null;

/** Whether there is a selection. Tiles then show their boxes. */
export const isPicking = computed(() => selected.value.length > 0);

/** The selected labels that are still there, also those that a search or a filter leaves out. */
export const selected = computed<readonly string[]>(() => {
  const now = picked.value;
  if (now.size === 0) return [];
  return standing.value.map(({ id }) => id).filter((id) => now.has(id) && !hidden.value.has(id));
});

export const unseen = computed(() => {
  const seen = new Set(isPicking.value ? found.value : []);
  return selected.value.filter((id) => !seen.has(id)).length;
});

export function isPicked(id: string): boolean {
  return picked.value.has(id);
}

/** Selects a label, or the labels from the last one that was pressed, else `from`, to this one. */
export function pick(id: string, checked: boolean, isRange: boolean, from = id): void {
  if (isRange) anchor ??= from;
  const next = new Set(selected.peek());
  const order = isRange
    ? rows.peek().flatMap((row) => (row.kind === 'rail' ? row.tiles.map((tile) => tile.id) : []))
    : [];
  const ends = [order.indexOf(anchor ?? ''), order.indexOf(id)];
  const range = ends.includes(-1) ? [id] : order.slice(Math.min(...ends), Math.max(...ends) + 1);
  for (const each of range)
    if (checked) next.add(each);
    else next.delete(each);
  if (!isRange) anchor = id;
  picked.value = next;
}

export function pickShown(): void {
  picked.value = new Set([...selected.peek(), ...found.peek()]);
}

/** A label that is added later under the same id is not selected. */
export function unpick(ids: readonly string[]): void {
  const gone = new Set(ids);
  picked.value = new Set([...picked.peek()].filter((id) => !gone.has(id)));
}

export function clearSelection(): void {
  picked.value = new Set();
  anchor = null;
}

/** The keys of the whole shelf, except in dialogs and menus. Fields and the page of a label keep those of the selection. */
export function pressKey(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
  if (defaultPrevented || document.querySelector('dialog[open], .menu > [aria-expanded="true"]')) return;
  const isIn = (selector: string): boolean => target instanceof Element && target.closest(selector) !== null;
  const isField = isIn('input:not([type="checkbox"]), textarea, select');
  const isSelecting = !isField && !isIn('.page') && (document.querySelector('.shelf .scroller')?.clientHeight ?? 0) > 0;
  if (key === 'Escape' && isSelecting && isPicking.peek()) leaveSelection();
  else if (key === 'Escape' && (isIn('.page') || !isField) && state.peek().label !== null) openLabel(null);
  else if (isSelecting && key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !shiftKey && !altKey) pickShown();
  else return;
  event.preventDefault();
}

/** Clears the selection. The focus goes from the bar, which is gone, to the labels. */
export function leaveSelection(): void {
  const isInBar = document.activeElement?.closest('.picked') != null;
  clearSelection();
  if (isInBar) focusLabels();
}

export function focusLabels(): void {
  // Once they are drawn without the selection, which Preact does in a microtask.
  queueMicrotask(() => {
    document.querySelector<HTMLElement>('.shelf .tile a[tabindex="0"]')?.focus();
  });
}

import { effect, signal } from '@preact/signals';
import { address, go, retype } from '../../browser/router.js';
import { isShelf, pathOf, readShelf, type ShelfState, writeShelf } from '../../state/shelf/address.js';

function read(): ShelfState {
  const { path, search } = address.get();
  return readShelf(path, search);
}

/** Read only: {@link change} and {@link openLabel} change it. */
export const state = signal(read());

/** Changes the view, without an entry in the history. */
export function change(patch: Partial<Omit<ShelfState, 'label'>>): ShelfState {
  state.value = { ...state.peek(), ...patch };
  retype(writeShelf(state.peek()));
  return state.peek();
}

/** A handler that changes one member: `set('q')('milk')` is `change({ q: 'milk' })`. */
export function set<K extends keyof Omit<ShelfState, 'label'>>(name: K): (value: ShelfState[K]) => ShelfState {
  return (value) => change({ [name]: value });
}

/** The address of a label's page, or of the shelf, with the current search and filter. */
export function addressOf(label: string | null): string {
  const { q, filter } = state.value;
  const next = { ...readShelf('', ''), q, filter, label };
  return pathOf(next) + writeShelf(next);
}

/** Opens or closes the page of a label, with an entry in the history. */
export function openLabel(label: string | null): void {
  go(addressOf(label));
}

export function startModel(): () => void {
  return effect(() => {
    const { path } = address.get();
    if (!isShelf(path)) return;
    const next = read();
    if (JSON.stringify(next) !== JSON.stringify(state.peek())) state.value = next;
  });
}

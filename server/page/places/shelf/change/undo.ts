import { signal } from '@preact/signals';

export interface UndoEntry {
  readonly undo: () => unknown;
}

/** The last change, if it can be undone. */
export const undoable = signal<UndoEntry | null>(null);

/** Labels that are about to be deleted are not shown. */
export const hidden = signal<ReadonlySet<string>>(new Set());

export function hide(ids: readonly string[]): void {
  hidden.value = new Set([...hidden.peek(), ...ids]);
}

export function unhide(ids: readonly string[]): void {
  const shown = new Set(ids);
  hidden.value = new Set([...hidden.peek()].filter((id) => !shown.has(id)));
}

export function undo(): void {
  const last = undoable.peek();
  undoable.value = null;
  void last?.undo();
}

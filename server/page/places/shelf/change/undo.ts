import { signal } from '@preact/signals';

/** The last change, if it can be undone. */
export const undoable = signal<{ readonly undo: () => unknown } | null>(null);

/** Labels that are about to be deleted are not shown. */
export const hidden = signal<ReadonlySet<string>>(new Set());

export function hide(id: string): void {
  hidden.value = new Set([...hidden.peek(), id]);
}

export function unhide(id: string): void {
  hidden.value = new Set([...hidden.peek()].filter((other) => other !== id));
}

export function undo(): void {
  const last = undoable.peek();
  undoable.value = null;
  void last?.undo();
}

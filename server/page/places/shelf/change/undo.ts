import { signal } from '@preact/signals';

/** What was done last and can be taken back. */
export interface Undoable {
  readonly undo: () => Promise<void> | void;
}

/** Null: nothing can be taken back. */
export const undoable = signal<Undoable | null>(null);

/** Labels that are about to be deleted: nobody sees them any more. */
export const hidden = signal<ReadonlySet<string>>(new Set());

export function hide(id: string): void {
  hidden.value = new Set([...hidden.peek(), id]);
}

export function unhide(id: string): void {
  hidden.value = new Set([...hidden.peek()].filter((other) => other !== id));
}

/** Takes back what was done last. */
export function undo(): void {
  const last = undoable.peek();
  undoable.value = null;
  void last?.undo();
}

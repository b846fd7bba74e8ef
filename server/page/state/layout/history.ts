export interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** The kind of the last change. The next change of this kind replaces it. */
  readonly kind: string;
}

/** UTF-16 units of all texts: about 64 MB. Beyond it the oldest states are dropped. */
const maxCached = 32 * 1024 * 1024;

export function historyOf<T>(now: T): History<T> {
  return { past: [], now, future: [], kind: '' };
}

/**
 * Adds a state, and drops what was undone.
 * @param kind a change replaces the last one of its kind, such as each pixel of a drag; empty: never
 */
export function changed<T extends { readonly text: string }>(history: History<T>, next: T, kind = ''): History<T> {
  if (next === history.now) return history;
  if (kind !== '' && kind === history.kind) return { ...history, now: next, future: [] };
  const past = [...history.past, history.now];
  let kept = past.reduce((sum, { text }) => sum + text.length, 0);
  while (kept > maxCached && past.length > 1) kept -= past.shift()!.text.length;
  return { past, now: next, future: [], kind };
}

/** Ends a run of changes: the next one is a new step. */
export function settled<T>(history: History<T>): History<T> {
  return history.kind === '' ? history : { ...history, kind: '' };
}

export function undone<T>({ past, now, future }: History<T>): History<T> | null {
  const before = past.at(-1);
  return before === undefined ? null : { past: past.slice(0, -1), now: before, future: [now, ...future], kind: '' };
}

export function redone<T>({ past, now, future }: History<T>): History<T> | null {
  const [next, ...later] = future;
  return next === undefined ? null : { past: [...past, now], now: next, future: later, kind: '' };
}

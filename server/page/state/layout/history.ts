/** A list of states with a place in it: what was before can be gone back to, and what was gone back from, again to. */
export interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** What the last change was: another of the same kind, soon after, takes its place. */
  readonly kind: string;
}

/** UTF-16 units of all texts that are kept: some 64 MB, far more than a day's work. Beyond it the oldest states go. */
const mostKept = 32 * 1024 * 1024;

export function historyOf<T>(now: T): History<T> {
  return { past: [], now, future: [], kind: '' };
}

/**
 * The history with one state more. What was undone is let go.
 * @param kind a change of the same kind as the last one replaces it, such as each pixel of a drag; empty: it never does
 */
export function changed<T extends { readonly text: string }>(history: History<T>, next: T, kind = ''): History<T> {
  if (next === history.now) return history;
  if (kind !== '' && kind === history.kind) return { ...history, now: next, future: [] };
  const past = [...history.past, history.now];
  let kept = past.reduce((sum, { text }) => sum + text.length, 0);
  while (kept > mostKept && past.length > 1) kept -= past.shift()!.text.length;
  return { past, now: next, future: [], kind };
}

/** Ends a run of changes of one kind: the next one is a step of its own. */
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

import { type Signal, signal } from '@preact/signals';

/** A signal whose value this browser keeps, under `name`. Where storage is denied, it lives as long as the page. */
export function keptSignal<T extends string | number>(
  name: string,
  first: T,
  isValid: (value: unknown) => value is T,
): Signal<T> {
  const stored = attempt(() => JSON.parse(recall(name) ?? 'null') as unknown);
  const kept = signal(isValid(stored) ? stored : first);
  kept.subscribe((value) => {
    if (value === first) forget(name);
    else keep(name, JSON.stringify(value));
  });
  return kept;
}

/** The result of a call; null: it failed, as all calls do if storage is denied. */
export function attempt<T>(call: () => T): T | null {
  try {
    return call();
  } catch {
    return null;
  }
}

export function keep(name: string, text: string): void {
  attempt(() => {
    localStorage.setItem(name, text);
  });
}

/** The text that was kept; null: none. */
export function recall(name: string): string | null {
  return attempt(() => localStorage.getItem(name));
}

export function forget(name: string): void {
  attempt(() => {
    localStorage.removeItem(name);
  });
}

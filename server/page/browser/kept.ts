import { type Signal, signal } from '@preact/signals';

/** A signal whose value this browser keeps, under `name`. Where storage is denied, it lives as long as the page. */
export function keptSignal<T extends string | number>(
  name: string,
  first: T,
  isValid: (value: unknown) => value is T,
): Signal<T> {
  const kept = signal(readKept(name, first, isValid));
  kept.subscribe((value) => {
    if (value === first) forget(name);
    else keep(name, JSON.stringify(value));
  });
  return kept;
}

function readKept<T>(name: string, first: T, isValid: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return isValid(value) ? value : first;
  } catch {
    return first;
  }
}

export function keep(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Storage is denied or full: the page goes on without.
  }
}

/** The text that was kept; null: none. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // What could not be kept need not be removed.
  }
}

import { type Signal, signal } from '@preact/signals';

/** A signal whose value this browser stores under `name`. Where storage is denied, it lives as long as the page. */
export function storedSignal<T extends string | number>(
  name: string,
  first: T,
  isValid: (value: unknown) => value is T,
): Signal<T> {
  const read = readStoredJson(name);
  const stored = signal(isValid(read) ? read : first);
  stored.subscribe((value) => {
    if (value === first) removeStored(name);
    else storeJson(name, value);
  });
  return stored;
}

/** A stored signal whose value is one of a few; the first of them until the user chooses. */
export function storedChoice<T extends string>(name: string, values: readonly T[]): Signal<T> {
  return storedSignal<T>(name, values[0]!, (value): value is T => values.some((each) => each === value));
}

/** The result of a call; null: it failed, as all calls do if storage is denied. */
export function attempt<T>(call: () => T): T | null {
  try {
    return call();
  } catch {
    return null;
  }
}

export function store(name: string, text: string): void {
  attempt(() => {
    localStorage.setItem(name, text);
  });
}

export function readStored(name: string): string | null {
  return attempt(() => localStorage.getItem(name));
}

export function storeJson(name: string, value: unknown): void {
  store(name, JSON.stringify(value));
}

/** Null: nothing is stored, or no JSON. */
export function readStoredJson(name: string): unknown {
  return attempt(() => JSON.parse(readStored(name) ?? 'null') as unknown);
}

export function removeStored(name: string): void {
  attempt(() => {
    localStorage.removeItem(name);
  });
}

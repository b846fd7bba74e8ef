import { signal } from '@preact/signals';
import { forget, keep, recall } from '../browser/kept.js';

const name = 'key';

let key = recall(name);

/** What the dialog that asks for a key shows, and how it answers. */
export interface KeyWanted {
  /** What the server says about the key that it received; null: it received none. */
  readonly refusal: string | null;
  /** @returns whether a key was given */
  readonly answer: (given: string | null, kept?: boolean) => boolean;
}

export const keyWanted = signal<KeyWanted | null>(null);

/** The header of a request with the key, if there is one. A key is never part of an address. */
export function keyHeader(): Readonly<Record<string, string>> {
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

let asked: Promise<boolean> | undefined;

/** Asks the user for a key, once for all requests that wait for it. @returns whether one was given */
export function askForKey(refusal: string | null): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    const answer: KeyWanted['answer'] = (given, kept = false) => {
      keyWanted.value = null;
      asked = undefined;
      if (given !== null) key = given;
      if (given !== null && kept) keep(name, given);
      else forget(name);
      resolve(given !== null);
      return given !== null;
    };
    keyWanted.value = { refusal, answer };
  });
  return asked;
}

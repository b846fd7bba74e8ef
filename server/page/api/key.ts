import { signal } from '@preact/signals';
import { forget, keep, recall } from '../browser/kept.js';

const name = 'key';

let key = recall(name);

/** Set while the server wants a key: the dialog that asks for it calls this. */
export const keyWanted = signal<((given: string | null, kept: boolean) => void) | null>(null);

/** The header of a request with the key, if there is one. A key never stands in an address. */
export function keyHeader(): Readonly<Record<string, string>> {
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

let asked: Promise<boolean> | undefined;

/** Asks the person for a key, once for all requests that wait for it. @returns whether one was given */
export function askForKey(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    keyWanted.value = (given, kept) => {
      keyWanted.value = null;
      asked = undefined;
      if (given !== null) key = given;
      if (given !== null && kept) keep(name, given);
      else forget(name);
      resolve(given !== null);
    };
  });
  return asked;
}

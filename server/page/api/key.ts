import { signal } from '@preact/signals';
import { readStored, removeStored, store } from '../browser/storage.js';

const name = 'key';

/** The key that requests carry; null: none. */
const key = signal(readStored(name));

/** Non-null while the dialog for a key is open. `refusal`: what the server says about the key that it received, if any. */
export const keyWanted = signal<{ readonly refusal: string | null } | null>(null);

/** Whether the user closed the dialog: then only what the user sends opens it again. */
let declined = false;

/** The requests that wait for the dialog. */
const waiting: ((given: boolean) => void)[] = [];

/** The header of a request with the key, if there is one. A key is never part of an address. */
export function keyHeader(): Readonly<Record<string, string>> {
  return key.peek() === null ? {} : { Authorization: `Bearer ${key.peek()!}` };
}

/** Asks the user for a key, once for all requests that wait for it. @returns whether one was given */
export function askForKey(refusal: string | null, isOfUser: boolean): Promise<boolean> {
  if (declined && !isOfUser) return Promise.resolve(false);
  if (!keyWanted.peek()) keyWanted.value = { refusal };
  return new Promise((resolve) => waiting.push(resolve));
}

/** Closes the dialog. @param given null: the user gave no key @param kept whether this browser stores it */
export function giveKey(given: string | null, kept = false): void {
  keyWanted.value = null;
  declined = given === null;
  if (given !== null) key.value = given;
  if (given !== null && kept) store(name, given);
  else removeStored(name);
  for (const resolve of waiting.splice(0)) resolve(given !== null);
}

import { effect, signal } from '@preact/signals';
import { address, go, retype } from './router.js';

/**
 * The state of a place, which its address contains. `state` is read only: the functions change it with the address, and
 * return the new state.
 * @param read reads the part of an address after its path; `write` is its inverse
 */
export function createAddressState<S>(read: (search: string) => S, write: (state: S) => string) {
  const state = signal(read(address.peek().search));
  const put = (patch: Partial<S>): S => (state.value = { ...state.peek(), ...patch });
  /** Without an entry in the history. */
  const change = (patch: Partial<S>): S => {
    const next = put(patch);
    retype(write(next));
    return next;
  };
  /** With an entry in the history. */
  const choose = (patch: Partial<S>): S => {
    const next = put(patch);
    go(`${address.peek().path}${write(next)}`);
    return next;
  };
  /** A handler that changes one member: `set('price')('3.50')` is `change({ price: '3.50' })`. */
  const set =
    <K extends keyof S>(name: K) =>
    (value: S[K]): S =>
      change({ [name]: value } as unknown as Partial<S>);
  /** Follows the browser's buttons while the place is shown. @returns ends that */
  const follow = (isHere: (path: string) => boolean): (() => void) =>
    effect(() => {
      const { search, path } = address.get();
      if (isHere(path) && search !== write(state.peek())) state.value = read(search);
    });
  return { state, change, choose, set, follow };
}

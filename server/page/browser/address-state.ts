import { effect, signal } from '@preact/signals';
import { address, go, retype } from './router.js';

/**
 * The state of a place, which its address contains. `state` is read only: the functions change it with the address, and
 * return the new state.
 * @param write returns the part of an address after its path; `read` is its inverse
 */
export function createAddressState<S>(read: (search: string, path: string) => S, write: (state: S) => string) {
  const { search: firstSearch, path: firstPath } = address.peek();
  const state = signal(read(firstSearch, firstPath));
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
      const next = read(search, path);
      if (isHere(path) && JSON.stringify(next) !== JSON.stringify(state.peek())) state.value = next;
    });
  return { state, change, choose, set, follow };
}

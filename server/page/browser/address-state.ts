import { effect, type Signal, signal } from '@preact/signals';
import { address, go, retype } from './router.js';

/** The state of a place, which its address contains. */
export interface AddressState<S> {
  /** Read only. The functions below change it with the address; each returns the new state. */
  readonly state: Signal<S>;
  /** Without an entry in the history. */
  readonly change: (patch: Partial<S>) => S;
  /** A handler that changes one member: `set('price')('3.50')` is `change({ price: '3.50' })`. */
  readonly set: <K extends keyof S>(name: K) => (value: S[K]) => S;
  /** With an entry in the history. */
  readonly choose: (patch: Partial<S>) => S;
  /** Follows the browser's buttons while the place is shown. @returns ends that */
  readonly follow: (isHere: (path: string) => boolean) => () => void;
}

/** @param read reads the part of an address after its path; `write` is its inverse */
export function createAddressState<S>(read: (search: string) => S, write: (state: S) => string): AddressState<S> {
  const state = signal(read(address.peek().search));
  const change = (patch: Partial<S>): S => {
    state.value = { ...state.peek(), ...patch };
    retype(write(state.peek()));
    return state.peek();
  };
  return {
    state,
    change,
    set: (name) => (value) => change({ [name]: value } as unknown as Partial<S>),
    choose(patch) {
      state.value = { ...state.peek(), ...patch };
      go(`${address.peek().path}${write(state.peek())}`);
      return state.peek();
    },
    follow: (isHere) =>
      effect(() => {
        const { search, path } = address.get();
        if (isHere(path) && search !== write(state.peek())) state.value = read(search);
      }),
  };
}

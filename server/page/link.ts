import type { Update } from './api.js';

export type Linked = Update & { readonly device: string };

/** What is in the form, from the address: a link shows another person the same. */
export function readLink(): Partial<Linked> {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

export function writeLink({ product_name, price, unit, device }: Linked): void {
  history.replaceState(null, '', `#${new URLSearchParams({ product_name, price, unit, device }).toString()}`);
}

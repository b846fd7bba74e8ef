import { createAddressState } from '../../browser/address-state.js';
import { go } from '../../browser/router.js';
import { placeAddress, withContent } from '../../parts/place-address.js';
import { pathOf, readShelf, type ShelfState, writeShelf } from '../../state/shelf/address.js';

/** {@link openLabel} changes the label, as that is in the path. */
export const { state, change, set, follow } = createAddressState<ShelfState>(
  (search, path) => readShelf(path, search),
  (now) => withContent(writeShelf(now)),
);

/** The address of a label's page, or of the shelf, with the current search and filter. */
export function addressOf(label: string | null): string {
  const { q, filter } = state.value;
  const next = { ...readShelf('', ''), q, filter, label };
  return placeAddress(pathOf(next), writeShelf(next));
}

/** Opens or closes the page of a label, with an entry in the history. */
export function openLabel(label: string | null): void {
  go(addressOf(label));
}

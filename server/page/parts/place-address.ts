import { computed } from '@preact/signals';
import { address } from '../browser/router.js';
import { readState, writeState } from '../state/preview-state.js';
import { searchOf } from '../state/query.js';

const shared = computed(() => writeState(readState(address.get().search)));

/** The content that the current address has, whatever place it is of. */
export const content = computed(() => readState(shared.value));

/**
 * Adds the content of the current address to the query of a place.
 * @param without members of it that the query has if they differ from their defaults
 */
export function withContent(search: string, without: readonly string[] = []): string {
  const query = new URLSearchParams(shared.value);
  for (const name of without) query.delete(name);
  for (const [name, value] of new URLSearchParams(search)) query.set(name, value);
  return searchOf(query);
}

/** The address of a place: what the user typed goes along. */
export function placeAddress(path: string, search = ''): string {
  return path + withContent(search);
}

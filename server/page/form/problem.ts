import type { ApiError } from '../api.js';
import { element, say } from '../dom.js';

/** Says above the form what belongs to no field. Null: nothing is wrong any more. */
export function showProblem(error: ApiError | null, words = error?.message ?? ''): void {
  const place = element('problem', HTMLDivElement);
  const id = error?.requestId ? ` Request id: ${error.requestId}` : '';
  say(place, words + id);
  place.hidden = error === null;
}

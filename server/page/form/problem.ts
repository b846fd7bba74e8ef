import type { ApiError } from '../api.js';
import { element, say } from '../dom.js';
import type { Fields } from './fields.js';

/** Shows each problem at its field, and above the form what belongs to no field. */
export function complain(error: ApiError, forms: readonly Fields[]): void {
  const rest = forms.reduce((problems, form) => form.complain(problems), error.problems);
  if (error.problems.length === 0) showProblem(error);
  else if (rest.length > 0) showProblem(error, `${rest.map(({ message }) => message).join('. ')}.`);
  else clearProblem();
}

/** Shows above the form what is wrong. */
export function showProblem({ message, requestId }: ApiError, words = message): void {
  const place = element('problem', HTMLDivElement);
  say(place, requestId ? `${words} Request id: ${requestId}` : words);
  place.hidden = false;
}

export function clearProblem(): void {
  const place = element('problem', HTMLDivElement);
  say(place, '');
  place.hidden = true;
}

import type { Warning } from './api.js';

/** The element with the id. A page without it is broken, so this throws rather than to go on. */
export function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`Expected a ${type.name} with the id ${id}`);
  return found;
}

/** Says something; a live region is not touched when it says so already, so that nothing is read out twice. */
export function say(place: HTMLElement, words: string): void {
  if (place.textContent !== words) place.textContent = words;
}

/** Fills a list with one line a warning. */
export function list(place: HTMLElement, warnings: readonly Warning[]): void {
  const lines = warnings.map(({ message }) => message);
  if (lines.join('\n') === [...place.children].map((line) => line.textContent).join('\n')) return;
  place.replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement('li');
      item.textContent = line;
      return item;
    }),
  );
}

export function seconds(count: number): string {
  return count === 1 ? '1 second' : `${count} seconds`;
}

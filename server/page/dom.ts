/** The element with the id. A page without it is broken, so a missing one throws. */
export function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`Expected a ${type.name} with the id ${id}`);
  return found;
}

/** Sets the text of an element. The same text again leaves a live region alone: it is not read out twice. */
export function say(place: HTMLElement, words: string): void {
  if (place.textContent !== words) place.textContent = words;
}

/** Lists messages, one line each. The same ones again leave the list alone. */
export function sayLines(place: HTMLElement, said: readonly { readonly message: string }[]): void {
  const lines = said.map(({ message }) => message);
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

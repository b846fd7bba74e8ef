/** The element with the id. A page without it is broken, so a missing one throws. */
export function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`Expected a ${type.name} with the id ${id}`);
  return found;
}

/** A new element with a class, and what is in it: texts stay texts, whatever they look like. */
export function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...inside);
  return made;
}

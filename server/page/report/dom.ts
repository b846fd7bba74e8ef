/** A page without the element is broken, so this throws. */
export function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`Expected a ${type.name} with the id ${id}`);
  return found;
}

/** Strings become text nodes, whatever they contain. */
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

export function button(className: string, press: () => void, ...inside: readonly (Node | string)[]): HTMLButtonElement {
  const made = create('button', className, ...inside);
  made.type = 'button';
  made.addEventListener('click', press);
  return made;
}

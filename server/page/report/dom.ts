/** The element with the id. A page without it is broken, so a missing one throws. */
export function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`Expected a ${type.name} with the id ${id}`);
  return found;
}

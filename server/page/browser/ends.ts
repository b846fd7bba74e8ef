/** Functions that start something, and return a function that ends it. */

type EventMap = DocumentEventMap & WindowEventMap;

export function listen<K extends keyof EventMap>(target: EventTarget, name: K, hear: (event: EventMap[K]) => unknown) {
  const listener = hear as EventListener;
  target.addEventListener(name, listener);
  return () => {
    target.removeEventListener(name, listener);
  };
}

/** Calls `onChange` whenever an element comes into sight, or nearly, and leaves it. */
export function watchSight(element: Element, rootMargin: string, onChange: (inSight: boolean) => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      onChange(entries.at(-1)!.isIntersecting);
    },
    { rootMargin },
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
  };
}

export function together(...ends: readonly (() => void)[]): () => void {
  return () => {
    for (const end of ends) end();
  };
}

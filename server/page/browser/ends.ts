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

/** Starts a task after a pause. @returns ends it: it does not start, or its signal is aborted */
export function startAfter(ms: number, task: (signal: AbortSignal) => unknown): () => void {
  const end = new AbortController();
  const timer = setTimeout(() => void task(end.signal), ms);
  return () => {
    clearTimeout(timer);
    end.abort();
  };
}

export function together(...ends: readonly (() => void)[]): () => void {
  return () => {
    for (const end of ends) end();
  };
}

import type { Item } from './items.js';

const watched = new Map<Element, Item>();
let observer: IntersectionObserver | undefined;

/** Keeps `near` of a label true while it is in sight, or nearly. @returns ends that */
export function watchNear(element: Element, item: Item): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const found = watched.get(target);
        if (!found) continue;
        found.near = isIntersecting;
        found.seen ||= isIntersecting;
      }
    },
    { rootMargin: '200px' },
  );
  watched.set(element, item);
  observer.observe(element);
  return () => {
    item.near = false;
    watched.delete(element);
    observer!.unobserve(element);
  };
}

import { signal } from '@preact/signals';

/** How many labels are there at first, and how many more come as one scrolls: a thousand at once would hold up the page. */
export const slice = 120;

/** How many labels of the wall are there. */
export const there = signal(slice);

/** Prints the wall, whose labels are then as large as in the hand: see print.css. */
export function printWall(): void {
  there.value = Infinity;
  // Once all labels are there.
  requestAnimationFrame(() => {
    setTimeout(() => {
      print();
    });
  });
}

/** Lets all labels be there also where people print by the browser's menu. @returns ends that */
export function showAllForPrint(): () => void {
  const show = (): void => {
    there.value = Infinity;
  };
  addEventListener('beforeprint', show);
  return () => {
    removeEventListener('beforeprint', show);
  };
}

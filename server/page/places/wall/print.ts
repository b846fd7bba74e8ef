import { signal } from '@preact/signals';

/** How many labels are there at first, and how many more come as one scrolls: a thousand at once would hold up the page. */
export const slice = 120;

/** How many labels of the wall are there. */
export const there = signal(slice);

/** Prints the wall, whose labels are then as large as in the hand: see print.css. */
export async function printWall(): Promise<void> {
  there.value = Infinity;
  await new Promise(requestAnimationFrame);
  // All labels are there now, and their pictures once they are decoded.
  await Promise.allSettled(
    [...document.querySelectorAll<HTMLImageElement>('.wall img')].map((image) => image.decode()),
  );
  print();
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

/** How large the labels are shown. Both pictures of a label always have one size. */

/** CSS pixels of the case round a label, on both sides; and the most screen pixels that a label's pixel takes where it fits. */
const [around, most] = [18, 4];

/** How much of the window's height a label that fits takes at most: its name and the views stand above it. */
const share = 0.7;

/** Screen pixels a pixel of the label, for all; null: as large as fits. */
let times: number | null = null;

export function zoomTo(chosen: number | null): void {
  times = chosen;
}

/**
 * Gives each label of `within` the largest whole number of screen pixels a pixel with which its pictures fit their columns
 * and the window; one that has more pixels than that is seen whole, and smooth.
 */
export function fitAll(within: readonly HTMLElement[]): void {
  const all = within.flatMap((label) => {
    const pictures = label.querySelector<HTMLElement>('.pictures');
    if (!pictures) return [];
    const [width, height] = ['--widest', '--tallest'].map((name) => Number(pictures.style.getPropertyValue(name)));
    const largest = Math.min(roomOf(pictures) / width!, (innerHeight * share) / height!);
    return [{ pictures, scale: times === null ? fit(largest) : times / devicePixelRatio }];
  });
  for (const { pictures, scale } of all) {
    pictures.style.setProperty('--scale', String(scale));
    pictures.toggleAttribute('data-smooth', scale * devicePixelRatio < 0.999);
  }
  for (const { pictures } of all) for (const scroll of pictures.querySelectorAll<HTMLElement>('.scroll')) reach(scroll);
}

/** Lets keys scroll a picture that has no room. Others are no stop on the way through the page. */
function reach(scroll: HTMLElement): void {
  const isWide = scroll.scrollWidth > scroll.clientWidth;
  scroll.role = isWide ? 'region' : 'group';
  if (isWide) scroll.tabIndex = 0;
  else scroll.removeAttribute('tabindex');
}

/** @param largest CSS pixels a pixel of the label, with which it just has room */
function fit(largest: number): number {
  const whole = Math.floor(largest * devicePixelRatio);
  return whole >= 1 ? Math.min(whole, most * Math.ceil(devicePixelRatio)) / devicePixelRatio : Math.max(0.05, largest);
}

/** CSS pixels that a column of these pictures has for a label. */
function roomOf(pictures: HTMLElement): number {
  const columns = [...pictures.querySelectorAll<HTMLElement>('.scroll')].map(({ clientWidth }) => clientWidth);
  return Math.min(...columns.filter((width) => width > 0)) - around;
}

/** Both pictures of a label always have one size. */

/** CSS pixels of the case on both sides; and the maximum of screen pixels per pixel of a label that fits. */
const [around, most] = [18, 4];

/** The share of the window's height that a label may take: its name and the views need the rest. */
const share = 0.7;

/**
 * Gives each label the largest integer scale that fits its columns and the window. A label with more pixels is scaled
 * down and smoothed.
 * @param times screen pixels per pixel of the label; null: as large as fits
 */
export function fitAll(within: readonly HTMLElement[], times: number | null): void {
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

/** Makes a picture that does not fit scrollable by keys. Others are not in the tab order. */
function reach(scroll: HTMLElement): void {
  const isWide = scroll.scrollWidth > scroll.clientWidth;
  scroll.role = isWide ? 'region' : 'group';
  if (isWide) scroll.tabIndex = 0;
  else scroll.removeAttribute('tabindex');
}

/** @param largest CSS pixels per pixel of the label that just fit */
function fit(largest: number): number {
  const whole = Math.floor(largest * devicePixelRatio);
  return whole >= 1 ? Math.min(whole, most * Math.ceil(devicePixelRatio)) / devicePixelRatio : Math.max(0.05, largest);
}

/** The width of the narrowest column in CSS pixels. */
function roomOf(pictures: HTMLElement): number {
  const columns = [...pictures.querySelectorAll<HTMLElement>('.scroll')].map(({ clientWidth }) => clientWidth);
  return Math.min(...columns.filter((width) => width > 0)) - around;
}

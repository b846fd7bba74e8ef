/** How large the labels are shown. Both pictures of a label always have one size. */

/** CSS pixels of the case round a label, on both sides; and the most screen pixels that a label's pixel takes where it fits. */
const [around, most] = [26, 4];

/** Screen pixels a pixel of the label, for all; null: as large as fits. */
let times: number | null = null;

export function zoomTo(chosen: number | null): void {
  times = chosen;
  fitAll();
}

/**
 * Gives each label the largest whole number of screen pixels a pixel with which its pictures fit their columns; one that has
 * more pixels than its column is seen whole, and smooth.
 */
export function fitAll(): void {
  const all = [...document.querySelectorAll<HTMLElement>('.pictures')].map((pictures) => {
    const widest = Number(pictures.style.getPropertyValue('--widest'));
    return { pictures, scale: times === null ? fit(widest, roomOf(pictures)) : times / devicePixelRatio };
  });
  for (const { pictures, scale } of all) {
    pictures.style.setProperty('--scale', String(scale));
    pictures.toggleAttribute('data-smooth', scale * devicePixelRatio < 0.999);
  }
}

function fit(width: number, room: number): number {
  const whole = Math.floor((room * devicePixelRatio) / width);
  return whole >= 1
    ? Math.min(whole, most * Math.ceil(devicePixelRatio)) / devicePixelRatio
    : Math.max(0.05, room / width);
}

/** CSS pixels that a column of these pictures has for a label. */
function roomOf(pictures: HTMLElement): number {
  const columns = [...pictures.querySelectorAll<HTMLElement>('.scroll')].map(({ clientWidth }) => clientWidth);
  return Math.min(...columns.filter((width) => width > 0)) - around;
}

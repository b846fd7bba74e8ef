/** CSS pixels between what has the focus and a bar: its outline fits in. */
const outline = 8;

/**
 * Scrolls what gets the focus by the keyboard, with its label, out from behind bars that are sticky or fixed. The browser, which
 * knows no bars, keeps their heights for what it scrolls to itself.
 */
export function uncover({ target }: Event): void {
  if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return;
  show(target);
  // What the focus hides or shows may move it.
  requestAnimationFrame(() => {
    show(target);
  });
}

function show(target: HTMLElement): void {
  const whole = target.closest('.field, label') ?? target;
  const { left, width } = whole.getBoundingClientRect();
  const x = Math.max(0, Math.min(innerWidth - 1, left + width / 2));
  const top = reach(x, 0, 1, target);
  const bottom = reach(x, innerHeight - 1, -1, target);
  document.documentElement.style.scrollPaddingBlock = `${top + outline}px ${bottom + outline}px`;
  const fits = whole.clientHeight + 2 * outline <= innerHeight - top - bottom;
  (fits ? whole : target).scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** How far bars reach into the window, downwards or upwards from `y`; not the one that contains `inside`. */
function reach(x: number, y: number, way: 1 | -1, inside: Element): number {
  const bar = barAt(x, y);
  if (!bar || bar.contains(inside)) return 0;
  const { top, bottom } = bar.getBoundingClientRect();
  const own = way > 0 ? bottom - y + 1 : y - top + 1;
  // Another bar may follow.
  return own > 0 ? own + reach(x, y + way * own, way, inside) : 0;
}

function barAt(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  while (found && !['sticky', 'fixed'].includes(getComputedStyle(found).position)) found = found.parentElement;
  return found;
}

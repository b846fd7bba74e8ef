/** Moves the focus from label to label: along the row, up and down to the nearest of the next row, to both ends. */
export function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const { key, currentTarget, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>('.picture')];
  const at = all.findIndex((each) => each === target);
  if (at < 0) return;
  const next = {
    ArrowRight: () => all[at + 1],
    ArrowLeft: () => all[at - 1],
    Home: () => all[0],
    End: () => all.at(-1),
    ArrowDown: () => inNextRow(all.slice(at), 1),
    ArrowUp: () => inNextRow(all.slice(0, at + 1).reverse(), -1),
  }[key];
  if (!next) return;
  event.preventDefault();
  const found = next();
  found?.focus();
  found?.scrollIntoView({ block: 'nearest' });
}

/** The label of the next row that is nearest to the first of these. Labels of a row stand on one line. */
function inNextRow(all: readonly HTMLElement[], way: 1 | -1): HTMLElement | undefined {
  const [own, ...others] = all.map((element) => ({ element, box: element.getBoundingClientRect() }));
  const beyond = others.filter(({ box }) => (box.bottom - own!.box.bottom) * way > 4);
  const row = beyond.filter(({ box }) => Math.abs(box.bottom - beyond[0]!.box.bottom) <= 4);
  const distance = ({ box }: (typeof others)[number]): number =>
    Math.abs(box.left + box.right - own!.box.left - own!.box.right);
  return row.sort((a, b) => distance(a) - distance(b))[0]?.element;
}

/** The element that a key goes to: along the row, to the nearest one of the next row, or to both ends. */
export function neighbour(key: string, all: readonly HTMLElement[], from: EventTarget | null): HTMLElement | undefined {
  const at = all.findIndex((each) => each === from);
  const steps: Readonly<Partial<Record<string, () => HTMLElement | undefined>>> = {
    ArrowRight: () => all[at + 1],
    ArrowLeft: () => all[at - 1],
    Home: () => all[0],
    End: () => all.at(-1),
    ArrowDown: () => inNextRow(all.slice(at), 1),
    ArrowUp: () => inNextRow(all.slice(0, at + 1).reverse(), -1),
  };
  return at < 0 ? undefined : steps[key]?.();
}

/** The element of the next row that is nearest to the first. Those of a row share a baseline. */
function inNextRow(all: readonly HTMLElement[], way: 1 | -1): HTMLElement | undefined {
  const [own, ...others] = all.map((element) => ({ element, box: element.getBoundingClientRect() }));
  const beyond = others.filter(({ box }) => (box.bottom - own!.box.bottom) * way > 4);
  const row = beyond.filter(({ box }) => Math.abs(box.bottom - beyond[0]!.box.bottom) <= 4);
  const distance = ({ box }: (typeof others)[number]): number =>
    Math.abs(box.left + box.right - own!.box.left - own!.box.right);
  return row.sort((a, b) => distance(a) - distance(b))[0]?.element;
}

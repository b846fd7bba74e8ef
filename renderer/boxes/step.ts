/**
 * What a content asks of a layout's boxes on a panel. Labels of one step have equal boxes, which are computed once.
 */
export interface Step {
  /** The same for two steps with equal boxes. */
  readonly key: string;
  /** For each text of the layout, the lines that its box keeps room for. */
  readonly lines: readonly number[];
  /** How many ranks of optional nodes are hidden, least needed first. */
  readonly hidden: number;
  /** How many lines more than the layout says a text may have, where they have room. */
  readonly more: number;
  /** By the place of a text in `lines`, how wide it is, in px, if its box is as wide as that. */
  readonly widths: ReadonlyMap<number, number>;
}

const noWidths: ReadonlyMap<number, number> = new Map();

export function stepOf(lines: readonly number[], hidden: number, more: number, widths = noWidths): Step {
  let key = `${hidden} ${more}`;
  for (const count of lines) key += ' ' + String(count);
  for (const [text, px] of widths) key += ` ${text}:${px}`;
  return { key, lines, hidden, more, widths };
}

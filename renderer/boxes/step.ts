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
}

export function stepOf(lines: readonly number[], hidden: number, more: number): Step {
  let key = `${hidden} ${more}`;
  for (const count of lines) key += ' ' + String(count);
  return { key, lines, hidden, more };
}

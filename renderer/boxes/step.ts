import type { TiedSize } from '../slots/sizes.js';

/** What a content demands of a layout's boxes on a panel. Labels of one step share boxes, which are computed once. */
export interface Step {
  /** Equal for two steps with equal boxes. */
  readonly key: string;
  /** For each text of the layout, the lines that its box reserves room for. */
  readonly lines: readonly number[];
  /** How many ranks of optional nodes are hidden, least needed first. */
  readonly hidden: number;
  /** How many lines more than the layout allows a text may have, where they fit. */
  readonly more: number;
  /** By the index of a text in `lines`: its width in px, if its box takes that width. */
  readonly widths: ReadonlyMap<number, number>;
  /** By the index of a tied node or of one to which others are tied: the bounds of its size. */
  readonly sizes: ReadonlyMap<number, TiedSize>;
}

const noSizes: ReadonlyMap<number, TiedSize> = new Map();
const noWidths: ReadonlyMap<number, number> = new Map();

export function stepOf(
  lines: readonly number[],
  hidden: number,
  more: number,
  widths = noWidths,
  sizes = noSizes,
): Step {
  let key = `${hidden} ${more}`;
  for (const count of lines) key += ' ' + String(count);
  for (const [text, px] of widths) key += ` ${text}:${px}`;
  for (const [node, { least = '', most = '' }] of sizes) key += ` ${node}=${least}-${most}`;
  return { key, lines, hidden, more, widths, sizes };
}

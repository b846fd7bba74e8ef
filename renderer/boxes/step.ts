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
  /** By the index of a text in `lines`: the font in px of the lines that its box reserves room for, if it is not the preferred one. */
  readonly rooms: ReadonlyMap<number, number>;
  /** By the index of a tied node or of one to which others are tied: the bounds of its size. */
  readonly sizes: ReadonlyMap<number, TiedSize>;
}

const none = new Map<number, never>();

/** A step of texts that hide and widen nothing, in their preferred fonts. */
export function stepOf(lines: readonly number[], hidden: number, more: number): Step {
  return keyed({ lines, hidden, more, widths: none, rooms: none, sizes: none });
}

function keyed(step: Omit<Step, 'key'>): Step {
  const { lines, hidden, more, widths, rooms, sizes } = step;
  let key = `${hidden} ${more}`;
  for (const count of lines) key += ' ' + String(count);
  for (const [text, px] of widths) key += ` ${text}:${px}`;
  for (const [text, px] of rooms) key += ` ${text}/${px}`;
  for (const [node, { least = '', most = '' }] of sizes) key += ` ${node}=${least}-${most}`;
  return { ...step, key };
}

/** Steps that differ in one text or node from another. Equal ones are the same object: its key is made and hashed once. */
export interface NextSteps {
  /** A step with another number of lines of a text. */
  readonly withLines: (step: Step, text: number, lines: number) => Step;
  /** A step with another width of a text, in whole px. */
  readonly withWidth: (step: Step, text: number, px: number) => Step;
  /** A step in which the box of a text reserves room for lines of another font, in px. */
  readonly withRoom: (step: Step, text: number, px: number) => Step;
  /** A step with other bounds of one node, in whole px. */
  readonly withSize: (step: Step, node: number, bounds: TiedSize) => Step;
}

/** More than any font has px. */
const noBound = 4095;
/** How many steps are cached, some 500 bytes each: texts of other widths make other steps. */
const maxCachedSteps = 8192;

export function createNextSteps(): NextSteps {
  let nexts = new WeakMap<Step, Map<number, Step>>();
  let count = 0;
  const next = (step: Step, difference: number, change: () => Partial<Step>): Step => {
    let steps = nexts.get(step);
    if (!steps) nexts.set(step, (steps = new Map<number, Step>()));
    let found = steps.get(difference);
    if (!found) {
      if (++count > maxCachedSteps) [nexts, count] = [new WeakMap(), 0];
      steps.set(difference, (found = keyed({ ...step, ...change() })));
    }
    return found;
  };
  return {
    withLines: (step, text, count) =>
      next(step, -1 - (text * 64 + count), () => ({
        lines: step.lines.map((before, i) => (i === text ? count : before)),
      })),
    withWidth: (step, text, px) =>
      next(step, -(2 ** 20) * (text + 1) - px, () => ({ widths: withEntry(step.widths, text, px) })),
    withRoom: (step, text, px) =>
      next(step, -(2 ** 40) * (text + 1) - px, () => ({ rooms: withEntry(step.rooms, text, px) })),
    withSize: (step, node, { least, most }) =>
      next(step, (node * (noBound + 1) + (least ?? noBound)) * (noBound + 1) + (most ?? noBound), () => ({
        sizes: withEntry(step.sizes, node, { least, most }),
      })),
  };
}

/** A map with another value of a key, in the order of its keys. */
function withEntry<T>(map: ReadonlyMap<number, T>, key: number, value: T): ReadonlyMap<number, T> {
  return new Map([...map, [key, value] as const].sort(([a], [b]) => a - b));
}

import type { Device } from '../../devices/index.js';
import type { Plan, PlanOf } from '../boxes/plan.js';
import type { Slot } from '../slots/slot.js';
import { createNextSteps, type Step } from '../boxes/step.js';
import type { Content } from '../content.js';
import type { Layout } from '../layout/document.js';
import { pointersOf } from '../layout/pointers.js';
import { PriceDoesNotFit } from '../price/fit.js';
import { NoRoom } from '../text/no-room.js';
import type { Ruler } from '../text/ruler.js';
import { type FitMode, fitModes } from '../text/text-box.js';
import type { Arrangement, Arranger } from '../slots/arranged.js';
import { type Concede, type ConcessionLevels, concessions, createConcede, nothingConceded } from './concede.js';
import { type ArrangersOf, createSteps } from './steps.js';
import { createFittingRoom } from './fitting-room.js';
import { createTie } from './ties.js';
import { getOrInsert } from '../get-or-insert.js';

/** The step of a label, with its boxes. */
export interface ChosenStep {
  readonly step: Step;
  readonly slots: readonly Slot[];
  /**
   * Arranges the contents of the slots.
   * @throws {PriceDoesNotFit} or {TextDoesNotFit} where there is no room for what must be shown
   */
  readonly arranged: () => readonly Arrangement[];
}

/** Chooses the step of a label at which all of its texts fit with the fewest concessions. */
export type Choose = (content: Content, layout: Layout, device: Device) => ChosenStep;

/** Levels of the concession `lines`: more lines in the room that there is, then room for one more line, then for two. */
const lineLevels = 3;
/** The least height in px of a box in which any part of a text is visible. */
const leastSeen = 12;
/**
 * Penalties, where a cut text counts 1: an invisible text, a price without any of its preferred height, a hidden last resort, a cut
 * text that must be complete, a price that does not fit.
 */
const weights = { unseen: 5, low: 50, lastResort: 60, required: 100, price: 10_000 } as const;

export function createChoose(
  planOf: PlanOf,
  arrangerOf: (slot: Slot, device: Device) => Arranger,
  ruler: Ruler,
): Choose {
  const nextSteps = createNextSteps();
  const { stepFor, recount } = createSteps(nextSteps);
  const tie = createTie(ruler, nextSteps);
  const withFittingRoom = createFittingRoom(ruler, nextSteps);
  const arrangers = new WeakMap<readonly Slot[], readonly Arranger[]>();
  const concessionsOf = createConcessions();
  /** The steps of the label, made once for all concessions that give the boxes the same nodes and lines. */
  const reached = new Map<number, Step>();
  return (content, layout, device) => {
    const plan = planOf(layout, device);
    const on: ArrangersOf = (slots) =>
      getOrInsert(arrangers, slots, () => slots.map((slot) => arrangerOf(slot, device)));
    const { concede, freeLines, last } = concessionsOf(plan);
    reached.clear();
    const once = (conceded: ConcessionLevels, kind: number, make: () => Step): Step => {
      const key = roomOf(conceded) * 8 + kind;
      return getOrInsert(reached, key, make);
    };
    const untied = (conceded: ConcessionLevels): Step =>
      once(conceded, fitModes.length, () => stepFor(plan, content, conceded, on));
    const tied = (first: Step, conceded: ConcessionLevels): Step =>
      tie(first, {
        plan,
        device,
        content,
        mode: modeOf(conceded),
        last,
        on,
        recount: (before, step) => recount(plan, content, conceded, on, before, step),
      });
    const stepWith = (conceded: ConcessionLevels): Step =>
      once(conceded, fitModes.indexOf(modeOf(conceded)), () => tied(untied(conceded), conceded));
    const roomy = (step: Step, conceded: ConcessionLevels): Step => {
      const more = { ...conceded, lines: Math.max(conceded.lines, freeLines) };
      const mode = modeOf(conceded);
      return withFittingRoom(step, {
        plan,
        device,
        content,
        mode,
        on,
        untied: () => untied(more),
        tied: (first) => tied(first, more),
        sizesOf(of) {
          const slots = plan.slots(content, of);
          return sizesIn(slots, on(slots), content, mode);
        },
      });
    };
    const plain = stepWith(nothingConceded);
    const plainSlots = plan.slots(content, plain);
    const uncut = arrangePlain(on(plainSlots), content);
    if (uncut) {
      const step = roomy(plain, nothingConceded);
      if (step === plain) return { step, slots: plainSlots, arranged: () => uncut };
      const slots = plan.slots(content, step);
      return { step, slots, arranged: () => on(slots).map(({ arrange }) => arrange(content, 'plain')!) };
    }
    const missingWith = (conceded: ConcessionLevels): number => {
      const slots = plan.slots(content, stepWith(conceded));
      const hidden = plan.hasLastResort && conceded.hide === plan.ranks ? weights.lastResort : 0;
      return hidden + missingIn(slots, on(slots), content, modeOf(conceded));
    };
    const conceded = concede(missingWith);
    const step = roomy(stepWith(conceded), conceded);
    const slots = plan.slots(content, step);
    const arranged = () =>
      on(slots).map((arranger, i) => {
        try {
          // A text concedes no more than it has to; one that is cut makes all concessions that its layout allows first.
          return arranger.arrange(content, last) ?? arranger.cut!(content, last);
        } catch (error) {
          if (error instanceof NoRoom) nameNode(error, plan, slots[i]!);
          throw error;
        }
      });
    return { step, slots, arranged };
  };
}

function nameNode(error: NoRoom, { layout, roots }: Plan, { node }: Slot): void {
  const pointers = pointersOf(layout, roots).get(node);
  if (pointers) error.pointer = pointers.pointer;
}

/** @returns undefined where a text is cut, or a price does not fit or is lower than it prefers to be */
function arrangePlain(arrangers: readonly Arranger[], content: Content): readonly Arrangement[] | undefined {
  const arranged: Arrangement[] = [];
  try {
    for (const arranger of arrangers) {
      const arrangement = arranger.arrange(content, 'plain');
      if (!arrangement || (arranger.lacks?.(content) ?? 0) > 0) return undefined;
      arranged.push(arrangement);
    }
  } catch (error) {
    if (error instanceof PriceDoesNotFit) return undefined;
    throw error;
  }
  return arranged;
}

/** The sum of the penalties of the slots. */
function missingIn(slots: readonly Slot[], arrangers: readonly Arranger[], content: Content, mode: FitMode): number {
  let missing = 0;
  for (let i = 0; i < slots.length; i++) {
    const { required, area } = slots[i]!;
    const { arrange, lacks } = arrangers[i]!;
    const lacking = lacks?.(content);
    if (lacking !== undefined) missing += lacking < 1 ? lacking * weights.low : weights.price;
    else if (!arrange(content, mode)) {
      if (required !== undefined) missing += weights.required;
      else missing += area.height < leastSeen ? weights.unseen : 1;
    }
  }
  return missing;
}

/** Nodes that are drawn as large as their boxes allow, besides prices. */
const filling: ReadonlySet<string> = new Set(['barcode', 'qr', 'icon', 'picture']);

/** The fonts of texts and prices, and the heights of codes, icons and pictures, in px; 0 for others, and for what does not fit. */
function sizesIn(
  slots: readonly Slot[],
  arrangers: readonly Arranger[],
  content: Content,
  mode: FitMode,
): readonly number[] {
  return slots.map(({ node, area }, i) => {
    const { drawn } = arrangers[i]!;
    if (drawn) return drawn(content, mode)?.font ?? 0;
    return filling.has(node.type) ? area.height : 0;
  });
}

/** Equal for concessions that give the boxes of a label the same nodes and lines. */
function roomOf({ hide, lines }: ConcessionLevels): number {
  return hide * 8 + lines;
}

function modeOf({ shrink, condense, hyphenate }: ConcessionLevels): FitMode {
  if (hyphenate > 0) return 'hyphenated';
  if (condense > 0) return 'condensed';
  return shrink > 0 ? 'shrunk' : 'plain';
}

/** What the labels of a plan may concede. */
interface Concessions {
  readonly concede: Concede;
  /** The level of the concession `lines` at which texts take more lines in the room that there is; 0: they never do. */
  readonly freeLines: number;
  /** The last of the modes in which a text may be drawn. */
  readonly last: FitMode;
}

function createConcessions(): (plan: Plan) => Concessions {
  const ofPlans = new WeakMap<Plan, Concessions>();
  const make = ({ layout, ranks }: Plan): Concessions => {
    const same = layout.fit === 'same';
    const { concessions: order = concessions } = layout;
    const highest = { shrink: 1, hide: same ? 0 : ranks, condense: 1, hyphenate: 1, lines: same ? 1 : lineLevels };
    const most = { ...nothingConceded };
    for (const name of order) most[name] = highest[name];
    return { concede: createConcede(order, most), freeLines: Math.min(1, most.lines), last: modeOf(most) };
  };
  return (plan) => getOrInsert(ofPlans, plan, () => make(plan));
}

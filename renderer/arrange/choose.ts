import type { Device } from '../../devices/index.js';
import type { Plan, PlanOf } from '../boxes/plan.js';
import type { Slot } from '../boxes/slots.js';
import { type Step, stepOf } from '../boxes/step.js';
import type { Content } from '../content.js';
import type { Layout } from '../layout/document.js';
import { PriceDoesNotFit } from '../price/fit.js';
import type { FitMode } from '../text/text-box.js';
import type { Arrangement, Arranger } from './arranged.js';
import { concede, type ConcessionLevels, concessions, nothingConceded } from './concede.js';

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
/** Boxes that are as wide as their text round its width up to a multiple of this many px: similar texts get equal boxes. */
const widthStep = 4;
/** How many lines more than the layout allows a text may then have. */
const moreLines = 2;
/** The least height in px of a box in which any part of a text is visible. */
const leastSeen = 12;
/** Penalties, where a cut text counts 1: an invisible text, a cut text that must be complete, a price that does not fit. */
const weights = { unseen: 5, required: 100, price: 10_000 } as const;

interface FirstStep {
  /** The most lines that each text reserves room for. */
  readonly caps: readonly number[];
  readonly step: Step;
  /** Whether every content takes this step. */
  readonly isOnly: boolean;
}

export function createChoose(planOf: PlanOf, arrangerOf: (slot: Slot, device: Device) => Arranger): Choose {
  /** @returns undefined where a text is cut or a price does not fit */
  function arrangePlain(slots: readonly Slot[], content: Content, device: Device): readonly Arrangement[] | undefined {
    const arranged: Arrangement[] = [];
    try {
      for (const slot of slots) {
        const made = arrangerOf(slot, device).arrange(content, 'plain');
        if (!made) return undefined;
        arranged.push(made);
      }
    } catch (error) {
      if (error instanceof PriceDoesNotFit) return undefined;
      throw error;
    }
    return arranged;
  }

  /** The sum of the penalties of the slots. */
  function missingIn(slots: readonly Slot[], content: Content, device: Device, mode: FitMode): number {
    let missing = 0;
    for (const slot of slots) {
      const { arrange, fits } = arrangerOf(slot, device);
      if (fits) missing += fits(content) ? 0 : weights.price;
      else if (!arrange(content, mode)) {
        if (slot.required !== undefined) missing += weights.required;
        else missing += slot.area.height < leastSeen ? weights.unseen : 1;
      }
    }
    return missing;
  }

  /** By plan, then by concessions: the step of a label whose texts need one line each. */
  const firstSteps = new WeakMap<Plan, Map<string, FirstStep>>();

  function firstStep(plan: Plan, { hide, lines: conceded }: ConcessionLevels): FirstStep {
    let ofPlan = firstSteps.get(plan);
    if (!ofPlan) firstSteps.set(plan, (ofPlan = new Map<string, FirstStep>()));
    const key = `${hide} ${conceded}`;
    let first = ofPlan.get(key);
    if (!first) {
      const caps = plan.texts.map(({ lines = 1 }) => lines + Math.max(0, conceded - 1));
      const same = plan.layout.fit === 'same';
      const lines = same ? caps : caps.map(() => 1);
      const step = stepOf(lines, hide, conceded > 0 ? moreLines : 0);
      ofPlan.set(key, (first = { caps, step, isOnly: same || caps.every((cap) => cap === 1) }));
    }
    return first;
  }

  /** A step in which the boxes that take their text's width have it. */
  function hugging(plan: Plan, content: Content, device: Device, step: Step): Step {
    if (plan.hugged.length === 0) return step;
    const widths = new Map<number, number>();
    for (const slot of plan.slots(content, step)) {
      const { text } = slot;
      if (text === undefined || !plan.hugged.includes(text)) continue;
      const px = arrangerOf(slot, device).width!(content);
      widths.set(text, Math.ceil(px / widthStep) * widthStep);
    }
    return stepOf(step.lines, step.hidden, step.more, widths);
  }

  function stepFor(plan: Plan, content: Content, device: Device, conceded: ConcessionLevels): Step {
    const { step: first, caps, isOnly } = firstStep(plan, conceded);
    const step = hugging(plan, content, device, first);
    if (isOnly) return step;
    let lines: number[] | undefined;
    for (const slot of plan.slots(content, step)) {
      const { text } = slot;
      if (text === undefined || caps[text] === 1) continue;
      const needed = arrangerOf(slot, device).lines!(content, caps[text]!);
      if (needed > 1) (lines ??= [...step.lines])[text] = needed;
    }
    return lines ? stepOf(lines, step.hidden, step.more, step.widths) : step;
  }

  return (content, layout, device) => {
    const plan = planOf(layout, device);
    const plain = stepFor(plan, content, device, nothingConceded);
    const plainSlots = plan.slots(content, plain);
    const whole = arrangePlain(plainSlots, content, device);
    if (whole) return { step: plain, slots: plainSlots, arranged: () => whole };
    const missingWith = (conceded: ConcessionLevels): number =>
      missingIn(plan.slots(content, stepFor(plan, content, device, conceded)), content, device, modeOf(conceded));
    const { concessions: order = concessions } = layout;
    const conceded = concede(order, mostOf(plan), missingWith, weights.required - 1);
    const step = stepFor(plan, content, device, conceded);
    const slots = plan.slots(content, step);
    // A text concedes no more than it has to; one that is cut makes all concessions that its layout allows first.
    const mode = modeOf(
      Object.fromEntries(concessions.map((name) => [name, Number(order.includes(name))])) as ConcessionLevels,
    );
    const arranged = () =>
      slots.map((slot) => {
        const arranger = arrangerOf(slot, device);
        return arranger.arrange(content, mode) ?? arranger.cut!(content, mode);
      });
    return { step, slots, arranged };
  };
}

function modeOf({ shrink, condense, hyphenate }: ConcessionLevels): FitMode {
  if (hyphenate > 0) return 'hyphenated';
  if (condense > 0) return 'condensed';
  return shrink > 0 ? 'shrunk' : 'plain';
}

function mostOf({ layout, ranks }: Plan): ConcessionLevels {
  const same = layout.fit === 'same';
  return { shrink: 1, hide: same ? 0 : ranks, condense: 1, hyphenate: 1, lines: same ? 1 : lineLevels };
}

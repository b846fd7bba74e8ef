import type { Device } from '../../devices/index.js';
import type { Plan, PlanOf } from '../boxes/plan.js';
import type { Slot } from '../boxes/slots.js';
import { type Step, stepOf } from '../boxes/step.js';
import type { Content } from '../content.js';
import type { Layout } from '../layout/document.js';
import { PriceDoesNotFit } from '../price/fit.js';
import type { TextManner } from '../text/text-box.js';
import type { Arranged, Arranger } from './arranged.js';
import { concede, type Conceded, concessions, nothingConceded } from './concede.js';

/** A label with its boxes. */
export interface Chosen {
  readonly step: Step;
  readonly slots: readonly Slot[];
  /**
   * What is in the slots.
   * @throws {PriceDoesNotFit} or {TextDoesNotFit} where there is no room for what must be shown
   */
  readonly arranged: () => readonly Arranged[];
}

/** Chooses the step of a label, so that all of its texts are whole with the least concessions. */
export type Choose = (content: Content, layout: Layout, device: Device) => Chosen;

/** How far lines are conceded: first more of them on the room that there is, then room for one more, and for two. */
const lineLevels = 3;
/** Boxes that are as wide as their text are so in steps of px, so that labels with like texts have equal boxes. */
const widthStep = 4;
/** How many lines more than the layout says a text may then have. */
const moreLines = 2;
/** The least height in px of a box in which anything of a text is seen. */
const leastSeen = 12;
/** How much worse than a text that is cut is one of which nothing is seen, one that must be whole, and a price that does not fit. */
const weights = { unseen: 5, required: 100, price: 10_000 } as const;

/** Where the search for the step of a label begins. */
interface FirstStep {
  /** The most lines that each text keeps room for. */
  readonly caps: readonly number[];
  readonly step: Step;
  /** Whether no content has another step. */
  readonly isOnly: boolean;
}

export function createChoose(planOf: PlanOf, arrangerOf: (slot: Slot, device: Device) => Arranger): Choose {
  /** What is in slots; undefined where a text is not whole, or a price does not fit. */
  function arrangePlain(slots: readonly Slot[], content: Content, device: Device): readonly Arranged[] | undefined {
    const arranged: Arranged[] = [];
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

  /** How much in slots is not whole. */
  function missingIn(slots: readonly Slot[], content: Content, device: Device, manner: TextManner): number {
    let missing = 0;
    for (const slot of slots) {
      const { arrange, holds } = arrangerOf(slot, device);
      if (holds) missing += holds(content) ? 0 : weights.price;
      else if (!arrange(content, manner)) {
        if (slot.required !== undefined) missing += weights.required;
        else missing += slot.area.height < leastSeen ? weights.unseen : 1;
      }
    }
    return missing;
  }

  /** By plan, then by what it depends on: the step of a label none of whose texts needs more than a line. */
  const firstSteps = new WeakMap<Plan, Map<string, FirstStep>>();

  function firstStep(plan: Plan, { hide, lines: conceded }: Conceded): FirstStep {
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

  /** A step in which the boxes of those texts that say so are as wide as the texts. */
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

  function stepFor(plan: Plan, content: Content, device: Device, conceded: Conceded): Step {
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
    const missingWith = (conceded: Conceded): number =>
      missingIn(plan.slots(content, stepFor(plan, content, device, conceded)), content, device, mannerOf(conceded));
    const { concessions: order = concessions } = layout;
    const conceded = concede(order, mostOf(plan), missingWith, weights.required - 1);
    const step = stepFor(plan, content, device, conceded);
    const slots = plan.slots(content, step);
    // A text concedes no more than it has to; one that is cut concedes before all that its layout lets it.
    const manner = mannerOf(
      Object.fromEntries(concessions.map((name) => [name, Number(order.includes(name))])) as Conceded,
    );
    const arranged = () =>
      slots.map((slot) => {
        const arranger = arrangerOf(slot, device);
        return arranger.arrange(content, manner) ?? arranger.cut!(content, manner);
      });
    return { step, slots, arranged };
  };
}

function mannerOf({ shrink, condense, hyphenate }: Conceded): TextManner {
  if (hyphenate > 0) return 'hyphenated';
  if (condense > 0) return 'condensed';
  return shrink > 0 ? 'shrunk' : 'plain';
}

function mostOf({ layout, ranks }: Plan): Conceded {
  const same = layout.fit === 'same';
  return { shrink: 1, hide: same ? 0 : ranks, condense: 1, hyphenate: 1, lines: same ? 1 : lineLevels };
}

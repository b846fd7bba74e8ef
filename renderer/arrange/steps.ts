import type { Plan } from '../boxes/plan.js';
import { type NextSteps, type Step, stepOf } from '../boxes/step.js';
import type { Content } from '../content.js';
import type { Arranger } from '../slots/arranged.js';
import type { Slot } from '../slots/slot.js';
import type { ConcessionLevels } from './concede.js';
import { getOrInsert } from '../get-or-insert.js';

/** Boxes that are as wide as their text round its width up to a multiple of this many px: similar texts get equal boxes. */
const widthStep = 4;
/** How many lines more than the layout allows a text may then have. */
const moreLines = 2;

interface FirstStep {
  /** The most lines that each text reserves room for. */
  readonly caps: readonly number[];
  readonly step: Step;
  /** Whether every content takes this step. */
  readonly isOnly: boolean;
}

/** Returns the arrangers of slots on the label's device, in their order. */
export type ArrangersOf = (slots: readonly Slot[]) => readonly Arranger[];

export function createSteps({ withLines, withWidth }: NextSteps) {
  const firstStepOf = createFirstSteps();
  /** A step in which the boxes that take their text's width have it. */
  const hugging = (plan: Plan, content: Content, step: Step, on: ArrangersOf): Step => {
    if (plan.hugged.length === 0) return step;
    let hugged = step;
    const slots = plan.slots(content, step);
    const arrangers = on(slots);
    for (let i = 0; i < slots.length; i++) {
      const { text } = slots[i]!;
      if (text === undefined || !plan.hugged.includes(text)) continue;
      const px = Math.ceil(arrangers[i]!.width!(content) / widthStep) * widthStep;
      if (px !== hugged.widths.get(text)) hugged = withWidth(hugged, text, px);
    }
    return hugged;
  };
  /** The step that a label takes with some concessions. */
  const stepFor = (plan: Plan, content: Content, conceded: ConcessionLevels, on: ArrangersOf): Step => {
    const { step: first, caps, isOnly } = firstStepOf(plan, conceded);
    const hugged = hugging(plan, content, first, on);
    if (isOnly) return hugged;
    let step = hugged;
    const slots = plan.slots(content, hugged);
    const arrangers = on(slots);
    for (let i = 0; i < slots.length; i++) {
      const { text } = slots[i]!;
      if (text === undefined || caps[text] === 1) continue;
      const needed = arrangers[i]!.lines!(content, caps[text]!);
      if (needed > 1) step = withLines(step, text, needed);
    }
    return step;
  };
  /** Counts lines and widths of a step again for the texts whose size or width differs from that of an earlier one. */
  const recount = (
    plan: Plan,
    content: Content,
    conceded: ConcessionLevels,
    on: ArrangersOf,
    before: Step,
    sized: Step,
  ): Step => {
    const hugged = hugging(plan, content, sized, on);
    const { caps, isOnly } = firstStepOf(plan, conceded);
    if (isOnly) return hugged;
    let step = hugged;
    const earlier = plan.slots(content, before);
    const slots = plan.slots(content, hugged);
    const arrangers = on(slots);
    for (let i = 0; i < slots.length; i++) {
      const { text, area, bounds } = slots[i]!;
      if (text === undefined || caps[text] === 1) continue;
      const was = earlier.find((other) => other.text === text);
      if (was?.area.width === area.width && was.bounds?.least === bounds?.least && was.bounds?.most === bounds?.most)
        continue;
      const needed = arrangers[i]!.lines!(content, caps[text]!);
      if (needed !== step.lines[text]) step = withLines(step, text, needed);
    }
    return step;
  };
  return { stepFor, recount };
}

/** Caches by plan, then by concessions, the step of a label whose texts need one line each. */
function createFirstSteps(): (plan: Plan, conceded: ConcessionLevels) => FirstStep {
  const firstSteps = new WeakMap<Plan, Map<number, FirstStep>>();
  return (plan, { hide, lines: conceded }) => {
    const ofPlan = getOrInsert(firstSteps, plan, () => new Map<number, FirstStep>());
    const key = hide * 8 + conceded;
    return getOrInsert(ofPlan, key, () => {
      const caps = plan.texts.map(({ lines = 1 }) => lines + Math.max(0, conceded - 1));
      const same = plan.layout.fit === 'same';
      const lines = same ? caps : caps.map(() => 1);
      const step = stepOf(lines, hide, conceded > 0 ? moreLines : 0);
      return { caps, step, isOnly: same || caps.every((cap) => cap === 1) };
    });
  };
}

import type { Device } from '../../devices/index.js';
import type { Content, LabelStep, Warning } from '../content.js';
import type { Drawing, Mark } from '../drawing/marks.js';
import { drawings } from '../kinds/drawings.js';
import type { Layout } from '../layout/document.js';
import { type Meter, unmetered } from '../limits.js';
import { createPictures, type Pictures } from '../pictures/decode.js';
import type { PlanOf } from '../boxes/plan.js';
import { type Arrangement, type Arranger, hiddenWarning } from '../slots/arranged.js';
import { createFilledArranger } from '../slots/filled.js';
import type { ArrangingTools, NodeDrawing } from '../slots/kind.js';
import type { PlacedNode, Slot } from '../slots/slot.js';
import type { Ruler } from '../text/ruler.js';
import { createChecks } from './checks.js';
import { type ChosenStep, createChoose } from './choose.js';
import { createCoveredCheck } from './covered.js';
import { getOrInsert } from '../get-or-insert.js';

/**
 * Decides where everything on a label goes: content + layout + device → marks, warnings and the step that it took. Pure, except for caches.
 * @throws {PriceDoesNotFit} when the layout leaves a price too little room: a price is never clipped.
 * @throws {TextDoesNotFit} when the layout leaves a quantity, or a price in a text, too little room.
 * @throws {RangeError} for a price, a locale or a currency that the server refuses.
 */
export type Arrange = (content: Content, layout: Layout, device: Device) => Drawing & { readonly step: LabelStep };

export interface Arranging {
  readonly arrange: Arrange;
  /** The slots that a label fills at its step. The step of the last label is cached. */
  readonly slots: (content: Content, layout: Layout, device: Device) => readonly Slot[];
  /** What is drawn in each of these slots, in their order. That of the last label is cached. */
  readonly parts: (content: Content, layout: Layout, device: Device) => readonly Arrangement[];
  /** The places of all its nodes, including those that draw nothing themselves. */
  readonly placed: (content: Content, layout: Layout, device: Device) => readonly PlacedNode[];
}

/**
 * @param meter is charged for each cache miss, before the value is made
 */
export function createArranging(
  ruler: Ruler,
  planOf: PlanOf,
  meter: Meter = unmetered,
  pictures: Pictures = createPictures(),
): Arranging {
  const filled = createFilledArranger(meter);
  const createArranger = createArrangers({ ruler, meter, pictures, filled });
  const arrangers = new WeakMap<Slot, Arranger>();
  const check = createChecks(meter);
  const covered = createCoveredCheck(meter);
  const choose = createChoose(
    planOf,
    (slot, device) => getOrInsert(arrangers, slot, () => createArranger(slot, device)),
    ruler,
  );
  let last:
    | { readonly of: readonly [Content, Layout, Device]; readonly chosen: ChosenStep; parts?: readonly Arrangement[] }
    | undefined;
  const chosenFor = (content: Content, layout: Layout, device: Device): ChosenStep => {
    const isLast = last?.of[0] === content && last.of[1] === layout && last.of[2] === device;
    return isLast ? last!.chosen : choose(content, layout, device);
  };
  return {
    slots: (content, layout, device) => chosenFor(content, layout, device).slots,
    parts(content, layout, device) {
      const chosen = chosenFor(content, layout, device);
      return (last?.chosen === chosen ? last.parts : undefined) ?? chosen.arranged();
    },
    placed: (content, layout, device) =>
      planOf(layout, device).placed(content, chosenFor(content, layout, device).step),
    arrange(content, layout, device) {
      const chosen = choose(content, layout, device);
      last = { of: [content, layout, device], chosen };
      const { step, slots, arranged } = chosen;
      const marks: Mark[] = [];
      const warnings: Warning[] = [];
      const warn = (warning: Warning) => {
        if (!warnings.some((other) => same(other, warning))) warnings.push(warning);
      };
      const plan = planOf(layout, device);
      for (const hidden of plan.hidden(content, step)) warn(hiddenWarning(hidden));
      const parts = (last.parts = arranged());
      for (const part of parts) {
        for (const mark of part.marks) marks.push(mark);
        for (const warning of part.warnings) warn(warning);
      }
      for (const warning of check(content, plan, slots)) warn(warning);
      for (const warning of covered(plan, slots, parts)) warn(warning);
      return {
        width: device.width,
        height: device.height,
        marks,
        warnings,
        step: plan.labelStep(step, content.locale),
      };
    },
  };
}

/** Returns the arranger of a slot, by the kind of its node. */
function createArrangers(tools: ArrangingTools): (slot: Slot, device: Device) => Arranger {
  const byKind = new Map(
    Object.entries(drawings as Readonly<Record<string, NodeDrawing>>).map(([kind, drawing]) => [
      kind,
      drawing.arranging(tools),
    ]),
  );
  return (slot, device) => byKind.get(slot.node.type)!(slot.node, slot, device);
}

/** Whether two warnings are equal: two boxes that lack the same ink cause one warning. */
function same(a: Warning, b: Warning): boolean {
  return a.code === b.code && a.field === b.field && a.message === b.message;
}

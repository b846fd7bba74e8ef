import type { Device } from '../../devices/index.js';
import type { Content, LabelStep, Warning } from '../content.js';
import type { Drawing, Mark } from '../drawing/marks.js';
import type { Layout, TextLeaf } from '../layout/document.js';
import { type Meter, workCosts, unmetered } from '../limits.js';
import { createPictures, type Pictures } from '../pictures/decode.js';
import { createPriceFormat, type FormatPrice } from '../price/price.js';
import { edgesOf } from '../shapes/silhouette.js';
import type { Ruler } from '../text/ruler.js';
import { always, type Arranger, shapingOf, turned } from './arranged.js';
import { createChecks } from './checks.js';
import { createCodeArranger } from './code.js';
import { createCoveredCheck } from './covered.js';
import { createFilledArranger } from './filled.js';
import { arrangeGround } from './ground.js';
import { chooseInk } from '../boxes/inks.js';
import { createIconArranger } from './icon.js';
import { createPictureArranger, namedPicture } from './picture.js';
import { isNamed } from '../layout/conditions.js';
import { createPriceArranger } from './price.js';
import type { PlacedNode } from '../boxes/boxes.js';
import type { PlanOf } from '../boxes/plan.js';
import type { Slot } from '../boxes/slots.js';
import { hyphensOf } from '../text/hyphens.js';
import { type ChosenStep, createChoose } from './choose.js';
import { createTextArranger, hiddenWarning, type WrapMemo } from './text.js';

/** The marks and warnings of a label, with the step that it took. */
export interface ArrangedLabel extends Drawing {
  readonly step: LabelStep;
}

/**
 * Decides where everything on a label goes: content + layout + device → marks, warnings and step. Pure, except for caches.
 * @throws {PriceDoesNotFit} when the layout leaves a price too little room: a price is never clipped.
 * @throws {TextDoesNotFit} when the layout leaves a quantity, or a price in a text, too little room.
 * @throws {RangeError} for a price, a locale or a currency that the server refuses.
 */
export type Arrange = (content: Content, layout: Layout, device: Device) => ArrangedLabel;

export interface Arranging {
  readonly arrange: Arrange;
  /** The slots that a label fills at its step. The step of the last label is cached. */
  readonly slots: (content: Content, layout: Layout, device: Device) => readonly Slot[];
  /** The places of all its nodes, including those that draw nothing themselves. */
  readonly placed: (content: Content, layout: Layout, device: Device) => readonly PlacedNode[];
}

/**
 * @param format see {@link createPriceFormat}; passed in where it is shared
 * @param meter is charged for each cache miss, before the value is made
 */
export function createArranging(
  ruler: Ruler,
  planOf: PlanOf,
  format: FormatPrice = createPriceFormat(),
  meter: Meter = unmetered,
  pictures: Pictures = createPictures(),
): Arranging {
  const createArranger = createArrangers(ruler, format, meter, pictures);
  const arrangers = new WeakMap<Slot, Arranger>();
  const check = createChecks(format, meter);
  const covered = createCoveredCheck(meter);
  const choose = createChoose(planOf, (slot, device) => {
    let arranger = arrangers.get(slot);
    if (!arranger) arrangers.set(slot, (arranger = createArranger(slot, device)));
    return arranger;
  });
  let last: { readonly of: readonly [Content, Layout, Device]; readonly chosen: ChosenStep } | undefined;
  const chosenFor = (content: Content, layout: Layout, device: Device): ChosenStep => {
    const isLast = last?.of[0] === content && last.of[1] === layout && last.of[2] === device;
    return isLast ? last!.chosen : choose(content, layout, device);
  };
  return {
    slots: (content, layout, device) => chosenFor(content, layout, device).slots,
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
      const parts = arranged();
      for (const part of parts) {
        for (const mark of part.marks) marks.push(mark);
        for (const warning of part.warnings) warn(warning);
      }
      for (const warning of check(content, layout, slots)) warn(warning);
      for (const warning of covered(layout, slots, parts)) warn(warning);
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

/** Creates the arranger of a slot, by the type of its node. */
function createArrangers(
  ruler: Ruler,
  format: FormatPrice,
  meter: Meter,
  pictures: Pictures,
): (slot: Slot, device: Device) => Arranger {
  const filled = createFilledArranger(format, meter);
  const code = createCodeArranger(ruler, meter);
  const icon = createIconArranger(meter);
  const price = createPriceArranger(ruler, format, meter);
  const picture = createPictureArranger(pictures, meter);
  const memos = new WeakMap<Device, WeakMap<TextLeaf, WrapMemo>>();
  const memoOf = (leaf: TextLeaf, device: Device): WrapMemo => {
    let ofDevice = memos.get(device);
    if (!ofDevice) memos.set(device, (ofDevice = new WeakMap<TextLeaf, WrapMemo>()));
    let memo = ofDevice.get(leaf);
    if (!memo) ofDevice.set(leaf, (memo = {}));
    return memo;
  };
  return (slot, device) => {
    const { node, area, backdrop } = slot;
    switch (node.type) {
      case 'box':
      case 'stack':
      case 'shape':
        meter.charge(shapingOf(slot) + (node.type === 'shape' ? slot.area.height * edgesOf(node) * workCosts.edge : 0));
        return always(turned(arrangeGround(node, slot, device), slot));
      case 'line': {
        const { ink, warnings } = chooseInk(node.ink, 'fill', backdrop, device);
        return always(turned({ marks: [{ kind: 'fill', ...area, ink }], warnings }, slot));
      }
      case 'picture':
        return isNamed(node)
          ? filled(
              slot,
              namedPicture(slot, (source) => picture(node, slot, device, source)),
            )
          : always(turned(picture(node, slot, device), slot));
      case 'price':
        return price(node, slot, device);
      case 'text':
        return filled(
          slot,
          createTextArranger(node, slot, device, ruler, hyphensOf(languageOf(slot.locale)), memoOf(node, device)),
        );
      case 'barcode':
      case 'qr':
        return filled(slot, code(node, slot, device));
      case 'icon':
        return filled(slot, icon(node, slot, device));
      default:
        return node satisfies never;
    }
  };
}

/** The language of a BCP 47 locale. */
function languageOf(locale: string): string {
  return locale.split('-')[0]!;
}

/** Whether two warnings are equal: two boxes that lack the same ink cause one warning. */
function same(a: Warning, b: Warning): boolean {
  return a.code === b.code && a.field === b.field && a.message === b.message;
}

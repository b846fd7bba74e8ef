import type { Device } from '../../devices/index.js';
import {
  type Binding,
  compose,
  type Content,
  type Framebuffer,
  type Layout,
  PriceDoesNotFit,
  type Renderer,
  type Update,
  type View,
  type Warning,
} from '../../renderer/index.js';
import { bindingOf, centsProblem, problemsOfBinding } from './binding.js';
import type { Checked } from './checked.js';
import { dayProblem } from './dates.js';
import type { Body } from './json.js';
import type { KnownLayout } from './layout.js';
import { checkPreview } from './validate.js';

/** What a label is drawn from: the binding names a panel that there is, and the layout takes its data. */
export interface CheckedLabel {
  readonly update: Update;
  readonly binding: Binding;
  readonly layout: Layout;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Those of the clean-up. */
  readonly warnings: readonly Warning[];
}

/** What labels are drawn with. */
export interface Tools {
  readonly devices: ReadonlyMap<string, Device>;
  readonly renderer: Renderer;
}

/** A label with its pixels. */
export interface DrawnLabel<Label extends CheckedLabel = CheckedLabel> {
  readonly label: Label;
  readonly content: Content;
  readonly device: Device;
  readonly frame: Framebuffer;
}

/**
 * Draws a label; the one thing that may still be wrong is that its layout has no room for its price.
 * @param reuse a frame that is needed no more: see `Renderer.render`
 */
export function drawLabel<Label extends CheckedLabel>(
  label: Label,
  { devices, renderer }: Tools,
  reuse?: Framebuffer,
): Checked<DrawnLabel<Label>> {
  const { update, binding, layout, date } = label;
  const device = devices.get(binding.device)!;
  const content = compose(update, binding, device, date);
  try {
    const { frame, warnings } = renderer.render(content, layout, device, reuse);
    return { ok: true, value: { label, content, device, frame }, warnings: [...label.warnings, ...warnings] };
  } catch (error) {
    if (!(error instanceof PriceDoesNotFit)) throw error;
    const { message } = error;
    return { ok: false, problems: [{ field: 'layout', pointer: '#/layout', reason: 'price_does_not_fit', message }] };
  }
}

/** A label whose fields say how its image is to look. */
export interface ViewedLabel extends CheckedLabel {
  readonly view: View;
  readonly scale: number;
}

interface FieldTools extends Tools {
  /** The day to draw where the fields name none. */
  readonly today: (timeZone: string) => string;
}

/**
 * Checks the flat fields of a label as a preview does (see `previewSchema`), and draws it.
 * @param chosen the layout that the fields name, or what takes its place
 */
export function drawFields(
  { object, problems }: Body,
  chosen: Checked<KnownLayout>,
  tools: FieldTools,
  reuse?: Framebuffer,
): Checked<DrawnLabel<ViewedLabel>> {
  const checked = checkPreview(object, problems, (fields) =>
    problemsOfBinding(fields, chosen, tools.devices).concat(
      centsProblem(fields.price, 'price', fields.currency),
      dayProblem(fields.date),
    ),
  );
  if (!checked.ok) return checked;
  if (!chosen.ok) return chosen;
  const { layout } = chosen.value;
  const { price, product_name, unit, date, view = 'ink', scale = 1 } = checked.value;
  const update = { price, product_name, unit };
  const binding = bindingOf(checked.value, layout);
  const day = date ?? tools.today(binding.time_zone);
  return drawLabel({ update, binding, layout, date: day, view, scale, warnings: checked.warnings }, tools, reuse);
}

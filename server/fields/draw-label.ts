import type { Device } from '../../devices/index.js';
import {
  type Binding,
  compose,
  type Content,
  describedAs,
  type Description,
  encodePng,
  type Finding,
  type Framebuffer,
  type LabelStep,
  type Layout,
  type PngOptions,
  PriceDoesNotFit,
  type Renderer,
  TextDoesNotFit,
  type Update,
  type View,
  type Warning,
  withMetadata,
} from '../../renderer/index.js';
import { bindingOf, priceProblem, problemsOfBinding } from './binding.js';
import type { Checked } from './checked.js';
import type { FieldProblem } from './field-problem.js';
import { dayProblem } from './dates.js';
import type { Body } from './json.js';
import type { KnownLayout } from './layout.js';
import { checkPreview } from './validate.js';

/** Everything a label is drawn from. The binding has no problems: its panel exists, and its data fits the layout. */
export interface CheckedLabel {
  readonly update: Update;
  readonly binding: Binding;
  readonly layout: Layout;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Warnings from cleaning up texts. */
  readonly warnings: readonly Warning[];
  /** Whether the request contains the layout's document. Its problems then point to nodes. */
  readonly isWritten?: boolean;
}

export interface DrawingTools {
  readonly devices: ReadonlyMap<string, Device>;
  readonly renderer: Renderer;
  /** The most work that drawing and lint may take, see `Renderer.render`. */
  readonly budget?: number;
  /** Called after each stage of the work, to time it. */
  readonly lap?: (stage: 'validate' | 'arrange' | 'draw') => void;
}

export interface DrawnLabel<Label extends CheckedLabel = CheckedLabel> {
  readonly label: Label;
  readonly content: Content;
  readonly device: Device;
  readonly frame: Framebuffer;
  readonly step: LabelStep;
}

/** The PNG of a drawn label. @param metadata whether it says what it shows, with the document of its layout */
export function pngOf(
  drawn: Extract<Checked<DrawnLabel>, { ok: true }>,
  tools: Pick<DrawingTools, 'renderer'>,
  { metadata, ...options }: PngOptions & { readonly metadata: boolean },
): Buffer {
  const { label, frame, device } = drawn.value;
  const png = encodePng(frame, device, options);
  const { view = 'ink', scale = 1 } = options;
  if (!metadata || view === 'tag') return png;
  return withMetadata(png, describedAs(describeLabel(drawn, tools), view, scale), label.layout);
}

/**
 * What the rules of its binding find on a drawn label; undefined for a binding without lint.
 * @param always whether a label without lint is checked, too: only what it says, with the rules of `truth`
 */
export function lintLabel(
  { value: { label, content, device }, warnings }: Extract<Checked<DrawnLabel>, { ok: true }>,
  { renderer, budget = Infinity }: Pick<DrawingTools, 'renderer' | 'budget'>,
  always = false,
): readonly Finding[] | undefined {
  const { layout, binding } = label;
  if (!binding.lint && !binding.lint_strict && !always) return undefined;
  return renderer.lint(content, layout, device, binding.lint ?? [], warnings, { budget: budget - renderer.spent() });
}

/** What a PNG of a drawn label says of it, see `withMetadata`. @param version that of the layout */
export function describeLabel(
  { value: { label, content, device, step }, warnings }: Extract<Checked<DrawnLabel>, { ok: true }>,
  { renderer }: Pick<DrawingTools, 'renderer'>,
  version = 0,
): Description {
  const { layout, binding } = label;
  return renderer.describe(content, layout, device, {
    step,
    warnings,
    layoutVersion: version,
    timeZone: binding.time_zone,
  });
}

/**
 * Draws a label. One thing can still fail: the layout has too little room for a price or a quantity.
 * @param reuse a frame that is no longer needed, see `Renderer.render`
 */
export function drawLabel<Label extends CheckedLabel>(
  label: Label,
  { devices, renderer, budget, lap }: DrawingTools,
  reuse?: Framebuffer,
): Checked<DrawnLabel<Label>> {
  const { update, binding, layout, date } = label;
  const device = devices.get(binding.device)!;
  const content = compose(update, binding, device, date);
  lap?.('validate');
  try {
    const arranged = () => lap?.('arrange');
    const { frame, warnings, step } = renderer.render(content, layout, device, reuse, { budget, arranged });
    lap?.('draw');
    return { ok: true, value: { label, content, device, frame, step }, warnings: [...label.warnings, ...warnings] };
  } catch (error) {
    const problem = roomProblem(error, label.isWritten);
    if (!problem) throw error;
    lap?.('arrange');
    return { ok: false, problems: [problem] };
  }
}

/** What a layout has too little room for; undefined for any other error. */
function roomProblem(error: unknown, isWritten = false): FieldProblem | undefined {
  if (!(error instanceof PriceDoesNotFit || error instanceof TextDoesNotFit)) return undefined;
  const node = isWritten && error.pointer !== undefined ? `#/layout${error.pointer.slice(1)}` : undefined;
  if (error instanceof PriceDoesNotFit)
    return { field: 'layout', pointer: node ?? '#/layout', reason: 'price_does_not_fit', message: error.message };
  const { field, message } = error;
  return { field, pointer: node ?? `#/${field.replace('.', '/')}`, reason: 'does_not_fit', message };
}

/** A label together with how its image was asked for. */
export interface ViewedLabel extends CheckedLabel {
  readonly view: View;
  readonly scale: number;
  /** Whether the boxes of the label are asked for. */
  readonly boxes: boolean;
  /** Whether the PNG says what it shows. */
  readonly metadata: boolean;
}

interface FieldTools extends DrawingTools {
  /** The day to draw when the fields have no date. */
  readonly today: (timeZone: string) => string;
  /** Whether the request contains the layout's document, see `CheckedLabel`. */
  readonly isWritten?: boolean;
}

/**
 * Checks the flat fields of a label (see `previewSchema`) and draws it.
 * @param chosen the layout to draw with: usually the one that the fields name
 */
export function drawFields(
  { object, problems }: Body,
  chosen: Checked<KnownLayout>,
  tools: FieldTools,
  reuse?: Framebuffer,
): Checked<DrawnLabel<ViewedLabel>> {
  const checked = checkPreview(object, problems, (fields) =>
    problemsOfBinding(fields, chosen, tools.devices).concat(
      priceProblem(fields.price, fields.currency),
      dayProblem(fields.date),
    ),
  );
  if (!checked.ok) return checked;
  if (!chosen.ok) return chosen;
  const { layout } = chosen.value;
  const { price, product_name, unit, date, view = 'ink', scale = 1, boxes = false, metadata = true } = checked.value;
  const update = { price, product_name, unit };
  const binding = bindingOf(checked.value, layout);
  const day = date ?? tools.today(binding.time_zone);
  const { warnings } = checked;
  const label = { update, binding, layout, date: day, view, scale, boxes, metadata, warnings };
  return drawLabel(tools.isWritten ? { ...label, isWritten: true } : label, tools, reuse);
}

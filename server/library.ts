import {
  createRenderer,
  encodePng,
  type Framebuffer,
  pixelHash,
  type Region,
  type Update,
  type View,
  type Warning,
  withRegions,
} from '../renderer/index.js';
import { openCatalogue } from './fields/catalogue.js';
import { dayIn } from './fields/dates.js';
import { drawFields } from './fields/draw-label.js';
import type { FieldProblem } from './fields/field-problem.js';
import { layoutIn } from './fields/layout.js';

export { type Device, DeviceError, loadDevices } from '../devices/index.js';
export {
  type Binding,
  checkLayout,
  compareFrames,
  comparePngs,
  type Comparison,
  compose,
  type Content,
  createRenderer,
  decodePng,
  defaultBinding,
  encodePng,
  type Framebuffer,
  type Layout,
  LayoutError,
  type LayoutProblem,
  loadLayouts,
  pixelHash,
  type PngOptions,
  PriceDoesNotFit,
  type Region,
  type Renderer,
  type Rendering,
  unpack,
  type Update,
  type View,
  type Warning,
  type WarningCode,
  withRegions,
} from '../renderer/index.js';
export type { FieldProblem } from './fields/field-problem.js';

/** A label to draw: the fields of a preview. What is absent of the binding takes its default ({@link defaultBinding}). */
export interface LabelFields extends Update {
  /** The id of a panel. */
  readonly device?: string;
  /** The id of a layout, or a whole layout document. */
  readonly layout?: string | object;
  readonly sku?: string;
  /** BCP 47, such as "de-DE". */
  readonly locale?: string;
  /** ISO 4217, such as "EUR". */
  readonly currency?: string;
  /** IANA, such as "Europe/Berlin". */
  readonly time_zone?: string;
  /** The fields that the layout asks for. */
  readonly data?: Readonly<Record<string, string>>;
  /** YYYY-MM-DD; absent: today in the time zone. A picture that is kept as a snapshot needs one. */
  readonly date?: string;
  /** The colours of the PNG: pure ones (`ink`, the default), or those that the eye sees (`panel`). */
  readonly view?: View;
  /** Each pixel of the PNG becomes a square of `scale` × `scale`; 1 to 8. */
  readonly scale?: number;
}

/** A label as it is drawn. */
export interface RenderedLabel {
  /** The picture, with the boxes of its fields in a text chunk (see {@link withRegions}). */
  readonly png: Buffer;
  /** The hash of the pixels, the same as an update over HTTP answers. */
  readonly sha256: string;
  readonly frame: Framebuffer;
  /** Where each field stands on the panel, in px of the frame. */
  readonly regions: readonly Region[];
  /** What could not be drawn as asked. */
  readonly warnings: readonly Warning[];
}

/** Fields that can't be drawn; `problems` lists all that is wrong with them. */
export class LabelError extends Error {
  override readonly name = 'LabelError';
  constructor(readonly problems: readonly FieldProblem[]) {
    super(problems.map(({ message }) => message).join('\n'));
  }
}

export interface Simulator {
  /**
   * Checks the fields as a preview does, and draws the label.
   * @throws {LabelError} with all that is wrong with the fields
   */
  render(fields: LabelFields): RenderedLabel;
}

export interface SimulatorOptions {
  /** A folder of more panel profiles. */
  readonly devicesDir?: string;
  /** A folder of more layouts. */
  readonly layoutsDir?: string;
}

/**
 * Loads fonts, panels and layouts, and gives what draws labels with them. Open one and keep it: it remembers shapes.
 * @throws {DeviceError | LayoutError} naming the first file that is broken
 * @example
 * import { writeFileSync } from 'node:fs';
 * import { openSimulator } from 'esl-simulator';
 *
 * const simulator = await openSimulator();
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
 * const { png, warnings } = simulator.render({ ...milk, device: 'solum-m2-2.9-bwr' });
 * writeFileSync('label.png', png);
 * console.log(warnings);
 */
export async function openSimulator({ devicesDir, layoutsDir }: SimulatorOptions = {}): Promise<Simulator> {
  const catalogue = openCatalogue({ devicesDir: devicesDir ?? null, layoutsDir: layoutsDir ?? null });
  const renderer = await createRenderer();
  const tools = { devices: catalogue.devices, renderer, today: (timeZone: string) => dayIn(timeZone, new Date()) };

  return {
    render(fields) {
      const body = { object: { ...fields }, problems: [] };
      const drawn = drawFields(body, layoutIn(fields.layout, catalogue.layouts), tools);
      if (!drawn.ok) throw new LabelError(drawn.problems);
      const { label, content, device, frame } = drawn.value;
      const { layout, view, scale } = label;
      const regions = renderer.regions(content, layout, device);
      const png = withRegions(encodePng(frame, device, { view, scale }), regions, scale);
      return { png, sha256: pixelHash(frame), frame, regions, warnings: drawn.warnings };
    },
  };
}

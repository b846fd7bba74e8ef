import type { Device } from '../devices/index.js';
import {
  type Binding,
  createRenderer,
  decodeFrame as decode,
  type EncodedFrame,
  encodeFrame as encode,
  type Turn,
  turnedPanel,
  type Finding,
  type Framebuffer,
  type LabelStep,
  pixelHash,
  type Region,
  type View,
  type Warning,
} from '../renderer/index.js';
import { openCatalogue } from './fields/catalogue.js';
import type { Checked } from './fields/checked.js';
import { dayAfter, dayIn } from './fields/dates.js';
import { drawFields, lintLabel, pngOf } from './fields/draw-label.js';
import type { FieldProblem } from './fields/field-problem.js';
import { encodingOf } from './fields/frames.js';
import { layoutIn } from './fields/layout.js';
import type { PreviewFields } from './fields/schemas.js';
import { markUndated } from './undated.js';

export { type Device, DeviceError, loadDevices } from '../devices/index.js';
export {
  type Binding,
  type BindingFields,
  type Cause,
  cHeader,
  checkLayout,
  compareFrames,
  comparePngs,
  type Comparison,
  compose,
  type Content,
  createPanel,
  createRenderer,
  type DataRow,
  type DataValue,
  decodePng,
  defaultBinding,
  type Description,
  type Drawn,
  type EmulatedPanel,
  type EncodedFrame,
  encodePng,
  type Finding,
  type Framebuffer,
  FrameError,
  frameOfPng,
  type LabelStep,
  type Layout,
  LayoutError,
  type LayoutProblem,
  type LintSet,
  lintSets,
  loadLayouts,
  type PanelFacts,
  pixelHash,
  type PngOptions,
  PriceDoesNotFit,
  TextDoesNotFit,
  type Region,
  type Renderer,
  type RenderOptions,
  type Rendering,
  suggestedSets,
  unpack,
  type Update,
  type View,
  type Warning,
  type WarningCode,
  withMetadata,
  withoutMetadata,
} from '../renderer/index.js';
export type { FieldProblem } from './fields/field-problem.js';

/** A label to draw: the fields of a preview. Absent fields of the binding take their defaults, see {@link defaultBinding}. */
export interface LabelFields extends Omit<PreviewFields, 'layout' | 'boxes'> {
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
  readonly data?: Binding['data'];
  /** YYYY-MM-DD. Default: today in the time zone. Set a date for images in snapshots. */
  readonly date?: string;
  /** The colours of the PNG: pure ones (`ink`, the default), or as people see them on the panel (`panel`). */
  readonly view?: View;
  /** Each pixel becomes a square of `scale` × `scale` pixels, 1 to 8. */
  readonly scale?: number;
  /** Whether the PNG contains its content as metadata, so that {@link comparePngs} can explain differences. Default: true. */
  readonly metadata?: boolean;
}

/** A drawn label. */
export interface RenderedLabel {
  /** The image. Text chunks describe its content unless `metadata` is false: see docs/png-metadata.md. */
  readonly png: Buffer;
  /** The hash of the pixels: `image.sha256` in the response to an update. */
  readonly sha256: string;
  readonly frame: Framebuffer;
  /** The box of each field, in px of the frame. */
  readonly regions: readonly Region[];
  /** What the drawing changed or left out. */
  readonly warnings: readonly Warning[];
  /** What the sets of rules in `lint` found: see docs/label-lint.md. Absent: `lint` was not given. */
  readonly findings?: readonly Finding[];
  /** How the content is fitted: labels of one layout and panel with equal steps have equal boxes. */
  readonly step: LabelStep;
}

/** The fields can't be drawn. `problems` lists all of their problems. */
export class LabelError extends Error {
  override readonly name = 'LabelError';
  constructor(readonly problems: readonly FieldProblem[]) {
    super(problems.map(({ message }) => message).join('\n'));
  }
}

/**
 * Encodes an image to the bytes for a panel, in all and by plane.
 * @param frame a frame of the panel: {@link RenderedLabel.frame}, or the result of {@link frameOfPng}
 * @param encoding the id of one of the panel's encodings. Default: its first
 * @param turn degrees clockwise by which the image is turned for the panel; with 90 or 270, its height is the panel's width
 * @throws {LabelError} for an encoding that the panel does not have; {RangeError} for a frame of another panel
 * @example
 * import { encodeFrame, loadDevices, openSimulator } from 'esl-simulator';
 *
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
 * const { frame } = (await openSimulator()).render(milk);
 * const { encoding, bytes } = encodeFrame(frame, loadDevices().get('solum-m2-2.9-bwr'));
 * console.log(encoding.id, bytes.length); // oepl 4736
 */
export function encodeFrame(frame: Framebuffer, device: Device, encoding?: string, turn: Turn = 0): EncodedFrame {
  const panel = turnedPanel(device, orRefuse(encodingOf(device, encoding)), turn);
  return encode(frame, panel.device, panel.encoding);
}

/**
 * Decodes the bytes for a panel, all planes in order, to the image that it shows.
 * @param encoding the id of one of the panel's encodings. Default: its first
 * @param turn degrees clockwise by which the image is turned for the panel; with 90 or 270, its height is the panel's width
 * @throws {LabelError} for an encoding that the panel does not have; {FrameError} for a wrong length, and for codes without
 * an ink
 * @example
 * import { decodeFrame, encodeFrame, loadDevices, openSimulator, pixelHash } from 'esl-simulator';
 *
 * const panel = loadDevices().get('solum-m2-2.9-bwr');
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
 * const { frame, sha256 } = (await openSimulator()).render(milk);
 * const { bytes } = encodeFrame(frame, panel);
 * console.log(pixelHash(decodeFrame(bytes, panel)) === sha256); // true
 */
export function decodeFrame(bytes: Uint8Array, device: Device, encoding?: string, turn: Turn = 0): Framebuffer {
  const panel = turnedPanel(device, orRefuse(encodingOf(device, encoding)), turn);
  return decode(bytes, panel.device, panel.encoding);
}

function orRefuse<T>(checked: Checked<T>): T {
  if (checked.ok) return checked.value;
  throw new LabelError(checked.problems);
}

/** Draws labels: {@link openSimulator} opens one. */
export interface Simulator {
  /**
   * Checks the fields like a preview, and draws the label.
   * @throws {LabelError} listing all problems of the fields
   */
  render(fields: LabelFields): RenderedLabel;
}

/** Panels and layouts besides those of the package. */
export interface SimulatorOptions {
  /** A folder with more panel profiles. */
  readonly devicesDir?: string;
  /** A folder with more layouts. */
  readonly layoutsDir?: string;
}

/**
 * Opens a simulator, which draws labels. Open it once: it caches glyphs and layouts.
 * @throws {DeviceError | LayoutError} for an id that two files share; `render` throws them for a broken file
 * @example
 * import { writeFileSync } from 'node:fs';
 * import { openSimulator } from 'esl-simulator';
 *
 * const simulator = await openSimulator();
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
 * const { png, warnings } = simulator.render({ ...milk, device: 'solum-m2-2.9-bwr' });
 * writeFileSync('label.png', png);
 * console.log(warnings); // []
 */
export async function openSimulator({ devicesDir, layoutsDir }: SimulatorOptions = {}): Promise<Simulator> {
  const catalogue = openCatalogue({ devicesDir: devicesDir ?? null, layoutsDir: layoutsDir ?? null });
  const renderer = await createRenderer();
  const tools = { devices: catalogue.devices, renderer, today: (timeZone: string) => dayIn(timeZone, new Date()) };

  const draw = (fields: LabelFields) => {
    const given: unknown = fields;
    if (typeof given !== 'object' || given === null)
      throw new TypeError(`Expected the fields of a label but received ${given === null ? 'null' : typeof given}`);
    const body = { object: { ...fields }, problems: [] };
    const drawn = drawFields(body, layoutIn(fields.layout, catalogue.layouts), tools);
    if (!drawn.ok) throw new LabelError(drawn.problems);
    return drawn;
  };

  return {
    render(fields) {
      const drawn = draw(fields);
      const { label, content, device, frame, step } = drawn.value;
      const { layout, view, scale, metadata } = label;
      const regions = renderer.regions(content, layout, device);
      const png = pngOf(drawn, { renderer }, { view, scale, metadata });
      const findings = lintLabel(drawn, { renderer });
      const { warnings } = drawn;
      const sha256 = pixelHash(frame);
      if (fields.date === undefined)
        markUndated(png, () => pixelHash(draw({ ...fields, date: dayAfter(label.date) }).value.frame) !== sha256);
      return { png, sha256, frame, regions, warnings, ...(findings && { findings }), step };
    },
  };
}

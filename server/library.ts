import {
  checkLayout,
  createRenderer,
  defaultBinding,
  encodePng,
  type Framebuffer,
  type Layout,
  pixelHash,
  PriceDoesNotFit,
  type Region,
  type Update,
  type View,
  type Warning,
  withRegions,
} from '../renderer/index.js';
import { dayIn, isTimeZone } from './fields/dates.js';
import { type JsonObject, kindOf } from './fields/json.js';
import { layoutProblems } from './fields/layout.js';
import type { FieldProblem } from './fields/field-problem.js';
import { openShelf, readContent } from './fields/content.js';

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
  const shelf = openShelf({ devicesDir: devicesDir ?? null, layoutsDir: layoutsDir ?? null });
  const renderer = await createRenderer();

  return {
    render(fields) {
      const given = { ...fields } as JsonObject;
      const { layout, problems } = layoutIn(fields, shelf.layouts);
      const read = readContent(given, layout, shelf, today(fields));
      if ('problems' in read || layout === null) throw new LabelError([...problems, ...problemsIn(read)]);
      const { content, binding, warnings } = read;
      const device = shelf.devices.get(binding.device)!;
      const { view = 'ink', scale = 1 } = fields;
      const { frame, warnings: further } = fitting(() => renderer.render(content, layout, device));
      const regions = renderer.regions(content, layout, device);
      const png = withRegions(encodePng(frame, device, { view, scale }), regions, scale);
      return { png, sha256: pixelHash(frame), frame, regions, warnings: [...warnings, ...further] };
    },
  };
}

interface NamedLayout {
  readonly layout: Layout | null;
  readonly problems: readonly FieldProblem[];
}

/** The layout that is named or brought along; null when there is none of the name, or when it has problems. */
function layoutIn({ layout = defaultBinding.layout }: LabelFields, layouts: ReadonlyMap<string, Layout>): NamedLayout {
  if (typeof layout === 'string') return { layout: layouts.get(layout) ?? null, problems: [] };
  // The schema of the fields says what is wrong with it.
  if (kindOf(layout) !== 'an object') return { layout: null, problems: [] };
  const checked = checkLayout(layout, 'inline');
  if ('layout' in checked) return { layout: checked.layout, problems: [] };
  return { layout: null, problems: layoutProblems(checked.problems, '/layout') };
}

function problemsIn(read: ReturnType<typeof readContent>): readonly FieldProblem[] {
  return 'problems' in read ? read.problems : [];
}

function fitting<T>(draw: () => T): T {
  try {
    return draw();
  } catch (error) {
    if (!(error instanceof PriceDoesNotFit)) throw error;
    const { message } = error;
    throw new LabelError([{ field: 'layout', pointer: '#/layout', reason: 'price_does_not_fit', message }]);
  }
}

/** The day in the time zone, if it is one; a wrong one is reported with the other fields. */
function today({ time_zone = defaultBinding.time_zone }: LabelFields): string {
  return dayIn(isTimeZone(time_zone) ? time_zone : defaultBinding.time_zone, new Date());
}

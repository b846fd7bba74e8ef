import { type Device, findDevices, readDevice } from '../../devices/index.js';
import {
  type Binding,
  compose,
  type Content,
  findLayouts,
  type Layout,
  readLayout,
  type Update,
  type Warning,
} from '../../renderer/index.js';
import { bindingOf, centsProblem, problemsOfBinding, together } from './binding.js';
import { dayProblem } from './dates.js';
import { FileMap } from '../files/file-map.js';
import type { JsonObject } from './json.js';
import type { FieldProblem } from './field-problem.js';
import { checkPreview } from './validate.js';

/** What the commands draw from: the shipped panels and layouts, and those of `DEVICES_DIR` and `LAYOUTS_DIR`. */
export interface Shelf {
  readonly devices: ReadonlyMap<string, Device>;
  readonly layouts: ReadonlyMap<string, Layout>;
}

/** Where further panels and layouts are; null: nowhere. */
interface Folders {
  readonly devicesDir: string | null;
  readonly layoutsDir: string | null;
}

/**
 * Finds the files; each is read and checked when it is first asked for, and a broken one throws then.
 * @throws {DeviceError | LayoutError} for an id that comes twice.
 */
export function openShelf({ devicesDir, layoutsDir }: Folders): Shelf {
  return {
    devices: new FileMap(findDevices(devicesDir === null ? [] : [devicesDir]), readDevice),
    layouts: new FileMap(findLayouts(layoutsDir === null ? [] : [layoutsDir]), readLayout),
  };
}

/** A content that can be drawn, and the warnings of its clean-up. */
export interface ReadContent {
  readonly content: Content;
  readonly binding: Binding;
  readonly warnings: readonly Warning[];
}

/**
 * Checks the flat fields of a label as a preview does (see `previewSchema`), `device` among them, and composes what is
 * drawn with `layout`; null: what `given` names is none. A `date` that is absent is `today`, YYYY-MM-DD.
 */
export function readContent(
  given: JsonObject,
  layout: Layout | null,
  { devices, layouts }: Shelf,
  today: string,
): ReadContent | { readonly problems: readonly FieldProblem[] } {
  const { fields, problems, warnings } = checkPreview(given);
  const binding = { ...bindingOf(fields), ...(layout && { layout: layout.id }) };
  const all = together(problems, [
    ...problemsOfBinding(binding, layout, devices, layouts.keys()),
    ...(typeof fields.price === 'string' ? centsProblem(fields.price, binding.currency, 'price') : []),
    ...(typeof fields.date === 'string' ? dayProblem(fields.date) : []),
  ]);
  if (all.length > 0) return { problems: all };
  const { price, product_name, unit, date } = fields as unknown as Update & { date?: string };
  const device = devices.get(binding.device)!;
  return { content: compose({ price, product_name, unit }, binding, device, date ?? today), binding, warnings };
}

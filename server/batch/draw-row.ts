import {
  type Content,
  defaultBinding,
  encodePng,
  type Framebuffer,
  type Layout,
  pixelHash,
  PriceDoesNotFit,
  type Renderer,
  type Warning,
} from '../../renderer/index.js';
import { dayIn, isTimeZone } from '../fields/dates.js';
import type { JsonObject } from '../fields/json.js';
import { readContent } from '../fields/content.js';
import type { RowProblem } from './rows/problem.js';
import type { Work } from './work.js';

/** A picture, with all that its name and its line in the manifest say. */
export interface DrawnRow {
  readonly content: Content;
  readonly layout: string;
  readonly png: Buffer;
  /** See `pixelHash`. */
  readonly sha256: string;
  readonly warnings: readonly Warning[];
}

/** Draws what a row says on a panel; null: on the one that it names. */
export type DrawRow = (
  row: JsonObject,
  device: string | null,
) => DrawnRow | { readonly problems: readonly RowProblem[] };

export function createDrawRow(work: Work, renderer: Renderer): DrawRow {
  const { shelf, level } = work;
  const days = new Map<string, string>();
  let worn: Framebuffer | undefined;

  /** The day in a row's time zone. A zone that is none is the fields' problem. */
  function today(zone: unknown): string {
    if (work.date !== null) return work.date;
    const known = typeof zone === 'string' ? zone : defaultBinding.time_zone;
    let day = days.get(known);
    if (day === undefined) {
      if (!isTimeZone(known)) return today(undefined);
      days.set(known, (day = dayIn(known, work.now)));
    }
    return day;
  }

  return (row, named) => {
    if (named === null && (row.device ?? '') === '') return { problems: [noDevice] };
    const given = named === null ? row : { ...row, device: named };
    const layout = work.layout ?? layoutOf(row.layout, shelf.layouts) ?? null;
    const read = readContent(given, layout, shelf, today(row.time_zone));
    if ('problems' in read) return read;
    if (!layout) return { problems: [noLayout] };
    const { content, binding } = read;
    const device = shelf.devices.get(binding.device)!;
    try {
      const { frame, warnings } = renderer.render(content, layout, device, worn);
      worn = frame;
      return {
        content,
        layout: layout.id,
        png: encodePng(frame, device, { level }),
        sha256: pixelHash(frame),
        warnings: [...read.warnings, ...warnings],
      };
    } catch (error) {
      if (!(error instanceof PriceDoesNotFit)) throw error;
      return { problems: [{ field: 'layout', reason: 'price_does_not_fit', message: error.message }] };
    }
  };
}

const noDevice: RowProblem = {
  field: 'device',
  reason: 'missing',
  message: 'Expected a value for device but received none',
  example: defaultBinding.device,
};

const noLayout: RowProblem = {
  field: 'layout',
  reason: 'unknown_layout',
  message: 'Expected the id of a layout for layout but received something else',
};

function layoutOf(given: unknown, layouts: ReadonlyMap<string, Layout>): Layout | undefined {
  return given === undefined
    ? layouts.get(defaultBinding.layout)
    : typeof given === 'string'
      ? layouts.get(given)
      : undefined;
}

import {
  defaultBinding,
  type Framebuffer,
  getOrInsert,
  type Layout,
  pixelHash,
  type Renderer,
} from '../../renderer/index.js';
import type { Checked } from '../fields/checked.js';
import { dayIn } from '../fields/dates.js';
import { drawFields, lintLabel, pngOf } from '../fields/draw-label.js';
import type { FieldProblem } from '../fields/field-problem.js';
import type { JsonObject } from '../fields/json.js';
import { fileLayout, type KnownLayout, layoutIn } from '../fields/layout.js';
import type { Work } from './work.js';

export function createDrawRow(work: Work, renderer: Renderer) {
  const { devices, layouts } = work.catalogue;
  const { level, metadata, date, now, fields } = work;
  const tools = { devices, renderer, today: date === null ? daysOf(now) : () => date };
  const always = work.layout && fileLayout(work.layout);
  let reuse: Framebuffer | undefined;

  /** Draws a row. @param device null: the row names it @param wrong problems found while the row was read */
  return (row: JsonObject, device: string | null, wrong: readonly FieldProblem[] = []) => {
    if (device === null && (row.device ?? '') === '') return { problems: [noDevice] };
    const object = device === null ? { ...row, ...fields } : { ...row, ...fields, device };
    const drawn = drawFields({ object, problems: wrong }, always ?? layoutOf(row.layout, layouts), tools, reuse);
    if (!drawn.ok) return { problems: drawn.problems };
    const { label, content, frame, step } = drawn.value;
    reuse = frame;
    const png = () => pngOf(drawn, tools, { level, metadata });
    const { warnings } = drawn;
    const findings = lintLabel(drawn, tools);
    return { content, layout: label.layout.id, png, sha256: pixelHash(frame), warnings, findings, step };
  };
}

/** The day of `now` in each time zone, computed once per zone. */
function daysOf(now: Date): (timeZone: string) => string {
  const days = new Map<string, string>();
  return (timeZone) => getOrInsert(days, timeZone, () => dayIn(timeZone, now));
}

const noDevice: FieldProblem = {
  field: 'device',
  reason: 'missing',
  message: 'Expected a value for device but received none',
  example: defaultBinding.device,
};

/** {@link layoutIn} without documents, which would have to be checked for each row. */
function layoutOf(given: unknown, layouts: ReadonlyMap<string, Layout>): Checked<KnownLayout> {
  if (typeof given !== 'object' || given === null) return layoutIn(given, layouts);
  const message = 'Expected the id of a layout for layout but received something else';
  return { ok: false, problems: [{ field: 'layout', reason: 'unknown_layout', message }] };
}

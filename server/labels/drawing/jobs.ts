import type { Device } from '../../../devices/index.js';
import {
  type Binding,
  checkLayout,
  type Content,
  createFrame,
  defaultBinding,
  type Framebuffer,
  frameOfJpeg,
  frameOfPicture,
  type Layout,
  PictureError,
  type Pictures,
  type Renderer,
  type Rendering,
  type Warning,
} from '../../../renderer/index.js';
import { bindingOf, isDefaultCurrency, priceProblem, problemsOfBinding } from '../../fields/binding.js';
import { readBulk } from '../../fields/bulk.js';
import type { Checked } from '../../fields/checked.js';
import { dayIn } from '../../fields/dates.js';
import {
  type CheckedLabel,
  describeLabel,
  drawFields,
  drawLabel,
  type DrawnLabel,
  lintLabel,
} from '../../fields/draw-label.js';
import type { FieldProblem } from '../../fields/field-problem.js';
import { type Body, type JsonObject, parseBody } from '../../fields/json.js';
import { type KnownLayout, layoutIn, layoutProblems } from '../../fields/layout.js';
import { checkBinding } from '../../fields/validate.js';
import { imageOf, refreshFilm, variantOf } from './label-image.js';
import type { Draft, DrawnDraft } from '../store/index.js';
import { type DecodeJob, decoded, type EncodeJob, encoded } from './frame-jobs.js';
import type {
  BindJob,
  BindResult,
  BulkJob,
  DraftJob,
  DrawingStage,
  LayoutJob,
  PictureJob,
  PreviewJob,
  PreviewResult,
  ReadDocument,
  RefreshJob,
  UnparsedBody,
  VariantJob,
} from './job-kinds.js';
import { boundPixels } from './pixels.js';
import { type PlayJob, played } from './play-job.js';
import { createReadSource, type LayoutSource } from './source.js';

export interface JobTools {
  readonly devices: ReadonlyMap<string, Device>;
  /** Layouts in files. */
  readonly layouts: ReadonlyMap<string, Layout>;
  readonly renderer: Renderer;
  /** Those of the renderer, so that pictures are decoded once for the check and the drawing. */
  readonly pictures: Pictures;
  /** The maximum work of a drawing, see `Renderer.render`. */
  readonly budget: number;
  /** Called at the end of each stage. */
  readonly lap?: (stage: DrawingStage) => void;
}

export type JobKinds = {
  readonly [Kind in keyof ReturnType<typeof createJobs>]: {
    readonly job: Parameters<ReturnType<typeof createJobs>[Kind]>[0];
    readonly result: ReturnType<ReturnType<typeof createJobs>[Kind]>;
  };
};

export type Jobs = { readonly [Kind in keyof JobKinds]: (job: JobKinds[Kind]['job']) => JobKinds[Kind]['result'] };

export interface Task<Kind extends keyof JobKinds = keyof JobKinds> {
  readonly kind: Kind;
  readonly job: JobKinds[Kind]['job'];
}

/**
 * Work that may take long. A job depends on its data alone, and can run in any thread.
 * @returns functions that throw `TooCostly` if a job takes more work than `budget`, and `Problem` if its data is none
 */
export function createJobs(tools: JobTools) {
  const { devices } = tools;
  const read = createReadSource(tools.layouts, tools.pictures);
  const layoutOf = (source: Checked<LayoutSource>): Checked<KnownLayout> => (source.ok ? read(source.value) : source);
  const state: JobState = { ...tools, layoutOf, spare: undefined };
  const draw = (label: CheckedLabel): Checked<DrawnLabel> => drawn(state, drawLabel(label, tools, state.spare));
  return {
    draft({ label: { id, binding }, update, warnings, layout: source, now, strict }: DraftJob): Checked<DrawnDraft> {
      const chosen = layoutOf(source);
      if (source.ok && !chosen.ok) return chosen;
      const outdated = problemsOfBinding(binding, chosen, devices).map((problem) => outdatedIn(id, problem));
      const problems = [...outdated, ...priceProblem(update.price, binding.currency)];
      if (problems.length > 0 || !chosen.ok) return { ok: false, problems };
      const { layout, version } = chosen.value;
      const date = dayIn(binding.time_zone, new Date(now));
      const label = draw({ update, binding, layout, date, warnings });
      return label.ok ? { ...label, value: draftOf(label, version, now, tools, strict) } : label;
    },
    picture: (job: PictureJob) => pictureDraft(job, devices.get(job.binding.device)!, tools),
    bind(job: BindJob): Checked<BindResult> {
      const chosen = layoutOf(job.layout);
      const { object, problems } = job.body;
      const checked = checkBinding(object, problems, (fields) => problemsOfBinding(fields, chosen, devices));
      if (!checked.ok) return checked;
      if (!chosen.ok) return chosen;
      const binding = bindingOf(checked.value, chosen.value.layout);
      return bound(job, binding, chosen.value, checked.warnings, draw, tools);
    },
    preview: (job: PreviewJob) => previewed(state, job),
    document(sent: UnparsedBody): ReadDocument {
      const { object, problems } = bodyIn(sent);
      return { document: JSON.stringify(object), problems };
    },
    bulk: ({ json, form }: BulkJob) => readBulk(json, form),
    /** The problems of a layout document. */
    layout({ id, document }: LayoutJob): readonly FieldProblem[] {
      const checked = checkLayout(JSON.parse(document), id, tools.pictures);
      return 'problems' in checked ? layoutProblems(checked.problems, '') : [];
    },
    variant: ({ image, device, options }: VariantJob) => variantOf(image, devices.get(device)!, options),
    encode: (job: EncodeJob) => encoded(job, devices.get(job.device)!),
    /** The PNG of what the panel shows. */
    decode: (job: DecodeJob) => decoded(job, devices.get(job.device)!),
    play: (job: PlayJob) => played(job, devices),
    refresh: ({ from, to, device, refresh, view }: RefreshJob) =>
      refreshFilm(from, to, devices.get(device)!, refresh, view),
  };
}

interface JobState extends JobTools {
  readonly layoutOf: (source: Checked<LayoutSource>) => Checked<KnownLayout>;
  /** The frame of the last label, reused for the next: no result refers to it. */
  spare: Framebuffer | undefined;
}

function drawn<Label extends CheckedLabel>(
  state: JobState,
  outcome: Checked<DrawnLabel<Label>>,
): Checked<DrawnLabel<Label>> {
  if (outcome.ok) state.spare = outcome.value.frame;
  return outcome;
}

function previewed(state: JobState, { body: sent, layout: source, device: only, now }: PreviewJob): PreviewResult {
  const { devices, layouts, pictures, renderer, budget } = state;
  const body = bodyIn(sent);
  const { object } = body;
  const other = otherDevice(object, only);
  if (other) return { ok: false, problems: [other] };
  const { device: named = only ?? defaultBinding.device, scale = 1, view } = object;
  const panel = typeof named === 'string' && devices.get(named);
  // The schema checks other scales.
  if (panel && typeof scale === 'number' && scale <= 8) boundPixels(panel, scale, view);
  const chosen = source ? state.layoutOf(source) : layoutIn(object.layout, layouts, pictures);
  if (!source && !chosen.ok && typeof object.layout === 'string')
    return { ok: false, problems: [], layoutId: object.layout };
  const fields: Record<string, unknown> = { ...object, ...(only !== undefined && { device: only }) };
  // The document is checked.
  const isWritten = typeof fields.layout === 'object';
  if (chosen.ok && isWritten) fields.layout = chosen.value.layout.id;
  const today = (timeZone: string) => dayIn(timeZone, new Date(now));
  const preview = drawn(
    state,
    drawFields({ ...body, object: fields }, chosen, { ...state, today, isWritten }, state.spare),
  );
  if (!preview.ok) return preview;
  if (!chosen.ok) return chosen;
  const draft = draftOf(preview, chosen.value.version, now, state);
  const { device, label, content } = preview.value;
  const png = variantOf(draft, device, label, label.metadata ? label.layout : undefined);
  const { warnings } = preview;
  const left = { budget: budget - renderer.spent() };
  const boxes = label.boxes ? renderer.boxes(content, label.layout, device, warnings, left) : null;
  return { ...preview, value: { draft, png, boxes } };
}

function bodyIn(sent: Body | UnparsedBody): Body {
  return 'json' in sent ? parseBody(sent.json) : sent;
}

/** The problem of fields that name another panel than the only one; null: they do not. */
function otherDevice({ device }: JsonObject, only: string | undefined): FieldProblem | null {
  if (only === undefined || device === undefined || device === only) return null;
  const message = `Expected ${only}, or none, for device but received another`;
  return { field: 'device', pointer: '#/device', reason: 'unknown_value', message };
}

/** The draft of a drawn label. @param version of its layout */
function draftOf(
  drawn: Extract<Checked<DrawnLabel>, { ok: true }>,
  version: number,
  now: number,
  tools: Pick<JobTools, 'renderer' | 'budget'>,
  strict = false,
): DrawnDraft {
  const { label, content, frame, device, step } = drawn.value;
  const { warnings } = drawn;
  const { update, binding } = label;
  const findings = lintLabel(drawn, tools, strict);
  return {
    updated_at: new Date(now).toISOString(),
    update,
    binding,
    layout_version: version,
    content,
    warnings,
    ...(findings && { findings }),
    step,
    ...imageOf(frame, device, describeLabel(drawn, tools, version)),
  };
}

function pictureDraft(job: PictureJob, device: Device, tools: Pick<JobTools, 'renderer' | 'budget'>): Checked<Draft> {
  try {
    const { frame, warnings } = frameOf(job, device, tools);
    return { ok: true, value: { ...undrawnDraft(frame, job.binding, device, job.now), warnings }, warnings: [] };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { ok: false, problems: [{ field: '', reason: 'invalid_picture', message: error.message }] };
  }
}

function frameOf(
  { picture, options }: PictureJob,
  device: Device,
  { renderer, budget }: Pick<JobTools, 'renderer' | 'budget'>,
): Pick<Rendering, 'frame' | 'warnings'> {
  if (picture instanceof Uint8Array) {
    return 'turns' in options
      ? { frame: frameOfJpeg(picture, device, options), warnings: [] }
      : frameOfPicture(picture, device, options);
  }
  if (!('turns' in options)) throw new TypeError('A template is turned, not fitted');
  return renderer.template(picture, device, options, { budget });
}

/** The draft of a frame that was not drawn from fields. */
function undrawnDraft(frame: Framebuffer, binding: Binding, device: Device, now: number): Draft {
  const nothingDrawn = { update: null, content: null, layout_version: null, step: null };
  return { updated_at: new Date(now).toISOString(), ...nothingDrawn, binding, warnings: [], ...imageOf(frame, device) };
}

/**
 * The result of a valid binding. Existing content is redrawn with its own date. An uploaded picture fits no other panel, which
 * becomes blank, as a cleared label does.
 */
function bound(
  { seen, now, strict, clear, body }: BindJob,
  binding: Binding,
  { layout, version }: KnownLayout,
  warnings: readonly Warning[],
  draw: (label: CheckedLabel) => Checked<DrawnLabel>,
  tools: Pick<JobTools, 'budget' | 'devices' | 'renderer'>,
): Checked<BindResult> {
  const current = seen?.current ?? null;
  // The binding confirms a currency that an article has set: its warning ends.
  const isTaken = current?.warnings.some(({ code }) => code === 'CURRENCY_TAKEN');
  const isDrawn = !isTaken && (current?.layout_version ?? version) === version;
  const same = seen !== null && isDrawn && sameBinding(seen.binding, binding);
  if (!current || (same && !clear)) return { ok: true, value: { binding, same, draft: null }, warnings };
  const { update, content } = current;
  if (!update || !content || clear) {
    const device = tools.devices.get(binding.device)!;
    const blank = createFrame(device.width, device.height, device.inks.length);
    const draft = !clear && seen?.binding.device === device.id ? null : undrawnDraft(blank, binding, device, now);
    return { ok: true, value: { binding, same: false, draft }, warnings };
  }
  const warned: Warning[] = current.warnings.filter(({ code }) => code === 'INVISIBLE_REMOVED');
  const { currency } = binding;
  if (content.currency !== currency) {
    const { price, currency: usual } = content;
    if (!isDefaultCurrency(content) || body.object.currency === undefined || priceProblem(price, currency).length > 0)
      return { ok: false, problems: [otherCurrency(content, body.object.currency, currency)] };
    const message = `The price ${price} was in ${usual}, which is the default, and is now in ${currency}`;
    warned.push({ code: 'CURRENCY_TAKEN', field: 'currency', message, shown: currency });
  }
  const drawn = draw({ update, binding, layout, date: content.date, warnings: warned });
  return drawn.ok
    ? { ok: true, value: { binding, same, draft: draftOf(drawn, version, now, tools, strict) }, warnings }
    : drawn;
}

/** The problem of a currency in which a label's price was not sent: it would be another price. @param given in the request */
function otherCurrency({ price, currency }: Content, given: unknown, received: string): FieldProblem {
  const instead = given === undefined ? `none, which is ${received}` : received;
  const message = `Expected ${currency} for currency, as the label's price ${price} was sent in ${currency}, but received ${instead}. With ?clear=true the label shows nothing until its next update`;
  return { field: 'currency', pointer: '#/currency', reason: 'currency', message, received, example: currency };
}

/**
 * A problem of a binding that was valid when it was set: a device or layout file was removed, or the layout now needs other
 * data. It is not about the update, so it has no pointer, and its reason is never `missing`.
 */
function outdatedIn(id: string, problem: FieldProblem): FieldProblem {
  const message = `${problem.message}. The label "${id}" is bound to it: PUT another binding`;
  const reason = problem.field.startsWith('data.') ? 'binding_outdated' : problem.reason;
  return { ...problem, pointer: undefined, reason, message };
}

function sameBinding(a: Binding, b: Binding): boolean {
  const text = ({ data, ...rest }: Binding): string =>
    JSON.stringify([Object.entries(rest).sort(byName), Object.entries(data).sort(byName)]);
  return text(a) === text(b);
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

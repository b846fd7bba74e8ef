import type { Update, Warning } from '../../renderer/index.js';
import type { Body } from '../fields/json.js';
import { layoutId } from '../fields/layout.js';
import { accepted, maxListed, Problem, unavailable } from '../fields/problem.js';
import type { LabelContext } from './context.js';
import type {
  Delivery,
  Draft,
  DrawnDraft,
  IdempotencyRecord,
  RecordedAnswer,
  Store,
  StoredLabel,
} from './store/index.js';
import { arrivalAt } from './tag/pace.js';
import type { Trouble } from './tag/tag.js';
import type { BindJob, PictureJob, PictureOptions } from './drawing/job-kinds.js';

/** The label that always exists. */
export const defaultLabel = 'default';

/** Attempts while other clients bind the label at the same time. An attempt takes milliseconds. */
export const attempts = 8;

/** A request with an idempotency key. Its record has a {@link RecordedResult} in addition. */
export type IdempotentRequest = Omit<IdempotencyRecord, 'note'>;

/** The part of the result that an idempotency record stores beside the label. */
export interface RecordedResult {
  /** The time for which the answer describes the label, in milliseconds since 1970. */
  readonly at: number;
  readonly created: boolean;
  /** From the clean-up of the request. */
  readonly warnings: readonly Warning[];
}

export interface LabelResult extends RecordedResult {
  readonly label: StoredLabel;
}

/** The request was applied before; the caller repeats its answer. */
export class Repeated extends Error {
  override readonly name = 'Repeated';
  constructor(readonly recorded: RecordedAnswer) {
    super('The request was done before');
  }
}

/** The label. @throws {Problem} when there is none */
export async function findLabel({ store }: Pick<LabelContext, 'store'>, id: string): Promise<StoredLabel> {
  const label = await store.label(id);
  if (!label) throw noLabel(id);
  return label;
}

/** The error for a label that does not exist. */
export function noLabel(id: string): Problem {
  return new Problem('NOT_FOUND', `There is no label "${id}"`);
}

/**
 * Stores the update as the label's next revision, then notifies the streams. Resolves when the update is on the disk.
 * @param warnings of the clean-up
 * @param client whose share of the threads draws the label
 * @param trouble that the tag has with this content
 * @throws {Repeated} when the request was applied meanwhile
 */
export function updateLabel(
  context: LabelContext,
  id: string,
  update: Update,
  warnings: readonly Warning[],
  client: string,
  {
    trouble = null,
    idempotency = null,
  }: { readonly trouble?: Trouble | null; readonly idempotency?: IdempotentRequest | null } = {},
): Promise<LabelResult> {
  return showOn(context, id, (label) => draftFor(context, label, update, warnings, client), trouble, idempotency);
}

/**
 * Stores a picture, in the inks of the label's panel, as the label's next revision, then notifies the streams. The next update
 * replaces it.
 * @param picture with `TagPictureOptions`, a baseline JPEG, shown pixel for pixel, or a template; else any PNG or JPEG, scaled into the panel
 * @param client whose share of the threads decodes it
 * @throws {Problem} when it can't be decoded
 */
export function showPicture(
  context: LabelContext,
  id: string,
  picture: PictureJob['picture'],
  options: PictureOptions,
  client: string,
  { face, trouble = null }: { readonly face?: string; readonly trouble?: Trouble | null } = {},
): Promise<LabelResult> {
  const draftOf = async ({ binding, current }: StoredLabel): Promise<Draft> => {
    if (!context.devices.has(binding.device))
      throw new Problem('NOT_FOUND', `The panel profile "${binding.device}" is no longer loaded`);
    const job = { picture, options, binding, now: context.clock().getTime() };
    const draft = accepted(await context.drawingPool.run('picture', job, client)).value;
    const warnings = [...draft.warnings, ...takenCurrency(current)];
    return { ...draft, warnings, ...(face !== undefined && { face }) };
  };
  return showOn(context, id, draftOf, trouble);
}

/** Stores the draft of `draftOf` as the next revision. Repeats both if the label was bound meanwhile. */
async function showOn(
  context: LabelContext,
  id: string,
  draftOf: (label: StoredLabel) => Promise<Draft>,
  trouble: Trouble | null = null,
  idempotency: IdempotentRequest | null = null,
): Promise<LabelResult> {
  return untilStored(context.store, idempotency, async () => {
    const label = await findLabel(context, id);
    const delivery = deliveryOf(context, await draftOf(label), trouble);
    const result = { at: delivery.arrival.at, created: false, warnings: [] };
    const updated = await context.store.append(label, delivery, recordWith(idempotency, result));
    if (!updated) return null;
    context.events.wake();
    return { ...result, label: updated };
  });
}

export function recordWith(idempotency: IdempotentRequest | null, note: RecordedResult): IdempotencyRecord | null {
  return idempotency && { ...idempotency, note };
}

/**
 * Repeats an attempt that returns null, as the label or the layout has changed meanwhile.
 * @throws {Repeated} when the request was applied meanwhile
 */
export async function untilStored<T>(
  store: Store,
  idempotency: IdempotentRequest | null,
  attempt: () => Promise<T | null>,
): Promise<T> {
  for (let i = 0; i < attempts; i++) {
    const stored = await attempt();
    if (stored) return stored;
    const recorded = idempotency && (await store.recorded(idempotency.key, idempotency.at));
    if (recorded) throw new Repeated(recorded);
  }
  throw unavailable('The label keeps changing. Nothing was stored', 1);
}

/** The warning of a label whose currency an article has set, which holds until the label is bound. */
export function takenCurrency(current: Pick<Draft, 'warnings'> | null): readonly Warning[] {
  return current?.warnings.filter(({ code }) => code === 'CURRENCY_TAKEN') ?? [];
}

/**
 * Draws an update on the label as it is bound now. Stores nothing.
 * @throws {Problem} when the update can't be drawn with the binding
 */
export async function draftFor(
  { layouts, drawingPool, clock, config }: LabelContext,
  { id, binding, current }: Pick<StoredLabel, 'id' | 'binding' | 'current'>,
  update: Update,
  ofCleanUp: readonly Warning[],
  client: string,
): Promise<DrawnDraft> {
  const layout = await layouts.choose(binding.layout);
  const { lintStrict: strict = false } = config;
  const warnings = [...ofCleanUp, ...takenCurrency(current)];
  const job = { label: { id, binding }, update, warnings, layout, now: clock().getTime(), strict };
  return lawful(accepted(await drawingPool.run('draft', job, client)).value, strict);
}

/**
 * Sets the binding of a label, which is created if it does not exist. Existing content is drawn again with its own date. An
 * uploaded picture stays; on another panel it is replaced by blank paper. An equal binding changes nothing, unless the layout
 * has a new version. Content in another currency is never redrawn: the binding is refused, or the label is cleared.
 * @throws {Problem} with all problems of the body
 * @throws {Repeated} when the request was applied meanwhile
 */
export async function bindLabel(
  context: LabelContext,
  id: string,
  body: Body,
  client: string,
  { idempotency = null, clear = false }: { idempotency?: IdempotentRequest | null; clear?: boolean } = {},
): Promise<LabelResult> {
  const { store, layouts, drawingPool, clock, config } = context;
  return untilStored(store, idempotency, async () => {
    // The schema refuses a whole document.
    const layout = await layouts.choose(layoutId(body.object.layout));
    const label = await store.label(id);
    const { lintStrict: strict = false } = config;
    const job = { body, layout, clear, seen: label && seenOf(label), now: clock().getTime(), strict };
    const { value, warnings } = accepted(await drawingPool.run('bind', job, client));
    const { binding, same, draft } = value;
    const delivery = draft && deliveryOf(context, lawful(draft, strict));
    const result = { at: delivery?.arrival.at ?? clock().getTime(), created: !label, warnings };
    const record = recordWith(idempotency, result);
    if (label && same) return !record || (await store.recordRequest(label, record)) ? { ...result, label } : null;
    const bound = await store.bind(id, label, binding, delivery, accepted(layout).value.version, record);
    if (!bound) return null;
    context.events.wake();
    return { ...result, label: bound };
  });
}

/**
 * A draft that may be stored.
 * @param strict whether all labels are refused that have a finding of the grade error, not only those whose binding says so
 * @throws {Problem} with the findings
 */
function lawful<T extends Draft>(draft: T, strict: boolean): T {
  const { findings = [], binding } = draft;
  const errors = findings.filter(({ grade }) => grade === 'error');
  if (errors.length === 0 || !(strict || binding.lint_strict)) return draft;
  const codes = [...new Set(errors.map(({ code }) => code))].join(', ');
  throw new Problem(
    'VALIDATION_ERROR',
    `The label has findings that its lint does not let pass: ${codes}. Nothing was stored`,
    {
      status: 422,
      errors: errors.slice(0, maxListed).map(({ code, message, fields }) => {
        return { field: fields[0] ?? 'layout', reason: 'lint', message: `${code}: ${message}` };
      }),
      members: { findings },
    },
  );
}

/** What the check of a binding needs of the label, without the image. */
function seenOf({ binding, current }: StoredLabel): BindJob['seen'] {
  if (!current) return { binding, current };
  const { update, content, warnings, layout_version } = current;
  return { binding, current: { update, content, warnings, layout_version } };
}

/** A draft, and its arrival at the tag if it is accepted now. */
export function deliveryOf(
  { devices, clock, config }: LabelContext,
  draft: Draft,
  trouble: Trouble | null = null,
): Delivery {
  // The draft was drawn for this panel, so it is loaded.
  const device = devices.get(draft.binding.device)!;
  return { draft, arrival: arrivalAt(clock().getTime(), device, config.refreshSpeed, trouble) };
}

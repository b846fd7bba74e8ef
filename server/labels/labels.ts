import type { JpegOptions, Update, Warning } from '../../renderer/index.js';
import type { Body } from '../fields/json.js';
import { layoutId } from '../fields/layout.js';
import { accepted, Problem, unavailable } from '../fields/problem.js';
import type { LabelContext } from './context.js';
import type { Delivery, Draft, DrawnDraft, Once, Remembered, Store, StoredLabel } from './store/index.js';
import { arrivalAt } from './tag/pace.js';
import type { Trouble } from './tag/tag.js';
import type { BindJob } from './drawing/job-kinds.js';

/** The label that always exists. */
export const defaultLabel = 'default';

/** Tries when somebody else binds the label at the same time. A try takes milliseconds, so these are more than enough. */
export const attempts = 8;

/** A request that may come twice, as far as labels know it: what else is remembered of it is {@link Told}. */
export type OnceAsked = Omit<Once, 'note'>;

/** What is remembered of an answer beside the label. */
export interface Told {
  /** The label is told as it was at that time, in milliseconds since 1970. */
  readonly at: number;
  readonly created: boolean;
  /** Those of the clean-up. */
  readonly warnings: readonly Warning[];
}

/** A label as it is to be told. */
export interface ToldLabel extends Told {
  readonly label: StoredLabel;
}

/** A request came twice, and was done meanwhile. */
export class Repeated extends Error {
  override readonly name = 'Repeated';
  constructor(readonly remembered: Remembered) {
    super('The request was done before');
  }
}

/** The label. @throws {Problem} when there is none */
export async function findLabel({ store }: Pick<LabelContext, 'store'>, id: string): Promise<StoredLabel> {
  const label = await store.label(id);
  if (!label) throw new Problem('NOT_FOUND', `There is no label "${id}"`);
  return label;
}

/**
 * Stores the update as the label's next revision, then tells the streams. Resolves when the update is on the disk.
 * @param warnings of the clean-up
 * @param client for whom the label is drawn
 * @param trouble that the tag shall have with it
 * @param once where the request may come twice
 * @throws {Repeated} when it was done meanwhile
 */
export function updateLabel(
  context: LabelContext,
  id: string,
  update: Update,
  warnings: readonly Warning[],
  client: string,
  { trouble = null, once = null }: { readonly trouble?: Trouble | null; readonly once?: OnceAsked | null } = {},
): Promise<ToldLabel> {
  return showOn(context, id, (label) => draftFor(context, label, update, warnings, client), trouble, once);
}

/**
 * Stores a picture, in the inks of the label's panel, as the label's next revision, then tells the streams. The next update
 * takes its place.
 * @param jpeg baseline; it is shown pixel for pixel
 * @param client for whom it is decoded
 * @throws {Problem} when it can't be decoded
 */
export function showPicture(
  context: LabelContext,
  id: string,
  jpeg: Uint8Array,
  options: JpegOptions,
  client: string,
): Promise<ToldLabel> {
  return showOn(context, id, async ({ binding }) => {
    if (!context.devices.has(binding.device))
      throw new Problem('NOT_FOUND', `The panel profile "${binding.device}" is no longer loaded`);
    const job = { jpeg, options, binding, now: context.clock().getTime() };
    return accepted(await context.drawingPool.run('picture', job, client)).value;
  });
}

/** Makes the next revision of a label with `draftOf`: again, where somebody else has bound the label meanwhile. */
async function showOn(
  context: LabelContext,
  id: string,
  draftOf: (label: StoredLabel) => Promise<Draft>,
  trouble: Trouble | null = null,
  once: OnceAsked | null = null,
): Promise<ToldLabel> {
  return untilStored(context.store, once, async () => {
    const label = await findLabel(context, id);
    const delivery = deliveryOf(context, await draftOf(label), trouble);
    const told = { at: delivery.arrival.at, created: false, warnings: [] };
    const updated = await context.store.append(label, delivery, noted(once, told));
    if (!updated) return null;
    announce(context, updated);
    return { ...told, label: updated };
  });
}

function noted(once: OnceAsked | null, told: Told): Once | null {
  return once && { ...once, note: told };
}

/**
 * Tries to store: again, where somebody else has changed the label or the layout meanwhile, which is null.
 * @throws {Repeated} when the request was done meanwhile
 */
async function untilStored<T>(store: Store, once: OnceAsked | null, tryOnce: () => Promise<T | null>): Promise<T> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const stored = await tryOnce();
    if (stored) return stored;
    const remembered = once && (await store.remembered(once.key, once.at));
    if (remembered) throw new Repeated(remembered);
  }
  throw unavailable('The label keeps changing. Nothing was stored', 1);
}

/**
 * Draws an update on the label as it is bound now. Stores nothing.
 * @throws {Problem} when the update can't be drawn with the binding
 */
export async function draftFor(
  { layouts, drawingPool, clock }: LabelContext,
  { id, binding }: Pick<StoredLabel, 'id' | 'binding'>,
  update: Update,
  warnings: readonly Warning[],
  client: string,
): Promise<DrawnDraft> {
  const layout = await layouts.choose(binding.layout);
  const job = { label: { id, binding }, update, warnings, layout, now: clock().getTime() };
  return accepted(await drawingPool.run('draft', job, client)).value;
}

/**
 * Sets the binding of a label, which is created if it does not exist. Existing content is drawn again with its own date; an
 * uploaded picture stays, unless the panel is another one, which is then blank.
 * A binding equal to the present one changes nothing, unless the layout has a new version.
 * @param once where the request may come twice
 * @throws {Problem} listing everything that is wrong with the body
 * @throws {Repeated} when it was done meanwhile
 */
export async function bindLabel(
  context: LabelContext,
  id: string,
  body: Body,
  client: string,
  once: OnceAsked | null = null,
): Promise<ToldLabel> {
  const { store, layouts, drawingPool, clock } = context;
  return untilStored(store, once, async () => {
    // The schema refuses a whole document.
    const layout = await layouts.choose(layoutId(body.object.layout));
    const label = await store.label(id);
    const job = { body, layout, seen: label && seenOf(label), now: clock().getTime() };
    const { value, warnings } = accepted(await drawingPool.run('bind', job, client));
    const { binding, same, draft } = value;
    const delivery = draft && deliveryOf(context, draft);
    const told = { at: delivery?.arrival.at ?? clock().getTime(), created: !label, warnings };
    const noting = noted(once, told);
    if (label && same) return !noting || (await store.remember(label, noting)) ? { ...told, label } : null;
    const bound = await store.bind(id, label, binding, delivery, accepted(layout).value.version, noting);
    if (!bound) return null;
    if (draft) announce(context, bound);
    else context.hub.bound(bound);
    return { ...told, label: bound };
  });
}

/** What a binding is checked against, without the image. */
function seenOf({ binding, current }: StoredLabel): BindJob['seen'] {
  if (!current) return { binding, current };
  const { update, content, warnings, layout_version } = current;
  return { binding, current: { update, content, warnings, layout_version } };
}

/** A draft, and how it reaches the tag if it is accepted now. */
export function deliveryOf(
  { devices, clock, config }: LabelContext,
  draft: Draft,
  trouble: Trouble | null = null,
): Delivery {
  // It was drawn for this panel.
  const device = devices.get(draft.binding.device)!;
  return { draft, arrival: arrivalAt(clock().getTime(), device, config.refreshSpeed, trouble) };
}

/** Tells the streams of the label's newest revision, unless they know it, and of what its tag does from now on. */
export function announce({ hub }: Pick<LabelContext, 'hub'>, { id, current, tag }: StoredLabel): void {
  if (current && tag) hub.updated(id, current, tag);
}

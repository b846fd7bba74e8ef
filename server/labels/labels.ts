import type { Device } from '../../devices/index.js';
import type { JpegOptions, Update, Warning } from '../../renderer/index.js';
import type { Body } from '../fields/json.js';
import { layoutId } from '../fields/layout.js';
import { accepted, Problem, unavailable } from '../fields/problem.js';
import type { Desk } from './desk.js';
import type { Draft, DrawnDraft, Revision, StoredLabel } from './store/index.js';
import type { BindJob } from './workshop/jobs.js';

/** The label that always exists. */
export const defaultLabel = 'default';

/** Tries when somebody else binds the label at the same time. A try takes milliseconds, so these are more than enough. */
const attempts = 8;

/** The label. @throws {Problem} when there is none */
export async function findLabel({ store }: Pick<Desk, 'store'>, id: string): Promise<StoredLabel> {
  const label = await store.label(id);
  if (!label) throw new Problem('NOT_FOUND', `There is no label "${id}"`);
  return label;
}

/**
 * Stores the update as the label's next revision, then tells the streams. Resolves when the update is on the disk.
 * @param warnings of the clean-up
 * @param client for whom the label is drawn
 */
export function updateLabel(
  desk: Desk,
  id: string,
  update: Update,
  warnings: readonly Warning[],
  client: string,
): Promise<StoredLabel> {
  return showOn(desk, id, (label) => draftFor(desk, label, update, warnings, client));
}

/**
 * Stores a picture, in the inks of the label's panel, as the label's next revision, then tells the streams. The next update
 * takes its place.
 * @param jpeg baseline; it is shown pixel for pixel
 * @param client for whom it is decoded
 * @throws {Problem} when it can't be decoded
 */
export function showPicture(
  desk: Desk,
  id: string,
  jpeg: Uint8Array,
  options: JpegOptions,
  client: string,
): Promise<StoredLabel> {
  return showOn(desk, id, async ({ binding }) => {
    if (!desk.devices.has(binding.device))
      throw new Problem('NOT_FOUND', `The panel profile "${binding.device}" is no longer loaded`);
    const job = { jpeg, options, binding, now: desk.clock().getTime() };
    return accepted(await desk.workshop.run('picture', job, client)).value;
  });
}

/** Makes the next revision of a label with `draftOf`: again, where somebody else has bound the label meanwhile. */
async function showOn(desk: Desk, id: string, draftOf: (label: StoredLabel) => Promise<Draft>): Promise<StoredLabel> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const label = await findLabel(desk, id);
    const revision = await desk.store.append(label, await draftOf(label));
    if (!revision) continue;
    announce(desk, id, revision);
    return { ...label, current: revision };
  }
  throw unavailable('The label keeps changing. Nothing was stored', 1);
}

/**
 * Draws an update on the label as it is bound now. Stores nothing.
 * @throws {Problem} when the update can't be drawn with the binding
 */
export async function draftFor(
  { layouts, workshop, clock }: Desk,
  { id, binding }: Pick<StoredLabel, 'id' | 'binding'>,
  update: Update,
  warnings: readonly Warning[],
  client: string,
): Promise<DrawnDraft> {
  const layout = await layouts.choose(binding.layout);
  const job = { label: { id, binding }, update, warnings, layout, now: clock().getTime() };
  return accepted(await workshop.run('draft', job, client)).value;
}

/** The outcome of binding a label. `warnings` are those of the clean-up. */
interface BoundLabel {
  readonly label: StoredLabel;
  readonly created: boolean;
  readonly warnings: readonly Warning[];
}

/**
 * Sets the binding of a label, which is created if it does not exist. Existing content is drawn again with its own date; an
 * uploaded picture stays, unless the panel is another one, which is then blank.
 * A binding equal to the present one changes nothing, unless the layout has a new version.
 * @throws {Problem} listing everything that is wrong with the body
 */
export async function bindLabel(desk: Desk, id: string, body: Body, client: string): Promise<BoundLabel> {
  const { store, layouts, workshop, clock } = desk;
  for (let attempt = 0; attempt < attempts; attempt++) {
    // The schema refuses a whole document.
    const layout = await layouts.choose(layoutId(body.object.layout));
    const label = await store.label(id);
    const job = { body, layout, seen: label && seenOf(label), now: clock().getTime() };
    const { value, warnings } = accepted(await workshop.run('bind', job, client));
    const { binding, same, draft } = value;
    if (label && same) return { label, created: false, warnings };
    const bound = await store.bind(id, label, binding, draft, accepted(layout).value.version);
    if (!bound) continue;
    if (draft && bound.current) announce(desk, id, bound.current);
    return { label: bound, created: !label, warnings };
  }
  throw unavailable('The label keeps changing. Nothing was stored', 1);
}

/** What a binding is checked against, without the image. */
function seenOf({ binding, current }: StoredLabel): BindJob['seen'] {
  if (!current) return { binding, current };
  const { update, content, warnings, layout_version } = current;
  return { binding, current: { update, content, warnings, layout_version } };
}

/** How long a panel takes to show a new image, in seconds. Where no source states it: what is usual for its kind. */
export function refreshSeconds(device: Device | undefined): number {
  if (!device) return 0;
  return device.refresh.full_s ?? (device.inks.length > 2 ? 15 : 2);
}

/** Tells the streams of a revision, unless they know it. */
export function announce({ hub, devices, config }: Desk, id: string, revision: Revision): void {
  const seconds = refreshSeconds(devices.get(revision.binding.device));
  hub.updated(id, revision, config.refreshSpeed === 'instant' ? 0 : (seconds * 1000) / config.refreshSpeed);
}

import type { Device } from '../../devices/index.js';
import type { Binding, Update, Warning } from '../../renderer/index.js';
import { bindingOf, centsProblem, problemsOfBinding } from '../fields/binding.js';
import { drawLabel } from '../fields/draw-label.js';
import type { Body } from '../fields/json.js';
import { type KnownLayout, layoutId } from '../fields/layout.js';
import { accepted, fieldProblems, Problem, unavailable } from '../fields/problem.js';
import { checkBinding } from '../fields/validate.js';
import type { Desk } from './desk.js';
import { draftFor, draftOf } from './draft.js';
import type { Draft, Revision, StoredLabel } from './store/index.js';

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

/** Stores the update as the label's next revision, then tells the streams. Resolves when the update is on the disk. */
export async function updateLabel(
  desk: Desk,
  id: string,
  update: Update,
  warnings: readonly Warning[],
): Promise<StoredLabel> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const label = await findLabel(desk, id);
    const revision = await desk.store.append(label, await draftFor(desk, label, update, warnings));
    if (!revision) continue;
    announce(desk, id, revision);
    return { ...label, current: revision };
  }
  throw unavailable('The label keeps changing. Nothing was stored', 1);
}

/** The outcome of binding a label. `warnings` are those of the clean-up. */
interface Bound {
  readonly label: StoredLabel;
  readonly created: boolean;
  readonly warnings: readonly Warning[];
}

/**
 * Sets the binding of a label, which is created if it does not exist. Existing content is drawn again with its own date.
 * A binding equal to the present one changes nothing, unless the layout has a new version.
 * @throws {Problem} listing everything that is wrong with the body
 */
export async function bindLabel(desk: Desk, id: string, { object, problems: known }: Body): Promise<Bound> {
  const { store, layouts, devices } = desk;
  for (let attempt = 0; attempt < attempts; attempt++) {
    // The schema refuses a whole document.
    const chosen = await layouts.choose(layoutId(object.layout));
    const checked = checkBinding(object, known, (fields) => problemsOfBinding(fields, chosen, devices));
    const { value: fields, warnings } = accepted(checked);
    const { value: layout } = accepted(chosen);
    const binding = bindingOf(fields, layout.layout);
    const seen = await store.label(id);
    const drawn = seen?.current?.layout_version ?? layout.version;
    if (seen && drawn === layout.version && sameBinding(seen.binding, binding))
      return { label: seen, created: false, warnings };
    const label = await store.bind(id, seen, binding, redraw(desk, seen, binding, layout), layout.version);
    if (!label) continue;
    if (seen?.current && label.current) announce(desk, id, label.current);
    return { label, created: !seen, warnings };
  }
  throw unavailable('The label keeps changing. Nothing was stored', 1);
}

/** How long a panel takes to show a new image, in seconds. Where no source states it: what is usual for its kind. */
export function refreshSeconds(device: Device | undefined): number {
  if (!device) return 0;
  return device.refresh.full_s ?? (device.inks.length > 2 ? 15 : 2);
}

function redraw(
  desk: Desk,
  seen: StoredLabel | null,
  binding: Binding,
  { layout, version }: KnownLayout,
): Draft | null {
  if (!seen?.current) return null;
  const { update, content, warnings } = seen.current;
  const problems = centsProblem(update.price, 'currency', binding.currency);
  if (problems.length > 0) throw fieldProblems(problems);
  const ofCleanUp = warnings.filter(({ code }) => code === 'INVISIBLE_REMOVED');
  const label = { update, binding, layout, date: content.date, warnings: ofCleanUp };
  const drawn = accepted(drawLabel(label, desk));
  return draftOf(desk, drawn.value, version, drawn.warnings, desk.clock());
}

/** Tells the streams of a revision, unless they know it. */
export function announce({ hub, devices, config }: Desk, id: string, revision: Revision): void {
  const seconds = refreshSeconds(devices.get(revision.binding.device));
  hub.updated(id, revision, config.refreshSpeed === 'instant' ? 0 : (seconds * 1000) / config.refreshSpeed);
}

function sameBinding(a: Binding, b: Binding): boolean {
  const text = ({ data, ...rest }: Binding): string =>
    JSON.stringify([Object.entries(rest).sort(byName), Object.entries(data).sort(byName)]);
  return text(a) === text(b);
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

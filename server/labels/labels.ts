import type { Device } from '../../devices/index.js';
import {
  type Binding,
  PriceDoesNotFit,
  type Rendering,
  type Update,
  type Warning,
  compose,
} from '../../renderer/index.js';
import { centsProblem, problemsOfBinding, together } from '../fields/binding.js';
import { dayIn } from '../fields/dates.js';
import type { Desk } from './desk.js';
import type { KnownLayout } from './layouts.js';
import type { FieldProblem } from '../fields/field-problem.js';
import { Problem, fieldProblems, unavailable } from '../fields/problem.js';
import type { Draft, Revision, StoredLabel } from './store/index.js';

/** The label that is there without anybody having made it. */
export const defaultLabel = 'default';

/** Rereads after somebody else bound the label meanwhile; each is over in milliseconds, so this many are never needed. */
const attempts = 8;

/** The label, or the answer 404. */
export async function findLabel({ store }: Desk, id: string): Promise<StoredLabel> {
  const label = await store.label(id);
  if (!label) throw new Problem('NOT_FOUND', `There is no label "${id}"`);
  return label;
}

/**
 * Draws an update as the label would show it, and stores nothing. The binding has no problem; `warnings` are those of
 * the clean-up.
 */
export function draft(
  { devices, renderer, images, clock }: Desk,
  update: Update,
  binding: Binding,
  { layout, version }: KnownLayout,
  { date, warnings }: { date?: string; warnings: readonly Warning[] },
): Draft {
  const device = devices.get(binding.device)!;
  const now = clock();
  const content = compose(update, binding, device, date ?? dayIn(binding.time_zone, now));
  const rendering = rendered(() => renderer.render(content, layout, device));
  return {
    updated_at: now.toISOString(),
    update,
    binding,
    layout_version: version,
    content,
    warnings: [...warnings, ...rendering.warnings],
    ...images.picture(rendering.frame, device),
  };
}

function rendered(render: () => Rendering): Rendering {
  try {
    return render();
  } catch (error) {
    if (!(error instanceof PriceDoesNotFit)) throw error;
    const { message } = error;
    throw fieldProblems([{ field: 'layout', pointer: '#/layout', reason: 'price_does_not_fit', message }]);
  }
}

/** As {@link problemsOfBinding}, with the layouts that are known by now. */
export async function bindingProblems(
  binding: Binding,
  layout: KnownLayout | null,
  { devices, layouts }: Desk,
): Promise<FieldProblem[]> {
  return problemsOfBinding(binding, layout?.layout ?? null, devices, layout ? [] : await layouts.ids());
}

/** Draws an update on the label as it is bound now; refuses what the binding can't show. */
export async function draftFor(
  desk: Desk,
  label: StoredLabel,
  update: Update,
  warnings: readonly Warning[],
): Promise<Draft> {
  const { binding } = label;
  const layout = await desk.layouts.find(binding.layout);
  const outdated = (await bindingProblems(binding, layout, desk)).map((problem) => outdatedIn(label, problem));
  const problems = [...outdated, ...centsProblem(update.price, binding.currency, 'price')];
  if (problems.length > 0 || !layout) throw fieldProblems(problems);
  return draft(desk, update, binding, layout, { warnings });
}

/** Stores the update as the label's next revision and tells the streams. Resolves when it is on the disk. */
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

/**
 * Binds the label anew, or makes it. A content that it has is drawn again, with its own date; the binding that it has
 * changes nothing, unless its layout has another version by now. `known` is what is wrong with the request already.
 */
export async function bindLabel(
  desk: Desk,
  id: string,
  binding: Binding,
  known: readonly FieldProblem[],
): Promise<{ label: StoredLabel; created: boolean }> {
  const { store, layouts } = desk;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const layout = typeof binding.layout === 'string' ? await layouts.find(binding.layout) : null;
    const problems = together(known, await bindingProblems(binding, layout, desk));
    if (problems.length > 0 || !layout) throw fieldProblems(problems);
    const seen = await store.label(id);
    const drawn = seen?.current?.layout_version ?? layout.version;
    if (seen && drawn === layout.version && sameBinding(seen.binding, binding)) return { label: seen, created: false };
    const label = await store.bind(id, seen, binding, redraw(desk, seen, binding, layout), layout.version);
    if (!label) continue;
    if (seen?.current && label.current) announce(desk, id, label.current);
    return { label, created: !seen };
  }
  throw unavailable('The label keeps changing. Nothing was stored', 1);
}

/** How long the panel of a device takes to show a new picture. Where no source says so: usual for its kind. */
export function refreshSeconds(device: Device | undefined): number {
  if (!device) return 0;
  return device.refresh.full_s ?? (device.inks.length > 2 ? 15 : 2);
}

function redraw(desk: Desk, seen: StoredLabel | null, binding: Binding, layout: KnownLayout): Draft | null {
  if (!seen?.current) return null;
  const { update, content, warnings } = seen.current;
  const problems = centsProblem(update.price, binding.currency, 'currency');
  if (problems.length > 0) throw fieldProblems(problems);
  const cleanUp = warnings.filter(({ code }) => code === 'INVISIBLE_REMOVED');
  return draft(desk, update, binding, layout, { date: content.date, warnings: cleanUp });
}

/**
 * A problem that a binding has got since it was taken: a device or layout file is gone, or its layout asks for other
 * data by now. Nothing of it is in the update, so no pointer is given, and no field of the update is called missing.
 */
function outdatedIn({ id }: StoredLabel, problem: FieldProblem): FieldProblem {
  const message = `${problem.message}. The label "${id}" is bound so: PUT another binding`;
  const reason = problem.field.startsWith('data.') ? 'binding_outdated' : problem.reason;
  return { ...problem, pointer: undefined, reason, message };
}

function announce({ hub, devices, config }: Desk, id: string, revision: Revision): void {
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

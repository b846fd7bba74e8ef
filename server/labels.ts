import type { Device } from '../devices/index.js';
import {
  type Binding,
  type Layout,
  PriceDoesNotFit,
  type Rendering,
  type Update,
  type Warning,
  compose,
} from '../renderer/index.js';
import { centsProblem, unknownNames } from './binding.js';
import { dayIn } from './dates.js';
import type { Dependencies } from './dependencies.js';
import { type FieldProblem, Problem, fieldProblems, unavailable } from './problem.js';
import type { Draft, Revision, StoredLabel } from './store/index.js';

/** The label that is there without anybody having made it. */
export const defaultLabel = 'default';

/** Rereads after somebody else bound the label meanwhile; each is over in milliseconds, so this many are never needed. */
const attempts = 8;

/** The label, or the answer 404. */
export async function findLabel({ store }: Dependencies, id: string): Promise<StoredLabel> {
  const label = await store.label(id);
  if (!label) throw new Problem('NOT_FOUND', `There is no label "${id}"`);
  return label;
}

/** Draws an update as the label would show it, and stores nothing. `warnings` are those of the clean-up. */
export function draft(
  dependencies: Dependencies,
  update: Update,
  binding: Binding,
  { date, warnings, layout }: { date?: string; warnings: readonly Warning[]; layout?: Layout },
): Draft {
  const { devices, layouts, renderer, images, clock } = dependencies;
  const device = devices.get(binding.device);
  const drawn = layout ?? layouts.get(binding.layout);
  if (!device || !drawn) throw fieldProblems(unknownNames(binding, dependencies));
  const now = clock();
  const content = compose(update, binding, device, date ?? dayIn(binding.time_zone, now));
  const rendering = rendered(() => renderer.render(content, drawn, device));
  return {
    updated_at: now.toISOString(),
    update,
    binding,
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

/** Draws an update on the label as it is bound now; refuses what the binding can't show. */
export function draftFor(
  dependencies: Dependencies,
  label: StoredLabel,
  update: Update,
  warnings: readonly Warning[],
): Draft {
  const problems = [...boundNames(dependencies, label), ...centsProblem(update.price, label.binding.currency, 'price')];
  if (problems.length > 0) throw fieldProblems(problems);
  return draft(dependencies, update, label.binding, { warnings });
}

/** Stores the update as the label's next revision and tells the streams. Resolves when it is on the disk. */
export async function updateLabel(
  dependencies: Dependencies,
  id: string,
  update: Update,
  warnings: readonly Warning[],
): Promise<StoredLabel> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const label = await findLabel(dependencies, id);
    const revision = await dependencies.store.append(label, draftFor(dependencies, label, update, warnings));
    if (!revision) continue;
    announce(dependencies, id, revision);
    return { ...label, current: revision };
  }
  throw unavailable('The label keeps changing. Nothing was stored', 1);
}

/** Binds the label anew, or makes it. A content that it has is drawn again, with its own date. */
export async function bindLabel(
  dependencies: Dependencies,
  id: string,
  binding: Binding,
): Promise<{ label: StoredLabel; created: boolean }> {
  const { store } = dependencies;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const seen = await store.label(id);
    if (seen && sameBinding(seen.binding, binding)) return { label: seen, created: false };
    const label = await store.bind(id, seen, binding, redraw(dependencies, seen, binding));
    if (!label) continue;
    if (seen?.current && label.current) announce(dependencies, id, label.current);
    return { label, created: !seen };
  }
  throw unavailable('The label keeps changing. Nothing was stored', 1);
}

/** How long the panel of a device takes to show a new picture. Where no source says so: usual for its kind. */
export function refreshSeconds(device: Device | undefined): number {
  if (!device) return 0;
  return device.refresh.full_s ?? (device.inks.length > 2 ? 15 : 2);
}

function redraw(dependencies: Dependencies, seen: StoredLabel | null, binding: Binding): Draft | null {
  if (!seen?.current) return null;
  const { update, content, warnings } = seen.current;
  const problems = centsProblem(update.price, binding.currency, 'currency');
  if (problems.length > 0) throw fieldProblems(problems);
  const cleanUp = warnings.filter(({ code }) => code === 'INVISIBLE_REMOVED');
  return draft(dependencies, update, binding, { date: content.date, warnings: cleanUp });
}

/** A device or layout file that has gone since the label was bound. */
function boundNames(dependencies: Dependencies, label: StoredLabel): FieldProblem[] {
  return unknownNames(label.binding, dependencies).map((problem) => ({
    ...problem,
    message: `${problem.message}. The label "${label.id}" is bound to it: PUT another binding`,
  }));
}

function announce({ hub, devices, config }: Dependencies, id: string, revision: Revision): void {
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

import type { Update, Warning } from '../../renderer/index.js';
import { centsProblem, problemsOfBinding } from '../fields/binding.js';
import { dayIn } from '../fields/dates.js';
import { drawLabel, type DrawnLabel } from '../fields/draw-label.js';
import type { FieldProblem } from '../fields/field-problem.js';
import { accepted, fieldProblems } from '../fields/problem.js';
import type { Desk } from './desk.js';
import type { Draft, StoredLabel } from './store/index.js';

/**
 * Draws an update on the label as it is bound now. Stores nothing.
 * @param warnings of the clean-up
 * @throws {Problem} when the update can't be drawn with the binding
 */
export async function draftFor(
  desk: Desk,
  { id, binding }: Pick<StoredLabel, 'id' | 'binding'>,
  update: Update,
  warnings: readonly Warning[],
): Promise<Draft> {
  const chosen = await desk.layouts.choose(binding.layout);
  const outdated = problemsOfBinding(binding, chosen, desk.devices).map((problem) => outdatedIn(id, problem));
  const problems = [...outdated, ...centsProblem(update.price, 'price', binding.currency)];
  if (problems.length > 0) throw fieldProblems(problems);
  const { layout, version } = accepted(chosen).value;
  const now = desk.clock();
  const date = dayIn(binding.time_zone, now);
  const drawn = accepted(drawLabel({ update, binding, layout, date, warnings }, desk));
  return draftOf(desk, drawn.value, version, drawn.warnings, now);
}

/** What is stored of a drawn label. `version` is that of its layout. */
export function draftOf(
  { images }: Pick<Desk, 'images'>,
  { label: { update, binding }, content, frame, device }: DrawnLabel,
  version: number,
  warnings: readonly Warning[],
  now: Date,
): Draft {
  return {
    updated_at: now.toISOString(),
    update,
    binding,
    layout_version: version,
    content,
    warnings,
    ...images.image(frame, device),
  };
}

/**
 * A problem that a binding did not have when it was set: a device or layout file is gone, or the layout now needs other
 * data. It is not part of the update, so it has no pointer, and its reason is never `missing`.
 */
function outdatedIn(id: string, problem: FieldProblem): FieldProblem {
  const message = `${problem.message}. The label "${id}" is bound to it: PUT another binding`;
  const reason = problem.field.startsWith('data.') ? 'binding_outdated' : problem.reason;
  return { ...problem, pointer: undefined, reason, message };
}

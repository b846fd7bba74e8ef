import type { FieldNote } from '../../../parts/controls/field.js';
import { texts } from '../../../texts/index.js';
import { drawn, problem, state } from '../model.js';
import { numbered, saidAt } from './said.js';

/** What is said at a field now. */
export function said(name: string): readonly FieldNote[] {
  const error = problem.value;
  const warnings = numbered(drawn.value?.answer.warnings ?? []);
  return saidAt(name, error, warnings, state.value.locale, texts.value);
}

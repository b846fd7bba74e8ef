import type { FieldNote } from '../../../parts/controls/index.js';
import { problemWords, warningWords } from '../../words.js';
import { drawn, problem, state } from '../model.js';

/** The problems of a field or, if the server refuses nothing, its warnings with the numbers at their boxes. */
export function notesFor(name: string): readonly FieldNote[] {
  return notesWhere((field) => isAt(name, field));
}

export function notesExcept(names: readonly string[]): readonly FieldNote[] {
  return notesWhere((field) => !names.some((name) => isAt(name, field)));
}

function notesWhere(isMeant: (field: string) => boolean): readonly FieldNote[] {
  if (problem.value)
    return problem.value.problems
      .filter(({ field }) => isMeant(field))
      .map((each) => ({ words: problemWords(each, state.value.locale) }));
  const warnings = drawn.value?.answer.warnings ?? [];
  return warnings.flatMap((warning, i) =>
    isMeant(warning.field) ? [{ words: warningWords(warning), mark: i + 1 }] : [],
  );
}

/** Whether a path is a field or inside it: "data.rows.0.price" is in "data.rows". */
function isAt(name: string, field: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}

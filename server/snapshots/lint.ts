import type { Finding, LabelFields, LintSet, SimulatorOptions } from '../library.js';
import { simulatorWith } from './many.js';
import { kindOf, type Matched } from './matcher.js';

/** How to draw the label whose lint must pass. */
export type LintOptions = SimulatorOptions;

/**
 * Draws the fields of a label, and checks it with sets of rules. It passes without a finding of the grade `error`.
 * @throws {Error} for invalid arguments, {LabelError} for fields that can't be drawn
 */
export async function checkLint(
  received: unknown,
  sets: readonly LintSet[],
  options: LintOptions = {},
): Promise<Matched> {
  if (typeof received !== 'object' || received === null || ArrayBuffer.isView(received) || Array.isArray(received))
    throw new Error(`Expected the fields of a label for toPassLabelLint but received ${kindOf(received)}`);
  const { lintSets } = await import('../library.js');
  const all: readonly unknown[] = Array.isArray(sets) ? sets : [sets];
  const unknown = all.find((set) => typeof set !== 'string' || !Object.hasOwn(lintSets, set));
  if (all.length === 0 || unknown !== undefined)
    throw new Error(
      `Expected sets of rules, of ${Object.keys(lintSets).join(', ')}, for toPassLabelLint but received ${JSON.stringify(unknown ?? sets)}`,
    );
  const simulator = await simulatorWith(options);
  const { findings = [] } = simulator.render({ ...(received as LabelFields), lint: sets });
  const errors = findings.filter(({ grade }) => grade === 'error');
  const names = [...new Set(['truth', ...sets])].join(', ');
  if (errors.length === 0)
    return {
      pass: true,
      differs: false,
      message: () => `Expected findings of the grade error with the rules of ${names} but the label has none`,
    };
  const heading = `The label has ${errors.length} ${errors.length === 1 ? 'finding' : 'findings'} of the grade error with the rules of ${names}:`;
  return { pass: false, differs: true, message: () => [heading, '', ...errors.flatMap(linesOf)].join('\n') };
}

function linesOf({ code, law, message, wanted, drawn, mend, assumed }: Finding): readonly string[] {
  return [
    `  ${code}${law === undefined ? '' : ` (${law})`}: ${message}`,
    `    wanted: ${wanted}; drawn: ${drawn}`,
    ...(assumed === undefined ? [] : [`    assumed: ${assumed}`]),
    `    to mend it: ${mend}`,
  ];
}

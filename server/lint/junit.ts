import { type JunitCase, suitePieces } from '../compare/junit.js';
import type { FailedRow, LintedRow } from './entry.js';
import type { LintResults } from './results.js';
import { findingLines, findingWords } from './words.js';

/** A JUnit report, a test case per label. A finding of the grade error is a failure; a row that can't be drawn is an error. */
export function lintJunit(name: string, results: LintResults, seconds: number): Generator<string> {
  const { labels, wrong, failed } = results.counts;
  const counts = { tests: labels + failed, failures: wrong, errors: failed };
  return suitePieces({ command: 'esl-sim lint', name, counts, seconds }, casesOf(results));
}

function* casesOf(results: LintResults): Generator<JunitCase> {
  for (const entry of results.entries()) yield 'problems' in entry ? failedCase(entry) : labelCase(entry);
}

function failedCase({ line, device = 'labels', problems }: FailedRow): JunitCase {
  const lines = problems.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`));
  const problem = { kind: 'error', type: 'invalid', message: lines.join('; '), text: lines.join('\n') } as const;
  return { name: `line ${line}`, group: device, problem };
}

function labelCase({ line, device, findings }: LintedRow): JunitCase {
  const own = { name: `line ${line}`, group: device };
  const [errors, others] = [true, false].map((is) => findings.filter(({ grade }) => (grade === 'error') === is));
  const output = others!.length === 0 ? {} : { output: others!.flatMap(findingLines).join('\n') };
  if (errors!.length === 0) return { ...own, ...output };
  const message = errors!.map(findingWords).join('; ');
  const text = errors!.flatMap(findingLines).join('\n');
  return { ...own, problem: { kind: 'failure', type: errors![0]!.code, message, text }, ...output };
}

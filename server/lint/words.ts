import type { Finding } from '../../renderer/index.js';
import type { LintResults } from './results.js';

/** A finding in a sentence, with its law. */
export function findingWords({ code, law, message }: Finding): string {
  return `${code}${law === undefined ? '' : ` (${law})`}: ${message}`;
}

/** All that a finding says, a line for each thing. */
export function findingLines(finding: Finding): readonly string[] {
  const { wanted, drawn, assumed, source, mend } = finding;
  return [
    findingWords(finding),
    `  wanted: ${wanted}; drawn: ${drawn}`,
    ...(assumed === undefined ? [] : [`  assumed: ${assumed}`]),
    ...(source === undefined ? [] : [`  read at: ${source}`]),
    `  to mend it: ${mend}`,
  ];
}

/** The table by rule, and the sum below it. */
export function tableOf({ rules, counts: { labels, wrong, failed } }: LintResults): string {
  const head = ['rule', 'grade', 'set', 'labels', 'first'];
  const rows = rules.map(({ code, grade, set, labels: count, first }) => [
    code,
    grade,
    set,
    String(count),
    `line ${first.line}: ${first.message}`,
  ]);
  const lines = rows.length === 0 ? [] : aligned([head, ...rows]);
  const sum = `${wrong} of ${labels} ${labels === 1 ? 'label' : 'labels'} ${wrong === 1 || labels === 1 ? 'breaks' : 'break'} a rule`;
  const rest = failed === 0 ? '' : `; ${failed} could not be drawn`;
  return [...lines, `${sum}${rest}. This is a check, not legal advice.`, ''].join('\n');
}

/** Columns as wide as their widest cell, but for the last one. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) => row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i]!))).join('  '));
}

/** Counts by rule, and the findings of each label that has any, as JSON. */
export function* jsonPieces(results: LintResults): Generator<string> {
  const { counts, rules } = results;
  yield `${JSON.stringify({ ...counts, rules }).slice(0, -1)},"found":[`;
  let between = '\n';
  for (const entry of results.entries()) {
    if ('problems' in entry || entry.findings.length === 0) continue;
    const { line, device, findings } = entry;
    yield `${between}${JSON.stringify({ line, device, findings })}`;
    between = ',\n';
  }
  yield ']}\n';
}

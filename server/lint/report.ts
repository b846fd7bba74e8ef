import { type Finding, lintGrades } from '../../renderer/index.js';
import { pagePieces, type ReportItem } from '../compare/report.js';
import type { LintResults } from './results.js';
import { findingWords } from './words.js';

/**
 * The pieces of an HTML page with the labels that have findings, most errors first, and with the boxes at fault marked.
 * @param name of what was checked @param sets of rules
 */
export function lintReport(name: string, sets: readonly string[], results: LintResults): Generator<string> {
  const { counts, rules, pictured, spool } = results;
  const errors = ({ label: { findings } }: (typeof pictured)[number]) =>
    findings.filter(({ grade }) => grade === 'error').length;
  const found = new Set(rules.map(({ code }) => code)).size;
  return pagePieces({
    title: 'Label lint',
    groups: 'What was found',
    intro: [
      `${counts.wrong} of ${counts.labels} labels of \`${name}\` break a rule of \`${sets.join(',')}\`; ${found} rules found something.`,
      ...(counts.failed === 0 ? [] : [`${counts.failed} could not be drawn.`]),
      'Coloured lines mark the boxes at fault. This is a check, not legal advice.',
    ],
    items: pictured.toSorted((a, b) => errors(b) - errors(a) || a.label.line - b.label.line).map(itemOf),
    spool: spool!,
    command: null,
  });
}

function itemOf({ label: { line, device, findings }, picture, mask }: LintResults['pictured'][number]): ReportItem {
  return {
    name: `line ${line}, ${device}`,
    outcome: 'found',
    extent: '',
    words: [...new Set(findings.toSorted(byGrade).map(findingWords))],
    pictures: [null, picture, mask],
  };
}

function byGrade(a: Finding, b: Finding): number {
  return lintGrades.indexOf(a.grade) - lintGrades.indexOf(b.grade);
}

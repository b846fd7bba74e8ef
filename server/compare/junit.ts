import { posix } from 'node:path';
import type { Result } from './compare-pair.js';
import { wordsOf } from './words.js';

/** A test case. Without `problem` it passed. */
export interface JunitCase {
  readonly name: string;
  readonly group: string;
  readonly problem?: {
    readonly kind: 'failure' | 'error';
    readonly type: string;
    readonly message: string;
    readonly text: string;
  };
  /** What `system-out` has. */
  readonly output?: string;
}

interface JunitSuite {
  /** The command that ran it, and what it ran on. */
  readonly command: string;
  readonly name: string;
  readonly counts: { readonly tests: number; readonly failures: number; readonly errors: number };
  readonly seconds: number;
}

/**
 * The pieces of a JUnit report in the format of Jenkins, GitLab, Azure and others
 * (junit-10.xsd of Jenkins' xUnit plugin, github.com/jenkinsci/xunit-plugin, src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd).
 */
export function* suitePieces(
  { command, name, counts: { tests, failures, errors }, seconds }: JunitSuite,
  cases: Iterable<JunitCase>,
): Generator<string> {
  const counts = `tests="${tests}" failures="${failures}" errors="${errors}" time="${timeOf(seconds)}"`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escaped(command)}" ${counts}>\n`;
  yield `<testsuite name="${escaped(name)}" ${counts} skipped="0">\n`;
  for (const one of cases) yield casePiece(one);
  yield '</testsuite>\n</testsuites>\n';
}

function casePiece({ name, group, problem, output }: JunitCase): string {
  const start = `<testcase name="${escaped(name)}" classname="${escaped(group)}"`;
  if (!problem && output === undefined) return `${start}/>\n`;
  const lines = [`${start}>`];
  if (problem) {
    const { kind, type, message, text } = problem;
    lines.push(`<${kind} type="${escaped(type)}" message="${escaped(message)}">${escaped(text)}</${kind}>`);
  }
  if (output !== undefined) lines.push(`<system-out>${escaped(output)}</system-out>`);
  return [...lines, '</testcase>\n'].join('\n');
}

/**
 * The JUnit report of a comparison, a test case per label. Different, missing and extra labels are failures; broken files are
 * errors. The class is the label's folder. `system-out` names the picture of a failed label as an attachment, which GitLab and
 * Jenkins show.
 * @param name the name of the suite
 * @param seconds the duration of the comparison
 */
export function junitPieces(name: string, results: readonly Result[], seconds: number): Generator<string> {
  const errors = results.filter(({ outcome }) => outcome === 'broken').length;
  const failures = results.filter(({ outcome }) => outcome !== 'same').length - errors;
  const counts = { tests: results.length, failures, errors };
  return suitePieces({ command: 'esl-sim compare', name, counts, seconds }, results.map(caseOf));
}

const meanings = {
  differs: 'The label differs',
  missing: 'There is no actual label',
  extra: 'There is no expected label',
  broken: 'Not a PNG of a label',
} as const;

function caseOf(result: Result): JunitCase {
  const { name, outcome, expected, actual } = result;
  const folder = posix.dirname(name);
  const own = { name: posix.basename(name), group: folder === '.' ? 'labels' : folder };
  if (outcome === 'same') return own;
  const words = wordsOf(result);
  const message = words.length > 0 ? words.join('; ') : meanings[outcome];
  const text = [meanings[outcome], ...words.map((sentence) => `  ${sentence}`)];
  if (outcome !== 'extra') text.push(`expected: ${expected}`);
  if (outcome !== 'missing') text.push(`actual: ${actual}`);
  const kind = outcome === 'broken' ? 'error' : 'failure';
  const shown = outcome === 'missing' ? expected : actual;
  const problem = { kind, type: outcome, message, text: text.join('\n') } as const;
  return { ...own, problem, output: `[[ATTACHMENT|${shown}]]` };
}

/** SUREFIRE_TIME of the schema: a decimal point, no group separators. */
function timeOf(seconds: number): string {
  return seconds.toFixed(3);
}

/** Characters outside XML 1.0 (section 2.2): most control characters, lone surrogates, U+FFFE and U+FFFF. */
const unwritable =
  // oxlint-disable-next-line no-control-regex -- it matches control characters
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Escapes text for an XML element or attribute. U+FFFD replaces characters outside XML. */
function escaped(text: string): string {
  return text.replace(unwritable, '\ufffd').replace(/[&<>"'\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

import { posix } from 'node:path';
import type { Result } from './compare-pair.js';
import { wordsOf } from './words.js';

/**
 * The pieces of a JUnit report: a test case a label, in the form that Jenkins, GitLab, Azure and others read
 * (junit-10.xsd of Jenkins' xUnit plugin, github.com/jenkinsci/xunit-plugin, src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd).
 * What differs, is missing or extra is a failure, what is broken an error. The class is the label's folder. Of a label that
 * failed, `system-out` names the picture as an attachment: GitLab and Jenkins show it.
 * @param name of the suite
 * @param seconds that the comparison took
 */
export function* junitPieces(name: string, results: readonly Result[], seconds: number): Generator<string> {
  const errors = results.filter(({ outcome }) => outcome === 'broken').length;
  const failures = results.filter(({ outcome }) => outcome !== 'same').length - errors;
  const counts = `tests="${results.length}" failures="${failures}" errors="${errors}" time="${timeOf(seconds)}"`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="esl-sim compare" ${counts}>\n`;
  yield `<testsuite name="${escaped(name)}" ${counts} skipped="0">\n`;
  for (const result of results) yield testCase(result);
  yield '</testsuite>\n</testsuites>\n';
}

const meanings = {
  differs: 'The label differs',
  missing: 'There is no actual label',
  extra: 'There is no expected label',
  broken: 'Not a PNG of a label',
} as const;

function testCase(result: Result): string {
  const { name, outcome, expected, actual } = result;
  const folder = posix.dirname(name);
  const start = `<testcase name="${escaped(posix.basename(name))}" classname="${escaped(folder === '.' ? 'labels' : folder)}"`;
  if (outcome === 'same') return `${start}/>\n`;
  const words = wordsOf(result);
  const message = words.length > 0 ? words.join('; ') : meanings[outcome];
  const text = [meanings[outcome], ...words.map((sentence) => `  ${sentence}`)];
  if (outcome !== 'extra') text.push(`expected: ${expected}`);
  if (outcome !== 'missing') text.push(`actual: ${actual}`);
  const element = outcome === 'broken' ? 'error' : 'failure';
  const shown = outcome === 'missing' ? expected : actual;
  return [
    `${start}>`,
    `<${element} type="${outcome}" message="${escaped(message)}">${escaped(text.join('\n'))}</${element}>`,
    `<system-out>${escaped(`[[ATTACHMENT|${shown}]]`)}</system-out>`,
    '</testcase>\n',
  ].join('\n');
}

/** Digits with a dot, and no digits in groups, as SUREFIRE_TIME in the schema has it. */
function timeOf(seconds: number): string {
  return seconds.toFixed(3);
}

/** What XML 1.0 has no way to write (section 2.2): most control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
const unwritable =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text for XML, in an element or an attribute. A character that can't be written is replaced with U+FFFD. */
function escaped(text: string): string {
  return text.replace(unwritable, '\ufffd').replace(/[&<>"'\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

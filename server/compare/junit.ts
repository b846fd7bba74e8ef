import { posix } from 'node:path';
import type { Result } from './compare-pair.js';
import { wordsOf } from './words.js';

/**
 * The pieces of a JUnit report, a test case per label, in the format of Jenkins, GitLab, Azure and others
 * (junit-10.xsd of Jenkins' xUnit plugin, github.com/jenkinsci/xunit-plugin, src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd).
 * Different, missing and extra labels are failures; broken files are errors. The class is the label's folder. `system-out`
 * names the picture of a failed label as an attachment, which GitLab and Jenkins show.
 * @param name the name of the suite
 * @param seconds the duration of the comparison
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

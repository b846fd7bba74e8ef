import { type Finding, type LintRule, lintRules } from '../../renderer/index.js';
import type { FailedRow, LintedRow } from './entry.js';
import type { LintResults } from './results.js';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * The pieces of a log in SARIF 2.1.0, with a result per finding.
 * @param file the rows or the label that were checked; null: they did not come from a file
 */
export function* sarifPieces(results: LintResults, file: string | null, version: string): Generator<string> {
  const driver = { name: 'esl-sim lint', version, rules: lintRules.map(ruleOf) };
  const run = { tool: { driver }, columnKind: 'utf16CodeUnits' };
  const uri = file === null ? null : uriOf(file);
  yield `{"$schema":"${schema}","version":"2.1.0","runs":[${JSON.stringify(run).slice(0, -1)},"results":[`;
  yield* joined(results, (entry) =>
    'problems' in entry ? [] : entry.findings.map((one) => resultOf(one, entry, uri)),
  );
  yield '],"invocations":[{"executionSuccessful":true,"toolExecutionNotifications":[';
  yield* joined(results, (entry) => ('problems' in entry ? [notificationOf(entry, uri)] : []));
  yield ']}]}]}\n';
}

function* joined(results: LintResults, of: (entry: LintedRow | FailedRow) => readonly object[]): Generator<string> {
  let between = '';
  for (const entry of results.entries())
    for (const one of of(entry)) {
      yield `${between}\n${JSON.stringify(one)}`;
      between = ',';
    }
}

const indices: ReadonlyMap<string, number> = new Map(lintRules.map(({ code }, i) => [code, i]));

function ruleOf({ code, grade, laws, assumed, unknown, mend }: LintRule) {
  const sources = laws.map(({ set, law, source, since }) =>
    [set, law, since && `from ${since}`, source && `read at ${source}`].filter(Boolean).join(', '),
  );
  const sentences = [mend, assumed && `Assumed: ${assumed}.`, unknown && `It can't know: ${unknown}`];
  return {
    id: code,
    shortDescription: { text: code.toLowerCase().replaceAll('_', ' ') },
    fullDescription: { text: `${sources.join('; ')}. This is a check, not legal advice.` },
    help: { text: sentences.filter(Boolean).join(' ') },
    defaultConfiguration: { level: grade },
  };
}

function resultOf(finding: Finding, { line, device }: LintedRow, uri: string | null) {
  const { code, grade, message, boxes, fields, ...facts } = finding;
  return {
    ruleId: code,
    ruleIndex: indices.get(code)!,
    level: grade,
    message: { text: `${message}. Wanted: ${facts.wanted}; drawn: ${facts.drawn}.` },
    locations: [locationOf(line, uri, fields)],
    properties: { line, device, fields, boxes, ...facts },
  };
}

function notificationOf({ line, problems }: FailedRow, uri: string | null) {
  const text = problems.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join('; ');
  return { level: 'error', message: { text }, locations: [locationOf(line, uri, [])] };
}

function locationOf(line: number, uri: string | null, fields: readonly string[]) {
  return {
    ...(uri !== null && { physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } }),
    ...(fields.length > 0 && { logicalLocations: fields.map((name) => ({ name, kind: 'member' })) }),
  };
}

/** A path as a URI reference. */
function uriOf(path: string): string {
  const name = path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (path.startsWith('/')) return `file://${name}`;
  return /^[A-Za-z]%3A\//.test(name) ? `file:///${name.replace('%3A', ':')}` : name;
}

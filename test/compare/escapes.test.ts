import { expect, test } from '@jest/globals';
import type { Result } from '../../server/compare/compare-pair.js';
import { junitPieces, suitePieces } from '../../server/compare/junit.js';
import { pagePieces, reportPieces } from '../../server/compare/report.js';
import type { Spool } from '../../server/compare/spool.js';
import { lintJunit } from '../../server/lint/junit.js';
import { lintReport } from '../../server/lint/report.js';
import type { LintResults } from '../../server/lint/results.js';
import { sarifPieces } from '../../server/lint/sarif.js';
import { jsonPieces, tableOf } from '../../server/lint/words.js';
import { panelReport } from '../../server/panel/report.js';
import type { Replayed } from '../../server/panel/replay.js';

/** Begins what a user may send, and never comes from us. */
const mark = 'Zq7';
const hostile = `${mark}</i><script>&"'\u0000\u001b[2J`;

/** A value once for each of its texts, in which that text is hostile. Members that choose among words of ours are kept. */
function* eachHostile(value: unknown, path = ''): Generator<readonly [path: string, value: unknown]> {
  if (typeof value === 'string') yield [path, hostile];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (['grade', 'reason', 'kind'].includes(name) || (name === 'outcome' && 'expected' in value)) continue;
    for (const [at, changed] of eachHostile(member, `${path}.${name}`))
      yield [at, Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed }];
  }
}

const spool = { read: () => 'iVBO', close: () => undefined } as unknown as Spool;
const picture = { width: 2, height: 1, length: 4, offset: 0 } as never;
const pictures = { expected: picture, actual: picture, mask: picture };
const box = { x: 0, y: 0, width: 1, height: 1 };
const difference = { match: false, reason: 'pixels', count: 2, box, words: ['b', 'c'] };
const differs = { name: 'f/a.png', expected: 'e/a.png', actual: 'a/a.png', outcome: 'differs', difference };
const broken = { name: 'b.png', expected: 'e/b.png', actual: 'a/b.png', outcome: 'broken', message: 'not a PNG' };
const finding = {
  ...{ code: 'PRICE_ZERO', grade: 'error', set: 'truth', law: 'A law', source: 'a page', since: '2022-01-01' },
  ...{ message: 'It is', wanted: 'more', drawn: 'less', assumed: 'that', mend: 'so', fields: ['price'], boxes: [] },
};
const entries = [
  { line: 2, device: 'p', file: 'x', findings: [finding, { ...finding, grade: 'warning' }] },
  { line: 3, device: 'q', problems: [{ field: 'price', reason: 'format', message: 'Expected a price' }] },
];
const linted = {
  ...{ counts: { labels: 2, wrong: 1, failed: 1 }, name: 'rows.csv', sets: ['truth'], entries },
  rules: [{ code: 'A', set: 'truth', grade: 'error', labels: 1, findings: 1, first: { line: 2, message: 'It is' } }],
};
type Linted = typeof linted;
const resultsOf = ({ entries: all, ...rest }: Linted): LintResults =>
  ({
    ...{ ...rest, spool, entries: () => all },
    pictured: [{ label: all[0], picture, mask: picture }],
  }) as unknown as LintResults;
const replay = {
  ...{ name: 'Panel', chip: 'ssd', width: 1, height: 1, inks: ['black', 'red'] },
  diagnostics: [{ code: 'c', grade: 'error', step: 1, message: 'm', expected: 'e', received: 'r', count: 2 }],
  checks: [{ n: 1, step: 1, of: 'glass', result: 'differs', wrong_pixels: 1 }],
};

interface Writer {
  readonly input: unknown;
  readonly write: (input: never) => Iterable<string>;
  /** Texts that it does not show. */
  readonly unseen?: RegExp;
}

const html: Readonly<Record<string, Writer>> = {
  page: {
    input: {
      ...{ title: 't', groups: 'g', intro: ['One `two`', 'three'], command: 'c' },
      items: [{ name: 'n', outcome: 'differs', extent: ' in', words: ['v', 'w'] }],
    },
    write: ({ items, ...input }: { items: object[] }) => {
      const pictured = items.map((item) => ({ ...item, pictures: Object.values(pictures) }));
      return pagePieces({ ...input, items: pictured, spool } as never);
    },
  },
  comparison: {
    input: { expected: 'e', actual: 'a', total: 3, results: [differs, broken], accept: { words: 'w', command: 'c' } },
    write: ({ results, ...input }: { results: Result[] }) =>
      reportPieces({ ...input, spool, entries: results.map((result) => ({ result, ...pictures })) } as never),
    unseen: /results\.\d\.(expected|actual)$/,
  },
  lint: {
    input: linted,
    write: (input: Linted) => lintReport(input.name, input.sets, resultsOf(input)),
    unseen: /^\.(rules|entries\.1)|\.(file|set|since|source|wanted|drawn|assumed|mend|fields\.0)$/,
  },
  panel: {
    input: replay,
    write: (input: Replayed['replay']) => {
      const refresh = { number: 1, step: 1, kind: 'full', seconds: 1, secondsAssumed: false };
      return [panelReport({ replay: input, shown: [{ refresh, png: Buffer.of(1) }] } as unknown as Replayed)];
    },
  },
};

const inHtml = /^(&#60;|&lt;)\/i(&#62;|&gt;|>)(&#60;|&lt;)script(&#62;|&gt;|>)&(#38|amp);(&#34;|&quot;)/;

/** What follows the mark, at each place. */
const afterMark = (text: string): readonly string[] => text.split(mark).slice(1);

test.each(Object.entries(html))('no text of a user is markup in the page of a %s', (_, { input, write, unseen }) => {
  for (const [path, value] of eachHostile(input)) {
    const page = [...write(value as never)].join('');
    const scripts = [...page.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, script]) => script!).join('\n');
    const visible = page.replaceAll(/<script[^>]*>[^]*?<\/script>/g, '');
    expect([path, afterMark(page).length > 0]).toEqual([path, !unseen?.test(path)]);
    for (const rest of afterMark(visible))
      expect([path, rest.slice(0, 80)]).toEqual([path, expect.stringMatching(inHtml)]);
    const inScript = /^\\u003c\/i>\\u003cscript>&\\"'\\u0000\\u001b/;
    for (const rest of afterMark(scripts))
      expect([path, rest.slice(0, 60)]).toEqual([path, expect.stringMatching(inScript)]);
  }
});

const xml: Readonly<Record<string, Writer>> = {
  suite: {
    input: {
      ...{ command: 'c', name: 'n' },
      cases: [
        { name: 'a', group: 'g', problem: { type: 't', message: 'm', text: 'x' }, output: 'o' },
        { name: 'b', group: 'h' },
      ],
    },
    write: ({ cases, ...suite }: { cases: { problem?: object }[] }) =>
      suitePieces(
        { ...suite, counts: { tests: 1, failures: 1, errors: 0 }, seconds: 1 } as never,
        cases.map((one) => ({ ...one, ...(one.problem && { problem: { kind: 'failure', ...one.problem } }) })) as never,
      ),
  },
  comparison: {
    input: { name: 'n', results: [differs, broken] },
    write: ({ name, results }: { name: string; results: Result[] }) => junitPieces(name, results, 1),
  },
  lint: {
    input: linted,
    write: (input: Linted) => lintJunit(input.name, resultsOf(input), 1),
    unseen: /^\.(rules|sets)|\.(file|set|since|fields\.0)$/,
  },
};

test.each(Object.entries(xml))(
  'no text of a user is markup in the JUnit file of a %s',
  (_, { input, write, unseen }) => {
    for (const [path, value] of eachHostile(input)) {
      const rests = afterMark([...write(value as never)].join(''));
      expect([path, rests.length > 0]).toEqual([path, !unseen?.test(path)]);
      // A slash divides a name from its folder.
      const escaped = /^&#60;("|\/i&#62;&#60;script&#62;&#38;&#34;&#39;\ufffd\ufffd\[2J)/;
      for (const rest of rests) expect([path, rest.slice(0, 80)]).toEqual([path, expect.stringMatching(escaped)]);
    }
  },
);

test('a SARIF log and a list of findings are JSON with each text as it was', () => {
  const textsIn = (value: unknown): readonly string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value
        ? Object.values(value).flatMap(textsIn)
        : [];
  for (const [path, value] of eachHostile(linted)) {
    const results = resultsOf(value as Linted);
    const sarif = textsIn(JSON.parse([...sarifPieces(results, (value as Linted).name, '1')].join('')) as unknown);
    const isShown = !/^\.(rules|sets)|\.file$|^\.entries\.1\.device$/.test(path);
    const bare = hostile.replaceAll('/', '');
    const form = path === '.name' ? encodeURIComponent(bare) : bare;
    expect([path, sarif.some((text) => text.replaceAll('/', '').includes(form))]).toEqual([path, isShown]);
    const list = textsIn(JSON.parse([...jsonPieces(results)].join('')) as unknown);
    expect([path, list.includes(hostile)]).toEqual([path, !/^\.(name|sets|entries\.1)|\.file$/.test(path)]);
    expect(tableOf(results).split('\n').length).toBe(tableOf(resultsOf(linted)).split('\n').length);
  }
});

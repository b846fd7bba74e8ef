import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { openSimulator } from '../../server/library.js';
import { cli } from '../support/cli.js';
import { childEnvironment, milkLabel, temporaryFolder } from '../support/server.js';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}
interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, { description: string; default: string }>>;
  readonly outputs: Readonly<Record<string, { description: string; value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const text = readFileSync('action.yml', 'utf8');
const action = parse(text, { strict: true, uniqueKeys: true }) as Action;
const script = '.github/action/labels.mjs';
const { path: folder, at } = temporaryFolder();
const names = (pattern: RegExp) => [...new Set(Array.from(text.matchAll(pattern), ([, name]) => name!))].sort();

describe('action.yml', () => {
  test('declares each input that it uses, and uses each that it declares', () => {
    expect(names(/inputs\.([\w-]+)/g)).toEqual(Object.keys(action.inputs).sort());
    for (const [name, member] of [...Object.entries(action.inputs), ...Object.entries(action.outputs)])
      expect([name, typeof member.description]).toEqual([name, 'string']);
    for (const [name, input] of Object.entries(action.inputs))
      expect([name, typeof input.default]).toEqual([name, 'string']);
  });

  test('has only steps of the script, and sets their variables', () => {
    const { using, steps } = action.runs;
    expect(using).toBe('composite');
    const own = steps.filter(({ run }) => run !== undefined);
    expect(own.map(({ run }) => run)).toEqual(
      ['compare', 'tell', 'end'].map((step) => `node "$GITHUB_ACTION_PATH/${script}" ${step}`),
    );
    for (const { shell, run } of own) expect([shell, run]).toEqual(['bash', expect.not.stringContaining('${{')]);
    const source = readFileSync(script, 'utf8');
    const read = [
      ...Array.from(source.matchAll(/\benv\.([A-Z_]+)/g), ([, name]) => name!),
      ...Array.from(source.matchAll(/const \{([^}]*)\} = env;/g), ([, inside]) => inside!.match(/[A-Z_]{2,}/g)!).flat(),
    ];
    expect(read).toContain('SNAPSHOTS');
    const given = own.flatMap((step) => Object.keys(step.env ?? {}));
    const others = read.filter((name) => !given.includes(name) && !/^(GITHUB|RUNNER)_/.test(name));
    expect(others).toEqual([]);
    expect(steps.flatMap(({ uses }) => uses ?? [])).toEqual(['actions/upload-artifact@v4']);
  });

  test('takes from its steps what they give', () => {
    const ids = action.runs.steps.flatMap(({ id }) => id ?? []);
    for (const [, id] of text.matchAll(/steps\.(\w+)\.outputs/g)) expect(ids).toContain(id);
    const given = /const outputs = \{ ([^}]*) \}/.exec(readFileSync(script, 'utf8'))![1]!.match(/\w+(?=[,:]|$)/g);
    expect(given).toEqual(expect.arrayContaining(names(/steps\.compare\.outputs\.([\w-]+)/g)));
  });
});

describe('its steps', () => {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: at('repository'), encoding: 'utf8' });

  beforeAll(async () => {
    const simulator = await openSimulator();
    const label = (fields: object = {}) => simulator.render({ ...milkLabel, ...fields }).png;
    for (const name of ['bin', 'repository/expected', 'repository/actual']) mkdirSync(at(name), { recursive: true });
    const files = {
      'repository/expected/@milk|#1 <b>.png': label(),
      'repository/actual/@milk|#1 <b>.png': label({ price: '3.60' }),
      'repository/expected/same.png': label(),
      'repository/actual/same.png': label(),
      'repository/actual/new.png': label(),
      'event.json': '{"pull_request":{"number":12}}',
      // Records its calls, and reports one comment.
      'bin/gh': '#!/bin/sh\nprintf "%s\\n" "$*" >> "$GH_CALLS"\n[ "$2" = --paginate ] && echo "$GH_KNOWN"\nexit 0\n',
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(at(name), content, { mode: 0o755 });
    execFileSync('git', ['init', '--quiet', '--bare', at('remote')]);
    git('init', '--quiet');
    git('remote', 'add', 'origin', at('remote'));
  });

  /** Runs a step like GitHub. @returns output, status, calls of gh, and GitHub's files */
  function step(name: string, inputs: Readonly<Record<string, string>>) {
    const files = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY', 'GH_CALLS'] as const;
    for (const file of files) rmSync(at(file), { force: true });
    const given = action.runs.steps.find(({ run }) => run?.endsWith(` ${name}`))!.env!;
    const defaults = Object.entries(given).map(([variable, value]) => {
      const input = /inputs\.([\w-]+)/.exec(value)?.[1];
      return [variable, input === undefined ? '' : action.inputs[input]!.default];
    });
    const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(script), name], {
      cwd: at('repository'),
      encoding: 'utf8',
      env: {
        ...childEnvironment(),
        PATH: `${at('bin')}${delimiter}${process.env.PATH}`,
        ...Object.fromEntries(files.map((file) => [file, at(file)])),
        ...{ GITHUB_EVENT_PATH: at('event.json'), GITHUB_REPOSITORY: 'shop/labels', RUNNER_TEMP: folder },
        ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_WORKFLOW: 'CI --> here', GITHUB_JOB: 'test' },
        ...{ GITHUB_RUN_ID: '77', GITHUB_RUN_ATTEMPT: '1' },
        ...(Object.fromEntries(defaults) as Record<string, string>),
        ...inputs,
      },
    });
    const [output, summary, calls] = files.map((file) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : ''));
    return { status, stdout, stderr, output: output!, summary: summary!, calls: calls!.split('\n').slice(0, -1) };
  }

  test('compare two folders, tell of it in a comment with pictures, and fail with the number of labels', () => {
    const EXPECTED = 'expected';
    const compared = step('compare', { EXPECTED, ACTUAL: 'actual', COMMAND: `node ${JSON.stringify(cli)}` });
    expect([compared.status, compared.stdout, compared.stderr]).toEqual([0, '', '']);
    const lines = compared.output.trim().split('\n');
    const output = new Map(lines.map((line) => line.split('=') as [string, string]));
    const home = output.get('folder')!;
    expect([output.get('differing'), output.get('report')]).toEqual(['2', `${home}/report.html`]);
    expect(readFileSync(`${home}/report.html`, 'utf8')).toContain('2 of 3 labels are not the same');
    expect(readFileSync(`${home}/junit.xml`, 'utf8')).toContain('tests="3" failures="2"');

    const inputs = { FOLDER: home, ARTIFACT_URL: 'https://github.com/a/1', PICTURES_BRANCH: 'pictures' };
    const result = step('tell', { ...inputs, GH_KNOWN: '' });
    expect([result.status, result.stdout, result.stderr]).toEqual([0, '', '']);
    const commit = git('ls-remote', 'origin', 'refs/heads/pictures').split('\t')[0]!;
    const base = `https://github.com/shop/labels/raw/${commit}/77-1-test-labels`;
    expect(result.summary.split('\n')).toEqual([
      '### Labels',
      '',
      '2 labels are not the same. The report is in the artifact [labels](https://github.com/a/1).',
      '',
      '| Label | Before | After | What changed |',
      '| --- | --- | --- | --- |',
      `| <code>&#64;&#8203;milk&#124;&#35;&#8203;1 &#60;b&#62;&#46;png</code> | <img src="${base}/1-expected.png" alt=""> | <img src="${base}/1-actual.png" alt=""> | price 3&#46;50 &#8594; 3&#46;60 |`,
      `| <code>new&#46;png</code> |  | <img src="${base}/2-actual.png" alt=""> | There is no expected label |`,
      '',
    ]);
    const picture = execFileSync('git', ['show', `${commit}:77-1-test-labels/2-actual.png`], { cwd: at('remote') });
    expect(picture.equals(readFileSync(at('repository/actual/new.png')))).toBe(true);
    const comments = 'repos/shop/labels/issues/12/comments';
    expect(result.calls).toEqual([
      expect.stringMatching(`^api --paginate ${comments} --jq .*esl-sim CI \\.\\.\\. here test labels -->`),
      expect.stringMatching(`^api --silent --method POST ${comments} --field body=@`),
    ]);
    const ended = step('end', { DIFFERING: '2' });
    expect([ended.status, ended.stdout]).toEqual([1, '::error::2 labels are not the same\n']);
    expect(step('end', { DIFFERING: '2', FAIL: 'false' }).status).toBe(0);

    // A later run edits the comment, and keeps earlier pictures.
    const later = step('tell', { ...inputs, GH_KNOWN: '345', GITHUB_RUN_ID: '78' });
    expect(later.calls[1]).toMatch(/--method PATCH repos\/shop\/labels\/issues\/comments\/345 --field/);
    const kept = execFileSync('git', ['ls-tree', '--name-only', 'refs/heads/pictures'], { cwd: at('remote') });
    expect(kept.toString()).toBe('77-1-test-labels\n78-1-test-labels\n');
  });

  test('warn of missing rights, and continue', () => {
    mkdirSync(at('equal'));
    writeFileSync(at('equal/results.json'), '[]');
    const same = step('tell', { FOLDER: at('equal'), GH_KNOWN: '' });
    expect([same.summary, same.calls.length]).toEqual(['### Labels\n\nAll labels are the same. \n', 1]);
    expect(step('end', { DIFFERING: '0' }).status).toBe(0);

    mkdirSync(at('many'));
    const result = { name: 'x'.repeat(500), outcome: 'differs', difference: { words: ['price 3.50 → 3.60'] } };
    const paths = { expected: at('repository/expected/same.png'), actual: at('repository/actual/same.png') };
    writeFileSync(at('many/results.json'), JSON.stringify(Array(300).fill({ ...result, ...paths })));
    const elsewhere = { GIT_CONFIG_KEY_0: `url.${at('nowhere')}.insteadOf`, GIT_CONFIG_VALUE_0: at('remote') };
    const run = step('tell', {
      FOLDER: at('many'),
      MOST: '300',
      PICTURES_BRANCH: 'pictures',
      GIT_CONFIG_COUNT: '1',
      ...elsewhere,
    });
    expect([run.status, run.stdout]).toEqual([
      0,
      expect.stringMatching(/^::warning::Could not push pictures: .*contents: write.*\n$/),
    ]);
    expect(run.summary).toMatch(/\n\d+ more are in the report\.\n$/);
    expect(run.summary.length).toBeLessThan(61_000);
  });

  test('report on the last run of tests, and name what they can’t do', () => {
    const COMMAND = `node ${JSON.stringify(cli)}`;
    const compared = step('compare', { COMMAND });
    expect([compared.status, compared.output]).toEqual([0, expect.stringContaining('differing=0')]);
    expect(step('compare', { COMMAND, EXPECTED: 'expected' })).toMatchObject({ status: 1, output: '' });
    const failed = step('compare', { COMMAND, EXPECTED: 'expected', ACTUAL: 'nowhere' });
    expect([failed.status, failed.stdout]).toEqual([1, expect.stringContaining('::error::esl-sim ended with 1')]);
    expect(step('tell', { MOST: 'all' }).stdout).toContain('::error::Expected 0 to 9999');
  });
});

// A copy of the repository and its build, in which mutants run.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { clearTimeout, setTimeout } from 'node:timers';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { builds, link, projects } from '../builds.mjs';
import { moduleOptions } from '../product.mjs';
import { importsOf } from './tests.mjs';

const run = promisify(execFile);
/** What waits for ever fails after this time. */
const maxTestMs = 30_000;

const schemaModules = ['devices/schema.ts', 'renderer/layout/schema.ts', 'server/fields/schemas.ts'];
const schemas = new Set(schemaModules.flatMap((module) => [...importsOf(module).keys()]));

/** The bundles, and whether a change of a file affects tests with this text. */
const bundles = [
  { paths: ['bin'], by: ['command', 'bundleCommand'], when: (_, text) => /esl-sim\.js/.test(text) },
  { paths: ['commonjs'], by: ['commonjs', 'bundleCommonJs'], when: (_, text) => /commonjs/.test(text) },
  { paths: ['server/page'], by: ['page', 'bundlePage'], when: (file) => file.startsWith('server/page/') },
  {
    paths: ['devices', 'renderer/layout', 'server/fields'].map((room) => `${room}/validators.cjs`),
    by: ['validators', 'default'],
    when: (file) => schemas.has(file),
  },
];

/** Makes a copy in an empty folder. @param dist a build that no other build replaces meanwhile */
export function makeCopy(folder, dist) {
  const sources = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { encoding: 'utf8' }).split('\0');
  for (const file of sources) if (existsSync(file) && file !== '') link(file, `${folder}/${file}`);
  // Copied, as tests may write to it.
  cpSync(dist, `${folder}/dist`, { recursive: true });
  // The global setup would refuse a build that differs from the sources.
  const { jest, ...rest } = JSON.parse(readFileSync('package.json', 'utf8'));
  replace(`${folder}/package.json`, JSON.stringify({ ...rest, jest: { ...jest, globalSetup: undefined } }));
  symlinkSync(`${process.cwd()}/node_modules`, `${folder}/node_modules`);
  // What the last build has checked: the compiler checks only what a mutant changes.
  for (const name of readdirSync(builds).filter((each) => /^(texts|types|.+\.tsbuildinfo)$/.test(each)))
    cpSync(`${builds}/${name}`, `${folder}/${builds}/${name}`, { recursive: true });
}

const builtName = (file) => file.replace(/\.ts$/, '.js');

/** The built code of a source; undefined for those that are only in bundles. */
export async function codeOf(file, source) {
  if (!existsSync(`dist/${builtName(file)}`)) return undefined;
  return file.endsWith('.ts') ? (await transform(source, { loader: 'ts', ...moduleOptions })).code : source;
}

/**
 * Replaces a file of a copy by another source. @param code see {@link codeOf} @param text of the tests to run
 * @returns a function that takes the change back
 */
export async function change(folder, dist, file, source, code, text) {
  const original = readFileSync(`${folder}/${file}`);
  const changed = [];
  const revert = () => {
    replace(`${folder}/${file}`, original);
    for (const path of changed) {
      rmSync(`${folder}/dist/${path}`, { recursive: true, force: true });
      cpSync(`${dist}/${path}`, `${folder}/dist/${path}`, { recursive: true });
    }
  };
  if (code !== undefined) {
    changed.push(builtName(file));
    replace(`${folder}/dist/${builtName(file)}`, code);
  }
  replace(`${folder}/${file}`, source);
  try {
    for (const { paths, by, when } of bundles) {
      if (!when(file, text)) continue;
      changed.push(...paths);
      const code = `const builder = await import('./.ci/${by[0]}.mjs'); await builder.${by[1]}?.('dist')`;
      // Builders read sources from the working folder. The validators read the second argument.
      await run(process.execPath, ['--input-type=module', '-e', code, by[0], 'dist'], { cwd: folder });
    }
  } catch (error) {
    revert();
    throw error;
  }
  return revert;
}

/** Writes a file that may be a hard link to the repository. */
function replace(file, text) {
  rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const running = new Set();
process.on('exit', () => running.forEach(end));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/**
 * Runs test files in their order. @param ms the time until they are killed @param failFast whether the first failure ends them
 * @returns the files that `passed` and that `failed`; neither has those that did not end
 */
export async function runTests(folder, names, ms, failFast = false) {
  const files = names.map((name) => `dist/test/${name}.test.js`);
  const jest = ['node_modules/jest/bin/jest.js', '-i', `--testTimeout=${maxTestMs}`];
  const args = [...jest, '--runTestsByPath', ...files];
  const env = { ...process.env, EXHAUSTIVE: undefined, FAIL_FAST: failFast ? '1' : undefined, ORDER: names.join(' ') };
  const stdio = ['ignore', 'ignore', 'pipe'];
  // Detached: it leads a process group, which is killed as a whole.
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio, detached: true });
  running.add(child);
  const timer = setTimeout(end, ms, child);
  const output = text(child.stderr);
  await once(child, 'exit');
  clearTimeout(timer);
  end(child);
  running.delete(child);
  const ends = [...(await output).matchAll(/^(PASS|FAIL) dist\/test\/(\S+)\.test\.js/gm)];
  const namesOf = (wanted) => ends.filter(([, state]) => state === wanted).map(([, , name]) => name);
  return { passed: namesOf('PASS'), failed: namesOf('FAIL') };
}

/** Whether the compiler finds no errors in a copy. */
export async function typesAreRight(folder) {
  for (const project of projects) {
    const check = run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], { cwd: folder });
    const { stdout } = await check.catch((error) => error);
    if (stdout !== '') return false;
  }
  return true;
}

function end({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // They have ended.
  }
}

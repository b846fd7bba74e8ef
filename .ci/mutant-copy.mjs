// A copy of the repository and its build, in which mutants run.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { promisify } from 'node:util';
import { build, transform } from 'esbuild';
import { link } from './builds.mjs';

const run = promisify(execFile);

/** The bundles, and whether a bug in a file affects tests with this text. */
const bundles = [
  { paths: ['bin'], by: ['command', 'bundleCommand'], when: (_, text) => /esl-sim\.js/.test(text) },
  { paths: ['commonjs'], by: ['commonjs', 'bundleCommonJs'], when: (_, text) => /commonjs/.test(text) },
  { paths: ['server/page'], by: ['page', 'bundlePage'], when: (file) => /^server\/page\/(?!state\/)/.test(file) },
  {
    paths: ['devices', 'renderer/layout', 'server/fields'].map((room) => `${room}/validators.cjs`),
    by: ['validators', 'default'],
    when: async (file) => (await schemas()).has(file),
  },
];

/** The source files of the schemas. */
function schemas() {
  return (schemas.files ??= filesOfSchemas());
}

async function filesOfSchemas() {
  // Assumes modules without side effects, so that only the code of the exports remains.
  const pure = ({ onResolve, resolve }) =>
    onResolve({ filter: /^\./ }, async ({ path, pluginData, ...rest }) =>
      pluginData ? undefined : { ...(await resolve(path, { ...rest, pluginData: true })), sideEffects: false },
    );
  const contents = `export { deviceSchema } from './devices/schema.js'; export { layoutSchema } from './renderer/layout/schema.js';
    export * from './server/fields/schemas.js'; export { deviceSearchSchema } from './server/fields/search-devices.js';
    export { bindingSchema, updateSchema } from './renderer/index.js';`;
  const { metafile } = await build({
    stdin: { contents, resolveDir: '.', loader: 'ts' },
    ...{ bundle: true, write: false, metafile: true, platform: 'node', packages: 'external', logLevel: 'error' },
    plugins: [{ name: 'pure', setup: pure }],
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  return new Set(Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0));
}

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
}

/**
 * Applies a bug to a copy.
 * @param source the text of the file with the bug
 * @param text the text of its tests
 * @returns a function that removes the bug; undefined if the bug does not change the build
 */
export async function applyBug(folder, dist, { file, source, text }) {
  const built = file.replace(/\.ts$/, '.js');
  const original = readFileSync(`${folder}/${file}`);
  const changed = [];
  const revert = () => {
    replace(`${folder}/${file}`, original);
    for (const path of changed) {
      rmSync(`${folder}/dist/${path}`, { recursive: true, force: true });
      cpSync(`${dist}/${path}`, `${folder}/dist/${path}`, { recursive: true });
    }
  };
  if (existsSync(`${dist}/${built}`)) {
    const options = { loader: 'ts', format: 'esm', platform: 'node', target: 'node20' };
    const code = file.endsWith('.ts') ? (await transform(source, options)).code : source;
    if (code === readFileSync(`${dist}/${built}`, 'utf8')) return undefined;
    changed.push(built);
    replace(`${folder}/dist/${built}`, code);
  }
  replace(`${folder}/${file}`, source);
  try {
    for (const { paths, by, when } of bundles) {
      if (!(await when(file, text))) continue;
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

/**
 * Runs tests in a copy.
 * @param name a regular expression for test names
 * @param options of jest
 * @returns jest's results; undefined if there are none after `ms`
 */
export async function runTests(folder, files, name, ms, ...options) {
  const result = `${folder}/result.json`;
  rmSync(result, { force: true });
  const named = name === undefined ? [] : ['-t', name];
  const args = [...options, ...named, '--json', '--outputFile=result.json', '--runTestsByPath', ...files];
  // Detached: leads a process group, which is killed as a whole.
  const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...args], {
    ...{ cwd: folder, env: { ...process.env, EXHAUSTIVE: undefined }, stdio: 'ignore', detached: true },
  });
  running.add(child);
  const timer = setTimeout(() => {
    end(child);
  }, ms);
  await once(child, 'close');
  clearTimeout(timer);
  end(child);
  running.delete(child);
  return existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')) : undefined;
}

function end({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // They have ended.
  }
}

export function endAll() {
  for (const child of running) end(child);
}

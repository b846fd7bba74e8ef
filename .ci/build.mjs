// `node .ci/build.mjs` builds dist/: the product, the tests and the declarations, and checks types. Arguments: `product` builds
// only the product, without checking types; `start` also starts the server.
// Steps are skipped if their sources have not changed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  builds,
  claim,
  copy,
  distSources,
  filesOf,
  freshFolder,
  hashOf,
  link,
  productHash,
  projects,
  publish,
  settle,
  sweep,
  testSources,
  write,
} from './builds.mjs';

/** Error codes of a folder without write permission. */
const unwritable = new Set(['EACCES', 'EEXIST', 'ENOTDIR', 'EPERM', 'EROFS']);

const [what] = process.argv.slice(2);
try {
  if (what === 'start' || what === 'product') {
    const product = await buildProduct();
    if (what === 'start') await import(pathToFileURL(`${product}/server/index.js`).href);
  } else if (!(await buildAll())) process.exitCode = 1;
} catch (error) {
  // esbuild has reported its errors.
  if (unwritable.has(error.code))
    process.stderr.write(
      `Expected a folder to write in at ${process.cwd()} but received ${error.message}. Give this user the right to write there, or use a copy\n`,
    );
  else if (!('errors' in error)) throw error;
  process.exitCode = 1;
}

/** Builds the product, and `dist/` if it is outdated. @returns the product's folder */
async function buildProduct() {
  const hash = await makeProductOnce();
  if (distSources().product !== hash) {
    const unfinished = copyOfProduct(hash);
    // Meanwhile, `npm test` may have published a complete build.
    if (distSources().product !== hash) publish(unfinished, { product: hash });
  }
  sweep(hash);
  return `${builds}/${hash}`;
}

/** Builds product and tests into `dist/`, and checks types. @returns false: types are wrong, and `dist/` is unchanged */
async function buildAll() {
  const tests = hashOf(testSources());
  const current = distSources();
  if (current.product === productHash() && current.tests === tests) return true;
  const [product, right] = await Promise.all([makeProductOnce(), announced('Checking types', typesAreRight)]);
  if (!right) return false;
  const unfinished = copyOfProduct(product);
  await makeTests(unfinished);
  await copyDeclarations(unfinished);
  publish(unfinished, { product, tests });
  sweep(product);
  return true;
}

/** Includes the studio's pure functions, which are tested without a browser. */
async function makeTests(folder) {
  const { transpile } = await import('./product.mjs');
  await transpile([...testSources(), ...filesOf('server/page/state')], folder);
  const globals = `${folder}/test/node_modules/@jest/globals`;
  copy('.ci/jest/globals.mjs', `${globals}/index.mjs`);
  writeFileSync(`${globals}/package.json`, '{ "exports": "./index.mjs" }\n');
}

async function makeProductOnce() {
  for (;;) {
    const hash = productHash();
    claim(hash);
    if (existsSync(`${builds}/${hash}`)) return hash;
    const unfinished = freshFolder('product');
    await announced('Building the server, the page and the command line', async () => {
      const { makeProduct } = await import('./product.mjs');
      await makeProduct(unfinished);
    });
    // Build again if a source changed during the build.
    if (productHash() === hash) settle(unfinished, `${builds}/${hash}`);
  }
}

function copyOfProduct(hash) {
  const product = `${builds}/${hash}`;
  const unfinished = freshFolder('dist');
  for (const file of filesOf(product))
    (file.includes('/fonts/files/') ? link : copy)(file, `${unfinished}/${file.slice(product.length + 1)}`);
  return unfinished;
}

/** Checks all projects and writes the declarations. The compiler reports errors. */
async function typesAreRight() {
  const { compileTexts } = await import('./texts.mjs');
  compileTexts();
  for (const project of projects) {
    const compiler = spawn(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code] = await once(compiler, 'close');
    if (code !== 0) return false;
  }
  return true;
}

/** Copies the declarations of the package's exports, and their imports. */
async function copyDeclarations(folder) {
  const types = `${builds}/types`;
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const entries = [...JSON.stringify(exports).matchAll(/"\.\/dist\/([^"]+\.d\.ts)"/g)].map(([, file]) => file);
  const needed = new Set(entries.map((file) => file.replace(/^commonjs\//, '')));
  for (const file of needed) {
    const text = withoutNodeTypes(readFileSync(`${types}/${file}`, 'utf8'));
    write(`${folder}/${file}`, text);
    for (const [, name] of text.matchAll(/(?:from|import) ?\(?['"](\.[^'"]*)\.js['"]/g))
      needed.add(posix.join(posix.dirname(file), `${name}.d.ts`));
  }
  const { copyCommonJsDeclarations } = await import('./commonjs.mjs');
  copyCommonJsDeclarations(folder);
}

/**
 * Declarations for projects without types of Node, and for compilers before TypeScript 5.7, in which arrays of numbers take no
 * argument. Public functions return Buffers, which are Uint8Arrays, and take none.
 */
function withoutNodeTypes(text) {
  return text.replaceAll(/\bBuffer\b(?:<[^<>]*>)?/g, 'Uint8Array').replaceAll(/\b(\w+\dArray)<[^<>]*>/g, '$1');
}

/** Reports a slow step and its duration on standard error. */
async function announced(what, work) {
  const start = performance.now();
  process.stderr.write(`${what} …\n`);
  const result = await work();
  process.stderr.write(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  return result;
}

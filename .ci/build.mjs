// `node .ci/build.mjs` makes dist/: the product, the tests and the declarations, with types checked. With an argument it makes less:
// `unchecked` no declarations, `product` no tests either. `start` makes what `product` does, and runs it; `check` lints, too, and tells
// its parent when dist/ is there. Nothing is made again that is there already.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
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
  publish,
  settle,
  sweep,
} from './builds.mjs';

/** What the product is made from: the sources, and what says how. */
const sources = ['devices', 'fonts', 'renderer', 'server', '.ci', 'package.json', 'package-lock.json', 'tsconfig.json'];

const [what] = process.argv.slice(2);
try {
  if (what === 'start' || what === 'product') {
    const product = await buildProduct();
    if (what === 'start') await import(pathToFileURL(`${product}/server/index.js`).href);
  } else if (!(what === 'check' ? await checkAll() : await buildAll(what !== 'unchecked' && checkTypes)))
    process.exitCode = 1;
} catch (error) {
  // What is wrong with a source esbuild has said itself.
  if (!('errors' in error)) throw error;
  process.exitCode = 1;
}

/** Builds the product if its sources have changed, and `dist/` if it is of others. @returns the product's folder. */
async function buildProduct() {
  const hash = await makeProductOnce();
  if (distSources()[0] !== hash) {
    const unfinished = copyOfProduct(hash);
    // It may be that `npm test` has put more there meanwhile.
    if (distSources()[0] !== hash) publish(unfinished, [hash]);
  }
  sweep(hash);
  return `${builds}/${hash}`;
}

/** Builds all into `dist/`, and lints while its parent may use that. @returns whether types and lint are right. */
async function checkAll() {
  const compiler = startCompiler('lint');
  const built = await buildAll(() => compiler.typesAreRight);
  if (built) process.send?.('built');
  return (await compiler.allIsRight) && built;
}

/**
 * Builds all into `dist/`.
 * @param check Checks the types and writes the declarations; without it neither is done.
 * @returns whether the types are right; if not, `dist/` stays as it was.
 */
async function buildAll(check) {
  const tests = filesOf('test').filter((file) => file.endsWith('.ts'));
  const all = hashOf([...sources.flatMap(filesOf), ...tests]);
  if (distSources()[1] === all) return true;
  const [hash, right] = await Promise.all([makeProductOnce(), !check || announced('Checking types', check)]);
  if (!right) return false;
  const unfinished = copyOfProduct(hash);
  const { transpile } = await import('./product.mjs');
  // The studio's pure functions are tested without a browser.
  await transpile([...tests, ...filesOf('server/page/state')], unfinished);
  if (check) await copyDeclarations(unfinished);
  publish(unfinished, check ? [hash, all] : [hash]);
  sweep(hash);
  return true;
}

async function makeProductOnce() {
  for (;;) {
    const hash = hashOf(sources.flatMap(filesOf));
    claim(hash);
    if (existsSync(`${builds}/${hash}`)) return hash;
    const unfinished = freshFolder('product');
    await announced('Building the server, the page and the command line', async () => {
      const { makeProduct } = await import('./product.mjs');
      await makeProduct(unfinished);
    });
    // Whoever changed a source meanwhile wants another build.
    if (hashOf(sources.flatMap(filesOf)) === hash) settle(unfinished, `${builds}/${hash}`);
  }
}

function copyOfProduct(hash) {
  const product = `${builds}/${hash}`;
  const unfinished = freshFolder('dist');
  for (const file of filesOf(product))
    (file.includes('/fonts/files/') ? link : copy)(file, `${unfinished}/${file.slice(product.length + 1)}`);
  return unfinished;
}

function checkTypes() {
  return startCompiler().typesAreRight;
}

/** Checks the types of all projects, and lints if it is asked to; what is wrong it says itself. */
function startCompiler(...what) {
  const compiler = spawn(process.execPath, ['.ci/types.mjs', ...what], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const allIsRight = once(compiler, 'close').then(([code]) => code === 0);
  return { allIsRight, typesAreRight: Promise.race([once(compiler, 'message').then(() => true), allIsRight]) };
}

/** The declarations of what the package exports, and those that they name: of inner modules nobody asks for the types. */
async function copyDeclarations(folder) {
  const types = `${builds}/types`;
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const entries = [...JSON.stringify(exports).matchAll(/"\.\/dist\/([^"]+\.d\.ts)"/g)].map(([, file]) => file);
  const needed = new Set(entries.map((file) => file.replace(/^commonjs\//, '')));
  for (const file of needed) {
    const text = readFileSync(`${types}/${file}`, 'utf8');
    copy(`${types}/${file}`, `${folder}/${file}`);
    for (const [, name] of text.matchAll(/(?:from|import) ?\(?['"](\.[^'"]*)\.js['"]/g))
      needed.add(posix.join(posix.dirname(file), `${name}.d.ts`));
  }
  const { copyCommonJsDeclarations } = await import('./commonjs.mjs');
  copyCommonJsDeclarations(folder);
}

/** Says on standard error what takes a while, and how long it took. */
async function announced(what, work) {
  const start = performance.now();
  process.stderr.write(`${what} …\n`);
  const result = await work();
  process.stderr.write(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  return result;
}

// `npm run packages` writes both packages into dist/packages/: esl-simulator, and esl-label, which only draws, compares, checks
// and encodes labels. esl-label is made from dist/ by a list of modules: the files that their bundles load decide what is in it. With
// a folder as its argument, it writes esl-label there, unpacked.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { build } from 'esbuild';
import { copy, filesOf } from './builds.mjs';
import { noticeOf } from './notice.mjs';

const name = 'esl-label';
const home = 'commonjs';
/** The modules of esl-label by the paths under which they are imported. `vitest` can't be required. */
const entries = {
  '.': 'server/library',
  './jest': 'server/snapshots/jest',
  './node': 'server/snapshots/node',
  './playwright': 'server/snapshots/playwright',
  './vitest': 'server/snapshots/vitest',
};
const esmOnly = './vitest';
/** The only package that npm installs with it. The others are bundled. */
const dependency = '@napi-rs/canvas';

/** Writes esl-label into an empty folder, from a checked build. */
async function makeLabelPackage(dist, folder) {
  const own = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(own), null, 2)}\n`);
  for (const file of ['LICENSE', 'CHANGELOG.md']) copy(file, join(folder, file));
  copy('docs/esl-label.md', join(folder, 'README.md'));
  copy(`${dist}/package.json`, `${folder}/dist/package.json`);
  const modules = await closure(dist);
  for (const file of [...dataOf(dist, modules), ...bundlesOf(dist)]) {
    const to = `${folder}/dist/${file}`;
    copy(`${dist}/${file}`, to);
    if (/\.(js|ts)$/.test(file)) writeFileSync(to, renamed(readFileSync(to, 'utf8')));
  }
  await addModules(dist, folder);
  writeFileSync(join(folder, 'NOTICE'), noticeOf(name, `${folder}/dist`));
}

/** The manifest, with what both packages share. */
function manifest({ version, description, keywords, license, engines, preferUnplugged, dependencies }) {
  const at = (entry, extension) => `./dist/${home}/${entry}.${extension}`;
  const exports = Object.entries(entries).map(([path, entry]) => {
    const required = { types: at(entry, 'd.ts'), default: at(entry, 'js') };
    const imported = { types: at(entry, 'd.mts'), default: at(entry, 'mjs') };
    return [path, path === esmOnly ? imported : path === '.' ? { import: imported, require: required } : required];
  });
  const types = Object.entries(entries).filter(([path]) => path !== '.');
  return {
    name,
    version,
    description: `${description} Only what draws, compares, checks and encodes labels: no server.`,
    keywords,
    license,
    main: at(entries['.'], 'js'),
    types: at(entries['.'], 'd.ts'),
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
    typesVersions: {
      '*': Object.fromEntries(
        types.map(([path, entry]) => [path.slice(2), [at(entry, path === esmOnly ? 'd.mts' : 'd.ts')]]),
      ),
    },
    files: ['dist', 'CHANGELOG.md', 'NOTICE'],
    engines,
    preferUnplugged,
    dependencies: { [dependency]: dependencies[dependency] },
  };
}

/** The modules that the entries load. */
async function closure(dist) {
  const { metafile } = await build({
    entryPoints: Object.values(entries).map((entry) => `${dist}/${entry}.js`),
    outdir: 'unused',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  });
  return Object.keys(metafile.inputs).map((file) => posix.relative(dist, file));
}

/** The data beside the modules: files of a module's folder, and of folders below it that have no modules. */
function dataOf(dist, modules) {
  // The server's folders have no modules here that load data of other folders.
  const loaded = new Set(modules.map((file) => dirname(file)).filter((folder) => folder !== 'server'));
  const all = filesOf(dist).map((file) => file.slice(dist.length + 1));
  const withModules = new Set(all.filter((file) => file.endsWith('.js')).map((file) => dirname(file)));
  const owner = (folder) => (withModules.has(folder) || folder === '.' ? folder : owner(dirname(folder)));
  return all.filter((file) => !/^(test|packages|commonjs)\/|\.[jt]s$/.test(file) && loaded.has(owner(dirname(file))));
}

/** The bundles for require(), and their declarations. */
function bundlesOf(dist) {
  return filesOf(`${dist}/${home}`).map((file) => file.slice(dist.length + 1));
}

/**
 * Adds what import needs. The library's module passes on the exports of its bundle: both forms share one copy of the code and of its
 * caches. It lists their names, as Node would search the bundle for them for as long as it takes to load it.
 */
async function addModules(dist, folder) {
  const at = (entry, extension) => `${folder}/dist/${home}/${entry}.${extension}`;
  const library = entries['.'];
  const bundle = `./${basename(library)}.js`;
  const names = Object.keys(createRequire(import.meta.url)(resolve(dist, home, `${library}.js`)));
  writeFileSync(
    at(library, 'mjs'),
    `import { createRequire } from 'node:module';
export const { ${names.join(', ')} } = createRequire(import.meta.url)('${bundle}');\n`,
  );
  writeFileSync(at(library, 'd.mts'), `export * from '${bundle}';\n`);
  const vitest = entries[esmOnly];
  await build({
    entryPoints: [`${dist}/${vitest}.js`],
    outfile: at(vitest, 'mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    external: ['../library.js'],
  });
  writeFileSync(at(vitest, 'd.mts'), renamed(readFileSync(`${dist}/${vitest}.d.ts`, 'utf8')));
}

/** Examples import the package that they are in. */
function renamed(text) {
  return text.replaceAll(/(?<=from '|import '|require\(')esl-simulator(?=['/])/g, name);
}

/** Packs both. @returns the paths of the files */
async function packBoth(dist, target) {
  mkdirSync(target, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  try {
    await makeLabelPackage(dist, folder);
    return [pack('.', target), pack(folder, target)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function pack(folder, target) {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', resolve(target)];
  const printed = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return join(target, printed.trim());
}

const [, , unpacked] = process.argv;
if (unpacked) await makeLabelPackage('dist', unpacked);
else for (const path of await packBoth('dist', 'dist/packages')) process.stdout.write(`${path}\n`);

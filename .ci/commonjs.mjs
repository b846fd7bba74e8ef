// Bundles the library and the matchers for CommonJS projects, such as jest by default: its loader supports neither require() of
// modules nor import(). Data files are not copied: modules find the original ones.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { build } from 'esbuild';
import { copy } from './builds.mjs';
import { moduleUrls, withFlexbox } from './command.mjs';

const home = 'commonjs';
const library = 'server/library';
const matchers = ['jest', 'node', 'playwright'].map((name) => `server/snapshots/${name}`);

/** Bundles the library, and the matchers, which share it. */
export async function bundleCommonJs(folder) {
  await Promise.all([bundle(folder, [library], withFlexbox), bundle(folder, matchers, sharedLibrary)]);
  writeFileSync(`${folder}/${home}/package.json`, '{ "type": "commonjs" }\n');
}

/** Copies the declarations of the bundles, and their imports, into the CommonJS folder. */
export function copyCommonJsDeclarations(folder) {
  const seen = new Set();
  const walk = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    copy(`${folder}/${file}`, `${folder}/${home}/${file}`);
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.js['"]/g))
      walk(relative('.', `${dirname(file)}/${name}.d.ts`).replaceAll('\\', '/'));
  };
  for (const name of [library, ...matchers]) walk(`${name}.d.ts`);
}

async function bundle(folder, names, plugin) {
  await build({
    entryPoints: Object.fromEntries(names.map((name) => [`${name}.bundle`, `${folder}/${name}.js`])),
    outdir: `${folder}/${home}`,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    // import() becomes require().
    supported: { 'dynamic-import': false },
    plugins: [
      plugin,
      moduleUrls(`${folder}/${home}/${dirname(names[0])}`, (path) => {
        return `require('node:url').pathToFileURL(require('node:path').join(__dirname, ${path})).href`;
      }),
    ],
  });
  const check = readFileSync('.ci/needed-node.cjs', 'utf8');
  // An older Node can't parse the bundle, so it is loaded after this check.
  for (const name of names)
    writeFileSync(
      `${folder}/${home}/${name}.js`,
      `${check}module.exports = require('./${basename(name)}.bundle.js');\n`,
    );
}

/** Matchers load the bundled library. */
const sharedLibrary = {
  name: 'shared library',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/library\.js$/ }, ({ path }) => ({ path, external: true }));
  },
};

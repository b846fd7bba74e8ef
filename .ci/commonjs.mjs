// Bundles what a CommonJS project can load, which jest is as it comes: its loader has neither a require() of modules nor import().
// The sources are those of the modules, and the data files, too: each module finds them where its own are.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { build } from 'esbuild';
import { copy } from './builds.mjs';
import { withFlexbox } from './command.mjs';

const home = 'commonjs';
const library = 'server/library';
const matchers = ['jest', 'node', 'playwright'].map((name) => `server/snapshots/${name}`);

/** Bundles the modules of a build: the library, and the matchers, which share it. */
export async function bundleCommonJs(folder) {
  await Promise.all([
    // Flexbox fetches its own code from a data URI where there is fetch(), which jest's environments may lack or replace.
    bundle(folder, [library], withFlexbox, { fetch: 'undefined' }),
    bundle(folder, matchers, ownLibrary),
  ]);
  writeFileSync(`${folder}/${home}/package.json`, '{ "type": "commonjs" }\n');
}

/** Copies the declarations of the bundles, and those that they name, to where they are those of CommonJS. */
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

async function bundle(folder, names, plugin, define) {
  await build({
    entryPoints: names.map((name) => `${folder}/${name}.js`),
    outdir: `${folder}/${home}`,
    outbase: folder,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    // import() becomes require().
    supported: { 'dynamic-import': false },
    define,
    plugins: [plugin, addresses(folder)],
  });
}

/** Matchers take the library from the file beside them, instead of each having its own. */
const ownLibrary = {
  name: 'own library',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/library\.js$/ }, ({ path }) => ({ path, external: true }));
  },
};

/** Modules look for their data beside themselves: they keep their addresses, as seen from the bundle. */
const addresses = (folder) => ({
  name: 'addresses',
  setup({ onLoad, initialOptions }) {
    const bundled = `${folder}/${home}/${dirname(relative(folder, initialOptions.entryPoints[0]))}`;
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      const address = JSON.stringify(relative(bundled, path).replaceAll('\\', '/'));
      const own = `require('node:url').pathToFileURL(require('node:path').join(__dirname, ${address})).href`;
      return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', own) };
    });
  },
});

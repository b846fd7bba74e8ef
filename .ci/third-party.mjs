// What a build holds of other people's work: packages that are bundled into its files, and fonts. NOTICE and the SBOM are made of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { filesOf } from './builds.mjs';

const packages = 'node_modules';
/** What `npm run vendor` wrote down of the packages of which the repository has files, by name: see vendor.mjs. */
export const vendoredList = '.ci/vendored.json';
export const vendored = JSON.parse(readFileSync(vendoredList, 'utf8'));
/** Where the files of such a package are, by their paths in node_modules. */
export const fontFiles = 'fonts/files';
export const folderOf = (name) => (name === 'swagger-ui-dist' ? 'server/docs' : fontFiles);
/** The compiled compressor, which may hold parts of AssemblyScript's standard library, and what it was compiled with. */
export const compressor = 'renderer/png/assembly/deflate';
/** The text for a package that has none, as its own lines on copyright and licence say: those of yoga-layout stand above its sources. */
const texts = '.ci/licences';
const licences = /^((MIT-)?LICEN[CS]E(-MIT|_FONT)?(\.(md|txt))?|ofl\.md)$/i;

/** The npm package that a file of node_modules belongs to. */
export function packageOf(file) {
  return /^(@[^/]+\/)?[^/]+/.exec(file)[0];
}

/**
 * What is known of a package whose work a build holds. Of some, the repository has the files, and npm does not install them.
 * @param home The folder in which packages are installed.
 * @returns `name`, `version`, `licence` (SPDX), `source` (an address), and of its licence's text the `file` name and `text`
 */
export function describePackage(name, home = packages) {
  if (home === packages && name in vendored) {
    const { text } = vendored[name];
    return { name, ...vendored[name], file: text, text: textOf(`${folderOf(name)}/${name}/${text}`) };
  }
  if (name === 'assemblyscript')
    return { ...JSON.parse(readFileSync(`${compressor}.json`, 'utf8')).compiler, text: textOf(`${texts}/${name}.txt`) };
  const { version, license, repository, homepage } = JSON.parse(readFileSync(`${home}/${name}/package.json`, 'utf8'));
  const named = readdirSync(`${home}/${name}`).filter((file) => licences.test(file));
  // Of a font's package, the licence of the font counts, not that of the script that made the package.
  const file = named.find((each) => /FONT|MIT/.test(each)) ?? named[0];
  const path = file ? `${home}/${name}/${file}` : `${texts}/${name}.txt`;
  if (!version || !license || !existsSync(path))
    throw new Error(
      `Expected a version, a licence and its text in ${home}/${name}, or the text in ${path}: NOTICE has to tell them`,
    );
  const address = typeof repository === 'string' ? repository : repository?.url;
  const source = address
    ?.replace(/^git\+|\.git$/g, '')
    .replace(/^git@github\.com:/, 'https://github.com/')
    .replace(/^([\w-]+\/[\w.-]+)$/, 'https://github.com/$1');
  return {
    name,
    version,
    licence: license,
    source: source ?? homepage,
    file,
    text: textOf(path),
  };
}

function textOf(path) {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim();
}

/**
 * The packages whose code or files are part of a build, beside its fonts for labels.
 * @returns names of packages → the rooms of `folder` that have them, both sorted
 */
export function bundledPackages(folder) {
  const found = new Map();
  const note = (name, room) => found.set(name, (found.get(name) ?? new Set()).add(room));
  for (const file of filesOf(folder).filter((path) => /\.(c?js|json)$/.test(path) && !path.includes('/test/'))) {
    const path = file.slice(folder.length + 1);
    const room = path.slice(0, path.lastIndexOf('/'));
    if (path === bundledInPage) for (const name of JSON.parse(readFileSync(file, 'utf8'))) note(name, room);
    // The bundler says above each module where it is from, but for bundles that it makes as small as it can.
    if (!path.endsWith('.json'))
      for (const [, from] of readFileSync(file, 'utf8').matchAll(/^ *\/\/ node_modules\/(.+)$/gm))
        note(packageOf(from), room);
  }
  if (existsSync(`${folder}/server/docs/swagger-ui-bundle.js.gz`)) note('swagger-ui-dist', 'server/docs');
  if (existsSync(`${folder}/renderer/png/deflate.wasm`)) note('assemblyscript', 'renderer/png');
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, rooms]) => [name, [...rooms].sort()]));
}

/** Where the build of the page says which packages are in its bundles. */
export const bundledInPage = 'server/page/bundled.json';

/** The packages of which a bundle holds something. @param metafiles what esbuild says of its bundles */
export function packagesIn(metafiles) {
  const used = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
    ),
  );
  const found = used.flatMap(
    (file) => /(?:^|\/)(?:node_modules|fonts\/files)\/(?!.*node_modules\/)(.+)/.exec(file)?.[1] ?? [],
  );
  return [...new Set(found.map(packageOf))].sort();
}

/** The descriptions, below `folder`, of the fonts that a build has, as `fonts/index.ts` explains them, by name. */
export function requiredFonts(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'digest.json');
  return names
    .sort()
    .map((name) => ({ name, ...JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) }))
    .filter(({ optional }) => !optional);
}

// Third-party work in a build: bundled packages and fonts. NOTICE and the SBOM list it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { filesOf } from './builds.mjs';

const packages = 'node_modules';
/** Vendored packages by name: see vendor.mjs. */
export const vendoredList = '.ci/vendored.json';
export const vendored = JSON.parse(readFileSync(vendoredList, 'utf8'));
/** The folder of vendored files, by their paths in node_modules. */
export const fontFiles = 'fonts/files';
/** The compiled compressor, which may contain parts of AssemblyScript's standard library. */
export const compressor = 'renderer/png/assembly/deflate';
/** Licences of packages without a licence file. yoga-layout has it in its source comments. */
const texts = '.ci/licences';
const licences = /^((MIT-)?LICEN[CS]E(-MIT|_FONT)?(\.(md|txt))?|ofl\.md)$/i;

/** The npm package that a file of node_modules belongs to. */
export function packageOf(file) {
  return /^(@[^/]+\/)?[^/]+/.exec(file)[0];
}

/**
 * Describes a third-party package. npm does not install vendored ones.
 * @param home the folder of installed packages
 * @returns `name`, `version`, `licence` (SPDX), `source` (URL), and the `file` and `text` of its licence
 */
export function describePackage(name, home = packages) {
  if (home === packages && name in vendored) {
    const { text } = vendored[name];
    return { name, ...vendored[name], file: text, text: textOf(`${fontFiles}/${name}/${text}`) };
  }
  if (name === 'assemblyscript')
    return { ...JSON.parse(readFileSync(`${compressor}.json`, 'utf8')).compiler, text: textOf(`${texts}/${name}.txt`) };
  const { version, license, repository, homepage } = JSON.parse(readFileSync(`${home}/${name}/package.json`, 'utf8'));
  const named = readdirSync(`${home}/${name}`).filter((file) => licences.test(file));
  // For fonts, not the licence of the package's scripts.
  const file = named.find((each) => /FONT|MIT/.test(each)) ?? named[0];
  const path = file ? `${home}/${name}/${file}` : `${texts}/${name}.txt`;
  if (!version || !license || !existsSync(path))
    throw new Error(
      `Expected a version, a licence and its text in ${home}/${name}, or the text in ${path}, for NOTICE`,
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
 * The bundled packages of a build, without fonts for labels.
 * @returns the folders of each package, sorted
 */
export function bundledPackages(folder) {
  const found = new Map();
  const note = (name, room) => found.set(name, (found.get(name) ?? new Set()).add(room));
  for (const file of filesOf(folder).filter((path) => /\.(c?js|json)$/.test(path) && !path.includes('/test/'))) {
    const path = file.slice(folder.length + 1);
    const room = path.slice(0, path.lastIndexOf('/'));
    if (path === bundledInPage) for (const name of JSON.parse(readFileSync(file, 'utf8'))) note(name, room);
    // esbuild writes each module's path above it, except in minified bundles.
    if (!path.endsWith('.json'))
      for (const [, from] of readFileSync(file, 'utf8').matchAll(/^ *\/\/ node_modules\/(.+)$/gm))
        note(packageOf(from), room);
  }
  if (existsSync(`${folder}/renderer/png/deflate.wasm`)) note('assemblyscript', 'renderer/png');
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, rooms]) => [name, [...rooms].sort()]));
}

/** The page's build lists its packages here. */
export const bundledInPage = 'server/page/bundled.json';

/** The packages in bundles. @param metafiles of esbuild */
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

/** The descriptions of required fonts, sorted by name. `fonts/index.ts` explains the format. */
export function requiredFonts(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'digest.json');
  return names
    .sort()
    .map((name) => ({ name, ...JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) }))
    .filter(({ optional }) => !optional);
}

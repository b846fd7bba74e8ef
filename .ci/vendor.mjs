// `npm run vendor` copies unchanged files of npm packages into the repository, with their licences: the fonts of labels and of the
// studio, a seventh of their packages. It writes versions, hashes, and font names and copyrights
// for NOTICE to .ci/vendored.json. Arguments such as `@expo-google-fonts/inter@0.4.3` change versions.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copy } from './builds.mjs';
import { importExhaustive } from './exhaustive-packages.mjs';
import { describePackage, fontFiles, packageOf, requiredFonts, vendored, vendoredList } from './third-party.mjs';

const studio = '@fontsource-variable/hanken-grotesk';
const files = [
  ...requiredFonts('fonts').map(({ file }) => file),
  ...['latin', 'latin-ext'].map((set) => `${studio}/files/hanken-grotesk-${set}-wght-normal.woff2`),
];
const asked = new Map(process.argv.slice(2).map((each) => [/^.+(?=@)/.exec(each)?.[0], each]));
const names = [...new Set(files.map(packageOf))].sort();
const versions = names.map((name) => {
  if (!asked.has(name) && !vendored[name])
    throw new Error(`Expected a version of ${name}: npm run vendor -- ${name}@VERSION`);
  return asked.get(name) ?? `${name}@${vendored[name].version}`;
});

const { openSync } = await importExhaustive('fontkit');
const folder = mkdtempSync(join(tmpdir(), 'esl-vendor-'));
const args = ['install', '--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', '--silent'];
execFileSync('npm', [...args, ...versions], { stdio: ['ignore', 'ignore', 'inherit'] });
const home = `${folder}/node_modules`;
const sources = Object.fromEntries(
  names.map((name) => {
    const { version, licence, source, file: text } = describePackage(name, home);
    const own = files.filter((file) => packageOf(file) === name).map((file) => [file, describe(`${home}/${file}`)]);
    return [name, { version, licence, source, text, files: Object.fromEntries(own) }];
  }),
);
for (const name of names) rmSync(`${fontFiles}/${name}`, { recursive: true, force: true });
for (const file of [...files, ...names.map((name) => `${name}/${sources[name].text}`)])
  copy(`${home}/${file}`, `${fontFiles}/${file}`);
writeFileSync(vendoredList, `${JSON.stringify(sources, null, 1)}\n`);
rmSync(folder, { recursive: true });

/** The hash of a file; for a font also its name, version and copyright. */
function describe(path) {
  if (!existsSync(path)) throw new Error(`Expected ${path} in its package`);
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (!/\.(ttf|otf|woff2?)$/.test(path)) return { sha256 };
  const { fullName, version, copyright } = openSync(path);
  return { sha256, name: fullName, version, copyright };
}

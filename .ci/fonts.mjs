// `npm run fonts:update` brings the font files of the labels and the studio from their npm packages to fonts/files/, each with its
// licence, and writes fonts/files/sources.json: of each package its version, of each file what NOTICE says of it. Arguments such as
// `@expo-google-fonts/inter@0.4.3` are the versions of packages that change; the others stay as they are.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copy } from './builds.mjs';
import { importExhaustive } from './exhaustive-packages.mjs';
import { describePackage, fontFiles, fontSources, packageOf, requiredFonts } from './third-party.mjs';

const studio = '@fontsource-variable/hanken-grotesk';
const files = [
  ...requiredFonts('fonts').map(({ file }) => file),
  ...['latin', 'latin-ext'].map((set) => `${studio}/files/hanken-grotesk-${set}-wght-normal.woff2`),
];
const asked = new Map(process.argv.slice(2).map((each) => [/^.+(?=@)/.exec(each)?.[0], each]));
const before = fontSources();
const names = [...new Set(files.map(packageOf))].sort();
const versions = names.map((name) => {
  if (!asked.has(name) && !before[name])
    throw new Error(`Expected a version of ${name}: npm run fonts:update -- ${name}@VERSION`);
  return asked.get(name) ?? `${name}@${before[name].version}`;
});

const { openSync } = await importExhaustive('fontkit');
const folder = mkdtempSync(join(tmpdir(), 'esl-fonts-'));
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
rmSync(fontFiles, { recursive: true, force: true });
for (const file of [...files, ...names.map((name) => `${name}/${sources[name].text}`)])
  copy(`${home}/${file}`, `${fontFiles}/${file}`);
writeFileSync(`${fontFiles}/sources.json`, `${JSON.stringify(sources, null, 1)}\n`);
rmSync(folder, { recursive: true });

/** What a font says of itself, and its hash. */
function describe(path) {
  if (!existsSync(path)) throw new Error(`Expected the font ${path} in its package`);
  const { fullName, version, copyright } = openSync(path);
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  return { sha256, name: fullName, version, copyright };
}

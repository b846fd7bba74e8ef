// Writes NOTICE: authors, licences and sources of third-party work in a build. The argument `print` prints it instead.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { bundledPackages, describePackage, packageOf, requiredFonts } from './third-party.mjs';

/** Where a package has its build. */
const dist = 'dist';

function fontEntry({ file, licence }, folder) {
  const home = describePackage(packageOf(file));
  const { name, version, copyright } = home.files[file];
  return `${name}, version ${version.replace(/^Version |;.*/g, '')}
  File: ${dist}/fonts/files/${existsSync(`${folder}/fonts/files/${file}`) ? `${file}, unchanged` : `${file}.gz, compressed`}
  Copyright: ${copyright.replace(/^Copyright (\(c\) |© )?/i, '').replaceAll('\n', ' ')}
  Licence: ${licence}, in ${dist}/fonts/files/${home.name}/${home.file}
  From: ${home.name} ${home.version} (${home.source})`;
}

const glyphFaces = readdirSync('fonts/glyphs')
  .map((name) => name.replace('.json', ''))
  .sort();

/** Small text as pixels, derived from outlines. */
function glyphsEntry(face) {
  const { source, licence } = JSON.parse(readFileSync(`fonts/glyphs/${face}.json`, 'utf8'));
  const home = describePackage(source.split(' ')[0]);
  return `Pixels of small ${face} text
  File: ${dist}/fonts/glyphs/${face}.json, made from the outlines of ${source}: rasterised, chosen and corrected by hand
  Licence: ${licence}, in ${dist}/fonts/files/${home.name}/${home.file}`;
}

/** Packages with identical licences. */
function codeEntry(packages) {
  const lines = packages.map(
    ({ name, version, licence, source, rooms }) => `${name} ${version} (${source}), ${licence}
  In: ${rooms.map((room) => `${dist}/${room}`).join(', ')}`,
  );
  return `${lines.join('\n')}\n\n${packages[0].text.replaceAll(/^(?=.)/gm, '    ')}`;
}

function section(title, text, entries) {
  return `${'='.repeat(100)}\n${title}\n${'='.repeat(100)}\n\n${text}\n\n${entries.join('\n\n')}\n`;
}

/** The NOTICE of a package. @param folder its build */
export function noticeOf(name, folder) {
  const byLicence = new Map();
  const bundled = bundledPackages(folder);
  for (const [each, rooms] of bundled) {
    const entry = { ...describePackage(each), rooms };
    byLicence.set(entry.text, [...(byLicence.get(entry.text) ?? []), entry]);
  }
  const compiled = "The compiled compressor may contain parts of AssemblyScript's standard library.";
  const title = bundled.has('preact') ? 'Code, and the typeface of the studio' : 'Code';
  const code = section(title, compiled, [...byLicence.values()].map(codeEntry));
  return `${name} holds work of others: fonts, and code that is bundled into its files. This file says whose, from where, and under which
licence. Packages that npm installs beside it bring their own licences. \`npm run notice\` generates this file.

${section(
  'Fonts for labels',
  'Each is as its package has it. The licence of each is in its folder.',
  requiredFonts('fonts')
    .map((font) => fontEntry(font, folder))
    .concat(glyphFaces.map(glyphsEntry)),
)}
${code}`;
}

if (process.argv[1] === import.meta.filename) {
  const notice = noticeOf('esl-simulator', dist);
  if (process.argv[2] === 'print') process.stdout.write(notice);
  else writeFileSync('NOTICE', notice);
}

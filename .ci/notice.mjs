// Writes NOTICE: whose work dist/ holds, under which licence and from where. With the argument `print` it writes nothing, and says it.
import { readFileSync, writeFileSync } from 'node:fs';
import { bundledPackages, describePackage, packageOf, requiredFonts } from './third-party.mjs';

const dist = 'dist';

/** What a font says of itself, and where it is from. */
function fontEntry({ file, licence }) {
  const home = describePackage(packageOf(file));
  const { name, version, copyright } = home.files[file];
  return `${name}, version ${version.replace(/^Version |;.*/g, '')}
  File: ${dist}/fonts/files/${file}, unchanged
  Copyright: ${copyright.replace(/^Copyright (\(c\) |© )?/i, '').replaceAll('\n', ' ')}
  Licence: ${licence}, in ${dist}/fonts/files/${home.name}/${home.file}
  From: ${home.name} ${home.version} (${home.source})`;
}

/** The small text that is kept as pixels, which were chosen from those of outlines. */
function glyphsEntry(face) {
  const { source, licence } = JSON.parse(readFileSync(`${dist}/fonts/glyphs/${face}.json`, 'utf8'));
  const home = describePackage(source.split(' ')[0]);
  return `Pixels of small ${face} text
  File: ${dist}/fonts/glyphs/${face}.json, made from the outlines of ${source}: rasterised, chosen and corrected by hand
  Licence: ${licence}, in ${dist}/fonts/files/${home.name}/${home.file}`;
}

/** Packages with the same licence, word for word. */
function codeEntry(packages) {
  const lines = packages.map(
    ({ name, version, licence, source, rooms }) => `${name} ${version} (${source}), ${licence}
  In: ${rooms.map((room) => `${dist}/${room}`).join(', ')}`,
  );
  return `${lines.join('\n')}\n\n${packages[0].text.replaceAll(/^(?=.)/gm, '    ')}`;
}

function section(title, said, entries) {
  return `${'='.repeat(100)}\n${title}\n${'='.repeat(100)}\n\n${said}\n\n${entries.join('\n\n')}\n`;
}

const alike = new Map();
for (const [name, rooms] of bundledPackages(dist)) {
  const own = { ...describePackage(name), rooms };
  alike.set(own.text, [...(alike.get(own.text) ?? []), own]);
}

const notice = `esl-simulator holds work of others: fonts, and code that is bundled into its files. This file says whose, from where, and under which
licence. Packages that npm installs beside it bring their own licences. \`npm run notice\` writes this file anew.

${section(
  'Fonts for labels',
  'Each is as its package has it. The licence of each is in its folder.',
  requiredFonts(`${dist}/fonts`).map(fontEntry).concat(['bold', 'condensed', 'regular'].map(glyphsEntry)),
)}
${section(
  'Code, and the typeface of the studio',
  `Swagger UI's own bundle holds further packages: they are named in ${dist}/server/docs/swagger-ui-bundle.js.LICENSE.txt, and what
Apache-2.0 asks to be told in ${dist}/server/docs/NOTICE. Of AssemblyScript, the compiled compressor may hold parts of its standard library.`,
  [...alike.values()].map(codeEntry),
)}`;

if (process.argv[2] === 'print') process.stdout.write(notice);
else writeFileSync('NOTICE', notice);

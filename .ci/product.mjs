// Builds the product without checking types: modules, page, command line, validators and data.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, stop } from 'esbuild';
import { copy, filesOf, link } from './builds.mjs';
import { bundleCommand } from './command.mjs';
import { bundleCommonJs } from './commonjs.mjs';
import { bundlePage } from './page.mjs';
import { compressor, fontFiles, packageOf, requiredFonts, vendored } from './third-party.mjs';

const run = promisify(execFile);
const rooms = ['devices', 'fonts', 'renderer', 'server'];

/** Builds the product into an empty folder. */
export async function makeProduct(folder) {
  copyData(folder);
  copy(`${compressor}.wasm`, `${folder}/renderer/png/deflate.wasm`);
  try {
    await Promise.all([addFonts(folder), makeModules(folder)]);
  } finally {
    await stop();
  }
}

/** How types are stripped, file by file. */
export const moduleOptions = { format: 'esm', platform: 'node', target: 'node20' };

/** Strips types, file by file. */
export async function transpile(files, folder) {
  const entryPoints = files.filter((file) => file.endsWith('.ts'));
  // Not the nearest one: AssemblyScript's tsconfig.json extends one of its compiler, which may be missing.
  const tsconfig = 'tsconfig.json';
  await build({
    entryPoints,
    outdir: folder,
    outbase: '.',
    ...moduleOptions,
    tsconfig,
  });
}

async function makeModules(folder) {
  await transpile(
    rooms.flatMap(filesOf).filter((file) => !file.startsWith('server/page/')),
    folder,
  );
  await Promise.all([
    // In its own process, as it loads the build.
    run(process.execPath, ['.ci/validators.mjs', folder]),
    bundleCommand(folder),
    bundlePage(folder),
    bundleCommonJs(folder),
    bundleLibrary(
      `${folder}/renderer/codes/qr-encoder.cjs`,
      ['lean-qr/LICENSE'],
      ["export { correction, generate, mode } from 'lean-qr'"],
    ),
    bundleLibrary(
      `${folder}/renderer/codes/jsbarcode-encoder.cjs`,
      ['jsbarcode/MIT-LICENSE.txt'],
      [
        "export { EAN13, EAN8, UPC } from 'jsbarcode/src/barcodes/EAN_UPC'",
        "export { CODE128 } from 'jsbarcode/src/barcodes/CODE128'",
      ],
    ),
    bundleLibrary(`${folder}/renderer/text/bidi.cjs`, ['bidi-js/LICENSE.txt'], ["module.exports = require('bidi-js')"]),
    bundleLibrary(
      `${folder}/renderer/pictures/jpeg-decoder.cjs`,
      ['jpeg-js/LICENSE', 'jpeg-js/lib/decoder.js'],
      ["exports.decode = require('jpeg-js/lib/decoder')"],
    ),
    bundleHyphens(folder),
    // The packages have 5 MB, mostly for browsers and streams.
    bundleLibrary(
      `${folder}/server/batch/input/workbook-reader.cjs`,
      ['read-excel-file/LICENSE', 'fflate/LICENSE', 'saxen/LICENSE'],
      ["export { readSheet } from 'read-excel-file/universal'", "export { unzipSync, zipSync } from 'fflate'"],
    ),
  ]);
  // Loads the validators.
  await run(process.execPath, ['.ci/man.mjs', folder]);
}

/**
 * Bundles the needed part of a library into one file, with its licences. `jsbarcode` has forty files, which
 * take 25 ms to load.
 */
async function bundleLibrary(outfile, licences, exports, options) {
  const texts = licences.map((path) => {
    const [name] = path.split('/');
    const text = readFileSync(`node_modules/${path}`, 'utf8').trim();
    // Of code, its notice.
    return `${name}\n\n${path.endsWith('.js') ? /Copyright(?:[^*]|\*(?!\/))*/.exec(text)[0].trim() : text}`;
  });
  // NOTICE finds packages by these lines, which minifying would remove.
  const sources = licences.map((path) => `// node_modules/${path}`);
  await build({
    stdin: { contents: exports.join(';'), resolveDir: '.' },
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    banner: { js: `/*! ${texts.join('\n\n')}\n*/\n${sources.join('\n')}` },
    ...options,
  });
}

/** Bundles the patterns of each language with the hyphenator. The package has 9.7 MB, for 80 languages, in lines of few characters. */
async function bundleHyphens(folder) {
  const { hyphenLanguages } = await import(pathToFileURL(resolve(folder, 'renderer/text/hyphens.js')).href);
  await Promise.all(
    hyphenLanguages.map((language) =>
      bundleLibrary(
        `${folder}/renderer/text/hyphens/${language}.cjs`,
        ['hyphen/LICENSE'],
        [`exports.hyphenateSync = require('hyphen/${language === 'en' ? 'en-us' : language}').hyphenateSync`],
        { minifyWhitespace: true },
      ),
    ),
  );
}

function copyData(folder) {
  const data = [
    'devices',
    'fonts',
    'renderer/computed',
    'renderer/layout',
    'renderer/lint',
    'renderer/price',
    'renderer/shapes',
    'server/trmnl',
    'server/vendors',
  ].flatMap(filesOf);
  for (const file of data.filter((name) => extname(name) === '.json')) copy(file, `${folder}/${file}`);
  copy('renderer/png/tag.json', `${folder}/renderer/png/tag.json`);
  for (const file of filesOf('server/panel/shims')) copy(file, `${folder}/${file}`);
  const { name, version, type, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFileSync(`${folder}/package.json`, `${JSON.stringify({ name, version, type })}\n`);
  writeFileSync(`${folder}/fonts/digest.json`, `${JSON.stringify(fontDigest(dependencies))}\n`);
}

/** Hashes all that glyphs depend on: descriptions with the hashes of font files, pixel glyphs, and the canvas. */
function fontDigest(dependencies) {
  const digest = createHash('sha256').update(dependencies['@napi-rs/canvas']);
  for (const file of filesOf('fonts').filter((name) => extname(name) === '.json'))
    digest.update(file).update(readFileSync(file));
  return digest.digest('hex').slice(0, 8);
}

/** Larger fonts are compressed: those of pixels, 13.7 MB, to 2.1 MB. They are opened for Han, Kana and Hangul only, 10 ms slower. */
const maxPlainBytes = 2e6;
const compress = promisify(gzip);

/** Adds required fonts and their licences. Users install optional ones as packages. */
async function addFonts(folder) {
  for (const { file } of requiredFonts('fonts')) {
    const home = packageOf(file);
    const [from, to] = [fontFiles, `${folder}/${fontFiles}`];
    link(`${from}/${home}/${vendored[home].text}`, `${to}/${home}/${vendored[home].text}`);
    const bytes = readFileSync(`${from}/${file}`);
    if (file.endsWith('.ttf') && bytes.length > maxPlainBytes) {
      mkdirSync(dirname(`${to}/${file}`), { recursive: true });
      writeFileSync(`${to}/${file}.gz`, await compress(bytes));
    } else link(`${from}/${file}`, `${to}/${file}`);
  }
}

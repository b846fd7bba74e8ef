// Builds the product without checking types: modules, page, command line, validators and data.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
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
  linkFonts(folder);
  copy(`${compressor}.wasm`, `${folder}/renderer/png/deflate.wasm`);
  try {
    await makeModules(folder);
  } finally {
    await stop();
  }
}

/** Strips types, file by file. */
export async function transpile(files, folder) {
  const entryPoints = files.filter((file) => file.endsWith('.ts'));
  // Not the nearest one: AssemblyScript's tsconfig.json extends one of its compiler, which may be missing.
  const tsconfig = 'tsconfig.json';
  await build({
    entryPoints,
    outdir: folder,
    outbase: '.',
    format: 'esm',
    platform: 'node',
    target: 'node20',
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
    bundleLibrary(`${folder}/renderer/codes/qr-encoder.cjs`, ['qr/LICENSE-MIT'], ["export { encodeQR } from 'qr'"]),
    bundleLibrary(
      `${folder}/renderer/codes/jsbarcode-encoder.cjs`,
      ['jsbarcode/MIT-LICENSE.txt'],
      [
        "export { EAN13, EAN8, UPC } from 'jsbarcode/src/barcodes/EAN_UPC'",
        "export { CODE128 } from 'jsbarcode/src/barcodes/CODE128'",
      ],
    ),
    // The packages have 5 MB, mostly for browsers and streams.
    bundleLibrary(
      `${folder}/server/batch/input/workbook-reader.cjs`,
      ['read-excel-file/LICENSE', 'fflate/LICENSE', 'saxen/LICENSE'],
      ["export { readSheet } from 'read-excel-file/universal'", "export { unzipSync, zipSync } from 'fflate'"],
    ),
  ]);
}

/**
 * Bundles the needed part of a library into one file, with its licences. Node before 20.19 can't require() the module `qr`;
 * `jsbarcode` has forty files, which take 25 ms to load.
 */
async function bundleLibrary(outfile, licences, exports) {
  const texts = licences.map((path) => {
    const [name] = path.split('/');
    return `${name}\n\n${readFileSync(`node_modules/${path}`, 'utf8').trim()}`;
  });
  await build({
    stdin: { contents: exports.join(';'), resolveDir: '.' },
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    banner: { js: `/*! ${texts.join('\n\n')}\n*/` },
  });
}

function copyData(folder) {
  const data = ['devices', 'fonts', 'renderer/layout'].flatMap(filesOf);
  for (const file of data.filter((name) => extname(name) === '.json')) copy(file, `${folder}/${file}`);
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

/** Adds required fonts and their licences. Users install optional ones as packages. */
function linkFonts(folder) {
  for (const { file } of requiredFonts('fonts')) {
    const home = packageOf(file);
    for (const name of [file, `${home}/${vendored[home].text}`])
      link(`${fontFiles}/${name}`, `${folder}/${fontFiles}/${name}`);
  }
}

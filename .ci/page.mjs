// Bundles the studio into hashed files, a chunk for each place, each beside its compressed copies; and the report into one script.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { copy } from './builds.mjs';
import { bundledInPage, fontFiles, packagesIn } from './third-party.mjs';

const page = 'server/page';
const report = ['report.ts', 'report.html', 'report.css'].map((name) => `${page}/report/${name}`);
const typeface = `${fontFiles}/@fontsource-variable/hanken-grotesk`;

export async function bundlePage(folder) {
  const to = `${folder}/${page}`;
  const metafiles = await Promise.all([bundleStudio(to), bundleReport(to)]);
  writeFileSync(`${folder}/${bundledInPage}`, JSON.stringify(packagesIn(metafiles)));
}

async function bundleStudio(to) {
  const { metafile } = await build({
    entryPoints: [`${page}/app/main.tsx`, `${page}/styles/studio.css`],
    outdir: to,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.woff2': 'file' },
  });
  const outputs = Object.entries(metafile.outputs);
  const named = new Map(outputs.map(([file, { entryPoint }]) => [entryPoint, basename(file)]));
  const letters = outputs.map(([file]) => basename(file)).find((name) => /^hanken-grotesk-latin-wght/.test(name));
  const html = readFileSync(`${page}/index.html`, 'utf8')
    .replace('hanken.woff2', letters)
    .replace('main.js', named.get(`${page}/app/main.tsx`))
    .replace('studio.css', named.get(`${page}/styles/studio.css`));
  writeFileSync(`${to}/index.html`, html);
  copy(`${page}/icon.svg`, `${to}/icon.svg`);
  copy(`${typeface}/LICENSE`, `${to}/hanken-grotesk-LICENSE`);
  for (const name of ['index.html', 'icon.svg', ...outputs.map(([file]) => basename(file))])
    if (!name.endsWith('.woff2')) compress(`${to}/${name}`);
  return metafile;
}

/** Compresses a file once for all who ask for it; for the few who take it plain only, the server unpacks it. A typeface is compressed in itself. */
function compress(file) {
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  rmSync(file);
}

/** The report is one file in the end: its typeface stands in its styles. */
async function bundleReport(to) {
  const { metafile } = await build({
    entryPoints: report,
    outdir: to,
    outbase: page,
    bundle: true,
    minify: true,
    metafile: true,
    loader: { '.html': 'copy', '.woff2': 'dataurl' },
    // A script that runs at once, before what stands below it is read.
    format: 'iife',
    target: 'es2023',
  });
  return metafile;
}

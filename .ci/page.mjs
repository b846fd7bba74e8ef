// Bundles the studio into hashed and compressed files, a chunk per place, and the report into one script.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { copy } from './builds.mjs';
import { compileTexts } from './texts.mjs';
import { bundledInPage, fontFiles, packagesIn } from './third-party.mjs';

const page = 'server/page';
const report = ['report.ts', 'report.html', 'report.css'].map((name) => `${page}/report/${name}`);
const typeface = `${fontFiles}/@fontsource-variable/hanken-grotesk`;

export async function bundlePage(folder) {
  compileTexts();
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
    // WOFF2 is compressed already.
    if (!name.endsWith('.woff2')) compress(`${to}/${name}`);
  return metafile;
}

/** Replaces a file by compressed copies. For the few clients without compression, the server decompresses it. */
function compress(file) {
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  rmSync(file);
}

/** A report is one file: its styles contain the typeface. */
async function bundleReport(to) {
  const { metafile } = await build({
    entryPoints: report,
    outdir: to,
    outbase: page,
    bundle: true,
    minify: true,
    metafile: true,
    loader: { '.html': 'copy', '.woff2': 'dataurl' },
    // The script runs before the browser reads the rest of the page.
    format: 'iife',
    target: 'es2023',
  });
  return metafile;
}

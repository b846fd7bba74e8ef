// Bundles the page and the report into one script each, so that a browser loads a single file.
import { build } from 'esbuild';

const files = ['main.ts', 'index.html', 'page.css', 'icon.svg'];
const report = ['report.ts', 'report.html', 'report.css'].map((name) => `report/${name}`);

export async function bundlePage(folder) {
  await build({
    entryPoints: [...files, ...report].map((name) => `server/page/${name}`),
    outdir: `${folder}/server/page`,
    outbase: 'server/page',
    bundle: true,
    loader: { '.html': 'copy', '.css': 'copy', '.svg': 'copy' },
    format: 'esm',
    target: 'es2023',
  });
}

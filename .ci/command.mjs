// Bundles esl-sim: loading 130 modules would take 30 ms per command.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';
import { build } from 'esbuild';

export async function bundleCommand(folder) {
  const outdir = `${folder}/bin`;
  await build({
    entryPoints: { command: `${folder}/server/cli.js` },
    outdir,
    bundle: true,
    // Commands load on demand.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    plugins: [withFlexbox, moduleUrls(outdir, (path) => `new URL(${path}, import.meta.url).href`)],
  });
  // An older Node can't parse the command, so it is loaded after this check.
  const check = readFileSync('.ci/needed-node.cjs', 'utf8');
  writeFileSync(`${outdir}/esl-sim.js`, `#!/usr/bin/env node\n${check}import('./command.js');\n`, { mode: 0o755 });
}

/**
 * Bundles Yoga, and hides fetch() from it alone: it would fetch its code from a data URI. Loading Node's fetch() takes 20 ms, and
 * jest's environments may lack or replace it.
 */
export const withFlexbox = {
  name: 'with flexbox',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^yoga-layout\/load$/ }, ({ path }) => ({ path: fileURLToPath(import.meta.resolve(path)) }));
    onLoad({ filter: /yoga-wasm[^/\\]*\.js$/ }, ({ path }) => ({
      contents: `const fetch = undefined;${readFileSync(path, 'utf8')}`,
    }));
  },
};

/** Modules find data files by their URL: keeps it. @param url turns a module's path relative to `folder` into code */
export const moduleUrls = (folder, url) => ({
  name: 'module URLs',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      const code = url(JSON.stringify(relative(folder, path).replaceAll('\\', '/')));
      return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', code) };
    });
  },
});

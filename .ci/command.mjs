// Puts the modules of esl-sim into a few files: to find and load 130 takes 30 ms of each command.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';
import { build } from 'esbuild';

/** Bundles the modules of a build. */
export async function bundleCommand(folder) {
  const outdir = `${folder}/bin`;
  await build({
    entryPoints: { command: `${folder}/server/cli.js` },
    outdir,
    bundle: true,
    // Commands are loaded when they are asked for.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    // Flexbox fetches its own code from a data URI where there is fetch(), and loading Node's takes 20 ms. No command fetches.
    define: { fetch: 'undefined' },
    plugins: [withFlexbox, ownAddresses(outdir)],
  });
  // An older Node can't read the command, which is loaded once it is known to be new enough.
  const check = readFileSync('.ci/needed-node.cjs', 'utf8');
  writeFileSync(`${outdir}/esl-sim.js`, `#!/usr/bin/env node\n${check}import('./command.js');\n`);
}

/** The one package that comes along: it is bundled so that it does without fetch(). */
export const withFlexbox = {
  name: 'with flexbox',
  setup({ onResolve }) {
    onResolve({ filter: /^yoga-layout\/load$/ }, ({ path }) => ({ path: fileURLToPath(import.meta.resolve(path)) }));
  },
};

/** Modules look for their data beside themselves: they keep their addresses. */
const ownAddresses = (outdir) => ({
  name: 'own addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      const address = JSON.stringify(relative(outdir, path).replaceAll('\\', '/'));
      const contents = readFileSync(path, 'utf8');
      return { contents: contents.replaceAll('import.meta.url', `new URL(${address}, import.meta.url).href`) };
    });
  },
});

// Puts the modules of esl-sim into a few files: to find and load 130 takes 30 ms of each command.
import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { build } from 'esbuild';

const outdir = 'dist/bin';

/** Modules look for their data beside themselves: they keep their addresses. */
const ownAddresses = {
  name: 'own addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      const address = JSON.stringify(relative(outdir, path).replaceAll('\\', '/'));
      const contents = readFileSync(path, 'utf8');
      return { contents: contents.replaceAll('import.meta.url', `new URL(${address}, import.meta.url).href`) };
    });
  },
};

// Chunks are named by what is in them: those of former builds would stay.
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: { 'esl-sim': 'dist/server/cli.js' },
  outdir,
  bundle: true,
  // Commands are loaded when they are asked for.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  plugins: [ownAddresses],
});

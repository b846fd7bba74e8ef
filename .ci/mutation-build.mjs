// Builds the sandbox of mutation.mjs: types are checked already, and dist/ holds the rest.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '--noCheck'], { stdio: 'inherit' });
await import('./assets.mjs');

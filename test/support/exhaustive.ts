import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/** Requires a package of `test/exhaustive`, which `npm run exhaustive` and some tools install. */
export const fromExhaustive = createRequire(resolve('test/exhaustive/package.json'));

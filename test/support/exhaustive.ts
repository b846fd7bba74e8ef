import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/** Requires a package of `test/exhaustive`: it is there in `npm run exhaustive`, and in tools that install it. */
export const fromExhaustive = createRequire(resolve('test/exhaustive/package.json'));

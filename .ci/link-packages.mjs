// Loaded before the build of a copy of the repository, for mutation.mjs: the copy, three folders down, uses the same packages.
import { symlinkSync } from 'node:fs';

symlinkSync('../../../node_modules', 'node_modules', 'junction');

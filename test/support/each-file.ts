// Jest loads this before each file of tests.
import { afterEach, beforeEach } from '@jest/globals';
import fc from 'fast-check';
import { atSize } from './labels/share.js';
import { beginTest, endTest } from './server.js';

// `npm test` tries the same random cases in each run; `npm run exhaustive` tries new ones, and a failure prints its seed.
fc.configureGlobal(atSize({ seed: 25 }, {}));

beforeEach(beginTest);
afterEach(endTest);

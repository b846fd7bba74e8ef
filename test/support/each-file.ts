// Jest loads this before each test file.
import { afterAll, afterEach, beforeEach } from '@jest/globals';
import fc from 'fast-check';
import { atSize } from './labels/share.js';
import { beginTest, endFile, endTest } from './server.js';

// `npm test` repeats the same random cases; `npm run exhaustive` runs new ones, and a failure prints its seed.
fc.configureGlobal(atSize({ seed: 25 }, {}));

beforeEach(beginTest);
afterEach(endTest);
afterAll(endFile);

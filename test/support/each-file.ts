// Jest loads this before each file of tests.
import { afterEach, beforeEach } from '@jest/globals';
import { beginTest, endTest } from './server.js';

beforeEach(beginTest);
afterEach(endTest);

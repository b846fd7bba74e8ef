import { testRunners } from '../support/runners.js';

testRunners('jest as it comes', 'vitest');

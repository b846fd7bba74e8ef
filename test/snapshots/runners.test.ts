import { testRunners } from '../support/package/runners.js';

testRunners('jest as it comes');

import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { deviceGuide, deviceGuidePath } from '../support/devices/guide.js';

test('the tables of profiles are up to date (npm run devices)', () => {
  expect(readFileSync(deviceGuidePath, 'utf8')).toBe(deviceGuide());
});

/** `npm run devices`: writes the tables of the shipped profiles anew. */
import { writeFileSync } from 'node:fs';
import { deviceGuide, deviceGuidePath } from '../support/devices/guide.js';

writeFileSync(deviceGuidePath, deviceGuide());

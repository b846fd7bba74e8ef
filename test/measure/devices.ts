/** `npm run devices`: writes the tables and the pictures of the shipped profiles again. Look at the changes. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deviceGuide, deviceGuidePath } from '../support/devices/guide.js';
import { devicePictureFolder, devicePictures } from '../support/devices/pictures.js';

writeFileSync(deviceGuidePath, deviceGuide());
rmSync(devicePictureFolder, { recursive: true, force: true });
mkdirSync(devicePictureFolder);
for (const [id, png] of await devicePictures()) writeFileSync(join(devicePictureFolder, `${id}.png`), png);

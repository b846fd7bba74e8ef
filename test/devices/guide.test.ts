import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { comparePngs } from '../../renderer/index.js';
import { deviceGuide, deviceGuidePath } from '../support/devices/guide.js';
import { share } from '../support/labels/share.js';
import { devicePictureFolder, devicePictures } from '../support/devices/pictures.js';

test('the tables of profiles are up to date (npm run devices)', () => {
  expect(readFileSync(deviceGuidePath, 'utf8')).toBe(deviceGuide());
});

test('each profile has a picture of what it shows (npm run devices)', async () => {
  const devices = [...loadDevices().values()];
  expect(readdirSync(devicePictureFolder).sort()).toEqual(devices.map(({ id }) => `${id}.png`).sort());
  const pictures = await devicePictures(share(devices, 6));
  const differs = [...pictures].filter(
    ([id, png]) => !comparePngs(readFileSync(join(devicePictureFolder, `${id}.png`)), png).match,
  );
  expect(differs.map(([id]) => id)).toEqual([]);
});

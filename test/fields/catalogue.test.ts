import { describe, expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadDevices } from '../../devices/index.js';
import { loadLayouts } from '../../renderer/index.js';
import { openCatalogue } from '../../server/fields/catalogue.js';
import { temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
const device = loadDevices().get('solum-m2-2.9-bwr')!;

describe('a catalogue', () => {
  test('reads a file when it is asked for, and has all that the loaders have', () => {
    const devicesDir = at('devices');
    mkdirSync(devicesDir);
    const { devices, layouts } = openCatalogue({ devicesDir: null, layoutsDir: null });
    expect(new Map(devices)).toEqual(loadDevices());
    expect([...layouts.values()]).toEqual([...loadLayouts().values()]);
    expect([devices.size, devices.has(device.id), devices.has('none')]).toEqual([loadDevices().size, true, false]);
    expect(devices.get(device.id)).toBe(devices.get(device.id));
    writeFileSync(join(devicesDir, 'broken.json'), '{}');
    const broken = openCatalogue({ devicesDir, layoutsDir: null }).devices;
    expect(broken.get(device.id)).toEqual(device);
    expect(() => broken.get('broken')).toThrow('broken.json: Expected the field');
    expect(() => [...broken.values()]).toThrow('broken.json: Expected the field');
  });

  test('has the panels and layouts of further folders, too, and none of them twice', () => {
    const [devicesDir, layoutsDir] = [at('more devices'), at('more layouts')];
    for (const path of [devicesDir, layoutsDir]) mkdirSync(path);
    writeFileSync(join(devicesDir, 'mine.json'), JSON.stringify({ ...device, id: undefined }));
    writeFileSync(join(layoutsDir, 'ours.json'), JSON.stringify({ ...loadLayouts().get('standard'), id: undefined }));
    const { devices, layouts } = openCatalogue({ devicesDir, layoutsDir });
    expect(devices.get('mine')).toEqual({ ...device, id: 'mine' });
    expect([layouts.get('ours')!.id, layouts.has('standard')]).toEqual(['ours', true]);
    writeFileSync(join(devicesDir, `${device.id}.json`), '{}');
    expect(() => openCatalogue({ devicesDir, layoutsDir: null })).toThrow(device.id);
  });
});

import { describe, expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { type DeviceSearch, searchDevices } from '../../server/fields/search-devices.js';
import { checkDeviceSearch } from '../../server/fields/validate.js';

const devices = [...loadDevices().values()];
const idsOf = (search: DeviceSearch) => searchDevices(devices, search).map(({ id }) => id);

describe('a search of panels', () => {
  test('finds those that fit all that is given', () => {
    expect(idsOf({})).toEqual(devices.map(({ id }) => id));
    expect(idsOf({ vendor: 'SOLUM', size: '296x128' })).toContain('solum-m2-2.9-bwr');
    expect(idsOf({ size: '296×128' })).toEqual(idsOf({ size: '296x128' }));
    expect(idsOf({ vendor: 'solum', controller: 'uc8276' })).toEqual([]);
    expect(idsOf({ controller: 'uc8276' })).toContain('waveshare-4.2-b');
    for (const { inks } of searchDevices(devices, { inks: 'red,yellow', colors: 4 }))
      expect(inks.map(({ name }) => name).sort()).toEqual(['black', 'red', 'white', 'yellow']);
    expect(idsOf({ inks: 'red,yellow' })).toContain('gicisky-2.9-bwry');
  });

  test.each([
    [{ size: '296' }, 'size'],
    [{ inks: 'pink' }, 'inks'],
    [{ colors: 'two' }, 'colors'],
    [{ vender: 'SoluM' }, 'vender'],
  ])('%j is refused', (search, field) => {
    const checked = checkDeviceSearch(search);
    expect(checked.ok ? [] : checked.problems.map((problem) => problem.field)).toEqual([field]);
  });
});

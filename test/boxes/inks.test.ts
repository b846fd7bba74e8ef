import { describe, expect, test } from '@jest/globals';
import { loadPanels as loadDevices } from '../support/panels.js';
import { chooseInk, type InkUse } from '../../renderer/boxes/inks.js';
import type { LayoutInk } from '../../renderer/layout/document.js';

const devices = loadDevices();
const panels = {
  bw: devices.get('gooddisplay-gdey0213b74')!,
  bwr: devices.get('solum-m2-2.9-bwr')!,
  bwry: devices.get('gicisky-2.9-bwry')!,
};

describe('an ink that a layout names', () => {
  test.each<[LayoutInk | undefined, InkUse, string, keyof typeof panels, string, boolean]>([
    [undefined, 'text', 'white', 'bwr', 'black', false],
    [undefined, 'text', 'red', 'bwr', 'white', false],
    [undefined, 'text', 'yellow', 'bwry', 'black', false],
    ['accent', 'fill', 'white', 'bwr', 'red', false],
    ['accent', 'fill', 'white', 'bw', 'black', false],
    ['accent', 'fill', 'black', 'bw', 'white', false],
    ['accent', 'text', 'white', 'bwr', 'red', false],
    ['accent', 'text', 'black', 'bwr', 'white', false],
    ['red', 'fill', 'white', 'bw', 'black', true],
    ['red', 'text', 'black', 'bw', 'white', true],
    ['yellow', 'text', 'white', 'bwry', 'black', true],
    ['yellow', 'fill', 'white', 'bwry', 'yellow', false],
    ['white', 'fill', 'white', 'bwr', 'white', false],
    ['white', 'text', 'white', 'bwr', 'black', true],
  ])('%s for %s on %s of a %s panel is %s, warned of: %s', (name, use, backdrop, panel, expected, warned) => {
    const device = panels[panel];
    const index = device.inks.findIndex((ink) => ink.name === backdrop);
    const { ink, warnings } = chooseInk(name, use, index, device);
    expect([device.inks[ink]!.name, warnings.length > 0]).toEqual([expected, warned]);
  });
});

import { describe, expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { chooseInk, type InkUse } from '../../renderer/slots/inks.js';
import type { LayoutInk } from '../../renderer/layout/document.js';

const devices = loadDevices();
const panels = {
  bw: devices.get('gooddisplay-gdey0213b74')!,
  bwr: devices.get('solum-m2-2.9-bwr')!,
  bwry: devices.get('gicisky-2.9-bwry')!,
  gray: devices.get('waveshare-4.2-v2-4gray')!,
  bwy: devices.get('hanshow-nebular-3.5-bwy')!,
  six: devices.get('gooddisplay-gdep073e01')!,
  seven: devices.get('waveshare-5.65-f-acep')!,
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
    ['accent', 'fill', 'white', 'gray', 'black', false],
    ['accent', 'text', 'white', 'gray', 'black', false],
    ['accent', 'fill', 'white', 'bwy', 'yellow', false],
    ['accent', 'text', 'white', 'bwy', 'black', false],
    ['accent', 'fill', 'white', 'six', 'red', false],
    ['accent', 'text', 'white', 'seven', 'red', false],
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

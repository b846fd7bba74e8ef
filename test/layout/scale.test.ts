import { expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { roleNames } from '../../renderer/kinds/ranked.js';
import { heightsOfRole, panelClass } from '../../renderer/layout/scale.js';
import { fontsFor, heightsOfPrice, toPixels, wholeOf } from '../../renderer/slots/sizes.js';
import { typesetter } from '../support/rulers/arranging.js';

const devices = [...loadDevices().values()];
const panel = (width: number, height: number, dpi: number) => ({
  width,
  height,
  dpi: { value: dpi, basis: 'assumed' as const, note: '' },
});

test.each([
  ['small', 296, 128, 111],
  ['small', 152, 152, 143],
  ['small', 400, 168, 144.6],
  ['medium', 400, 300, 119],
  ['large', 800, 480, 124],
  ['huge', 1600, 1200, 150],
  ['portrait', 240, 416, 130],
  ['bar', 522, 152, 118],
])('the class %s has the panel of %d×%d px', (name, width, height, dpi) => {
  expect(panelClass(panel(width, height, dpi))).toBe(name);
});

test('a share of a size is of the height, or of 0.8 of the width of a narrow panel', () => {
  expect([wholeOf({ width: 296, height: 128 }), wholeOf({ width: 240, height: 416 })]).toEqual([128, 192]);
});

test('each role has sizes on each panel: no text is lower than 12 px, and prefers no less than its floor', () => {
  for (const device of devices)
    for (const role of roleNames) {
      const { floor, preferred } = heightsOfRole(role, device);
      const px = (lengths: typeof floor) =>
        Math.max(...lengths.map((length) => toPixels(length, device, wholeOf(device))));
      const isPrice = /^(price|offer|old_price)$/.test(role);
      expect([device.id, role, preferred === undefined]).toEqual([device.id, role, isPrice]);
      expect([device.id, role, px(floor) >= 12]).toEqual([device.id, role, true]);
      const { preferred: font, fonts } = fontsFor({ type: 'text', text: '', role }, device, typesetter);
      expect([device.id, role, font >= fonts.at(-1)!.size]).toEqual([device.id, role, true]);
    }
});

test('from 5 inches on, lower-case letters that customers read are 2.8 mm high, and digits of a unit price 3 mm on all', () => {
  for (const device of devices) {
    const mm = (px: number) => (px * 25.4) / device.dpi.value;
    const floorOf = (role: 'name' | 'legal' | 'banner' | 'unit_price') =>
      fontsFor({ type: 'text', text: '', role }, device, typesetter).fonts.at(-1)!;
    if (/^(large|huge)$/.test(panelClass(device)))
      for (const role of ['name', 'legal', 'banner', 'unit_price'] as const)
        expect(`${device.id} ${role} ${mm(typesetter.measure('x', floorOf(role)).ascent) > 2.7}`).toMatch(/true$/);
    expect([device.id, mm(typesetter.measure('0', floorOf('unit_price')).ascent) > 2.9]).toEqual([device.id, true]);
  }
});

test('what a node says itself wins over its role', () => {
  const device = loadDevices().get('solum-m2-2.9-bwr')!;
  expect(heightsOfPrice({ type: 'price', role: 'old_price' }, device).largest).toBeCloseTo(25.6);
  const heights = { largest: 40, preferred: 0, floor: expect.closeTo(19.2) };
  expect(heightsOfPrice({ type: 'price', role: 'old_price', largest: 40 }, device)).toEqual(heights);
  const size = { preferred: 30, floor: 30 };
  expect(fontsFor({ type: 'text', text: '', role: 'legal', size }, device, typesetter).preferred).toBe(30);
});

test('letters go to 512 px', () => {
  expect(typesetter.sizes('bold').at(-1)).toBe(512);
});

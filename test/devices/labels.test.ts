import { beforeAll, describe, expect, test } from '@jest/globals';
import { plainRenderer } from '../support/rulers/renderers.js';
import { type Device, loadDevices } from '../../devices/index.js';
import { encodePng, type Layout, loadLayouts, type Renderer, unpack } from '../../renderer/index.js';
import { ditherPicture } from '../../renderer/pictures/dither.js';
import { productContent } from '../support/labels/products.js';
import { share } from '../support/labels/share.js';

const devices = loadDevices();
const layouts = [...loadLayouts().values()];
const each = [...devices.values()].map((device, i) => [device.id, device, i] as const);

let renderer: Renderer;
beforeAll(async () => {
  // Without fonts that another machine may lack.
  renderer = await plainRenderer();
});

function draw(device: Device, layout: Layout) {
  return renderer.render(productContent('en-US', layout, device), layout, device);
}

describe('every shipped layout', () => {
  // Some of the layouts on each panel, others on the next.
  test.each(each)('is drawn on %s', (_, device, turn) => {
    for (const layout of share(layouts, 19, turn)) {
      const { frame, warnings } = draw(device, layout);
      expect([frame.width, frame.height]).toEqual([device.width, device.height]);
      const ofDevice = warnings.filter(({ code, field }) => code === 'INK_UNAVAILABLE' || field === 'device');
      expect(`${layout.id}: ${ofDevice.map(({ message }) => message).join()}`).toBe(`${layout.id}: `);
    }
  });

  test('has its texts in black and white on a panel of four greys, and its rules in light grey', () => {
    const device = devices.get('waveshare-2.9-v2-4gray')!;
    const greys = layouts.flatMap((layout) => {
      const used = [...new Set(unpack(draw(device, layout).frame))].sort().join();
      return used === '0,1' ? [] : [`${layout.id}: ${used}`];
    });
    expect(greys).toEqual(['spec: 0,1,2']);
    const { inks } = device;
    expect(inks[2]!.name).toBe('light_gray');
  });

  test('says what the specification wants, whole, on every panel from 152 × 152 on: the first label of users', () => {
    const standard = loadLayouts().get('standard')!;
    const wanted = ['Organic whole milk', '$3.50', 'per 1 L', 'SKU 4006381333931', '11/20/2026'];
    for (const device of devices.values()) {
      if (device.width < 152) continue;
      const posted = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', sku: '4006381333931' };
      const content = { ...productContent('en-US', standard, device), ...posted, date: '2026-11-20' };
      const boxes = renderer.measure(content, standard, device);
      const words = boxes
        .flatMap((box) => box.words)
        .join('')
        .replaceAll(' ', '');
      for (const text of [...wanted, content.model_line])
        expect([device.id, words]).toEqual([device.id, expect.stringContaining(text.replaceAll(' ', ''))]);
      const { digit } = boxes.find(({ kind }) => kind === 'price')!.heights;
      expect(digit).toBeGreaterThanOrEqual(0.3 * Math.min(device.height, 0.8 * device.width));
    }
  });

  test('names the device on every panel wider than 20 mm', () => {
    const layout = layouts.find(({ id }) => id === 'standard')!;
    const without = [...devices.values()].filter((device) =>
      draw(device, layout).warnings.some(({ message }) => message.startsWith('model_line is not shown')),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});

test.each(each)('%s: a PNG has device colours, or the measured ones in the panel view', (_, device) => {
  const { frame } = draw(
    device,
    layouts.find(({ id }) => id === 'minimal')!,
  );
  for (const view of ['ink', 'panel'] as const) {
    const png = encodePng(frame, device, { view });
    const colours = device.inks.map((ink) => (view === 'ink' ? ink.device : ink.measured).slice(1));
    const palette = png.indexOf('PLTE') + 4;
    expect(png.subarray(palette, palette + 3 * colours.length).toString('hex')).toBe(colours.join(''));
  }
});

describe('a picture is taken apart by the measured colours and written in the inks', () => {
  const size = 16;
  const inksOf = (id: string, red: number, green: number, blue: number): readonly string[] => {
    const { inks } = devices.get(id)!;
    const rgba = Uint8Array.from({ length: size * size * 4 }, (_, i) => [red, green, blue, 255][i % 4]!);
    const options = { width: size, height: size, fit: 'stretch', dither: 'floyd-steinberg' } as const;
    const picture = ditherPicture(
      { width: size, height: size, rgba },
      options,
      inks.map(({ measured }) => measured),
    );
    return [...new Set(picture.inks)].map((ink) => inks[ink]!.name).sort();
  };

  test.each([
    ['waveshare-4.2-v2-4gray', 'light_gray', [0x7b, 0x7e, 0x75]],
    ['gooddisplay-gdep073e01', 'green', [0, 140, 60]],
    ['gooddisplay-gdep073e01', 'blue', [0, 60, 255]],
    ['waveshare-5.65-f-acep', 'orange', [200, 100, 20]],
    ['gooddisplay-gdem0397f81', 'yellow', [255, 190, 0]],
  ] as const)('%s has %s in it', (id, ink, [red, green, blue]) => {
    expect(inksOf(id, red, green, blue)).toContain(ink);
    expect(inksOf(id, 255, 255, 255)).toEqual(['white']);
    expect(inksOf(id, 0, 0, 0)).toEqual(['black']);
  });
});

import { describe, expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { createRenderer, loadLayouts, unpack } from '../../renderer/index.js';
import { createBoxes } from '../../renderer/boxes/boxes.js';
import { createPlans } from '../../renderer/boxes/plan.js';
import { createArranging } from '../../renderer/arrange/arrange.js';
import { createTypesetter } from '../../renderer/typeset/typesetter.js';
import { contentOf } from '../support/labels/cases.js';
import { scanBarcode, scanQr } from '../support/pictures/scan.js';

const renderer = await createRenderer();
const layouts = loadLayouts();
const typesetter = createTypesetter();
const { slots } = createArranging(typesetter, createPlans(await createBoxes(typesetter)));
const update = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };

describe.each([...loadDevices().values()].map((device) => [device.id, device] as const))('on %s', (_, device) => {
  const show = (id: string, sku: string, data: Record<string, string> = {}) => {
    const content = { ...contentOf({ update }, device), sku, data };
    const { frame, warnings } = renderer.render(content, layouts.get(id)!, device);
    // A person aims the scanner at the code: what it sees is the place that the layout gives it.
    const at = slots(content, layouts.get(id)!, device).find(
      ({ node }) => node.type === 'barcode' || node.type === 'qr',
    )!;
    const pixels = unpack(frame);
    const seen = new Uint8Array(at.width * at.height);
    for (let y = 0; y < at.height; y++)
      seen.set(
        pixels.subarray((at.y + y) * device.width + at.x, (at.y + y) * device.width + at.x + at.width),
        y * at.width,
      );
    return { ...at, seen, omitted: warnings.find(({ code }) => code === 'BARCODE_OMITTED') };
  };

  test.each(['4006381333931', '96385074', '012345678905'])('a scanner reads %s, or the reason is said', (sku) => {
    const { seen, width, height, omitted } = show('barcode', sku);
    if (omitted)
      expect(omitted).toMatchObject({ field: 'sku', shown: sku, message: expect.stringMatching(/need|wide|high/) });
    else expect(scanBarcode(seen, width, height)?.text).toBe(sku);
  });

  test('a wrong check digit is said, and the digits are written', () => {
    const { omitted } = show('barcode', '4006381333932');
    expect(omitted).toMatchObject({ shown: '4006381333932', message: expect.stringContaining('check digit') });
  });

  test('a phone reads the QR code', () => {
    const url = 'https://shop.example/p/4006381333931';
    const { seen, width, height, omitted } = show('qr', '4006381333931', { url });
    expect(omitted).toBeUndefined();
    expect(scanQr(seen, width, height)?.text).toBe(url);
  });
});

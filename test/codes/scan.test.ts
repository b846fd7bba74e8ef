import { describe, expect, test } from '@jest/globals';
import { renderer, typesetter } from '../support/rulers/renderers.js';
import { loadPanels as loadDevices } from '../support/devices/panels.js';
import { loadLayouts, unpack } from '../../renderer/index.js';
import { createBoxes } from '../../renderer/boxes/boxes.js';
import { createPlans } from '../../renderer/boxes/plan.js';
import { createArranging } from '../../renderer/arrange/arrange.js';
import { contentOf } from '../support/labels/cases.js';
import { scanBarcode, scanCode128, scanQr } from '../support/pictures/scan.js';

const layouts = loadLayouts();
const { slots } = createArranging(typesetter, createPlans(await createBoxes(typesetter)));
const update = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };

const ean13 = '4006381333931';
const upca = '012345678905';
const ean8 = '96385074';
/** The SKUs whose bars have room on each panel in the layout `barcode`. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  'gicisky-2.9-bwry': [ean13, upca, ean8, 'MILK-500', '1234567890123456'],
  'gooddisplay-gdey0213b74': [ean13, upca, ean8, 'MLK-5', '1234567890'],
  'pricer-smarttag-hd-s-red': [],
  'solum-m2-2.9-bwr': [ean13, upca, ean8, 'MILK-500', '1234567890123456'],
  'solum-m3-1.6-bwr': [ean8, 'M-5', '123456'],
  'solum-m3-2.9-bwr': [ean13, upca, ean8, 'MILK-500-AB', '1234567890123456789012'],
  'solum-m3-4.3-bwr': [ean13, upca, ean8, 'MILK-50', '14006381333938'],
  'waveshare-4.2-b': [ean13, upca, ean8, 'MILK-50', '14006381333938'],
  'waveshare-7.5-b-v2': [ean13, upca, ean8, 'MILK-500-ABCDEFGHIJ', '14006381333938'],
};

describe.each([...loadDevices().values()].map((device) => [device.id, device] as const))('on %s', (id, device) => {
  const show = (layout: string, sku: string, data: Record<string, string> = {}) => {
    const content = { ...contentOf({ update }, device), sku, data };
    const { frame, warnings } = renderer.render(content, layouts.get(layout)!, device);
    // A person aims the scanner at the code: it sees only the code's box.
    const at = slots(content, layouts.get(layout)!, device).find(
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

  test.each([...new Set([ean13, upca, ean8, ...fitting[id]!])])('a scanner reads %s, or the reason is said', (sku) => {
    const { node, seen, width, height, omitted } = show('barcode', sku);
    const bars = node.type === 'barcode' && omitted === undefined;
    expect(bars).toBe(fitting[id]!.includes(sku));
    // Where bars have no room, a QR code may have.
    if (node.type === 'qr')
      expect(scanQr(seen, width, height)?.text).toBe(`https://id.gs1.org/01/${sku.padStart(14, '0')}`);
    else if (omitted)
      expect(omitted).toMatchObject({ field: 'sku', shown: sku, message: expect.stringMatching(/need|wide|high/) });
    else {
      const retail = [ean13, upca, ean8].includes(sku);
      expect((retail ? scanBarcode : scanCode128)(seen, width, height)?.text).toBe(sku);
    }
  });

  test('a wrong check digit is reported, and the digits are printed', () => {
    const { omitted } = show('barcode', '4006381333932');
    expect(omitted).toMatchObject({ shown: '4006381333932', message: expect.stringContaining('check digit') });
  });

  test('a phone reads the QR code', () => {
    const url = 'https://shop.example/p/4006381333931';
    const { seen, width, height, omitted } = show('qr', '4006381333931', { url });
    expect(omitted).toBeUndefined();
    expect(scanQr(seen, width, height)?.text).toBe(url);
  });

  test.each([ean13, upca, ean8])('a phone reads the GS1 Digital Link of %s', (sku) => {
    const { seen, width, height, omitted } = show('qr', sku);
    expect(omitted).toBeUndefined();
    expect(scanQr(seen, width, height)?.text).toBe(`https://id.gs1.org/01/${sku.padStart(14, '0')}`);
  });

  test.each(['barcode', 'qr'])('%s without a SKU has a warning that says how to set it', (layout) => {
    const { seen, omitted } = show(layout, '');
    expect(omitted).toEqual({
      code: 'BARCODE_OMITTED',
      field: 'sku',
      message: "The code of sku is not drawn: Expected a value of sku but received none: set the binding's sku",
      shown: '',
    });
    expect(seen.some((ink) => ink !== seen[0])).toBe(false);
  });
});

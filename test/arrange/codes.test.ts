import { describe, expect, test } from '@jest/globals';
import { renderer } from '../support/rulers/renderers.js';
import { loadDevices } from '../../devices/index.js';
import { createArranging } from '../../renderer/arrange/arrange.js';
import { qr } from '../../renderer/kinds/qr/arrange.js';
import { createBoxes } from '../../renderer/boxes/boxes.js';
import { createPlans } from '../../renderer/boxes/plan.js';
import { unpack } from '../../renderer/index.js';
import { createPictures } from '../../renderer/pictures/decode.js';
import type { QrNode } from '../../renderer/kinds/qr/schema.js';
import { contentOf } from '../support/labels/cases.js';
import { column, layoutOf, node, withRoot } from '../support/labels/documents.js';
import { plainRuler } from '../support/labels/plain-ruler.js';
import { scanQr } from '../support/pictures/scan.js';

const { slots } = createArranging(plainRuler, createPlans(await createBoxes(plainRuler)));
const device = loadDevices().get('solum-m2-2.9-bwr')!;
const update = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };

interface Given {
  readonly sku?: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly head?: object;
}

function draw(nodes: readonly object[], { sku = '', data = {}, head = {} }: Given = {}) {
  const layout = layoutOf(withRoot(column(...nodes.map((node) => ({ grow: 1, ...node }))), head));
  const { frame, warnings } = renderer.render({ ...contentOf({ update }, device), sku, data }, layout, device);
  return { frame, warnings, blank: unpack(frame).every((ink) => ink === 0) };
}

const url = { type: 'qr', text: 'https://shop.example/{data.path}{data.query}' };

describe('a code without a value', () => {
  test.each<[string, object, string, string]>([
    ['a barcode', { type: 'barcode' }, 'sku', "Expected a value of sku but received none: set the binding's sku"],
    ['a QR code', { type: 'qr' }, 'sku', "Expected a value of sku but received none: set the binding's sku"],
    [
      'a QR code of other fields',
      url,
      'data.path',
      "Expected a value of data.path or data.query but received none: set the binding's data.path or the binding's data.query",
    ],
    [
      'a barcode that names a field twice',
      { type: 'barcode', text: '{data.ean}{data.ean}' },
      'data.ean',
      "Expected a value of data.ean but received none: set the binding's data.ean",
    ],
    [
      'a code of what is computed',
      { type: 'qr', text: '{discount}' },
      'discount',
      'Expected a value of discount but received none: set discount',
    ],
  ])('%s is said, on every label, and nothing is drawn', (_, node, field, reason) => {
    for (let label = 0; label < 3; label++) {
      const { warnings, blank } = draw([node]);
      const message = `The code of ${field} is not drawn: ${reason}`;
      expect(warnings).toEqual([{ code: 'BARCODE_OMITTED', field, message, shown: '' }]);
      expect(blank).toBe(true);
    }
  });

  test('is warned of once for two codes, and not for one that a condition hides', () => {
    expect(draw([{ type: 'barcode' }, { type: 'barcode' }]).warnings).toHaveLength(1);
    expect(draw([{ type: 'barcode', when: 'sku' }]).warnings).toEqual([]);
    expect(draw([{ type: 'qr', text: 'https://shop.example' }]).warnings).toEqual([]);
    expect(draw([url], { data: { query: '?a=1' } }).warnings).toEqual([]);
  });

  test('is no longer warned of when the value comes, and is again when it goes', () => {
    const counts = ['', '96385074', ''].map((sku) => draw([{ type: 'barcode' }], { sku }).warnings.length);
    expect(counts).toEqual([1, 0, 1]);
  });
});

test('a text in place of a barcode has a warning of the characters that no font has', () => {
  const { warnings } = draw([{ type: 'barcode' }], { sku: 'A𠀀' });
  expect(warnings.map(({ code, field }) => `${code} ${field}`)).toEqual(['BARCODE_OMITTED sku', 'GLYPH_MISSING sku']);
});

test('a QR code is charged by the bytes of its text, as far as codes hold them', () => {
  const layout = layoutOf(node({ type: 'qr', text: '{sku}', grow: 1 }));
  const slot = slots(contentOf({ update }, device), layout, device)[0]!;
  const charges: number[] = [];
  const arranging = qr.arranging({
    ruler: plainRuler,
    meter: { charge: (cost) => void charges.push(cost) },
    pictures: createPictures(),
    filled: (_, { arrange }) => ({ arrange: ({ sku }) => arrange(sku, 'sku', 'plain') }),
  });
  for (const bytes of [10, 1000, 2400, 4000]) {
    const content = { ...contentOf({ update }, device), sku: 'x'.repeat(bytes) };
    arranging(slot.node as QrNode, slot, device).arrange(content, 'plain');
  }
  const [few, more, most, beyond] = charges;
  expect([more! > few!, beyond! - most!]).toEqual([true, 0]);
});

describe('the resolver of a QR code', () => {
  const read = (node: object, head: object = {}) => {
    const { frame, warnings } = draw([{ type: 'qr', ...node }], { sku: '4006381333931', head });
    expect(warnings).toEqual([]);
    return scanQr(unpack(frame), device.width, device.height)?.text;
  };

  test('is its own, else the layout’s, else GS1’s', () => {
    const head = { resolver: 'https://layout.example' };
    expect(read({ resolver: 'https://node.example/' }, head)).toBe('https://node.example/01/04006381333931');
    expect(read({}, head)).toBe('https://layout.example/01/04006381333931');
    expect(read({})).toBe('https://id.gs1.org/01/04006381333931');
  });

  test('does not apply to a code with its own text', () => {
    expect(read({ text: '{sku}', resolver: 'https://node.example' })).toBe('4006381333931');
  });
});

import { describe, expect, test } from '@jest/globals';
import { renderer } from '../support/rulers/renderers.js';
import { loadDevices } from '../../devices/index.js';
import { defaultBinding, loadLayouts, pixelHash } from '../../renderer/index.js';
import type { Checked } from '../../server/fields/checked.js';
import { drawFields, drawLabel } from '../../server/fields/draw-label.js';
import {
  fileLayout,
  inlineLayout,
  layoutId,
  layoutIn,
  layoutProblems,
  unknownLayout,
} from '../../server/fields/layout.js';
import { previewSchema } from '../../server/fields/schemas.js';
import { layoutOf, node } from '../support/labels/documents.js';
import { expectRecorded } from '../support/tables/records.js';
import { milk } from '../support/server.js';

const layouts = loadLayouts();
const standard = layouts.get('standard')!;
const document: Record<string, unknown> = { ...standard };
delete document.id;
const zones: string[] = [];
const tools = {
  devices: loadDevices(),
  renderer,
  today: (zone: string) => {
    zones.push(zone);
    return '2026-11-20';
  },
};
const draw = (object: Record<string, unknown>, chosen = fileLayout(standard)) =>
  drawFields({ object, problems: [] }, chosen, tools);
const reasonsOf = (drawn: ReturnType<typeof draw>) =>
  drawn.ok ? [] : drawn.problems.map(({ field, reason }) => `${field} ${reason}`).sort();

/** What a check lets pass. */
function valueOf<T extends object>(checked: Checked<T>): T {
  if (!checked.ok) throw new Error(checked.problems[0]!.message);
  return checked.value;
}

describe('fields', () => {
  test('that contradict each other, or that the layout does not know, are drawn with warnings', () => {
    const promotion = fileLayout(layouts.get('promotion')!);
    const drawn = draw({ ...milk, data: { previous_price: '0.50', promotio: 'Sale' } }, promotion);
    expect(drawn.ok && drawn.warnings.map(({ code, field }) => `${code} ${field}`)).toEqual([
      'OFFER_NOT_LOWER data.previous_price',
      'DATA_UNUSED data.promotio',
    ]);
  });

  test('are drawn with the defaults for what they leave out', () => {
    const { label, content, device, frame } = valueOf(draw(milk));
    expect(label).toEqual({
      ...{ update: milk, binding: { ...defaultBinding, layout: 'standard' }, layout: standard, date: '2026-11-20' },
      ...{ view: 'ink', scale: 1, boxes: false, metadata: true, warnings: [] },
    });
    expect(device).toBe(tools.devices.get(defaultBinding.device));
    expect([frame.width, frame.height]).toEqual([device.width, device.height]);
    const { price, product_name, unit } = milk;
    const { locale, currency, sku, data } = defaultBinding;
    const fields = { price, product_name, unit, sku, locale, currency, data };
    expect(content).toEqual({ ...fields, date: '2026-11-20', model_line: device.model_line });
  });

  test('may say day, view and scale; today is that of their time zone', () => {
    const drawn = draw({ ...milk, date: '2028-02-29', view: 'panel', scale: 8, device: 'waveshare-4.2-b' });
    expect(drawn).toMatchObject({
      ok: true,
      value: { label: { date: '2028-02-29', view: 'panel', scale: 8 }, device: { id: 'waveshare-4.2-b' } },
    });
    zones.length = 0;
    draw({ ...milk, time_zone: 'Asia/Kolkata' });
    expect(zones).toEqual(['Asia/Kolkata']);
  });

  test('have the warnings of the clean-up before those of the drawing', () => {
    const drawn = draw({ ...milk, unit: '1\u200b L\u00ad', product_name: 'word '.repeat(39) });
    if (!drawn.ok) throw new Error('Expected a label');
    const codes = drawn.warnings.map(({ code }) => code);
    const message = 'Invisible characters were removed from unit: U+200B, U+00AD';
    expect(drawn.warnings[0]).toEqual({ code: 'INVISIBLE_REMOVED', field: 'unit', message, shown: '1 L' });
    expect(codes.length).toBeGreaterThan(1);
    expect(drawn.value.label.warnings.map(({ code }) => code)).toEqual(['INVISIBLE_REMOVED']);
    expect(drawn.value.content.unit).toBe('1 L');
  });

  test('that are wrong are refused for all that is wrong with them, each field once', () => {
    const wrong = { price: '1', date: '2027-02-29', device: 'x', locale: 5, scale: 9, extra: 1 };
    expect(reasonsOf(draw(wrong, unknownLayout('x', []))).join(', ')).toBe(
      'date format, device unknown_device, extra unknown_field, layout unknown_layout, locale type, price format, product_name missing, scale range, unit missing',
    );
    expect(reasonsOf(draw({ ...milk, currency: 'JPY' }))).toEqual(['price currency_decimals']);
    expect(reasonsOf(draw({ ...milk, price: '3,50', currency: 'JPY' }))).toEqual(['price format']);
    const problems = [{ field: 'price', reason: 'duplicate', message: 'twice' }] as const;
    expect(reasonsOf(drawFields({ object: milk, problems }, fileLayout(standard), tools))).toEqual(['price duplicate']);
  });

  test('without a layout are refused, also when nothing else is wrong', () => {
    expect(reasonsOf(draw(milk, unknownLayout('x', [])))).toEqual(['layout unknown_layout']);
    expect(draw(milk, { ok: false, problems: [] })).toEqual({ ok: false, problems: [] });
  });

  test('lack what their layout asks for, which is said rather than that it is none', () => {
    const chosen = fileLayout(layoutOf({ ...document, data: { origin: { type: 'text', required: true } } }));
    expect(reasonsOf(draw({ ...milk, data: { origin: '' } }, chosen))).toEqual(['data.origin missing']);
    expect(reasonsOf(draw({ ...milk, data: { origin: 5 } }, chosen))).toEqual(['data.origin type']);
  });
});

describe('a label', () => {
  const label = { update: milk, binding: defaultBinding, layout: standard, date: '2026-11-20', warnings: [] };

  test('has the same pixels in a frame that is used again', () => {
    const hash = pixelHash(valueOf(drawLabel(label, tools)).frame);
    const other = valueOf(drawLabel({ ...label, update: { ...milk, price: '9.99' } }, tools)).frame;
    const again = valueOf(drawLabel(label, tools, other)).frame;
    expect(pixelHash(again)).toBe(hash);
    expect(again.rows.buffer).toBe(other.rows.buffer);
  });

  test('whose layout has no room for its price is refused; any other fault is thrown', () => {
    const tiny = layoutOf(node({ type: 'price', width: 8, height: 8 }));
    const message: unknown = expect.stringMatching(/^Expected room for the whole price/);
    const problem = { field: 'layout', pointer: '#/layout', reason: 'price_does_not_fit', message };
    expect(drawLabel({ ...label, layout: tiny }, tools)).toEqual({ ok: false, problems: [problem] });
    const written = drawLabel({ ...label, layout: tiny, isWritten: true }, tools);
    expect(written).toEqual({ ok: false, problems: [{ ...problem, pointer: '#/layout/root/children/0' }] });
    const render = () => {
      throw new Error('broken');
    };
    const broken = { ...tools.renderer, render };
    expect(() => drawLabel(label, { ...tools, renderer: broken })).toThrow('broken');
  });
});

describe('the layout', () => {
  test('is the one that is named, or the default', () => {
    expect(layoutIn('standard', layouts)).toEqual({ ok: true, value: { layout: standard, version: 0 }, warnings: [] });
    expect(layoutIn(undefined, layouts)).toMatchObject({ value: { layout: { id: defaultBinding.layout } } });
    expect([undefined, 'x', null, 5].map(layoutId)).toEqual([defaultBinding.layout, 'x', null, null]);
  });

  test('that there is not is said with the nearest that there is', () => {
    const message = 'Expected a layout for layout but received "standart" (did you mean "standard"?)';
    const problem = { field: 'layout', pointer: '#/layout', reason: 'unknown_layout', message, received: 'standart' };
    expect(layoutIn('standart', layouts)).toEqual({ ok: false, problems: [problem] });
    expect(unknownLayout('x'.repeat(70), [])).toMatchObject({ problems: [{ received: `${'x'.repeat(64)}…` }] });
  });

  test('may come along, and is called inline then', () => {
    expect(layoutIn(document, layouts)).toMatchObject({ ok: true, value: { layout: { id: 'inline' }, version: 0 } });
    expect(inlineLayout({ ...document, root: { ...standard.root, type: 'bax' } })).toMatchObject({
      ok: false,
      problems: [{ field: 'layout', pointer: expect.stringMatching(/^#\/layout\/root/), reason: 'invalid_layout' }],
    });
  });

  test('is left to the schema where it is of another type', () => {
    for (const given of [null, 5, true, [], [document]])
      expect(layoutIn(given, layouts)).toEqual({ ok: false, problems: [] });
  });

  test('has its problems where it stands in the request', () => {
    const problems = [{ pointer: '#/root/children/0', message: 'x' }];
    const problem = (field: string, pointer: string) => ({ field, pointer, reason: 'invalid_layout', message: 'x' });
    expect(layoutProblems(problems, '/layout')).toEqual([problem('layout', '#/layout/root/children/0')]);
    expect(layoutProblems(problems, '')).toEqual([problem('root.children.0', '#/root/children/0')]);
  });
});

test('each field with a wrong value has the same problems as before', () => {
  const wrong = [
    null,
    true,
    -1,
    1e21,
    '',
    ' ',
    'x',
    'x'.repeat(3000),
    '1.2.3',
    '1,234.567',
    '12-34',
    [],
    {},
    ['x'],
    { x: 1 },
    '\u0000',
    '-3.50',
    '3.505',
    '€',
    '2026-02-30',
    '5 apples',
    'XYZ 1',
    '٣٫٥٠ $',
  ];
  const records = Object.keys(previewSchema.properties).map((field) => {
    const lines = wrong.map((value) => {
      const result = draw({ ...milk, device: 'solum-m2-2.9-bwr', [field]: value });
      const sentences = result.ok
        ? result.warnings.map(({ code, message }) => `${code} ${message}`)
        : result.problems.map((each) => `${each.field} ${each.reason} ${each.message}`);
      return `${JSON.stringify(value).slice(0, 20)}: ${sentences.join('; ')}`;
    });
    return [field, lines] as const;
  });
  expectRecorded('update-problems', records);
});

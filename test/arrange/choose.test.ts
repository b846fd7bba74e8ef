import { describe, expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { createArranging } from '../../renderer/arrange/arrange.js';
import { createPlans } from '../../renderer/boxes/plan.js';
import { type Content, loadLayouts, TextDoesNotFit } from '../../renderer/index.js';
import type { Layout } from '../../renderer/layout/document.js';
import type { Rectangle } from '../../renderer/shapes/rectangle.js';
import { contentOf } from '../support/labels/cases.js';
import { column, layoutOf, withRoot } from '../support/labels/documents.js';
import type { Ruler } from '../../renderer/text/ruler.js';
import { arrange, compute, countedBoxes, device, slots, typesetter } from '../support/rulers/arranging.js';

const milk = { product_name: 'Milk', price: '3.50', unit: '1 L' };
const steamer = 'Donaudampfschifffahrtsgesellschaft';
const long = 'Alaska-Seelachsfilet Bordelaise tiefgefroren mit Kräuterkruste';

const shown = (more: Partial<Content>): Content => ({ ...contentOf({ update: milk }, device), ...more });
const words = (content: Content, layout: Layout) =>
  arrange(content, layout, device).marks.flatMap((mark) => (mark.kind === 'text' ? [mark.word] : []));
const codes = (content: Content, layout: Layout) =>
  arrange(content, layout, device).warnings.map(({ code, field }) => `${code} ${field}`);
const placeOf = (content: Content, layout: Layout, type: string) =>
  slots(content, layout, device).find(({ node }) => node.type === type)!;

const name = { type: 'text', text: '{product_name}', size: { preferred: 20, floor: 16 }, weight: 'bold', lines: 3 };
const price = { type: 'price', grow: 1 };
const document = (rest: object = {}, ...children: readonly object[]) =>
  layoutOf(withRoot({ ...column(...children), padding: 4, gap: 2 }, rest));

describe('the step of a label', () => {
  const layout = document({}, name, price);

  test('gives the name the lines that it needs, and the price the rest', () => {
    const [one, two] = [milk.product_name, long].map((product_name) => shown({ product_name }));
    expect(placeOf(two!, layout, 'text').height).toBe(3 * placeOf(one!, layout, 'text').height);
    expect(placeOf(one!, layout, 'price').height).toBeGreaterThan(placeOf(two!, layout, 'price').height + 20);
  });

  test('is the same for all labels of a layout that requires it', () => {
    const same = document({ fit: 'same' }, name, price);
    expect(placeOf(shown({}), same, 'price').height).toBe(placeOf(shown({ product_name: long }), same, 'price').height);
    const one = { ...name, lines: 1 };
    const optional = { ...one, text: '{date}', width: 120, optional: 1 };
    const row = { type: 'box', direction: 'row', children: [{ ...one, grow: 1 }, optional] };
    for (const [crowded, product_name] of [
      [document({ fit: 'same' }, one, price), `${long} ${long}`],
      [document({ fit: 'same', concessions: ['hide'] }, row, price), 'Organic whole milk'],
    ] as const) {
      const [usual, other] = [milk.product_name, product_name].map((each) =>
        slots(shown({ product_name: each }), crowded, device).map(({ x, y, width, height }) => [x, y, width, height]),
      );
      expect(other).toEqual(usual);
    }
  });

  test('has lines more before a name shrinks, where the price stays as large', () => {
    const lines = document({}, { ...name, lines: 1 }, price);
    const sizes = (content: Content, layout: Layout) => words(content, layout).map(({ font }) => font.size);
    const dear = shown({ product_name: long.slice(0, 31), price: '9999999.99' });
    expect(codes(dear, lines)).toEqual([]);
    expect(sizes(dear, lines).slice(-2)).toEqual(sizes({ ...dear, product_name: 'Milk' }, lines).slice(-2));
    // The price of few digits needs the height: the name has its one line.
    const cheap = shown({ product_name: dear.product_name });
    expect(codes(cheap, lines)).toEqual(['TEXT_SHRUNK product_name']);
    expect(sizes(cheap, lines).slice(-2)).toEqual(sizes({ ...cheap, product_name: 'Milk' }, lines).slice(-2));
  });

  test('has two lines more where one is not enough', () => {
    const lines = document({}, { ...name, size: { preferred: 16, floor: 13 }, lines: 1 }, price);
    const dear = shown({ product_name: `${long} aus Wildfang`, price: '9999999.99' });
    expect(codes(dear, lines)).toEqual([]);
    const rows = arrange(dear, lines, device).marks.flatMap((mark) =>
      mark.kind === 'text' && mark.word.font.face === 'bold' ? [mark.y] : [],
    );
    expect(new Set(rows).size).toBe(3);
  });

  test('keeps no lines that a smaller name does not need: the price has their room', () => {
    const [roomy, tight] = [3, 2].map((lines) =>
      document({ concessions: ['shrink'] }, { ...name, lines }, { ...price, floor: '46%' }),
    );
    const content = shown({ product_name: long });
    expect(words(content, roomy!)[0]!.font.size).toBeLessThan(20);
    expect(placeOf(content, roomy!, 'price').height).toBe(placeOf(content, tight!, 'price').height);
  });

  test('reserves no more height than a smaller name has: the price has the rest, or the name more lines', () => {
    const once = { concessions: ['shrink', 'lines'] };
    const smaller = { ...name, size: { preferred: 20, floor: 13 }, lines: 2 };
    const [usual, reserved] = [{}, { fit: 'same' }].map((fit) =>
      document({ ...once, ...fit }, smaller, { ...price, floor: '30%' }),
    );
    const product_name = `${long} 500 g Vorratspackung`;
    const content = shown({ product_name });
    const font = (layout: Layout) => words(content, layout)[0]!.font.size;
    expect(font(usual!)).toBe(font(reserved!));
    expect(font(usual!)).toBeLessThan(20);
    expect(codes(content, usual!)).toEqual(['TEXT_SHRUNK product_name']);
    expect(placeOf(content, usual!, 'price').height).toBeGreaterThan(placeOf(content, reserved!, 'price').height + 8);
    // A price as wide as the label has no use for more height.
    const wide = shown({ product_name, price: '99999999.99' });
    expect(placeOf(wide, usual!, 'text').height).toBeGreaterThan(placeOf(content, usual!, 'text').height);
    const sizes = (content: Content, layout: Layout) => words(content, layout).map(({ font: { size } }) => size);
    expect(sizes(wide, usual!)[0]).toBeGreaterThan(font(usual!));
    for (const price of ['999999.99', '9999999.99', '99999999.99']) {
      const [last, lastReserved] = [usual!, reserved!].map((each) => sizes({ ...wide, price }, each).slice(-2));
      expect([price, last!.map((size, i) => size >= lastReserved![i]!)]).toEqual([price, [true, true]]);
    }
  });

  test('gives a name the height that a price can’t use, but not that of the price or of a code', () => {
    const named = { type: 'text', text: '{product_name}', role: 'name', lines: 2 };
    const drawnIn = (content: Content, ...others: readonly object[]) =>
      [{ fit: 'same' }, {}].map((fit) => {
        const each = document(
          fit,
          { ...named, ...(fit.fit === undefined ? {} : { lines: 1 }) },
          { ...price, role: 'price' },
          ...others,
        );
        const [name, ...rest] = words(content, each).map(({ font: { size } }) => size);
        const code = slots(content, each, device).find(({ node }) => node.type === 'barcode')?.area.height;
        return { name: name!, price: rest.at(-1), code };
      });
    const dear = shown({ product_name: 'Milk', price: '9999999.99', sku: '4006381333931' });
    const [usual, grown] = drawnIn(dear);
    expect([grown!.name > usual!.name * 1.2, grown!.price]).toEqual([true, usual!.price]);
    const [high, same] = drawnIn(shown({ product_name: 'Milk' }));
    expect(same).toEqual(high);
    const [before, after] = drawnIn(dear, { type: 'barcode', grow: 1 });
    expect(after).toEqual({ ...before, name: after!.name });
  });

  test('never leaves a price less than its floor, whatever the name needs', () => {
    const low = document({}, { ...name, lines: 12 }, { ...price, floor: '60%' });
    const crowded = shown({ product_name: `${long} ${long}` });
    expect(placeOf(crowded, low, 'price').height).toBeGreaterThanOrEqual(0.6 * device.height);
  });

  test('reuses its boxes: after each step was seen, no boxes are computed', () => {
    const counted = countedBoxes();
    const fresh = createArranging(typesetter, createPlans(counted.compute));
    const names = ['Milk', 'Milk Milk', long, `${long} ${long}`, 'Käse', 'Bauernbrot mit Nüssen', `${long} 500 g`];
    const standard = loadLayouts().get('standard')!;
    const drawAll = () => {
      for (const product_name of names) fresh.arrange(shown({ product_name }), standard, device);
    };
    drawAll();
    const seen = counted.calls;
    expect(seen).toBeLessThan(40);
    drawAll();
    expect(counted.calls).toBe(seen);
  });
});

describe('the work of a label that concedes', () => {
  const measured: string[] = [];
  /** Each text of each draw, with its font. */
  const fonts: string[] = [];
  let steps = 0;
  const ruler: Ruler = {
    ...typesetter,
    measure(text, font) {
      measured.push(text);
      fonts.push(`${text} ${JSON.stringify(font)}`);
      return typesetter.measure(text, font);
    },
  };
  const planOf = createPlans(compute);
  const fresh = createArranging(ruler, (layout, panel) => {
    const plan = planOf(layout, panel);
    return { ...plan, slots: (...of) => (steps++, plan.slots(...of)) };
  });
  const promotion = loadLayouts().get('promotion')!;
  const draw = (product_name: string, previous_price: string) => {
    measured.length = 0;
    steps = 0;
    const content = shown({ product_name, price: '84.74', data: { previous_price, lowest_price: previous_price } });
    return fresh.arrange(content, promotion, device);
  };
  draw('Organic whole milk from the Alps', '105.99');
  draw('Organic mountain cheese from the Alps', '125.99');
  const { warnings } = draw('Sourdough rye bread and butter milk, sliced', '135.99');
  const times = (text: string) => measured.filter((each) => each === text).length;

  test('measures a text that is as wide as its box once for all steps, and a word once in each font', () => {
    expect(warnings.map(({ code }) => code)).toContain('TEXT_SHRUNK');
    expect(times('−37%')).toBe(1);
    expect(times('Sourdough')).toBe(new Set(fonts.filter((each) => each.startsWith('Sourdough {'))).size);
    expect(measured.length).toBeLessThanOrEqual(241);
  });

  test('measures no digits of a font again', () => {
    // About once for each font of a price that no earlier label tried.
    const tried = new Set(fonts.filter((each) => each.startsWith('0 {'))).size;
    expect(times('0')).toBeLessThanOrEqual(tried + 10);
  });

  test('asks for the slots of few steps', () => {
    expect(steps).toBeLessThanOrEqual(14);
  });
});

describe('the step of a label in the result', () => {
  const date = { type: 'text', text: '{date} {sku}', size: { preferred: 12, floor: 12 }, optional: 2 };
  const layout = document({}, { ...name, lines: 2 }, { ...price, floor: '50%' }, date, { ...date, optional: 1 });
  const names = ['Milk', `Milk ${'Milk '.repeat(9)}`, `Käse ${'Käse '.repeat(9)}`, long, `${long} ${long}`];
  const boxesOf = (places: readonly Rectangle[]) =>
    JSON.stringify(places.map(({ x, y, width, height }) => [x, y, width, height]));
  const stepOf = (product_name: string, drawn = layout) => arrange(shown({ product_name }), drawn, device).step;

  test('is the lines of its texts and how much is hidden', () => {
    expect(stepOf('Milk')).toEqual({ lines: {}, hidden: 0 });
    expect(stepOf(long)).toEqual({ lines: { product_name: 2 }, hidden: 2, sizes: { product_name: 18 } });
  });

  test('is equal where the boxes are, and only there', () => {
    const boxes = names.map((product_name) => boxesOf(slots(shown({ product_name }), layout, device)));
    const steps = names.map((product_name) => stepOf(product_name));
    for (const [i, step] of steps.entries())
      for (const [j, other] of steps.entries())
        expect(JSON.stringify(step) === JSON.stringify(other)).toBe(boxes[i] === boxes[j]);
    expect(new Set(steps.map((step) => JSON.stringify(step))).size).toBeGreaterThan(1);
  });

  test('names a text by its fields or its words, and numbers texts of the same name', () => {
    const words = { type: 'text', text: { en: 'Fresh', de: 'Frisch' }, size: { preferred: 14, floor: 14 }, lines: 2 };
    const twice = document({ fit: 'same' }, { ...words, text: '{unit} {sku}' }, words, { ...words, text: 'Fresh' });
    const { lines } = arrange(shown({ locale: 'en-US' }), twice, device).step;
    expect(lines).toEqual({ 'unit and sku': 2, '"Fresh"': 2, '"Fresh" #2': 2 });
    expect(Object.keys(arrange(shown({ locale: 'de-DE' }), twice, device).step.lines)).toContain('"Frisch"');
  });

  test('is not computed again for the places of the last label', () => {
    let calls = 0;
    const planOf = createPlans(compute);
    const counted = createArranging(typesetter, (drawn, panel) => {
      const plan = planOf(drawn, panel);
      return { ...plan, slots: (...of) => (calls++, plan.slots(...of)) };
    });
    const crowded = shown({ product_name: `${long} ${long}` });
    counted.arrange(crowded, layout, device);
    const before = calls;
    expect(boxesOf(counted.slots(crowded, layout, device))).toBe(boxesOf(slots(crowded, layout, device)));
    expect(calls).toBe(before);
    for (const [content, other] of [
      [shown({}), layout],
      [crowded, document({}, price)],
    ] as const)
      expect(boxesOf(counted.slots(content, other, device))).toBe(boxesOf(slots(content, other, device)));
    expect(calls).toBeGreaterThan(before);
    counted.arrange(crowded, layout, device);
    const other = loadDevices().get('waveshare-7.5-b-v2')!;
    expect(boxesOf(counted.slots(crowded, layout, other))).toBe(boxesOf(slots(crowded, layout, other)));
  });
});

describe('a label with too little room', () => {
  const unit = { type: 'text', text: 'per {unit}', size: { preferred: 14, floor: 14 } };
  const date = { type: 'text', text: '{date}', size: { preferred: 12, floor: 12 }, optional: 2 };
  const model = { type: 'text', text: '{model_line}', size: { preferred: 12, floor: 12 }, optional: 1 };
  const full = (rest: object = {}) =>
    document(rest, { ...name, lines: 2 }, { ...price, floor: '30%' }, unit, date, model);

  test('hides the least needed first, with a warning', () => {
    const layout = full();
    expect(codes(shown({}), layout)).toEqual([]);
    const crowded = codes(shown({ product_name: long }), layout);
    expect(crowded.find((code) => code.startsWith('FIELD_HIDDEN'))).toBe('FIELD_HIDDEN model_line');
    expect(crowded.some((code) => code.startsWith('TEXT_TRUNCATED'))).toBe(false);
    // A node that is not shown in any case is not hidden.
    const empty = [
      { ...model, text: '{sku}' },
      { ...model, text: '{date}', when: 'data.none' },
    ];
    const without = document({}, { ...name, lines: 2 }, { ...price, floor: '45%' }, unit, ...empty, model);
    const hidden = (content: Content, of: Layout) => codes(content, of).filter((code) => code.startsWith('FIELD_H'));
    expect(hidden(shown({ product_name: long, sku: '' }), without)).toEqual(['FIELD_HIDDEN model_line']);
    const both = document({}, { ...name, lines: 2 }, { ...price, floor: '45%' }, unit, model, { ...date, optional: 1 });
    expect(hidden(shown({ product_name: long }), both).sort()).toEqual([
      'FIELD_HIDDEN date',
      'FIELD_HIDDEN model_line',
    ]);
  });

  test('names the words of its layout that it hides', () => {
    const words = { ...unit, text: { en: 'Standard price', de: 'Normalpreis' }, optional: 1 };
    const layout = document({}, { ...name, lines: 2 }, words, { ...price, floor: '45%' }, unit);
    const hidden = (locale: string) =>
      arrange(shown({ product_name: long, locale }), layout, device).warnings.filter(({ field }) => field === 'layout');
    expect(hidden('en-US').map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'FIELD_HIDDEN: "Standard price" is not shown: the label has too little room for it',
    ]);
    expect(hidden('de-DE').map(({ message }) => message.split(' ')[0])).toEqual(['"Normalpreis"']);
  });

  test('reserves room for the marks of its layout’s own words', () => {
    const words = { ...unit, text: { en: 'Standard price', ar: 'السعر العادي' }, size: { preferred: 14, floor: 12 } };
    const layout = document({}, { ...name, lines: 3 }, words, { ...price, floor: '40%' }, unit);
    const content = shown({ product_name: 'حليب كامل الدسم طازج '.repeat(3), unit: '1 لتر', locale: 'ar-EG' });
    expect(codes(content, layout).filter((code) => code.endsWith(' layout'))).toEqual([]);
  });

  test('never breaks the words of optional texts', () => {
    const broken = (optional: object) => {
      const part = { ...name, lines: 4, width: 100, ...optional };
      const layout = document({ concessions: ['hyphenate'] }, part, price);
      return words(shown({ product_name: steamer, locale: 'de-DE' }), layout).some((word) => word.text.endsWith('-'));
    };
    expect([broken({}), broken({ optional: 1 })]).toEqual([true, false]);
  });

  test('draws more lines of a text in the same box', () => {
    const text = { ...name, lines: 1, height: 60, width: 200 };
    const layout = document({ fit: 'same', concessions: ['lines'] }, text, price);
    expect(codes(shown({}), layout)).toEqual([]);
    expect(codes(shown({ product_name: 'Organic whole milk from hills' }), layout)).toEqual([]);
  });

  test('hides nothing where its layout does not allow it', () => {
    const kept = codes(shown({ product_name: long }), full({ concessions: ['shrink', 'condense', 'lines'] }));
    expect(kept.some((code) => code.startsWith('FIELD_HIDDEN'))).toBe(false);
  });

  test('takes the condensed face before it breaks words, and breaks words before it cuts them', () => {
    const box = { ...name, lines: 2, height: 48, width: 150 };
    const faces = (product_name: string, concessions: readonly string[]) => [
      ...new Set(
        words(shown({ product_name }), document({ concessions }, box, { ...price, floor: '30%' }))
          .filter(({ font }) => !font.face.startsWith('price'))
          .map(({ font }) => font.face),
      ),
    ];
    const wide = 'Frühstücksgetreideflocken';
    expect(faces(wide, ['shrink'])).toEqual(['bold']);
    expect(faces(wide, ['shrink', 'condense'])).toEqual(['condensed']);
    const label = [
      shown({ product_name: steamer, locale: 'de-DE' }),
      document({}, { ...box, width: 100 }, price),
    ] as const;
    expect(words(...label).some(({ text }) => text.endsWith('-'))).toBe(true);
    expect(codes(...label)).toEqual(['TEXT_SHRUNK product_name']);
  });

  test('never cuts a quantity: it is refused by name', () => {
    const narrow = document({}, { ...unit, width: 30 }, price);
    const draw = () => arrange(shown({ unit: '12 × 0,7 L' }), narrow, device);
    expect(draw).toThrow(TextDoesNotFit);
    expect(draw).toThrow(/^Expected room for all of unit in the layout but received a box of 30×\d+ px$/);
  });

  test('draws a quantity in ASCII digits where those of the locale are too wide', () => {
    const drawn = (width: number) => {
      const layout = document({}, { ...unit, text: '{unit}', width }, price);
      try {
        const all = words(shown({ unit: '12 × 330 مل', locale: 'ar-EG', currency: 'EGP' }), layout);
        return all.map(({ text }) => text).join(' ');
      } catch {
        return '';
      }
    };
    expect(drawn(140)).toContain('٣٣٠');
    const narrowest = Array.from({ length: 100 }, (_, i) => drawn(30 + i)).find((text) => text !== '');
    expect(narrowest).toMatch(/330/);
  });

  test('never cuts a field that the layout declares as a quantity, but cuts one that is a text', () => {
    const amount = { type: 'text', text: 'per {data.amount}', size: { preferred: 14, floor: 14 }, width: 30 };
    const declared = (type: string) => document({ data: { amount: { type } } }, amount, price);
    const content = shown({ data: { amount: 'bottle of three quarters' } });
    expect(() => arrange(content, declared('quantity'), device)).toThrow(/^Expected room for all of data\.amount /);
    expect(codes(content, declared('text'))).toContain('TEXT_TRUNCATED data.amount');
  });

  test('never cuts computed fields, and shows a date in full or not at all', () => {
    const of = (text: string) => ({ ...unit, text, width: 24 });
    const content = shown({ price: '349.00', unit: '500 g', data: { previous_price: '1499.00', until: '2026-12-24' } });
    for (const field of ['savings', 'unit_price'])
      expect(() => arrange(content, document({}, of(`{${field}}`), price), device)).toThrow(
        new RegExp(`^Expected room for all of ${field} `),
      );
    const data = { until: { type: 'date' } };
    for (const field of ['date', 'data.until'])
      expect(codes(content, document({ data }, of(`{${field}:short}`), price))).toEqual([`FIELD_HIDDEN ${field}`]);
  });

  test('shows a number in full or not at all', () => {
    const narrow = document({}, { ...unit, text: 'SKU {sku}', width: 40 }, price);
    expect(codes(shown({ sku: '4006381333931' }), narrow)).toEqual(['FIELD_HIDDEN sku']);
    const discount = document({}, { ...unit, text: '{discount}', width: 8 }, price);
    expect(codes(shown({ data: { previous_price: '7.00' } }), discount)).toEqual(['FIELD_HIDDEN discount']);
    const faces = words(shown({ sku: '4006381333931' }), narrow).map(({ font }) => font.face);
    expect(faces.filter((face) => !face.startsWith('price'))).toEqual([]);
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Device } from '../../devices/index.js';
import { loadPanels as loadDevices } from '../support/devices/panels.js';
import { createArranging } from '../../renderer/arrange/arrange.js';
import { createBoxes } from '../../renderer/boxes/boxes.js';
import { loadFlexbox } from '../../renderer/boxes/yoga.js';
import { draw } from '../../renderer/drawing/draw.js';
import type { Drawing } from '../../renderer/drawing/marks.js';
import type { Node, Roots } from '../../renderer/layout/document.js';
import { childrenOf, isContainer } from '../../renderer/layout/tree.js';
import { type Content, loadLayouts, PriceDoesNotFit, TextDoesNotFit } from '../../renderer/index.js';
import { fieldOf } from '../../renderer/layout/template.js';
import { formatPrice } from '../../renderer/price/price.js';
import { heightOf } from '../../renderer/slots/room.js';
import type { Slot } from '../../renderer/slots/slot.js';
import { overlap } from '../../renderer/shapes/rectangle.js';
import { roundedBox } from '../../renderer/shapes/rounded-box.js';
import type { Ruler } from '../../renderer/text/ruler.js';
import { createPlans } from '../../renderer/boxes/plan.js';
import { stepOf } from '../../renderer/boxes/step.js';
import { contentOf } from '../support/labels/cases.js';
import { column, layoutOf, name, node, row, withRoot } from '../support/labels/documents.js';
import { inkOf, within } from '../support/labels/marks.js';
import { plainRuler } from '../support/labels/plain-ruler.js';
import { atSize } from '../support/labels/share.js';
import { layoutDocument } from '../support/labels/random-layout.js';
import { expectRecorded, linesOfDrawing } from '../support/tables/records.js';
import { plainRenderer } from '../support/rulers/renderers.js';
import { arrange, compute, countedBoxes, device, slots, typesetter } from '../support/rulers/arranging.js';

const devices = [...loadDevices().values()];
const update = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };

/** Whether two nodes of a layout are in different children of a stack. */
function stackedIn({ root, variants = [] }: Roots): (one: Node, other: Node) => boolean {
  const ways = new Map<Node, readonly Node[]>();
  const walk = (node: Node, way: readonly Node[]) => {
    ways.set(node, [...way, node]);
    for (const child of childrenOf(node)) walk(child, [...way, node]);
  };
  for (const top of [root, ...variants.map((variant) => variant.root)]) walk(top, []);
  return (one, other) => {
    const [a, b] = [ways.get(one)!, ways.get(other)!];
    return a[a.findIndex((node, i) => node !== b[i]) - 1]?.type === 'stack';
  };
}

/** The digits of the prices of a drawing, in drawing order. */
function digitsIn({ marks }: Drawing): string {
  const words = marks.flatMap((mark) =>
    mark.kind === 'text' && mark.word.font.face.startsWith('price') ? [mark] : [],
  );
  return words.map(({ word }) => word.text.replaceAll(/\D/g, '')).join('');
}

/** The expected digits. */
function digitsOfPrices(places: readonly Slot[], content: Content): string {
  return places
    .flatMap(({ node }) => (node.type === 'price' ? [fieldOf(content, node.field ?? 'price')] : []))
    .filter((amount) => amount !== '')
    .map((amount) => formatPrice(amount, content.locale, content.currency))
    .map(({ integer, decimals }) => `${integer}${decimals}`.replaceAll(/\D/g, ''))
    .join('');
}

describe('a layout document that is valid', () => {
  const row = (name: string, price: string) => ({ name, price });
  const data = { origin: 'Ireland', before: '4.99', rows: [row('Tea', '2.50'), row('Cocoa', '3.00')] };
  const drawable = fc.record({
    document: layoutDocument,
    panel: fc.constantFrom(...devices),
    locale: fc.constantFrom('en-US', 'he-IL', 'de-DE'),
    given: fc.constantFrom({}, data),
    sku: fc.constantFrom('4006381333931', '', 'A-1'),
    product_name: fc.constantFrom('Milk', 'Organic Fairtrade Smoked Wild Alaskan Salmon', 'שוקולד Milka 100 ג'),
  });

  /** Counts the layouts that left a price too little room: they are refused. */
  async function drawAll(ruler: Ruler, numRuns: number, show: (drawing: Drawing, panel: Device) => void) {
    const planOf = createPlans(await createBoxes(ruler));
    const { arrange, slots } = createArranging(ruler, planOf);
    let refused = 0;
    fc.assert(
      fc.property(drawable, ({ document, panel, locale, given, sku, product_name }) => {
        const layout = layoutOf(document);
        const content = { ...contentOf({ update: { ...update, product_name } }, panel), locale, data: given, sku };
        const places = slots(content, layout, panel);
        const leaves = places.filter(({ node }) => !isContainer(node));
        const stacked = stackedIn(planOf(layout, panel).roots);
        for (const [i, leaf] of leaves.entries()) {
          expect(within(leaf, { x: 0, y: 0, ...panel })).toBe(true);
          const others = leaves.slice(i + 1).filter(({ node }) => !stacked(leaf.node, node));
          expect(others.filter((other) => overlap(leaf, other)).map((other) => [leaf, other])).toEqual([]);
        }
        try {
          const drawing = arrange(content, layout, panel);
          const inks = drawing.marks.map((mark) => ({ mark, ink: inkOf(mark) }));
          expect(inks.filter(({ ink }) => !places.some((place) => within(ink, place)))).toEqual([]);
          expect(digitsIn(drawing)).toBe(digitsOfPrices(places, content));
          show(drawing, panel);
        } catch (error) {
          if (!(error instanceof PriceDoesNotFit || error instanceof TextDoesNotFit)) throw error;
          refused++;
        }
      }),
      { numRuns, endOnFailure: true },
    );
    expect(refused).toBeLessThan(numRuns / 2);
  }

  test('is arranged with any sizes: nothing leaves its place, no two places overlap, no price is clipped', async () => {
    await drawAll(plainRuler, atSize(80, 750), () => undefined);
  });

  test('is arranged and drawn as before, with what it warns of', async () => {
    const renderer = await plainRenderer();
    const records = fc
      .sample(drawable, { numRuns: 200, seed: 1 })
      .map(({ document, panel, locale, given, sku, product_name }, i) => {
        const content = { ...contentOf({ update: { ...update, product_name } }, panel), locale, data: given, sku };
        try {
          return [`${i}`, linesOfDrawing(renderer.render(content, layoutOf(document), panel))] as const;
        } catch (error) {
          return [`${i}`, [String(error)]] as const;
        }
      });
    expectRecorded('random-layouts', records);
  });

  test('is drawn with any sizes, in the letters of real fonts', async () => {
    await drawAll(typesetter, atSize(12, 75), (drawing, panel) => {
      draw(drawing, panel.inks.length, typesetter);
    });
  });
});

describe('the boxes of a layout', () => {
  test('leave no nodes in the memory of the flexbox engine, even when the budget is exceeded', async () => {
    const yoga = await loadFlexbox();
    const held = new Set<unknown>();
    let made = 0;
    const create = () => {
      const node = yoga.Node.create();
      const free = node.free.bind(node);
      held.add(node);
      made++;
      node.free = () => {
        held.delete(node);
        free();
      };
      return node;
    };
    const counted = Object.create(yoga, { Node: { value: { create } } }) as typeof yoga;
    let budget = Infinity;
    const charge = () => {
      if (budget-- <= 0) throw new RangeError('used up');
    };
    const lay = await createBoxes(plainRuler, Promise.resolve(counted), { charge });
    const line = { type: 'line', width: 20, height: 5 };
    const root = column(line, column(line), { type: 'stack', children: [column(line), { ...line, rotate: 90 }] });
    const content = contentOf({ update }, device);
    const arrange = () =>
      createArranging(plainRuler, createPlans(lay)).slots(content, layoutOf(withRoot(root)), device);
    arrange();
    expect([made > 6, held.size]).toEqual([true, 0]);
    budget = 5;
    expect(arrange).toThrow('used up');
    expect(held.size).toBe(0);
  });

  test('are computed once for a device, a direction and what is present', () => {
    const counted = countedBoxes();
    const { arrange } = createArranging(typesetter, createPlans(counted.compute));
    const document = node(name, { type: 'text', text: '{sku}', when: 'sku' }, { type: 'price', grow: 1 });
    const layout = layoutOf(document);
    const show = (panel: Device, more: object) => arrange({ ...contentOf({ update }, panel), ...more }, layout, panel);
    for (let i = 0; i < 50; i++)
      show(device, { price: `${i}.99`, product_name: `Milk ${i}`, locale: i % 2 ? 'en-US' : 'de-DE' });
    expect(counted.calls).toBe(1);
    show(device, { sku: '' });
    expect(counted.calls).toBe(2);
    const other = devices.find((each) => each !== device)!;
    show(other, {});
    expect(counted.calls).toBe(3);
  });

  test('are cached for 1,024 steps: the cache stays small', () => {
    let computed = 0;
    const plan = createPlans(() => (computed++, []))(loadLayouts().get('standard')!, device);
    const use = (hidden: number) => plan.slots(contentOf({ update }, device), stepOf([], hidden, 0));
    for (let hidden = 0; hidden < 1024; hidden++) use(hidden);
    use(0);
    expect(computed).toBe(1024);
    use(1024);
    use(0);
    expect(computed).toBe(1026);
  });

  test('of a locale are the same whichever locale came before', () => {
    const text = { en: 'price', hi: 'मूल्य' };
    const size = { preferred: 12, floor: 12 };
    const root = column({ ...name, text, size }, { type: 'price', grow: 1 });
    const layout = layoutOf(withRoot(root));
    const at = (...locales: string[]) => {
      const { slots: fresh } = createArranging(typesetter, createPlans(compute));
      const shown = locales.map((locale) => fresh({ ...contentOf({ update }, device), locale }, layout, device));
      return shown.at(-1)!.map(({ x, y, width, height }) => [x, y, width, height]);
    };
    expect(at('hi-IN', 'ne-NP')).toEqual(at('ne-NP'));
    expect(at('hi-IN')).not.toEqual(at('ne-NP'));
  });

  test.each([
    ['th-TH', 'ต่ำ กู'],
    ['hi-IN', 'देश र्कू'],
    ['en-PH', 'only ₱9'],
  ])('have room for the tallest words of %s where they are small', (locale, text) => {
    const words = { type: 'text', text, size: { preferred: 12, floor: 12 } };
    const layout = layoutOf(node(words, { type: 'price', grow: 1 }));
    expect(arrange({ ...contentOf({ update }, device), locale }, layout, device).warnings).toEqual([]);
  });

  test('keep all lines of a price among words, however many lines a name has', () => {
    const size = { preferred: 12, floor: 12 };
    const lowest = { ...name, text: 'The lowest price of the last days: {price}', size, lines: 2, width: '50%' };
    const layout = layoutOf({ ...node({ ...name, size, lines: 12, width: '50%' }, lowest), concessions: ['hide'] });
    const posted = contentOf({ update: { ...update, product_name: 'Organic whole milk '.repeat(24).trim() } }, device);
    const { marks, warnings } = arrange(posted, layout, device);
    expect(warnings.map(({ field }) => field)).toEqual(['product_name']);
    expect(marks.map((mark) => mark.kind === 'text' && mark.word.text)).toContain('$3.50');
  });

  test('keep whole what a text names in the language of the label, whatever labels came before', () => {
    const size = { preferred: 12, floor: 12 };
    const words = { en: 'The lowest price of the last days: {price}', de: 'Nur solange unser Vorrat im Laden reicht' };
    const texts = [
      { ...name, size, lines: 12, width: '50%' },
      { ...name, text: words, size, lines: 2, width: '50%' },
    ];
    const layout = () => layoutOf({ ...node(...texts), concessions: ['hide'] });
    const posted = (locale: string) => ({
      ...contentOf({ update: { ...update, product_name: 'Organic whole milk '.repeat(24).trim() } }, device),
      locale,
    });
    const shared = layout();
    arrange(posted('de-DE'), shared, device);
    expect(slots(posted('en-US'), shared, device).map(({ height }) => height)).toEqual(
      slots(posted('en-US'), layout(), device).map(({ height }) => height),
    );
  });

  test('mirror where the locale is written from right to left', () => {
    const layout = layoutOf(withRoot(row({ ...name, width: '30%' }, { type: 'price', grow: 1 })));
    const at = (locale: string) =>
      slots({ ...contentOf({ update }, device), locale }, layout, device).map(({ x, width }) => `${width} px at ${x}`);
    expect([at('en-US'), at('he-IL')]).toEqual([
      ['89 px at 0', '207 px at 89'],
      ['89 px at 207', '207 px at 0'],
    ]);
  });

  test.each([
    [90, { x: 6, y: 13, width: 30, height: 30 }, { x: 21, y: 13, width: 15, height: 30 }],
    [180, { x: 6, y: 13, width: 30, height: 30 }, { x: 6, y: 28, width: 30, height: 15 }],
    [270, { x: 6, y: 13, width: 30, height: 30 }, { x: 6, y: 13, width: 15, height: 30 }],
  ])('turn by %i° in place', (rotate, whole, half) => {
    const line = { type: 'line', height: '50%' };
    const turned = { type: 'box', fill: 'accent', width: 30, height: 30, rotate, children: [line] };
    const root = { type: 'box', padding: 6, children: [{ type: 'line', width: 30, height: 7 }, turned] };
    expect(placesIn(root)).toEqual([{ x: 6, y: 6, width: 30, height: 7 }, whole, half]);
  });

  test('have another padding at their sides where they say so', () => {
    const band = { type: 'box', padding: 6, padding_inline: 11, children: [{ type: 'line', height: 7 }] };
    expect(placesIn(band)).toMatchObject([{ x: 11, y: 6, height: 7 }]);
    expect(placesIn(band)[0]!.width).toBe(placesIn({ ...band, padding_inline: undefined })[0]!.width - 10);
  });

  test.each([90, 270])(
    'of a text that lies on its side at %i° and has a height keep the width of its line',
    (rotate) => {
      const { size } = name;
      const row = (text: object) => ({ type: 'box', direction: 'row', children: [text, { type: 'price', grow: 1 }] });
      // More lines than it allows would make the text larger where they have room.
      const inLines = (root: object) => ({
        ...withRoot(root),
        concessions: ['shrink', 'hide', 'condense', 'hyphenate'],
      });
      const places = (root: object) => slots(contentOf({ update }, device), layoutOf(inLines(root)), device);
      const upright = places(column({ ...name, width: 60 }, { type: 'price', grow: 1 }))[0]!;
      expect(upright.height).toBeGreaterThanOrEqual(size.preferred);
      const [lying, price] = places(row({ ...name, height: 60, rotate }));
      expect(lying).toMatchObject({ x: 0, y: 0, width: upright.height, height: 60 });
      expect(price!.x).toBe(upright.height);
    },
  );

  test('have their own width: the whole layout, and turned nodes, too', () => {
    const line = { type: 'line', height: 5 };
    expect(placesIn({ ...column(line), width: '50%' })).toEqual([{ x: 0, y: 0, width: 148, height: 5 }]);
    const turned = { ...column(line), fill: 'accent', rotate: 180, width: '50%', height: 30 };
    expect(placesIn(column(turned))).toEqual([
      { x: 0, y: 0, width: 148, height: 30 },
      { x: 0, y: 25, width: 148, height: 5 },
    ]);
  });

  test('are squeezed in a column, but a line keeps its height', () => {
    const root = column(column({ ...name, lines: 8 }), { type: 'line', height: 90 });
    const [text, line] = slots(contentOf({ update }, device), layoutOf({ ...withRoot(root), fit: 'same' }), device);
    expect([text!.height, line!.y, line!.height]).toEqual([38, 38, 90]);
  });

  test('read the fields that they show, and those of their conditions', () => {
    const root = column({ ...name, when: { field: 'data.origin', equals: 'Kenya' } }, { type: 'price' });
    const plan = createPlans(compute)(layoutOf(withRoot(root)), device);
    expect(plan.reads('en-US')).toEqual(['product_name', 'price', 'data.origin']);
  });

  test('of a growing text have room for its lines, whatever else grows', () => {
    const { size } = name;
    const root = column({ ...name, lines: 2, grow: 1 }, { type: 'price', grow: 50 });
    const [text] = slots(contentOf({ update }, device), layoutOf({ ...withRoot(root), fit: 'same' }), device);
    expect(text!.height).toBeGreaterThanOrEqual(2 * size.preferred);
  });

  test('are higher where a locale writes higher: for a price, and for a text that may have its letters', () => {
    const heightOf = (node: object, locale: string) => {
      const layout = layoutOf(withRoot(column(node, { type: 'line', grow: 1 })));
      return slots({ ...contentOf({ update }, device), locale }, layout, device)[0]!.height;
    };
    const more = (node: object, locale: string) => heightOf(node, locale) - heightOf(node, 'en-US');
    expect(more({ type: 'price' }, 'ar-EG')).toBeGreaterThan(0);
    expect(more(name, 'th-TH')).toBeGreaterThan(0);
    expect(more({ ...name, text: '{sku}' }, 'th-TH')).toBe(0);
  });

  test('that are filled have their ink under their children', () => {
    const inner = { ...column({ type: 'line', height: 5 }), fill: 'accent' };
    const red = device.inks.findIndex((ink) => ink.name === 'red');
    expect(slotsIn(column({ ...column(inner), fill: 'black' })).at(-1)!.backdrop).toBe(red);
  });

  test.each([
    [{ fill: 'black' }, 10],
    [{ outline: 'black' }, 10],
    [{}, 25],
  ])('with %j let %i px be seen of a line of 25 px in a box of 10 px', (ground, height) => {
    const inner = { type: 'box', width: 40, children: [{ type: 'line', width: 30, height: 25 }] };
    const places = placesIn(column({ type: 'box', ...ground, height: 10, children: [inner] }));
    expect(places.at(-1)).toEqual({ x: 0, y: 0, width: 30, height });
  });

  test('have gaps of a share of the panel’s height', () => {
    const line = { type: 'line', height: 5 };
    expect(placesIn({ ...column(line, line), gap: '5%' })[1]!.y).toBe(5 + Math.round(device.height * 0.05));
  });

  test('do not overlap when the overflow of one would cover the content of a turned one', () => {
    const turned = { type: 'box', width: 30, height: 30, rotate: 90, children: [{ type: 'line', height: 30 }] };
    const short = { type: 'box', height: 10, children: [{ type: 'line', width: 30, height: 25 }] };
    expect(placesIn(column(short, turned))).toEqual([
      { x: 0, y: 0, width: 30, height: 10 },
      { x: 0, y: 10, width: 30, height: 30 },
    ]);
  });

  test('have the ink of a filled box with round corners under them where all of their pixels are on it', () => {
    const [width, height] = [24, 20];
    const box = { type: 'box', fill: 'black', children: [{ type: 'line', height: 1 }] };
    const stack = { type: 'stack', width, height, align: 'center', justify: 'center' };
    for (let radius = 0; radius <= 10; radius++) {
      const { bits } = roundedBox(width, height, radius);
      const insets = [0, 1, 2, 3, 4];
      const filled = insets.filter((inset) => (bits[inset]! << inset) >>> 31 === 1);
      const known = insets.filter((inset) => {
        const line = { type: 'line', width: width - 2 * inset, height: height - 2 * inset };
        return slotsIn(column({ ...stack, children: [{ ...box, radius }, line] })).at(-1)!.backdrop === 1;
      });
      expect(filled).toEqual(expect.arrayContaining(known));
      // The inset of the corner is rounded up.
      expect(filled.length - known.length).toBeLessThanOrEqual(1);
    }
    // A percentage is of the shorter side.
    const low = {
      ...stack,
      width: 60,
      children: [
        { ...box, radius: '50%' },
        { type: 'line', width: 54, height: 14 },
      ],
    };
    expect(slotsIn(column(low)).at(-1)!.backdrop).toBe(1);
  });

  function slotsIn(root: object) {
    return slots(contentOf({ update }, device), layoutOf(withRoot(root)), device);
  }

  function placesIn(root: object) {
    return slotsIn(root).map(({ x, y, width, height }) => ({ x, y, width, height }));
  }
});

test.each([
  [{ direction: 'column' }, [30, 20, 10], 60],
  [{ direction: 'column', gap: 4 }, [30, 20, 10], 68],
  [{ direction: 'column', gap: 4, padding: 7 }, [30, 20, 10], 82],
  [{ direction: 'column', gap: 4, padding: 7 }, [30], 44],
  [{ direction: 'column', gap: 4, padding: 7 }, [], 14],
  [{ direction: 'row', gap: 4, padding: 7 }, [10, 30, 20], 44],
  [{ direction: 'row', gap: 4 }, [], 0],
  [{ gap: 4 }, [1, 2], 7],
] as const)('nodes in %j of the heights %j are %d px high', (flow, heights, expected) => {
  expect(heightOf(flow, heights, devices[0]!)).toBe(expected);
});

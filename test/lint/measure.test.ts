import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { plainRenderer } from '../support/rulers/renderers.js';
import { readDevice, findDevices } from '../../devices/index.js';
import { encodePng } from '../../renderer/index.js';
import { gapBetween } from '../../renderer/lint/ink.js';
import type { MeasuredBox } from '../../renderer/lint/measure.js';
import { numberGaps } from '../../renderer/lint/readability.js';
import { firstRun, strokeOf } from '../../renderer/lint/runs.js';
import { createStencil, setRun } from '../../renderer/shapes/stencil.js';
import { runs } from '../support/labels/share.js';
import { content } from '../support/labels/content.js';
import { layoutOf, withRoot } from '../support/labels/documents.js';
import { digitsOf } from '../../renderer/price/locales.js';

const renderer = await plainRenderer();
const device = readDevice(findDevices().get('solum-m2-2.9-bwr')!);

/** The rows and columns of ink in a part of a PNG. */
interface Ink {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The dark shapes of a PNG that touch no other, by their bounds, from left to right. Knows nothing of fonts and boxes. */
function shapesIn(png: Buffer): readonly Ink[] {
  const { width, height, data } = PNG.sync.read(png);
  const isInk = (at: number) => data[at * 4]! < 128;
  const seen = new Uint8Array(width * height);
  const shapes: Ink[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || !isInk(start)) continue;
    let shape: Ink = { top: height, bottom: -1, left: width, right: -1 };
    const open = [start];
    seen[start] = 1;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      shape = {
        top: Math.min(shape.top, y),
        bottom: Math.max(shape.bottom, y),
        left: Math.min(shape.left, x),
        right: Math.max(shape.right, x),
      };
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const next = at + dy * width + dx;
          if (x + dx < 0 || x + dx >= width || next < 0 || next >= seen.length || seen[next] || !isInk(next)) continue;
          seen[next] = 1;
          open.push(next);
        }
    }
    shapes.push(shape);
  }
  return shapes.sort((a, b) => a.left - b.left);
}

const text = (px: number) => ({ type: 'text', text: '{product_name}', size: { preferred: px, floor: px } });
const padded = (node: object) => layoutOf(withRoot({ type: 'box', padding: 8, children: [node] }));
const heightOf = ({ top, bottom }: Ink) => bottom - top + 1;

const scripts = {
  latin: digitsOf.latn,
  arabic: digitsOf.arab,
  devanagari: digitsOf.deva,
  han: '一二三四五六七八九十',
} as const;

/** A word of digits on an otherwise blank label, as a text or, where a locale writes them, as a price. */
const label = fc.record({
  script: fc.constantFrom(...(Object.keys(scripts) as (keyof typeof scripts)[])),
  digits: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
  size: fc.integer({ min: 14, max: 64 }),
  bold: fc.boolean(),
});

describe('measured heights', () => {
  test('are those of the rows of ink in the PNG, for random labels in Latin, Arabic, Devanagari and Han digits', () => {
    const check = fc.property(label, ({ script, digits, size, bold }) => {
      const word = digits.map((digit) => scripts[script][digit]!).join('');
      const layout = padded({ ...text(size), ...(bold && { weight: 'bold' }) });
      const of = content({ product_name: word });
      const { frame } = renderer.render(of, layout, device);
      const shapes = shapesIn(encodePng(frame, device));
      const [box] = renderer.measure(of, layout, device);
      const { heights, ink } = box!;
      const top = Math.min(...shapes.map((each) => each.top));
      const bottom = Math.max(...shapes.map((each) => each.bottom));
      const [left, right] = [
        Math.min(...shapes.map((each) => each.left)),
        Math.max(...shapes.map((each) => each.right)),
      ];
      expect(ink).toEqual({ x: left, y: top, width: right - left + 1, height: bottom - top + 1 });
      // Han digits, which are letters of several strokes, are compared as a whole.
      if (script === 'han') {
        if (digits.length === 1) expect(heights.body).toBe(bottom - top + 1);
      } else expect(heights.digit).toBe(Math.max(...shapes.map(heightOf)));
    });
    fc.assert(check, { numRuns: runs(300), seed: 29 });
  });

  test('of a price are those of its tallest shapes, whatever the form of its cents', () => {
    const price = fc.record({
      cents: fc.integer({ min: 100, max: 99_999 }),
      locale: fc.constantFrom('en-US', 'de-DE', 'ar-EG', 'fr-FR', 'hi-IN'),
      largest: fc.integer({ min: 16, max: 100 }),
    });
    const check = fc.property(price, ({ cents, locale, largest }) => {
      const layout = padded({ type: 'price', sign: 'none', largest, grow: 1 });
      const of = content({ price: (cents / 100).toFixed(2), locale, currency: 'EUR' });
      const { frame } = renderer.render(of, layout, device);
      const shapes = shapesIn(encodePng(frame, device));
      const [box] = renderer.measure(of, layout, device);
      expect(box!.heights.digit).toBe(Math.max(...shapes.map(heightOf)));
    });
    fc.assert(check, { numRuns: runs(100), seed: 29 });
  });

  test('of letters are those of their own rows, without accents and descenders', () => {
    const layout = padded(text(40));
    const measured = (product_name: string) => {
      const of = content({ product_name });
      const { frame } = renderer.render(of, layout, device);
      const shapes = shapesIn(encodePng(frame, device)).map(heightOf);
      return { shapes, heights: renderer.measure(of, layout, device)[0]!.heights };
    };
    const small = measured('x');
    const large = measured('H');
    expect(small.heights.xHeight).toBe(small.shapes[0]);
    expect(large.heights.capHeight).toBe(large.shapes[0]);
    const { xHeight, capHeight } = { ...small.heights, capHeight: large.heights.capHeight };
    expect(measured('Äpfel xHg').heights).toMatchObject({ xHeight, capHeight });
  });

  test('have strokes as wide as the stem of an l', () => {
    for (const size of [14, 24, 40, 64]) {
      const layout = padded(text(size));
      const of = content({ product_name: 'ill' });
      const { frame } = renderer.render(of, layout, device);
      const stems = shapesIn(encodePng(frame, device)).map(({ left, right }) => right - left + 1);
      renderer.render(content({ product_name: 'Hn' }), layout, device);
      const [box] = renderer.measure(content({ product_name: 'Hn' }), layout, device);
      expect(Math.abs(box!.heights.stroke - Math.min(...stems))).toBeLessThanOrEqual(1);
    }
  });
});

test.each([
  [{ x: 30, y: 0 }, 20],
  [{ x: 0, y: 25 }, 15],
  [{ x: 12, y: 40 }, 30],
  [{ x: 50, y: 12 }, 40],
  [{ x: 10, y: 0 }, 0],
  [{ x: 5, y: 5 }, 0],
])('the gap to a rectangle at %j is %d px, in either order', (at, gap) => {
  const [one, other] = [
    { x: 0, y: 0, width: 10, height: 10 },
    { ...at, width: 10, height: 10 },
  ];
  expect([gapBetween(one, other), gapBetween(other, one)]).toEqual([gap, gap]);
});

test.each([
  [0, 4],
  [2, 7],
  [7, 8],
  [0, 8],
])('a run of ink from %d to %d is found, at the end of the row too', (from, to) => {
  const stencil = createStencil(8, 1);
  setRun(stencil, 0, from, to);
  expect(firstRun(stencil)).toBe(to - from);
});

test.each([
  ['wide', [40, 3], 3],
  ['high', [3, 40], 3],
  ['as wide as high', [7, 7], 7],
] as const)('the stroke of a shape that is %s is its thickness', (_, [width, height], stroke) => {
  const stencil = createStencil(width, height);
  for (let y = 0; y < height; y++) setRun(stencil, y, 0, width);
  expect(strokeOf(stencil)).toBe(stroke);
});

test.each([
  [22, 7],
  [35, 2],
])('the stroke is that of half of the ink: %d × 2 pixels beside 7 × 8', (length, stroke) => {
  const stencil = createStencil(40, 12);
  for (const y of [0, 1]) setRun(stencil, y, 0, length);
  for (let y = 4; y < 12; y++) setRun(stencil, y, 0, 7);
  expect(strokeOf(stencil)).toBe(stroke);
});

test.each([
  ['two numbers', 20, 20, 1],
  ['a number and a word', 20, 0, 1],
  ['a word and a number', 0, 20, 1],
  ['two words', 0, 0, 0],
])('of %s, the gap counts only with digits', (_, digit, otherDigit, count) => {
  const box = (x: number, height: number) => {
    const ink = { x, y: 0, width: 40, height: 20 };
    return {
      ...ink,
      kind: 'text',
      ink,
      heights: { digit: height, xHeight: 14, capHeight: 20, body: 0, stroke: 2 },
    } as unknown as MeasuredBox;
  };
  expect(numberGaps([box(0, digit), box(43, otherDigit)]).map(({ px }) => px)).toEqual(count ? [3] : []);
});

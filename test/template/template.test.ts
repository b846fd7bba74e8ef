import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderer } from '../support/rulers/renderers.js';
import { loadDevices } from '../../devices/index.js';
import { TooCostly, unpack } from '../../renderer/index.js';
import { expectRecorded, linesOfDrawing } from '../support/tables/records.js';
import { type Colour, jpegOf } from '../support/pictures/jpeg-file.js';

const devices = loadDevices();
const bwr = devices.get('solum-m3-1.6-bwr')!;

/** The template on a panel: the ink at a place, and the box of all that is not white. */
function draw(elements: readonly unknown[], { device = bwr, files = {}, turns = 0, inverted = false } = {}) {
  const options = { turns: turns as 0, inverted };
  const { frame, warnings } = renderer.template({ elements, files }, device, options);
  const inks = unpack(frame);
  const at = (x: number, y: number) => device.inks[inks[y * device.width + x]!]!.name;
  const drawn = [...inks.keys()].filter((i) => inks[i] !== 0);
  const [xs, ys] = [drawn.map((i) => i % device.width), drawn.map((i) => Math.floor(i / device.width))];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  return { at, box, count: drawn.length, warnings };
}

test.each([
  [{ box: [10, 20, 30, 40, 'red'] }, [10, 20, 39, 59], 1200],
  [{ box: ['10', 20.9, true, 40, 1] }, [10, 20, 10, 59], 40],
  [{ rbox: [10, 20, 30, 40, 5, 'black'] }, [10, 20, 39, 59], 1180],
  [{ line: [10, 20, 40, 50, 'black'] }, [10, 20, 40, 50], 31],
  [{ triangle: [10, 60, 50, 60, 30, 20, 'black'] }, [10, 20, 50, 60], 861],
  [{ circle: [50, 50, 10, 'black'] }, [40, 40, 60, 60], 349],
  // Outside of the panel, and far outside.
  [{ box: [-10, -10, 20, 20, 'red'] }, [0, 0, 9, 9], 100],
  [{ line: [-2_000_000_000, 5, 2_000_000_000, 5, 'red'] }, [0, 5, 199, 5], 200],
  [{ circle: [0, 0, 10, 'black'] }, [0, 0, 10, 10], 98],
])('%j takes its pixels', (element, box, count) => {
  const drawn = draw([element]);
  expect([drawn.box, drawn.count]).toEqual([box, count]);
});

test('a border has its thickness inwards, and its own colour', () => {
  for (const element of [
    { box: [10, 10, 30, 30, 'red', 'black', 3] },
    { rbox: [10, 10, 30, 30, 4, 'red', 'black', 3] },
    { circle: [25, 25, 15, 'red', 'black', 3] },
  ]) {
    const { at } = draw([element]);
    // The circle has one pixel more.
    const end = 'circle' in element ? 41 : 40;
    for (const colours of [
      [9, 10, 12, 13].map((y) => at(25, y)),
      [9, 10, 12, 13].map((x) => at(x, 25)),
      [end, end - 1, end - 3, end - 4].map((x) => at(x, 25)),
      [end, end - 1, end - 3, end - 4].map((y) => at(25, y)),
    ])
      expect(colours).toEqual(['white', 'black', 'black', 'red']);
  }
});

test('colours are names, numbers and #rrggbb; greys have a grain, and what is unknown is white', () => {
  const shareOf = (colour: unknown) => draw([{ box: [0, 0, 100, 100, colour] }]).count / 10_000;
  expect([1, 'black', '', '2', '#ff0000'].map(shareOf)).toEqual([1, 1, 1, 1, 1]);
  expect(['lightgray', 5].map(shareOf)).toEqual([0.25, 0.5]);
  expect([0, 'white', 'teal', undefined, 11].map(shareOf)).toEqual([0, 0, 0, 0, 0]);
});

test('a text is at its datum: left, middle, right, and its top, its bottom, its baseline', () => {
  const boxOf = (datum: number) => draw([{ text: [100, 100, 'Hxe', 'bahnschrift30', 1, datum] }]).box;
  const [left, middle, right, bottom, baseline] = [0, 1, 2, 6, 9].map(boxOf);
  expect(left![0]).toBe(100);
  expect(right![2]).toBe(99);
  expect(Math.abs(middle![0]! + middle![2]! - 200)).toBeLessThanOrEqual(2);
  expect(left![1]).toBeGreaterThan(100);
  expect(bottom![3]).toBeLessThan(100);
  expect(baseline![3]).toBe(99);
});

test('fonts are replaced in their size, older names a little higher, and it says so once a font', () => {
  const { warnings } = draw([
    { text: [1, 1, 'a', 'fonts/bahnschrift20.vlw', 1] },
    { text: [1, 1, 'b', 'bahnschrift20', 1] },
    { text: [1, 1, '\ue123', 'Signika-SB.ttf', 1, 0, 24] },
  ]);
  expect(warnings.map(({ code, shown }) => [code, shown])).toEqual([
    ['GLYPH_MISSING', '\ue123'],
    ['FONT_REPLACED', 'regular, 20 px'],
    ['FONT_REPLACED', 'bold, 24 px'],
  ]);
  for (const font of ['constructor', '__proto__', 'toString'])
    expect(draw([{ text: [1, 20, 'a', font, 1] }]).count).toBeGreaterThan(0);
  const topOf = (font: string) => draw([{ text: [10, 50, 'H', font, 1] }]).box[1]!;
  expect(topOf('calibrib16') - topOf('t0_14b_tf')).toBe(11);
  expect(draw([{ text: [1, 1, 'x', 'Signika-SB.ttf', 1, 0, 0] }]).count).toBe(0);
});

test('a text box wraps after blanks and hyphens, and ends where its height does', () => {
  const boxOf = (height: number, text = 'one two-three four', width = 60) =>
    draw([{ textbox: [10, 10, width, height, text, 'bahnschrift20', 1] }]).box;
  const [, , right, bottom] = boxOf(200);
  expect(right).toBeLessThan(70);
  expect(boxOf(30)[3]).toBeLessThan(bottom! - 20);
  expect(boxOf(200, 'one\ntwo')[3]).toBeGreaterThan(boxOf(200, 'one')[3]!);
  expect(boxOf(200, 'unbreakable')[2]).toBeLessThan(70);
  // The blank at the end of a line needs no room.
  for (let width = 10; width < 100; width++)
    expect(boxOf(200, 'one two three', width)).toEqual(boxOf(200, 'one two\nthree', width));
});

test('an image is a file of the access point, cut at the edges; without it, the label says so', () => {
  const red: Colour = [255, 0, 0];
  const files = { '/temp/a.jpg': jpegOf(40, 40, () => red), '/b.txt': Buffer.from('x') };
  const { at, box, warnings } = draw([{ image: ['temp/a.jpg', 180, -10] }], { files });
  expect([at(190, 10), box, warnings]).toEqual(['red', [180, 0, 199, 29], []]);
  for (const path of ['/none.jpg', '/b.txt', '__proto__'])
    expect(draw([{ image: [path, 0, 0] }], { files }).warnings).toEqual([
      {
        code: 'PICTURE_UNKNOWN',
        field: 'json',
        message: expect.stringMatching(
          RegExp(`^The image ${path.replace(/^(?!\/)/, '/')} is left out\\. Expected a JPEG `),
        ),
        shown: '',
      },
    ]);
});

test('elements that are none are skipped, and of several members the first counts', () => {
  const { count } = draw([
    null,
    1,
    'x',
    [],
    {},
    { what: [1] },
    { box: 'x' },
    { rotate: -1 },
    { line: [0, 0, 9, 0, 1], box: [0, 0, 1, 1, 1] },
  ]);
  expect(count).toBe(1);
});

test('the picture is turned and inverted as the tag is set', () => {
  const corner = [{ box: [0, 0, 10, 10, 'black'] }];
  expect(draw(corner, { turns: 1 }).box).toEqual([190, 0, 199, 9]);
  expect(draw(corner, { inverted: true }).at(0, 0)).toBe('white');
  expect(draw(corner, { inverted: true }).at(100, 100)).toBe('black');
});

test('`rotate` turns what follows against what is drawn already', () => {
  const device = devices.get('solum-m2-2.9-bwr')!;
  const drawn = (rotate: number) =>
    draw([{ box: [0, 0, 20, 20, 'red'] }, { rotate }, { box: [0, 0, 10, 10, 'black'] }], { device });
  // On this panel 1 is a quarter turn clockwise: the new origin is at the top right.
  expect([drawn(1).at(5, 5), drawn(1).at(290, 5)]).toEqual(['red', 'black']);
  // The firmware turns the picture, and sends the result unchanged.
  expect([drawn(2).at(5, 5), drawn(2).at(290, 122)]).toEqual(['black', 'red']);
  expect(drawn(0).at(5, 5)).toBe('black');
});

test('a template that costs too much is refused', () => {
  const elements = Array.from({ length: 3000 }, () => ({ box: [0, 0, 200, 200, 'red'] }));
  const run = (budget: number) =>
    renderer.template({ elements, files: {} }, bwr, { turns: 0, inverted: false }, { budget });
  expect(() => run(100_000)).toThrow(TooCostly);
});

test('any elements have the same pixels and warnings as before', () => {
  const at = fc.integer({ min: -20, max: 220 });
  const size = fc.integer({ min: -2, max: 90 });
  const colour = fc.constantFrom<unknown>(0, 1, 2, 3, 4, 5, 'red', 'black', 'darkgray', '#ffee00', 'none');
  const words = fc.constantFrom('Milk', 'A long-named article of the shop, 3.8 % fat', 'שלום 12', '');
  const font = fc.constantFrom('fonts/calibrib30', 't0_14b_tf', 'bahnschrift20.vlw', 'glasstown_nbp_tf', '');
  const some = (...parts: readonly fc.Arbitrary<unknown>[]) =>
    fc.tuple(fc.nat(2), ...parts).map(([less, ...values]) => values.slice(0, values.length - less));
  const element = fc.oneof(
    fc.record({ text: some(at, at, words, font, colour, fc.nat(12), size) }),
    fc.record({ textbox: some(at, at, size, size, words, font, colour, fc.constantFrom(0, 1, 1.5), fc.nat(2)) }),
    fc.record({ box: some(at, at, size, size, colour, colour, fc.nat(9)) }),
    fc.record({ rbox: some(at, at, size, size, fc.nat(30), colour, colour, fc.nat(9)) }),
    fc.record({ line: some(at, at, at, at, colour) }),
    fc.record({ triangle: some(at, at, at, at, at, at, colour) }),
    fc.record({ circle: some(at, at, size, colour, colour, fc.nat(9)) }),
    fc.record({ image: some(fc.constantFrom('a.jpg', '/b.jpg', 'none.jpg'), at, at) }),
    fc.record({ rotate: fc.nat(5) }),
  );
  const template = fc.record({
    elements: fc.array(element, { minLength: 1, maxLength: 6 }),
    device: fc.constantFrom(bwr, devices.get('solum-m2-2.9-bwr')!, devices.get('gicisky-2.9-bwry')!),
    turns: fc.nat(3),
    inverted: fc.boolean(),
  });
  const files = { '/a.jpg': jpegOf(24, 16, (x, y) => [x * 10, y * 16, 128]), '/b.jpg': Buffer.from('no JPEG') };
  const records = fc.sample(template, { numRuns: 150, seed: 1 }).map(({ elements, device, turns, inverted }, i) => {
    const options = { turns: turns as 0, inverted };
    return [`${i}`, linesOfDrawing(renderer.template({ elements, files }, device, options))] as const;
  });
  expectRecorded('templates', records);
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { changeOf } from '../../renderer/compare/change.js';
import { comparePngs, type Comparison, readLabel, type Region } from '../../renderer/compare/index.js';
import { chunk } from '../../renderer/png/chunks.js';
import { groupsOf } from '../../renderer/compare/groups.js';
import { differingPixels, type PixelGrid } from '../../renderer/compare/pixels.js';
import type { Rectangle } from '../../renderer/shapes/rectangle.js';
import { openSimulator } from '../../server/library.js';
import { pngOf } from '../support/pictures/picture-files.js';
import { plainLayoutDir } from '../support/layouts/plain.js';
import { milkLabel } from '../support/server.js';

const simulator = await openSimulator({ layoutsDir: plainLayoutDir });
const milk = { ...milkLabel, layout: 'plain' };

/** The PNG with the chunk of boxes that versions before `esl-label` wrote. */
function withRegions(image: Buffer, regions: readonly Region[]): Buffer {
  const rows = regions.map(({ name, x, y, width, height }) => [name, x, y, width, height]);
  const text = JSON.stringify(rows).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const written = chunk('tEXt', Buffer.from(`esl-regions\0${text}`, 'latin1'));
  return Buffer.concat([image.subarray(0, -12), written, image.subarray(-12)]);
}

const white = [255, 255, 255, 255];
const black = [0, 0, 0, 255];
const red = [255, 0, 0, 255];

/** A PNG of pngjs with `colour(x, y)` for each pixel. */
function png(width: number, height: number, colour: (x: number, y: number) => readonly number[]): Buffer {
  const image = new PNG({ width, height });
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i += 4) image.data.set(colour(x, y), i);
  return PNG.sync.write(image);
}

/** A label of 60 × 30 px with a shape like an L, whose left top corner is at x, y. */
function shapeAt(x: number, y: number, ink: readonly number[] = black): Buffer {
  const within = (px: number, py: number) => px >= x && py >= y && px < x + 6 && py < y + 8;
  return png(60, 30, (px, py) => (within(px, py) && (px < x + 2 || py >= y + 6) ? ink : white));
}

const field: Region = { name: 'price', x: 10, y: 4, width: 40, height: 20 };

function words(compared: Comparison): readonly string[] {
  return compared.match ? [] : compared.words;
}

const anyPixels = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
  .chain(([width, height]) => {
    const cells = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: width * height, maxLength: width * height });
    return fc.tuple(fc.constant({ width, height }), cells, fc.array(fc.nat(width * height - 1), { maxLength: 8 }));
  });

describe('comparing pixels', () => {
  test.each([Uint8Array, Uint32Array])('counts and bounds what a look at each pixel finds (%p)', (Kind) => {
    fc.assert(
      fc.property(anyPixels, ([size, cells, touched]) => {
        const expected: PixelGrid = { ...size, pixels: Kind.from(cells) };
        const actual: PixelGrid = { ...size, pixels: Kind.from(cells) };
        for (const at of touched) actual.pixels[at] = (actual.pixels[at]! + 1) % 4;
        const places = cells.flatMap((cell, i) =>
          cell === actual.pixels[i] ? [] : [[i % size.width, Math.floor(i / size.width)] as const],
        );
        const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
        const [x, y] = [Math.min(...xs), Math.min(...ys)];
        const box = { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
        const found = places.length === 0 ? undefined : { count: places.length, box };
        expect(differingPixels(expected, actual)).toEqual(found);
      }),
    );
  });

  test('ignores how a PNG is encoded', () => {
    const { png: own, frame } = simulator.render(milk);
    const { data, width, height } = PNG.sync.read(own);
    const other = png(width, height, (x, y) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]);
    expect(other).not.toEqual(own);
    expect(comparePngs(own, other)).toEqual({ match: true });
    expect([frame.width, frame.height]).toEqual([width, height]);
  });

  test('distinguishes labels of different transparency', () => {
    const facts = { width: 1, height: 1, depth: 8, colour: 3, palette: Uint8Array.of(1, 2, 3) };
    const clear = pngOf({ ...facts, transparency: Uint8Array.of(0) }, new Uint8Array(2));
    expect(comparePngs(pngOf(facts, new Uint8Array(2)), clear).match).toBe(false);
  });

  test('reports both sizes where they differ', () => {
    const [one, other] = [png(4, 3, () => white), png(3, 4, () => white)];
    expect(comparePngs(one, other)).toEqual({
      ...{ match: false, reason: 'size', expected: { width: 4, height: 3 }, actual: { width: 3, height: 4 } },
      ...{ words: ['Expected 4×3 pixels but received 3×4'], changes: [] },
    });
  });

  test('refuses incomplete PNGs, even where both are the same', () => {
    const whole = simulator.render(milk).png;
    for (const broken of [Buffer.from('text'), whole.subarray(0, 90), Buffer.alloc(0)]) {
      expect(() => comparePngs(broken, broken)).toThrow(/^Expected .*PNG/);
      expect(() => comparePngs(whole, broken)).toThrow(/^Expected .*PNG/);
    }
  });
});

/** No shape of a test moves further. */
const far = 8;

/** All shifts and exchanges of colours that convert a box of one image to that of another, tried one by one. */
function slowChanges(before: PixelGrid, after: PixelGrid, box: Rectangle): Set<string> {
  const found = new Set<string>();
  const colours = [0, 1, 2];
  const exchanges = colours.flatMap((a) => colours.flatMap((b) => colours.map((c) => [a, b, c])));
  const at = ({ pixels, width }: PixelGrid, x: number, y: number) => pixels[y * width + x]!;
  const inside = (x: number, y: number) => x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
  for (const became of exchanges.filter((list) => new Set(list).size === 3))
    for (let dy = -far; dy <= far; dy++)
      for (let dx = -far; dx <= far; dx++) {
        let same = true;
        for (let y = box.y - far; same && y < box.y + box.height + far; y++)
          for (let x = box.x - far; same && x < box.x + box.width + far; x++) {
            // Ground is 0 beyond the box; pixels moved out of it would be lost.
            const old = inside(x, y) ? became[at(before, x, y)]! : became[0]!;
            const now = inside(x + dx, y + dy) ? at(after, x + dx, y + dy) : became[0]!;
            same = old === now;
          }
        if (same) found.add(`${dx},${dy},${became.join('')}`);
      }
  return found;
}

describe('what changed in a box', () => {
  const box = { x: 2, y: 1, width: 9, height: 7 };
  const size = { width: 12, height: 9 };
  const anyShape = fc.record({
    cells: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 6, maxLength: 6 }),
    from: fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 5 })),
    to: fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 5 })),
    became: fc.constantFrom([0, 1, 2], [0, 2, 1], [1, 0, 2], [2, 0, 1]),
    flaw: fc.option(fc.nat(5), { freq: 3 }),
  });

  function paint(cells: readonly number[], [left, top]: readonly [number, number], ground: number): PixelGrid {
    const pixels = new Uint8Array(size.width * size.height).fill(ground);
    cells.forEach((cell, i) => {
      pixels[(box.y + top + Math.floor(i / 3)) * size.width + box.x + left + (i % 3)] = cell;
    });
    return { ...size, pixels };
  }

  test('is a shift or other colours if and only if trying them all finds one', () => {
    const seen = { found: 0, none: 0 };
    fc.assert(
      fc.property(anyShape, ({ cells, from, to, became, flaw }) => {
        const before = paint(cells, from, 0);
        const now = cells.map((cell, i) => became[i === flaw ? (cell + 1) % 3 : cell]!);
        const after = paint(now, to, became[0]);
        const change = changeOf(before, box, after, box);
        const slow = slowChanges(before, after, box);
        if (change.kind === 'altered' || change.kind === 'same') {
          const { dx, dy, colours } = change.kind === 'altered' ? change : { dx: 0, dy: 0, colours: [] };
          const fits = [...slow].some((key) => {
            const [x, y, list] = key.split(',');
            return Number(x) === dx && Number(y) === dy && colours.every(([a, b]) => Number(list![a]) === b);
          });
          expect(fits).toBe(true);
          seen.found++;
        } else {
          expect(slow.size).toBe(0);
          seen.none++;
        }
      }),
      { numRuns: 60 },
    );
    expect(Math.min(seen.found, seen.none)).toBeGreaterThan(5);
  });
});

describe('words for what changed', () => {
  const before = withRegions(shapeAt(20, 8), [field]);

  test.each([
    ['moved 3 px left', shapeAt(17, 8)],
    ['moved 1 px right and 2 px down', shapeAt(21, 10)],
    ['moved 16 px right and 4 px up', shapeAt(36, 4)],
    ['changed from black to red', shapeAt(20, 8, red)],
    ['moved 1 px up and changed from black to red', shapeAt(20, 7, red)],
    ['changed from black to #102030', shapeAt(20, 8, [16, 32, 48, 255])],
    ['changed from black to #00ff7f', shapeAt(20, 8, [0, 255, 127, 255])],
    ['is gone', png(60, 30, () => white)],
    // Its box has moved, too.
    ['moved 20 px right and 12 px down', withRegions(shapeAt(40, 20), [{ ...field, x: 36, y: 10, width: 24 }])],
  ])('price %s', (said, after) => {
    expect(words(comparePngs(before, after))).toEqual([`price ${said}`]);
    if (readLabel(after).regions.length > 0) return;
    expect(words(comparePngs(before, withRegions(after, [field])))).toEqual([`price ${said}`]);
  });

  test('count pixels that are neither moved nor recoloured, and those outside all fields', () => {
    const dotted = PNG.sync.read(shapeAt(20, 8));
    for (const place of [10 * 60 + 30, 10 * 60 + 31, 29 * 60, 28 * 60 + 59]) dotted.data.set(black, place * 4);
    const after = PNG.sync.write(dotted);
    const corners = ['lower right (1×1 px at 59,28)', 'lower left (1×1 px at 0,29)'].map(
      (place) => `what was in the ${place} changed from white to black`,
    );
    const outside = corners.map((corner) => `outside the fields, ${corner}`);
    expect(words(comparePngs(before, after))).toEqual(['2 pixels differ in price', ...outside]);
    const middle = 'what was in the middle (2×1 px at 30,10) changed from white to black';
    expect(words(comparePngs(shapeAt(20, 8), after))).toEqual([middle, ...corners]);
  });

  test('count a pixel in the smallest of the fields that it is in', () => {
    const [after, small] = [shapeAt(20, 8, red), { ...field, name: 'unit', x: 18, y: 7, width: 10, height: 10 }];
    const said = (...regions: Region[]) => words(comparePngs(withRegions(shapeAt(20, 8), regions), after));
    expect([said(field, small), said(small, field)]).toEqual(Array(2).fill(['unit changed from black to red']));
  });

  test('of a label without fields name a far move once', () => {
    const [one, other] = [shapeAt(4, 4), shapeAt(44, 18)].map((image) => PNG.sync.read(image));
    one!.data.set(black, (2 * 60 + 50) * 4);
    expect(words(comparePngs(PNG.sync.write(one!), PNG.sync.write(other!)))).toEqual([
      'what was in the upper left (6×8 px at 4,4) moved 40 px right and 14 px down',
      'what was in the upper right (1×1 px at 50,2) changed from black to white',
    ]);
  });

  test('of two things that are gone, only one moved to a new place', () => {
    const gone = PNG.sync.read(shapeAt(4, 2));
    const other = PNG.sync.read(shapeAt(44, 2));
    for (let i = 0; i < gone.data.length; i++) gone.data[i] = Math.min(gone.data[i]!, other.data[i]!);
    const said = words(comparePngs(PNG.sync.write(gone), shapeAt(24, 20)));
    expect(said).toHaveLength(2);
    expect(said.filter((sentence) => sentence.endsWith(' is gone'))).toHaveLength(1);
  });

  test('pair things of one name in their order, and none below the label', () => {
    const halves = [0, 30].map((x) => ({ ...field, x, width: 30 }));
    const [one, two] = [shapeAt(4, 8), shapeAt(6, 8)].map((image) => withRegions(image, halves));
    expect(words(comparePngs(one!, two!))).toEqual(['price moved 2 px right']);
    const below = { ...field, name: 'below', y: 30, height: 4 };
    const said = words(comparePngs(withRegions(shapeAt(4, 8), [below]), shapeAt(6, 8)));
    expect(said).toEqual(['the label moved 2 px right']);
  });

  test('name the fields of a label that was drawn here', () => {
    const label = simulator.render(milk).png;
    const said = (fields: object) => words(comparePngs(label, simulator.render({ ...milk, ...fields }).png));
    expect(said({ price: '3.60', metadata: false })).toEqual(['276 pixels differ in price']);
    expect(said({ sku: '', metadata: false })).toEqual(['unit moved 8 px down', 'sku is gone']);
    expect(said({ view: 'panel', metadata: false })[0]).toMatch(
      /^product_name changed from white to #\w{6} and from black to #\w{6}$/,
    );
  });

  test('work on enlarged labels', () => {
    const [one, other] = [milk, { ...milk, sku: '' }].map((fields) => simulator.render({ ...fields, scale: 3 }).png);
    const said = words(comparePngs(one!, other!));
    expect(said).toEqual(['sku 4006381333931 is removed', 'unit is unchanged but 24 px lower']);
  });
});

describe('the groups of pixels that differ', () => {
  const groups = (width: number, height: number, differs: (x: number, y: number) => boolean) =>
    groupsOf(
      Uint8Array.from({ length: width * height }, (_, i) => Number(differs(i % width, Math.floor(i / width)))),
      { width },
    );

  test('do not reach from the right edge to the left one', () => {
    expect(groups(64, 20, (x, y) => (x === 63 && y === 0) || (x === 0 && y === 8))).toHaveLength(2);
  });

  test('hold every pixel, however many there are, and overlap nowhere', () => {
    const many = groups(400, 400, (x, y) => x % 32 === 0 && y % 32 === 0);
    expect([many.length, many.reduce((sum, { count }) => sum + count, 0)]).toEqual([expect.any(Number), 169]);
    const ring = (x: number, y: number) => x === 0 || y === 0 || x === 79 || y === 79;
    expect(groups(80, 80, (x, y) => ring(x, y) || (x === 40 && y === 40))).toHaveLength(1);
  });
});

describe('the boxes in a PNG', () => {
  const plain = png(60, 30, () => white);

  test('are read back unchanged, and leave a PNG that other readers accept', () => {
    const regions = [field, { ...field, name: '"Größe" 👟 ق' }];
    const marked = withRegions(plain, regions);
    expect(readLabel(marked).regions).toEqual(regions);
    expect(PNG.sync.read(marked).data).toEqual(PNG.sync.read(plain).data);
  });

  test('are none where another program has written something else', () => {
    const texts = '[["price",1,2,3,-4]] [["price",1,2,3,4],["price"]] [["price"]] "price" [[1,1,1,1,1]] [ ';
    for (const text of texts.split(' ')) {
      const written = chunk('tEXt', Buffer.from(`esl-regions\0${text}`, 'latin1'));
      const marked = Buffer.concat([plain.subarray(0, -12), written, plain.subarray(-12)]);
      expect(readLabel(marked).regions).toEqual([]);
    }
  });

  test('that reach beyond the label are cut', () => {
    const marked = withRegions(shapeAt(20, 8), [{ name: 'price', x: 5, y: 0, width: 900, height: 900 }]);
    expect(words(comparePngs(marked, shapeAt(17, 8)))).toEqual(['price moved 3 px left']);
  });
});

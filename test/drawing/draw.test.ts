import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadPanels as loadDevices } from '../support/devices/panels.js';
import { draw, stamp } from '../../renderer/drawing/draw.js';
import { createFrame, type Framebuffer, pack, unpack } from '../../renderer/drawing/framebuffer.js';
import { pixelHash } from '../../renderer/drawing/pixel-hash.js';
import { missingWarnings, placeLines } from '../../renderer/drawing/place-lines.js';
import { compose, createRenderer, defaultBinding, loadLayouts, type Rendering } from '../../renderer/index.js';
import { createStencil, getBit, merge, profile, setBit, setRun } from '../../renderer/shapes/stencil.js';
import { createTypesetter } from '../../renderer/typeset/typesetter.js';
import { inNumbers } from '../support/labels/marks.js';
import { arrange, device, typesetter } from '../support/rulers/arranging.js';

/** Jest compares strings a hundred times as fast as bytes. */
function comparable({ frame, ...rest }: Rendering) {
  return { ...rest, frame: { ...frame, rows: Buffer.from(frame.rows).toString('latin1') } };
}

/** A panel of 2, 4 or 7 inks (1, 2 or 4 bits a pixel), and a stencil somewhere on it. */
const scene = fc
  .record({
    inks: fc.constantFrom(2, 3, 4, 7),
    width: fc.integer({ min: 1, max: 70 }),
    height: fc.integer({ min: 1, max: 6 }),
    x: fc.integer({ min: 0, max: 40 }),
    y: fc.integer({ min: 0, max: 5 }),
    seed: fc.uint8Array({ minLength: 64, maxLength: 64 }),
  })
  .map(({ inks, width, height, x, y, seed }) => {
    const stencil = createStencil(width, height);
    for (let row = 0, i = 0; row < height; row++)
      for (let column = 0; column < width; column++, i++)
        if ((seed[(i >> 3) % seed.length]! ^ (i >> 3)) & (1 << (i & 7))) setBit(stencil, column, row);
    const frame = { width: x + width + (seed[0]! % 9), height: y + height + (seed[1]! % 3) };
    return { inks, stencil, x, y, frame, seed };
  });

describe('a stencil', () => {
  test('that is merged into another has the pixels of both', () => {
    fc.assert(
      fc.property(scene, ({ stencil: part, x, y, frame }) => {
        const whole = createStencil(frame.width, frame.height);
        setBit(whole, 0, 0);
        merge(whole, part, x, y);
        for (let row = 0; row < frame.height; row++)
          for (let column = 0; column < frame.width; column++) {
            const within = column >= x && column < x + part.width && row >= y && row < y + part.height;
            const expected = (column === 0 && row === 0) || (within && getBit(part, column - x, row - y));
            expect([column, row, getBit(whole, column, row)]).toEqual([column, row, expected]);
          }
      }),
      { numRuns: 50 },
    );
  });

  test('with a second ink has that one where it covers its first, and changes no other pixel', () => {
    fc.assert(
      fc.property(scene, ({ inks, stencil, x, y, frame: { width, height }, seed }) => {
        const before = Uint8Array.from({ length: width * height }, (_, i) => seed[i % seed.length]! % inks);
        const frame = pack(before, width, height, inks);
        const [ink, over] = [seed[2]! % inks, seed[3]! % inks];
        const marks = [
          ...Array.from(before, (each, i) => ({
            ...({ kind: 'fill', width: 1, height: 1 } as const),
            ...{ x: i % width, y: Math.floor(i / width), ink: each },
          })),
          { kind: 'stencil', x, y, ink, over, stencil } as const,
        ];
        const after = unpack(draw({ width, height, marks, warnings: [] }, inks, typesetter, frame));
        const expected = before.map((each, i) => {
          const [column, row] = [(i % width) - x, Math.floor(i / width) - y];
          const isCovered =
            column >= 0 && column < stencil.width && row >= 0 && row < stencil.height && getBit(stencil, column, row);
          return !isCovered ? each : each === ink ? over : ink;
        });
        expect(after).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  test('has the profile that its pixels say', () => {
    fc.assert(
      fc.property(scene, ({ stencil }) => {
        const { first, last } = profile(stencil);
        for (let row = 0; row < stencil.height; row++) {
          const inked = Array.from({ length: stencil.width }, (_, column) => column).filter((column) =>
            getBit(stencil, column, row),
          );
          expect([first[row], last[row]]).toEqual([inked[0] ?? stencil.width, inked.at(-1) ?? -1]);
        }
      }),
    );
  });

  test('has a run where one was set, and nothing else', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(100), fc.nat(100), (width, a, b) => {
        const [from, to] = [Math.min(a, width), Math.min(b, width)];
        const stencil = createStencil(width, 2);
        setRun(stencil, 1, from, to);
        for (let x = 0; x < width; x++)
          expect([getBit(stencil, x, 0), getBit(stencil, x, 1)]).toEqual([false, x >= from && x < to]);
      }),
      { examples: [[64, 0, 32]] },
    );
  });
});

test('unpacked pixels equal those read one by one', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(2, 3, 7),
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 1, max: 6 }),
      fc.uint8Array({ minLength: 300, maxLength: 300 }),
      (inks, width, height, bytes) => {
        const frame = createFrame(width, height, inks);
        const { depth, stride, rows } = frame;
        // Also the bits after the last pixel of a row.
        rows.forEach((_, at) => (rows[at] = bytes[at % 300]! & bytes[(at + 7) % 300]! & bytes[(at >> 3) % 300]!));
        const expected = Array.from({ length: width * height }, (_, i) => {
          const bit = (i % width) * depth;
          const byte = rows[Math.floor(i / width) * stride + 1 + (bit >> 3)]!;
          return (byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
        });
        expect([...unpack(frame)]).toEqual(expected);
      },
    ),
  );
});

test('a frame has as few bits a pixel as a PNG can', () => {
  expect([2, 3, 4, 5, 16].map((inks) => createFrame(8, 1, inks).depth)).toEqual([1, 2, 2, 4, 4]);
});

test.each([{ stride: 4, height: 1 }, { height: 1 }, { height: 3 }, { depth: 2 }] as const)(
  'a frame whose rows do not match its size is refused: %j',
  (wrong) => {
    for (const read of [unpack, pixelHash])
      expect(() => read({ ...createFrame(8, 2, 2), ...wrong })).toThrow(RangeError);
  },
);

test('lines are aligned one by one, and all together from top to bottom', () => {
  const word = typesetter.measure('x', { face: 'regular', size: 12 });
  const lines = [
    { width: 10, words: [{ word, x: 2 }] },
    { width: 20, words: [{ word, x: 0 }] },
  ];
  const fitted = { lines, ascent: 8, descent: 2 } as unknown as Parameters<typeof placeLines>[0];
  const marks = placeLines(fitted, { x: 5, y: 7, width: 41, height: 45 }, 'end', 'bottom', 1);
  expect(marks.map(({ x, y }) => [x, y])).toEqual([
    [38, 40],
    [26, 50],
  ]);
});

test('a missing character is named once, and a mark that is left out apart from it', () => {
  const shown = missingWarnings('unit', ['☃', '◌\u0301', '◌', '☃', '◌\u0301']).map((each) => each.shown);
  expect(shown).toEqual(['☃ ◌', '◌\u0301']);
});

describe('stamping', () => {
  test('sets the pixels of the stencil and no other, as setting them one by one does', () => {
    fc.assert(
      fc.property(scene, ({ inks, stencil, x, y, frame, seed }) => {
        const before = Uint8Array.from({ length: frame.width * frame.height }, (_, i) => seed[i % seed.length]! % inks);
        const ink = seed[2]! % inks;
        const expected = before.slice();
        for (let row = 0; row < stencil.height; row++)
          for (let column = 0; column < stencil.width; column++)
            if (getBit(stencil, column, row)) expected[(y + row) * frame.width + x + column] = ink;
        const stamped = pack(before, frame.width, frame.height, inks);
        stamp(stamped, stencil, x, y, ink);
        expect(unpack(stamped)).toEqual(expected);
        expect(stamped).toEqual(pack(expected, frame.width, frame.height, inks));
      }),
      { numRuns: 500 },
    );
  });

  test('a fill covers its rectangle and no other pixel', () => {
    fc.assert(
      fc.property(scene, ({ inks, stencil: { width, height }, x, y, frame }) => {
        const marks = [{ kind: 'fill', x, y, width, height, ink: inks - 1 }] as const;
        const drawn = draw({ ...frame, marks, warnings: [] }, inks, typesetter);
        const expected = Uint8Array.from({ length: frame.width * frame.height }, (_, i) => {
          const [px, py] = [i % frame.width, Math.floor(i / frame.width)];
          return px >= x && px < x + width && py >= y && py < y + height ? inks - 1 : 0;
        });
        expect(unpack(drawn)).toEqual(expected);
      }),
    );
  });

  test('a fill of no width has no pixel, and leaves the filter bytes alone', () => {
    const marks = [{ kind: 'fill', x: 0, y: 0, width: 0, height: 2, ink: 1 }] as const;
    const drawing = { width: 8, height: 2, marks, warnings: [] };
    expect(draw(drawing, 2, typesetter)).toEqual(createFrame(8, 2, 2));
  });

  test('a new frame is blank paper, its filter bytes are 0', () => {
    expect(createFrame(250, 122, 3).rows.every((byte) => byte === 0)).toBe(true);
  });
});

describe('a drawing', () => {
  test('does not change when it is drawn, and draws the same pixels from its numbers alone', () => {
    const binding = { ...defaultBinding, sku: '4006381333931', data: { previous_price: '4.20' } };
    const update = { product_name: 'Organic whole milk حليب', price: '3.50', unit: '1 L' };
    for (const layout of loadLayouts().values()) {
      const drawing = arrange(compose(update, binding, device, '2026-11-20'), layout, device);
      const before = structuredClone(drawing);
      const drawn = draw(drawing, 3, typesetter);
      expect(drawing).toEqual(before);
      expect(draw(drawing, 3, typesetter)).toEqual(drawn);
      expect(draw(inNumbers(drawing), 3, createTypesetter())).toEqual(drawn);
    }
  });
});

describe('a reused frame', () => {
  test.each([
    [7, 2, 2],
    [8, 3, 2],
    [8, 2, 4],
  ])('is none of %i × %i pixels in %i inks for one of 8 × 2 in two', (...size) => {
    const used = createFrame(...size);
    const drawing = { width: 8, height: 2, marks: [], warnings: [] };
    expect(draw(drawing, 2, typesetter, used)).toEqual(createFrame(8, 2, 2));
  });

  const content = fc.record({
    product_name: fc.constantFrom('Organic whole milk', 'Äpfel', 'Brötchen mit Körnern', '牛乳'),
    price: fc.constantFrom('3.50', '199.99', '0.05'),
    sku: fc.stringMatching(/^[0-9]{0,13}$/),
    device: fc.constantFrom(...loadDevices().values()),
  });

  test('shows a label as a new one does, whichever label and panel it was drawn for, however often its words were drawn', async () => {
    const renderer = await createRenderer();
    const layout = loadLayouts().get('standard')!;
    let reuse: Framebuffer | undefined;
    fc.assert(
      fc.property(content, ({ device, sku, ...update }) => {
        const binding = { ...defaultBinding, device: device.id, sku };
        const posted = compose({ ...update, unit: '1 L' }, binding, device, '2026-11-20');
        const fresh = renderer.render(posted, layout, device);
        const again = renderer.render(posted, layout, device, reuse);
        expect(comparable(again)).toEqual(comparable(fresh));
        const sameSize = reuse?.rows.length === fresh.frame.rows.length && reuse.width === fresh.frame.width;
        expect(again.frame === reuse).toBe(sameSize);
        reuse = again.frame;
      }),
    );
  });

  test('is not reused where its buffer ends with its rows, and refused where its rows do not match its size', async () => {
    const renderer = await createRenderer();
    const posted = compose({ product_name: 'Milk', price: '3.50', unit: '1 L' }, defaultBinding, device, '2026-11-20');
    const layout = loadLayouts().get('standard')!;
    const { frame } = renderer.render(posted, layout, device);
    const tight = { ...frame, rows: Uint8Array.from(frame.rows) };
    expect(renderer.render(posted, layout, device, tight).frame).toEqual(frame);
    const within = { ...frame, rows: new Uint8Array(frame.rows.length + 64).subarray(7, 7 + frame.rows.length) };
    const again = renderer.render(posted, layout, device, within).frame;
    expect(again.rows).toBe(within.rows);
    expect(again).toEqual(frame);
    expect(() => renderer.render(posted, layout, device, { ...frame, height: 64 })).toThrow(
      'Expected 64 rows of 75 bytes for a frame of 296×64 pixels but received 9600 bytes in rows of 75',
    );
  });
});

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadPanels as loadDevices } from '../support/devices/panels.js';
import { deflateRows } from '../../renderer/png/deflate.js';
import { createFrame } from '../../renderer/drawing/framebuffer.js';
import { encodePng } from '../../renderer/png/encode.js';
import { assignCodes, createCodes } from '../../renderer/png/huffman.js';
import { goldenFrames } from '../support/labels/golden-frame.js';

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** With their own codes and with those for labels, which must both be read back the same. */
function readBack(rows: Uint8Array, stride: number): Uint8Array {
  const read = new Uint8Array(inflateSync(deflateRows(rows, stride)));
  for (const depth of [1, 2, 4] as const)
    if (Buffer.compare(inflateSync(deflateRows(rows, stride, depth)), read) !== 0)
      throw new Error(`Expected the same rows with the code of depth ${depth}`);
  return read;
}

/** Rows like a label's: stretches of one byte, copies of the row above, and noise. */
const rowsLike = fc
  .record({
    stride: fc.oneof(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 10, max: 700 })),
    height: fc.integer({ min: 1, max: 40 }),
    pieces: fc.array(
      fc.record({
        kind: fc.constantFrom('run', 'copy', 'noise'),
        length: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 900 })),
        byte: fc.constantFrom(0, 0, 0x55, 0xaa, 0xff, 7),
      }),
      { minLength: 1, maxLength: 60 },
    ),
    seed: fc.integer(),
  })
  .map(({ stride, height, pieces, seed }) => {
    const rows = new Uint8Array(stride * height);
    let noise = seed;
    for (let at = 0, i = 0; at < rows.length; i++) {
      const { kind, length, byte } = pieces[i % pieces.length]!;
      for (const end = Math.min(rows.length, at + length); at < end; at++) {
        noise = (Math.imul(noise, 1664525) + 1013904223) | 0;
        rows[at] = kind === 'run' ? byte : kind === 'copy' && at >= stride ? rows[at - stride]! : noise >>> 24;
      }
    }
    return { rows, stride };
  });

describe('the rows of a frame', () => {
  test('are read back unchanged by zlib', () => {
    fc.assert(
      fc.property(rowsLike, ({ rows, stride }) => {
        expect(Buffer.compare(readBack(rows, stride), rows)).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

  test('are read back from a part of a buffer, at any address', () => {
    fc.assert(
      fc.property(rowsLike, fc.integer({ min: 0, max: 7 }), ({ rows, stride }, offset) => {
        const part = new Uint8Array(rows.length + 8).subarray(offset, offset + rows.length);
        part.set(rows);
        expect(Buffer.compare(readBack(part, stride), rows)).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  test('are read back at every small size, blank and full', () => {
    for (const inks of [2, 4, 16])
      for (let width = 1; width <= 40; width++)
        for (let height = 1; height <= 6; height++)
          for (const byte of [0, 0x55, 0xff]) {
            const { rows, stride } = createFrame(width, height, inks);
            for (let at = 0; at < rows.length; at++) if (at % stride > 0) rows[at] = byte;
            expect(Buffer.compare(readBack(rows, stride), rows)).toBe(0);
          }
  });

  test('are read back when rows are wider than a match reaches, and when there are millions of bytes', () => {
    for (const stride of [32767, 32768, 32769, 70_001, 4001]) {
      const height = stride === 4001 ? 1100 : 3;
      const rows = new Uint8Array(stride * height);
      for (let at = 0; at < rows.length; at++) rows[at] = (at % stride) % 11 < 5 ? 0xff : (at % stride) * 31;
      expect(Buffer.compare(readBack(rows, stride), rows)).toBe(0);
    }
    // The sums of the checksum are at their largest.
    const full = new Uint8Array(5_000_000).fill(255);
    expect(Buffer.compare(readBack(full, 1000), full)).toBe(0);
    // Their memory is not reused for small ones.
    expect(deflateRows(full.subarray(0, 1000), 10).buffer.byteLength).toBeLessThan(5_000_000);
  });

  test('that are noise grow by less than a hundredth and a header', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 20_000, size: 'max' }), (noise) => {
        for (const depth of [undefined, 2] as const) {
          const packed = deflateRows(noise, 64, depth);
          expect(packed.length).toBeLessThan(noise.length * 1.01 + 200);
          expect(Buffer.compare(inflateSync(packed), noise)).toBe(0);
        }
      }),
      // Shrinking 20,000 bytes takes minutes.
      { numRuns: 30, endOnFailure: true },
    );
  });
});

test('codes are complete, no longer than the limit, and shorter for what occurs more often', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5_000_000 })), {
        minLength: 2,
        maxLength: 128,
      }),
      fc.constantFrom(7, 10, 12),
      (list, limit) => {
        const counts = Uint32Array.from(list);
        counts[0] = counts[1] = 1;
        const code = createCodes(counts.length);
        assignCodes(counts, limit, code);
        const used = [...counts.keys()].filter((symbol) => counts[symbol]! > 0);
        const room = used.reduce((sum, symbol) => sum + 2 ** -code.lengths[symbol]!, 0);
        expect(room).toBe(1);
        for (const symbol of counts.keys()) expect(code.lengths[symbol]! > 0).toBe(counts[symbol]! > 0);
        expect(Math.max(...code.lengths)).toBeLessThanOrEqual(limit);
        const rarest = [...used].sort((a, b) => counts[b]! - counts[a]!);
        for (let i = 1; i < rarest.length; i++)
          if (counts[rarest[i]!]! < counts[rarest[i - 1]!]!)
            expect(code.lengths[rarest[i]!]).toBeGreaterThanOrEqual(code.lengths[rarest[i - 1]!]!);
      },
    ),
  );
});

/**
 * The bits of symbols with these counts in the shortest code of at most `limit` bits: L. Larmore and D. Hirschberg,
 * "A fast algorithm for optimal length-limited Huffman codes", 1990.
 */
function shortest(counts: readonly number[], limit: number): number {
  const weights = counts.filter((count) => count > 0).sort((a, b) => a - b);
  let packages: number[] = [];
  for (let bit = 0; bit < limit; bit++) {
    const pairs = packages.flatMap((weight, i) => (i % 2 ? [packages[i - 1]! + weight] : []));
    packages = [...weights, ...pairs].sort((a, b) => a - b);
  }
  return packages.slice(0, 2 * weights.length - 2).reduce((sum, weight) => sum + weight, 0);
}

/** Their bits in our code. */
function bitsOf(counts: readonly number[], limit: number): number {
  const code = createCodes(counts.length);
  assignCodes(Uint32Array.from(counts), limit, code);
  return counts.reduce((sum, count, symbol) => sum + count * code.lengths[symbol]!, 0);
}

test('codes are the shortest possible where the limit cuts none', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30), { minLength: 2, maxLength: 60 }), (list) => {
      const counts = [1, 1, ...list];
      fc.pre(shortest(counts, 12) === shortest(counts, 20));
      expect(bitsOf(counts, 12)).toBe(shortest(counts, 12));
    }),
  );
});

test.each([
  [12, 1.02],
  [10, 1.02],
  [7, 1.1],
])('codes that are cut to %i bits take %d of the shortest at most', (limit, most) => {
  // Without a limit, n Fibonacci numbers get codes of up to n - 1 bits.
  const fibonacci = [1, 1];
  while (fibonacci.length < 24) fibonacci.push(fibonacci.at(-1)! + fibonacci.at(-2)!);
  for (const counts of [fibonacci, [...fibonacci, ...fibonacci], Array.from({ length: 100 }, (_, i) => 1 + i ** 4)])
    expect(bitsOf(counts, limit) / shortest(counts, limit)).toBeLessThan(most);
});

// With their own code, and with that for labels.
test.each([
  ['gicisky-2.9-bwry', 8585, 9842],
  ['gooddisplay-gdey0213b74', 7588, 7588],
  ['pricer-smarttag-hd-s-red', 7534, 7927],
  ['solum-m2-2.9-bwr', 8522, 9779],
  ['solum-m3-1.6-bwr', 9956, 11283],
  ['solum-m3-2.9-bwr', 11268, 12710],
  ['solum-m3-4.3-bwr', 13940, 15485],
  ['waveshare-4.2-b', 18208, 20050],
  ['waveshare-7.5-b-v2', 36598, 39958],
])('the golden labels of %s take %i bytes at most, or %i in a hurry', (id, own, hurried) => {
  const device = loadDevices().get(id)!;
  const frames = goldenFrames(device);
  const lengths = (hurry: boolean) =>
    frames.map(({ rows, stride, depth }) => deflateRows(rows, stride, hurry ? depth : undefined).length);
  expect(sum(lengths(false))).toBeLessThanOrEqual(own);
  expect(sum(lengths(true))).toBeLessThanOrEqual(hurried);
});

test.each([...loadDevices().values()].map((device) => [device.id, device] as const))(
  'a panel of %s that shows next to nothing takes a byte more than zlib’s best at most',
  (_, device) => {
    const frame = createFrame(device.width, device.height, device.inks.length);
    for (const byte of [0, 0x55]) {
      // A bar: the code has three bytes and the long matches, and hundreds of symbols that never occur.
      for (let y = 10; y < 20; y++) frame.rows.fill(byte, y * frame.stride + 3, y * frame.stride + 20);
      const best = deflateSync(frame.rows, { level: 9 }).length;
      expect(deflateRows(frame.rows, frame.stride).length).toBeLessThanOrEqual(best + 1);
    }
  },
);

test('a frame of patterns takes the output of zlib, except at level 1', () => {
  const device = loadDevices().get('solum-m2-2.9-bwr')!;
  const frame = createFrame(device.width, device.height, device.inks.length);
  // Repeated blocks of 4 rows: no row is like the one above it.
  for (let at = 0; at < frame.rows.length; at++)
    if (at % frame.stride > 0)
      frame.rows[at] = ((at % frame.stride) * 37 + (Math.floor(at / frame.stride) % 4) * 101) & 255;
  expect(encodePng(frame, device).length * 2).toBeLessThan(encodePng(frame, device, { level: 1 }).length);
});

describe('the code for labels', () => {
  // A label that was stored years ago and the same one drawn today are the same file: a change of the code is a change for users.
  test.each([
    [1, '110d69cd9ff0f605c2f6b305037519ca5cd367f7ccd8e92c5828d9b2d7b3a122'],
    [2, 'bba991e23da6542c8183fb6ee9dcaec2724fe27e7145706297ddc814a1323dc6'],
    [4, 'c912d89ce5163a9ea09326ba473e4fe5177e8815812140679632355626bda6c0'],
  ] as const)('of %i bits a pixel writes every byte and every length as before', (depth, sha256) => {
    const bytes = Array.from({ length: 256 }, (_, byte) => [byte, 255 - byte, byte ^ 0x5a]).flat();
    const runs = Array.from({ length: 262 }, (_, length) => [...Array<number>(length).fill(length & 255), 7, 9]).flat();
    const rows = Uint8Array.from([...bytes, ...runs]);
    const stride = rows.length / 2;
    const hash = createHash('sha256').update(deflateRows(rows, stride, depth));
    expect(hash.digest('hex')).toBe(sha256);
  });
});

test('the compressor was compiled from the sources beside it: npm run wasm', () => {
  const folder = 'renderer/png/assembly';
  const hash = createHash('sha256');
  const sources = readdirSync(folder).filter((each) => each.endsWith('.ts'));
  for (const name of sources.sort()) hash.update(readFileSync(`${folder}/${name}`));
  const made = JSON.parse(readFileSync(`${folder}/deflate.json`, 'utf8')) as { readonly sources: string };
  expect(hash.digest('hex')).toBe(made.sources);
});

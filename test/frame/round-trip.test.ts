import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Device, type Encoding, loadDevices } from '../../devices/index.js';
import { type Framebuffer, pack } from '../../renderer/drawing/framebuffer.js';
import { cHeader, decodeFrame, type EncodedFrame, encodeFrame, onePlane } from '../../renderer/frame/index.js';
import { frameBytes, unframeBytes } from '../../renderer/frame/framing.js';
import { placementOf, rowBits } from '../../renderer/frame/placement.js';
import { share } from '../support/labels/share.js';
import { rowsOf } from '../support/tables/table.js';

const devices = loadDevices();
const all = [...devices.values()].flatMap((device) => device.encodings.map((encoding) => ({ device, encoding })));

/** About how many pixels `npm test` encodes and decodes per encoding. */
const maxPixels = 100_000;
/** The smallest encoding of each kind of optional planes, for which all cases are tried. */
const complete = new Map<string, (typeof all)[number]>();
for (const each of all) {
  if (!each.encoding.planes.some(({ omitted_without }) => omitted_without)) continue;
  const kind = kindOf(each);
  const other = complete.get(kind);
  if (!other || pixelsOf(each.device) < pixelsOf(other.device)) complete.set(kind, each);
}

describe.each(all.map(({ device, encoding }, turn) => [device.id, encoding.id, device, encoding, turn] as const))(
  '%s as %s',
  (_, __, device, encoding, turn) => {
    test('a picture of any inks is decoded unchanged, and no unneeded planes are sent', () => {
      const subsets = subsetsOf(device.inks.length);
      const isComplete = complete.get(kindOf({ device, encoding }))?.device === device;
      const parts = isComplete ? 1 : Math.ceil((subsets.length * pixelsOf(device)) / maxPixels);
      for (const subset of share(subsets, Math.min(parts, subsets.length), turn)) {
        const frame = pictureOf(device, [turn, subset.length], subset);
        const { bytes, planes } = encodeFrame(frame, device, encoding);
        const names: readonly string[] = subset.map((ink) => device.inks[ink]!.name);
        const needed = [...encoding.planes.entries()].filter(
          ([, { omitted_without: inks }]) => !inks || inks.some((ink) => names.includes(ink)),
        );
        expect([names, planes.map(({ number }) => number)]).toEqual([names, needed.map(([number]) => number)]);
        expect([names, same(decodeFrame(bytes, device, encoding), frame)]).toEqual([names, true]);
      }
    });

    let frame: Framebuffer;
    let encoded: EncodedFrame;
    beforeAll(() => {
      frame = pictureOf(device, [0x5eed, 1]);
      encoded = encodeFrame(frame, device, encoding);
    });

    test('what the panel does not show is ignored', () => {
      const scrawled = encoded.planes.map(({ number, bytes }) => scrawl(bytes, device, encoding, number));
      const bytes = frameBytes(Buffer.concat(scrawled), encoding.framing);
      expect(same(decodeFrame(bytes, device, encoding), frame)).toBe(true);
    });

    test.each([-1, 1])('a length that is wrong by %i is refused with both', (by) => {
      const { bytes } = encoded;
      const wrong = Buffer.alloc(bytes.length + by, bytes);
      const uncounted = encoding.framing?.length_excludes_itself ? 4 : 0;
      expect(() => decodeFrame(wrong, device, encoding)).toThrow(String(wrong.length - uncounted));
      // Blocks do not contain their total length.
      if (encoding.framing?.kind !== 'gicisky_blocks')
        expect(() => decodeFrame(wrong, device, encoding)).toThrow(String(bytes.length - uncounted));
    });
  },
);

function pixelsOf({ width, height }: Device): number {
  return width * height;
}

/** The inks of a panel, their codes, and the planes that are omitted without some of them. */
function kindOf({ device, encoding }: (typeof all)[number]): string {
  const planes = encoding.planes.map(({ codes, omitted_without }) => [codes, omitted_without]);
  return JSON.stringify([device.inks.map(({ name }) => name), planes]);
}

/** Much faster than Jest's own comparison. */
function same(one: Framebuffer, other: Framebuffer): boolean {
  return one.width === other.width && one.depth === other.depth && Buffer.compare(one.rows, other.rows) === 0;
}

/** Each choice of inks, by their numbers, that has one at least. */
function subsetsOf(inks: number): readonly (readonly number[])[] {
  const numbers = Array.from({ length: inks }, (_, ink) => ink);
  return Array.from({ length: 2 ** inks - 1 }, (_, i) => numbers.filter((ink) => ((i + 1) >> ink) & 1));
}

/** A picture of random pixels of these inks: of all, unless they are given. */
function pictureOf(
  { width, height, inks }: Device,
  seed: readonly number[],
  subset: readonly number[] = inks.map((_, ink) => ink),
): Framebuffer {
  let state = seed.reduce((mixed, part) => Math.imul(mixed ^ part, 0x9e3779b1), 1) || 1;
  const numbers = new Int32Array(Math.ceil((width * height) / 4));
  for (let i = 0; i < numbers.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    numbers[i] = state;
  }
  const inkOf = Uint8Array.from({ length: 256 }, (_, byte) => subset[byte % subset.length]!);
  const pixels = new Uint8Array(numbers.buffer, 0, width * height);
  for (let i = 0; i < pixels.length; i++) pixels[i] = inkOf[pixels[i]!]!;
  return pack(pixels, width, height, inks.length);
}

/** The plane with every bit flipped that is hidden, padding, or of the previous picture. */
function scrawl(bytes: Uint8Array, device: Device, encoding: Encoding, number: number): Uint8Array {
  const plane = encoding.planes[number]!;
  if (plane.previous) return bytes.map((byte) => byte ^ 0xff);
  const { columns, rows } = placementOf(device, encoding, plane);
  const [from, to] = [encoding.offset * plane.bits_per_pixel, (encoding.offset + columns) * plane.bits_per_pixel];
  const row = rowBits(encoding, plane);
  const scrawled = Uint8Array.from(bytes);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const visible = bit < rows * row && bit % row >= from && bit % row < to;
    if (!visible) scrawled[bit >> 3]! ^= 0x80 >> (bit & 7);
  }
  return scrawled;
}

test('codes that no ink has are refused with their place', () => {
  const device = devices.get('waveshare-4.2-b')!;
  const encoding = device.encodings[0]!;
  const { bytes } = encodeFrame(pack(new Uint8Array(400 * 300), 400, 300, 3), device, encoding);
  const wrong = Uint8Array.from(bytes);
  // Black in the first plane and red in the second, in column 10, row 2: no ink has both.
  wrong[2 * 50 + 1]! &= ~0x20;
  wrong[15000 + 2 * 50 + 1]! ^= 0x20;
  expect(() => decodeFrame(wrong, device, encoding)).toThrow(
    'Expected the codes of an ink for each pixel but received 0 in plane 0, 1 in plane 1 for the pixel in column 10, row 2',
  );
  for (const x of [2, 3]) wrong[15000 + 2 * 50 + x]! ^= 0x20;
  for (const x of [2, 3]) wrong[2 * 50 + x]! &= ~0x20;
  expect(() => decodeFrame(wrong, device, encoding)).toThrow(/column 26, row 2$/);
  const inverse = bytes.map((byte) => ~byte);
  expect(() => decodeFrame(inverse, device, encoding)).toThrow(/; and 119997 more$/);
});

test('pixels of an omitted plane have the code of the paper', () => {
  const device = devices.get('solum-m2-2.9-bwr')!;
  const [encoding] = device.encodings;
  const inverse = encoding!.planes.map((plane) => {
    const codes = Object.fromEntries(Object.entries(plane.codes).map(([ink, code]) => [ink, 1 - code]));
    return { ...plane, codes };
  });
  const frame = pictureOf(device, [7], [0, 1]);
  const other: Encoding = { ...encoding!, planes: inverse };
  expect(same(decodeFrame(encodeFrame(frame, device, other).bytes, device, other), frame)).toBe(true);
});

test('the last line of a framing may be short; one that is cut or carries nothing is refused', () => {
  const framing = { kind: 'gicisky_lines', bytes: 4 } as const;
  const framed = Buffer.from(frameBytes(Buffer.from('abcdef'), framing));
  expect(framed.toString('hex')).toBe('18000000' + '750b0400000000' + '61626364' + '75090200000000' + '6566');
  expect(Buffer.from(unframeBytes(framed, framing)).toString()).toBe('abcdef');
  for (const [line, error] of rowsOf('7509020000000065 → 75 09 02 | 75070000000000 → 75 07 00')) {
    const bytes = Buffer.concat([framed.subarray(0, 15), Buffer.from(line, 'hex')]);
    bytes.writeUInt32LE(bytes.length);
    expect(() => unframeBytes(bytes, framing)).toThrow(`at byte 15 but received ${error}`);
  }
});

test('the length of a framing counts its own bytes for hass-gicisky, and not for gicisky-tag', () => {
  for (const [id, encodingId, length] of [
    ['gicisky-2.1-bwr-250x122', 'gicisky-tag', 11_500],
    ['gicisky-3.7-bwr', undefined, 28_324],
  ] as const) {
    const device = devices.get(id)!;
    const encoding = device.encodings.find((each) => each.id === encodingId) ?? device.encodings[0]!;
    const { bytes } = encodeFrame(pictureOf(device, [5]), device, encoding);
    expect(Buffer.from(bytes).readUInt32LE()).toBe(length);
    const other = { ...encoding.framing!, length_excludes_itself: encodingId ? undefined : true } as const;
    expect(() => unframeBytes(bytes, other)).toThrow(
      `the length of all${encodingId ? '' : ' others'}, but received ${length}`,
    );
  }
});

test('rows below the label have the code of hidden pixels', () => {
  const device = devices.get('waveshare-4.2-b')!;
  const [encoding] = device.encodings;
  const planes = encoding!.planes.map((plane) => ({ ...plane, hidden: 1 }));
  const frame = pictureOf(device, [9]);
  const [plain, taller] = [encoding!.height, encoding!.height + 8].map((height) =>
    encodeFrame(frame, device, { ...encoding!, height, planes }),
  );
  for (const [i, { bytes }] of taller!.planes.entries()) {
    const shown = plain!.planes[i]!.bytes;
    expect(Buffer.compare(bytes.subarray(0, shown.length), shown)).toBe(0);
    expect([...new Set(bytes.subarray(shown.length))]).toEqual([0xff]);
    expect(bytes).toHaveLength(shown.length + (8 * encoding!.width) / 8);
  }
});

test('a frame of another panel is refused', () => {
  const device = devices.get('solum-m2-2.9-bwr')!;
  const other = pack(new Uint8Array(400 * 300), 400, 300, 3);
  expect(() => encodeFrame(other, device, device.encodings[0]!)).toThrow(
    'Expected a frame of 296×128 pixels of 2 bits but received one of 400×300 of 2',
  );
});

test('the C header holds the bytes', () => {
  const device = devices.get('waveshare-4.2-b')!;
  const encoded = encodeFrame(pictureOf(device, [3]), device, device.encodings[0]!);
  const header = cHeader(encoded, device, 'milk');
  expect(header).toContain('/* waveshare-4.2-b, 400x300, encoding');
  for (const { number, command, bytes } of encoded.planes) {
    expect(header).toContain(`/* command ${command} */\n#define MILK_PLANE_${number}_LENGTH ${bytes.length}\n`);
    const [, body] = new RegExp(`milk_plane_${number}\\[15000\\] = \\{([^}]*)\\}`).exec(header)!;
    const held = body!.match(/0x[0-9a-f]{2}/g)!.map(Number);
    expect(Uint8Array.from(held)).toEqual(bytes);
  }
  expect(cHeader(onePlane(encoded, 1), device, 'milk')).toContain('milk_plane_1[15000]');
});

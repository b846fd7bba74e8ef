import { describe, expect, test } from '@jest/globals';
import { type Device, type InkName, loadDevices } from '../../devices/index.js';
import { pack } from '../../renderer/drawing/framebuffer.js';
import { decodeFrame, encodeFrame } from '../../renderer/frame/index.js';
import {
  type Burst,
  type Part,
  type Recording,
  recordings,
  sha256,
  testPicture,
  turnPicture,
} from '../support/devices/recordings.js';

const devices = loadDevices();
const all = Object.entries(recordings);
/** No ink: a pixel of the picture that the label does not show. */
const unseen = 255;

describe.each(all)('%s', (name, recording) => {
  const device = devices.get(recording.device)!;
  const encoding = device.encodings.find(({ id }) => id === recording.encoding)!;
  const picture = testPicture(recording.width, recording.height, recording.inks.length);
  const label = labelOf(recording, device, picture);
  const frame = pack(label, device.width, device.height, device.inks.length);
  const encoded = encodeFrame(frame, device, encoding);

  test('the picture is the one that was sent', () => {
    expect(sha256(picture)).toBe(recording.picture_sha256);
  });

  test('the encoding names the registers that were written', () => {
    expect(encoding.init).toEqual(recording.registers);
  });

  test.each(recording.bursts.map((burst, i) => [i, burst] as const))('burst %i has its bytes', (i, burst) => {
    const [plane] = encoded.planes.filter(
      ({ number, command }) =>
        command === burst.command &&
        encoding.planes[number]!.part === (burst.parts[0]?.part ?? 'all') &&
        (command !== null || number === i),
    );
    const sent = recording.bursts.length === 1 ? encoded.bytes : plane!.bytes;
    expect(sent.length).toBe(burst.bytes);
    if (burst.parts.length > 0) {
      const hidden = name === 'bbep-ep213yr-122x250' ? withTheNextRow : padding;
      const recorded = packBurst(burst, picture, recording, hidden);
      if (burst.sha256) expect(sha256(recorded)).toBe(burst.sha256);
      const shown = withoutUnseen(recording, device, picture);
      const same = shown === picture && hidden === padding;
      const comparable = same ? recorded : packBurst(burst, shown, recording, white);
      expect(Buffer.compare(sent, comparable)).toBe(0);
    } else expect(sha256(sent)).toBe(burst.sha256);
  });

  test('is decoded to the label', () => {
    expect(Buffer.compare(decodeFrame(encoded.bytes, device, encoding).rows, frame.rows)).toBe(0);
  });
});

test('all recordings are of shipped encodings', () => {
  const checked = all.filter(([, { bursts }]) => bursts.every(({ parts, sha256: hash }) => parts.length > 0 || hash));
  expect(`${checked.length} of ${all.length}`).toBe('133 of 133');
  const recorded = new Set(all.map(([, { device, encoding }]) => `${device} ${encoding}`));
  const others = [...devices.values()].flatMap(({ id, encodings }) =>
    encodings.map((encoding) => `${id} ${encoding.id}`).filter((encoding) => !recorded.has(encoding)),
  );
  // Encodings of grids and boards for whose kind another one was recorded, and those that test/controller has streams of or
  // whose class differs from a recorded one only in its size. The next test has those of tags.
  const gxepd2 = 'gdem133t91 gdeq0426t82 gdey0154d67 gdey027t91 gdey037t03'.split(' ');
  expect(others.filter((encoding) => !/^generic-\S+ opendisplay$|oepl$/.test(encoding))).toEqual([
    ...gxepd2.map((panel) => `gooddisplay-${panel} gxepd2`),
    ...['seeed-reterminal-e1002 bb-epaper', 'seeed-xiao-7.5 bb-epaper-gen2', 'trmnl-og bb-epaper'],
  ]);
});

const recordedTags = new Set(all.filter(([, { encoding }]) => encoding === 'oepl').map(([, { device }]) => device));
/** The tag types with their own codes: three, four and packed bits, and the example, whose black is 0. */
const ownCodes = ['gicisky-2.9-bwry', 'gooddisplay-gdep073e01', 'openepaperlink-bwry-example', 'waveshare-4.01-f'];

test('tags of OpenEPaperLink are sent a plane for black and one for the colour, as 16 recordings show', () => {
  for (const { id, inks, width, height, encodings } of devices.values()) {
    const encoding = encodings.find((one) => one.id === 'oepl');
    if (!encoding || recordedTags.has(id) || ownCodes.includes(id)) continue;
    const { rotation, planes, ...placed } = encoding;
    const isTurned = rotation % 180 === 90;
    const grid = isTurned ? { width: height, height: width } : { width, height };
    expect(placed).toMatchObject({ ...grid, mirror: false, row_align_bits: 1, offset: 0 });
    const codes = inks.map(({ name }) => planes.reduceRight((sum, plane) => sum * 2 + plane.codes[name]!, 0));
    const names: readonly InkName[] = ['white', 'black', 'red', 'yellow'];
    // A yellow without red is the second plane's, too.
    const expected = inks.map(({ name }) => (inks.length === 3 && name === 'yellow' ? 2 : names.indexOf(name)));
    expect([id, codes]).toEqual([id, expected]);
    expect([id, planes.slice(1).every(({ omitted_without }) => omitted_without)]).toEqual([id, true]);
  }
});

/** The part of the picture on the label, in the panel's own inks; missing inks are white. */
function labelOf({ width, height, inks, turned, crop }: Recording, device: Device, picture: Uint8Array): Uint8Array {
  const hung = turnPicture(picture, width, height, turned ?? 0);
  const [left, top] = crop ?? [0, 0];
  const inkOf = (name: string) => device.inks.findIndex((ink) => ink.name === name);
  const own = inks.map((name) => Math.max(inkOf(name), 0));
  const label = new Uint8Array(device.width * device.height);
  for (let y = 0, i = 0; y < device.height; y++)
    for (let x = 0; x < device.width; x++) label[i++] = own[hung.pixels[(y + top) * hung.width + x + left]!]!;
  return label;
}

/** The picture without the pixels that the label does not show, and with white for missing inks. */
function withoutUnseen({ width, inks, crop }: Recording, device: Device, picture: Uint8Array): Uint8Array {
  const lacking = new Set(inks.flatMap((name, ink) => (device.inks.some((own) => own.name === name) ? [] : [ink])));
  if (!crop && lacking.size === 0) return picture;
  const [left, top] = crop ?? [0, 0];
  return picture.map((ink, i) => {
    const [x, y] = [(i % width) - left, Math.floor(i / width) - top];
    if (x < 0 || y < 0 || x >= device.width || y >= device.height) return unseen;
    return lacking.has(ink) ? 0 : ink;
  });
}

/** The code of a hidden pixel. */
type Hidden = (part: Part, column: number, row: number, picture: Uint8Array, recording: Recording) => number;

const padding: Hidden = (part) => part.padding?.[0] ?? 0;

/** The codes of hidden pixels in these recordings. */
const white: Hidden = ({ codes }) => codes.white!;

/**
 * bb_epaper reads the rows of 122 pixels one after the other from its memory, where each has 124, but sends 128 of each: two
 * white pixels, then the first four of the next row.
 */
const withTheNextRow: Hidden = ({ codes }, column, row, picture, { width, height, inks }) => {
  if (column < width + 2) return codes.white!;
  return row + 1 < height ? codes[inks[picture[(row + 1) * width + column - width - 2]!]!]! : 0;
};

/**
 * The bytes of a burst, packed pixel by pixel from the places in the recording: slowly, and with nothing that the
 * encoder uses.
 */
function packBurst(burst: Burst, picture: Uint8Array, recording: Recording, hidden: Hidden): Buffer {
  const packed = burst.parts.map((part) => {
    const { width, height, bits } = part;
    const codes = recording.inks.map((name) => part.codes[name]!);
    const bytes = Buffer.alloc((width * height * bits) / 8);
    for (let row = 0, bit = 0; row < height; row++) {
      for (let column = 0; column < width; column++, bit += bits) {
        const at = placeOf(part, recording, column, row);
        const ink = at < 0 ? unseen : picture[at]!;
        const code = ink === unseen ? hidden(part, column, row, picture, recording) : codes[ink]!;
        bytes[bit >> 3]! |= code << (8 - bits - (bit & 7));
      }
    }
    return bytes;
  });
  const body = Buffer.concat(packed);
  if (body.length === burst.bytes) return body;
  // gicisky-tag does not count the length itself.
  return inLines(body, burst.bytes, recording.encoding === 'gicisky-tag' ? burst.bytes - 4 : burst.bytes);
}

/** The number of the picture's pixel that is sent in a column and a row of a part; -1 for a hidden one. */
function placeOf(
  { rotation, mirror, part, offset }: Part,
  { width, height }: Recording,
  column: number,
  row: number,
): number {
  const upright = rotation === 0 || rotation === 180;
  const across = upright ? width : height;
  const inPart = column - offset;
  if (inPart < 0 || inPart >= (part === 'all' ? across : across / 2) || row >= (upright ? height : width)) return -1;
  const along = part === 'right' ? inPart + across / 2 : inPart;
  const c = mirror ? across - 1 - along : along;
  switch (rotation) {
    case 0:
      return row * width + c;
    case 90:
      return (height - 1 - c) * width + row;
    case 180:
      return (height - 1 - row) * width + width - 1 - c;
    case 270:
      return c * width + width - 1 - row;
  }
}

/** Gicisky's lines, as many as make up the bytes that were sent: 7 bytes before each, and 4 before all. */
function inLines(body: Buffer, sent: number, stated: number): Buffer {
  const per = body.length / ((sent - 4 - body.length) / 7);
  const lines = Array.from({ length: body.length / per }, (_, i) =>
    Buffer.concat([Buffer.from([0x75, per + 7, per, 0, 0, 0, 0]), body.subarray(i * per, (i + 1) * per)]),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(stated);
  return Buffer.concat([length, ...lines]);
}

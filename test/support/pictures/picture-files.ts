import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';

export interface PngFacts {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
  readonly interlaced?: boolean;
  readonly palette?: Uint8Array;
  readonly transparency?: Uint8Array;
}

export const dataUri = (type: 'png' | 'jpeg', bytes: Uint8Array) =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;

export function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}

/** A PNG whose filtered rows are `rows`: any bytes are a picture as long as each row starts with a filter of 0 to 4. */
export function pngOf(facts: PngFacts, rows: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(facts.width, 0);
  header.writeUInt32BE(facts.height, 4);
  header.set([facts.depth, facts.colour, 0, 0, facts.interlaced ? 1 : 0], 8);
  const data = deflateSync(rows);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(facts.palette ? [chunk('PLTE', facts.palette)] : []),
    ...(facts.transparency ? [chunk('tRNS', facts.transparency)] : []),
    chunk('IDAT', data.subarray(0, data.length >> 1)),
    chunk('IDAT', data.subarray(data.length >> 1)),
    chunk('IEND', new Uint8Array()),
  ]);
}

const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Filtered rows for a picture of these facts, made from `noise` (repeated), each filter in turn. */
export function rowsOf({ width, height, depth, colour, interlaced }: PngFacts, noise: Uint8Array): Buffer {
  const passes = interlaced
    ? ['0088', '4088', '0448', '2044', '0224', '1022', '0112'].map((pass) => Array.from(pass, Number))
    : [[0, 0, 1, 1]];
  const rows: Buffer[] = [];
  let used = 0;
  for (const [left, top, right, down] of passes) {
    const columns = Math.ceil((width - left!) / right!);
    const bytes = Math.ceil((columns * depth * samples[colour]!) / 8);
    for (let y = top!; y < height && columns > 0; y += down!)
      rows.push(Buffer.from([rows.length % 5, ...Array.from({ length: bytes }, () => noise[used++ % noise.length]!)]));
  }
  return Buffer.concat(rows);
}

/** All colour types and depths of ISO/IEC 15948. */
const kinds = [
  ...[1, 2, 4, 8, 16].map((depth) => [0, depth] as const),
  ...[1, 2, 4, 8].map((depth) => [3, depth] as const),
  ...[2, 4, 6].flatMap((colour) => [8, 16].map((depth) => [colour, depth] as const)),
];

/** PNGs of every kind, small, of any bytes. */
export const anyPng = fc
  .record({
    kind: fc.constantFrom(...kinds),
    width: fc.integer({ min: 1, max: 19 }),
    height: fc.integer({ min: 1, max: 19 }),
    interlaced: fc.boolean(),
    noise: fc.uint8Array({ minLength: 1, maxLength: 97 }),
    clear: fc.boolean(),
  })
  .map(({ kind: [colour, depth], noise, clear, ...rest }) => {
    const entries = 2 ** depth;
    const palette = colour === 3 ? Uint8Array.from({ length: entries * 3 }, (_, i) => (i * 37) & 255) : undefined;
    const key = Uint8Array.from({ length: colour === 0 ? 2 : 6 }, (_, i) => (depth === 16 || i % 2 ? 1 : 0));
    const transparency = !clear || colour > 3 ? undefined : colour === 3 ? Uint8Array.of(0, 127) : key;
    const png: PngFacts = {
      ...rest,
      colour,
      depth,
      ...(palette && { palette }),
      ...(transparency && { transparency }),
    };
    return pngOf(png, rowsOf(png, noise));
  });

/** Written by libjpeg-turbo, quality 60: 16 × 8 pixels, grey 16·x. */
export const greyJpeg = Buffer.from(
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//wAALCAAIABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAABgf/xAAWEAADAAAAAAAAAAAAAAAAAAAABkL/2gAIAQEAAD8AJr8lOX5P/9k=',
  'base64',
);
/** Written by libjpeg-turbo, quality 60, progressive, 4:2:0: 16 × 8 pixels, red 16·x, green 32·y, blue 128. */
export const progressiveJpeg = Buffer.from(
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAVAQEBAAAAAAAAAAAAAAAAAAACA//aAAwDAQACEAMQAAABlsBL/8QAFhAAAwAAAAAAAAAAAAAAAAAAAAIE/9oACAEBAAEFAlnFnP/EABcRAAMBAAAAAAAAAAAAAAAAAAACAwT/2gAIAQMBAT8By3c//8QAFhEBAQEAAAAAAAAAAAAAAAAAAgAD/9oACAECAQE/AXqr/8QAFBABAAAAAAAAAAAAAAAAAAAAEP/aAAgBAQAGPwI//8QAFRABAQAAAAAAAAAAAAAAAAAAAGH/2gAIAQEAAT8hmm//2gAMAwEAAgADAAAAEPv/xAAVEQEBAAAAAAAAAAAAAAAAAAAhAP/aAAgBAwEBPxAjf//EABURAQEAAAAAAAAAAAAAAAAAAABR/9oACAECAQE/EL3/xAAWEAADAAAAAAAAAAAAAAAAAAAAMcH/2gAIAQEAAT8QRIiT/9k=',
  'base64',
);

/** The JPEG with an EXIF block with `orientation`, in either byte order, and some bytes after that. */
export function withOrientation(jpeg: Buffer, orientation: number, order: 'II' | 'MM', more = 4): Buffer {
  const tiff = Buffer.alloc(22 + more);
  tiff.write(order, 0, 'latin1');
  const short = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  short(42, 2);
  long(8, 4);
  short(1, 8);
  short(0x0112, 10);
  short(3, 12);
  long(1, 14);
  short(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/**
 * A baseline JPEG of 8 × 8 blocks side by side, each of one grey, with a restart marker after every block. No encoder
 * at hand writes restart markers; cameras and scanners do (ITU-T T.81, B.2.4.4 and E.1.4).
 */
export function restartJpeg(greys: readonly number[]): Buffer {
  const segment = (marker: number, body: readonly number[]) => [0xff, marker, 0, body.length + 2, ...body];
  // Codes of 4 bits for the 12 sizes of a mean; "0" ends a block.
  const means = [0x00, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...Array.from({ length: 12 }, (_, i) => i)];
  const rest = [0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x00];
  const blocks = greys.flatMap((grey, i) => {
    const mean = (grey - 128) * 8;
    const size = Math.abs(mean).toString(2).length * Number(mean !== 0);
    const value = mean < 0 ? mean + 2 ** size - 1 : mean;
    const bits = `${size.toString(2).padStart(4, '0')}${size > 0 ? value.toString(2).padStart(size, '0') : ''}0`;
    const bytes = bits.match(/.{1,8}/g)!.map((byte) => parseInt(byte.padEnd(8, '1'), 2));
    const stuffed = bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte]));
    return i === greys.length - 1 ? stuffed : [...stuffed, 0xff, 0xd0 + (i % 8)];
  });
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(0xc0, [8, 0, 8, (greys.length * 8) >> 8, (greys.length * 8) & 255, 1, 1, 0x11, 0]),
    ...segment(0xc4, [...means, ...rest]),
    ...segment(0xdd, [0, 1]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...blocks,
    ...[0xff, 0xd9],
  ]);
}

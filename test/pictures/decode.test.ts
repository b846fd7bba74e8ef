import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { createPictures } from '../../renderer/pictures/decode.js';
import { PictureError } from '../../renderer/pictures/error.js';
import { expectRecorded } from '../support/tables/records.js';
import {
  anyPng,
  chunk,
  dataUri,
  greyJpeg,
  pngOf,
  type PngFacts,
  progressiveJpeg,
  restartJpeg,
  rowsOf,
  withOrientation,
} from '../support/pictures/picture-files.js';

const decodePicture = (source: string) => createPictures().open(source).decode();

const small: PngFacts = { width: 3, height: 2, depth: 8, colour: 2 };
const smallPng = pngOf(small, rowsOf(small, Uint8Array.of(1, 2, 3, 250)));

/** The result of a source: the picture's size, or the error's message; rethrows other errors. */
function outcome(source: string): string {
  try {
    const { width, height, rgba } = decodePicture(source);
    expect(rgba).toHaveLength(width * height * 4);
    return `${width}×${height}`;
  } catch (error) {
    if (error instanceof PictureError) return error.message;
    throw error;
  }
}

/** Records the answers to broken files, and to whole ones cut at each place, which are all refused, and with each byte changed. */
function recordRefusals(
  type: 'png' | 'jpeg',
  wholes: Readonly<Record<string, Buffer>>,
  broken: readonly (readonly [string, Buffer])[],
): void {
  /** Each answer, with the first place that has it. */
  const answers = (whole: Buffer, changed: (at: number) => Uint8Array) =>
    Array.from(whole, (_, at) => `${at} ${outcome(dataUri(type, Buffer.from(changed(at))))}`).filter(
      (line, i, all) => line.replace(/^\d+/, '') !== all[i - 1]?.replace(/^\d+/, ''),
    );
  const ofWholes = Object.entries(wholes).flatMap(([name, whole]) => {
    const cut = answers(whole, (at) => whole.subarray(0, at));
    for (const answer of cut) expect(answer).toMatch(/^\d+ Expected .+ for picture but received .+$/);
    const changed = answers(whole, (at) => whole.map((byte, i) => (i === at ? byte ^ 0x41 : byte)));
    return [[`${name}, cut at a byte`, cut] as const, [`${name}, with a byte changed`, changed] as const];
  });
  expectRecorded(`broken-${type}`, [
    ...broken.map(([title, bytes]) => [title, [outcome(dataUri(type, bytes))]] as const),
    ...ofWholes,
  ]);
}

describe('a PNG', () => {
  test('of any colour type, depth, filter and interlacing is read as pngjs reads it', () => {
    fc.assert(
      fc.property(anyPng, (bytes) => {
        const ours = decodePicture(dataUri('png', bytes));
        const theirs = PNG.sync.read(bytes);
        expect([ours.width, ours.height]).toEqual([theirs.width, theirs.height]);
        // pngjs makes a transparent colour black; only its transparency matters.
        const visible = (rgba: Uint8Array) => Array.from(rgba, (value, i) => (rgba[i | 3] === 0 ? 0 : value));
        expect(visible(ours.rgba)).toEqual(visible(theirs.data));
      }),
      { numRuns: 300 },
    );
  });

  test('has one clear colour: what differs from it in red, green or blue alone is solid', () => {
    const transparency = Uint8Array.of(0, 10, 0, 20, 0, 30);
    const facts: PngFacts = { width: 4, height: 1, depth: 8, colour: 2, transparency };
    const row = Uint8Array.of(0, 10, 20, 30, 201, 20, 30, 10, 21, 30, 10, 20, 33);
    const { rgba } = decodePicture(dataUri('png', pngOf(facts, row)));
    expect([...rgba]).toEqual([10, 20, 30, 0, 201, 20, 30, 255, 10, 21, 30, 255, 10, 20, 33, 255]);
  });

  test('with any bytes as chunks ends in a picture or a PictureError', () => {
    const type = fc.constantFrom('IDAT', 'PLTE', 'tRNS', 'IHDR', 'IEND', 'tEXt', 'ABCD');
    fc.assert(
      fc.property(fc.array(fc.tuple(type, fc.uint8Array({ maxLength: 20 })), { maxLength: 6 }), (parts) => {
        const chunks = parts.map(([name, data]) => chunk(name, data));
        outcome(dataUri('png', Buffer.concat([smallPng.subarray(0, 33), ...chunks, smallPng.subarray(33)])));
      }),
    );
  });

  test('that is broken is refused', () => {
    recordRefusals('png', { small: smallPng }, [
      ['more bytes than its size calls for', pngOf(small, new Uint8Array(100_000_000))],
      ['more bytes, interlaced', pngOf({ ...small, interlaced: true }, new Uint8Array(100_000_000))],
      ['fewer bytes than its size calls for', pngOf({ ...small, height: 9 }, new Uint8Array(20))],
      ['5 megapixels', pngOf({ ...small, width: 2500, height: 2000 }, new Uint8Array(1))],
      ['no columns', pngOf({ ...small, width: 0 }, new Uint8Array(1))],
      ['no rows', pngOf({ ...small, height: 0 }, new Uint8Array(1))],
      ['something after it', Buffer.concat([smallPng, Buffer.from('PK')])],
      ['a byte more than its size calls for', pngOf(small, new Uint8Array(21))],
      [
        'a chunk that must not be skipped',
        Buffer.concat([smallPng.subarray(0, 33), chunk('XTRA', smallPng), smallPng.subarray(33)]),
      ],
      [
        'a colour after the last of its palette',
        pngOf({ ...small, colour: 3, palette: new Uint8Array(9) }, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 3)),
      ],
      ['another file’s bytes', greyJpeg],
      ['an impossible depth', pngOf({ ...small, depth: 4 }, new Uint8Array(20))],
      ['a sixth filter', pngOf(small, new Uint8Array(20).fill(5))],
      ['no palette', pngOf({ ...small, colour: 3 }, new Uint8Array(8))],
    ]);
  });

  test('of exactly 4 MiB or 4 megapixels is read', () => {
    const ofBytes = (size: number) => {
      const filler = chunk('teXt', Buffer.alloc(size - smallPng.length - 12));
      return outcome(dataUri('png', Buffer.concat([smallPng.subarray(0, -12), filler, smallPng.subarray(-12)])));
    };
    expect(ofBytes(4_194_304)).toBe('3×2');
    expect(ofBytes(4_194_305)).toMatch(/at most 4 MiB.*4194305 bytes/);
    const largest = pngOf({ ...small, width: 2048, height: 2048 }, new Uint8Array(1));
    expect(createPictures().open(dataUri('png', largest)).pixels).toBe(4_194_304);
  });

  test('is decoded once, until others replace it in the cache', () => {
    const pictures = createPictures();
    const facts: PngFacts = { width: 1000, height: 1000, depth: 1, colour: 0 };
    const sources = Array.from({ length: 6 }, (_, grey) =>
      dataUri('png', pngOf(facts, Buffer.alloc(126 * 1000).fill(grey << 4, 1, 126))),
    );
    pictures.open(sources[0]!).decode();
    expect(pictures.open(sources[0]!).decoded).toBe(true);
    for (const source of sources.slice(1)) pictures.open(source).decode();
    expect(pictures.open(sources[0]!).decoded).toBe(false);
  });
});

describe('a JPEG', () => {
  const at = (picture: { width: number; rgba: Uint8Array }, x: number, y: number) =>
    picture.rgba.subarray((y * picture.width + x) * 4, (y * picture.width + x) * 4 + 4);
  const near = (pixel: Uint8Array, expected: readonly number[], by: number) => {
    expected.forEach((value, i) => {
      expect(Math.abs(pixel[i]! - value)).toBeLessThanOrEqual(by);
    });
  };

  test('in grey is grey', () => {
    const picture = decodePicture(dataUri('jpeg', greyJpeg));
    for (let x = 0; x < 16; x++) near(at(picture, x, 3), [x * 16, x * 16, x * 16, 255], 4);
  });

  test('that is progressive is read whole', () => {
    const picture = decodePicture(dataUri('jpeg', progressiveJpeg));
    for (let x = 2; x < 14; x++) near(at(picture, x, 4), [x * 16, 128, 128, 255], 24);
  });

  test('with restart markers is read beyond them', () => {
    // Ten blocks: the eight markers are used in turn.
    const greys = [0, 40, 255, 128, 90, 200, 17, 250, 3, 160];
    const picture = decodePicture(dataUri('jpeg', restartJpeg(greys)));
    expect([picture.width, picture.height]).toEqual([80, 8]);
    greys.forEach((grey, i) => {
      near(at(picture, i * 8 + 4, 4), [grey, grey, grey, 255], 1);
    });
  });

  // The corners in the file → on the wall (EXIF 2.3, figure 10).
  const turns = ['abcd', 'badc', 'dcba', 'cdab', 'acbd', 'cadb', 'dbca', 'bdac', 'abcd'];
  test.each(turns.map((corners, i) => [i + 1, corners] as const))(
    'of orientation %i is turned upright: %s',
    (orientation, corners) => {
      const [width, height] = [24, 16];
      const data = Buffer.alloc(width * height * 4, 255);
      const grey = { a: 0, b: 80, c: 160, d: 240 } as Record<string, number>;
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          data.fill(grey['abcd'[(y < 8 ? 0 : 2) + (x < 12 ? 0 : 1)]!]!, (y * width + x) * 4, (y * width + x) * 4 + 3);
      const file = jpeg.encode({ width, height, data }, 95).data;
      // Also where the block ends with the orientation, at its first or its last byte.
      for (const [i, order] of (['II', 'MM', 'II', 'MM'] as const).entries()) {
        const picture = decodePicture(dataUri('jpeg', withOrientation(file, orientation, order, i < 2 ? 4 : 0)));
        const turned = orientation >= 5 && orientation <= 8;
        expect([picture.width, picture.height]).toEqual(turned ? [height, width] : [width, height]);
        const [right, bottom] = [picture.width - 1, picture.height - 1];
        const found = [at(picture, 0, 0), at(picture, right, 0), at(picture, 0, bottom), at(picture, right, bottom)];
        found.forEach((pixel, i) => {
          near(pixel, [grey[corners[i]!]!], 12);
        });
      }
    },
  );

  test('may have fill bytes before each of its markers', () => {
    for (const file of [greyJpeg, progressiveJpeg]) {
      const starts = [file.length - 2];
      for (let at = 2; at < file.length - 2 && file[at] === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
        starts.push(at);
        if (file[at + 1] === 0xda) break;
      }
      expect(starts.length).toBeGreaterThan(4);
      for (const start of starts)
        for (const count of [1, 2, 3]) {
          const filled = Buffer.concat([file.subarray(0, start), Buffer.alloc(count, 0xff), file.subarray(start)]);
          const whole = outcome(dataUri('jpeg', file));
          expect([start, count, outcome(dataUri('jpeg', filled))]).toEqual([start, count, whole]);
        }
    }
  });

  test('with bytes changed ends in a picture or a PictureError', () => {
    const change = fc.array(fc.tuple(fc.nat(progressiveJpeg.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(greyJpeg, progressiveJpeg), change, (bytes, changes) => {
        const broken = Buffer.from(bytes);
        for (const [place, value] of changes) broken[place % broken.length] = value;
        outcome(dataUri('jpeg', broken));
      }),
      { numRuns: 1000 },
    );
  });

  const frame = greyJpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const changed = (place: number, ...values: readonly number[]) => {
    const bytes = Buffer.from(greyJpeg);
    bytes.set(values, frame + place);
    return bytes;
  };
  const scan = greyJpeg.subarray(greyJpeg.indexOf(Buffer.from([0xff, 0xda])), -2);
  test('that is broken is refused', () => {
    recordRefusals('jpeg', { grey: greyJpeg, progressive: progressiveJpeg }, [
      ['5 megapixels', changed(5, 8, 0, 10, 0)],
      ['no rows', changed(5, 0, 0)],
      ['12 bits', changed(4, 12)],
      ['arithmetic coding', changed(1, 0xc9)],
      ['a sampling factor of 0', changed(11, 0x01)],
      ['two pictures', Buffer.concat([greyJpeg.subarray(0, -2), greyJpeg.subarray(2)])],
      ['something after it', Buffer.concat([greyJpeg, Buffer.from('PK')])],
      [
        '33 scans, each of which may run over all blocks',
        Buffer.concat([greyJpeg.subarray(0, -2), ...Array.from({ length: 32 }, () => scan), greyJpeg.subarray(-2)]),
      ],
      ['another file’s bytes', smallPng],
    ]);
  });

  test('of 32 scans is not too many, and each scan costs its samples', () => {
    const scans = [greyJpeg.subarray(0, -2), ...Array.from({ length: 31 }, () => scan), greyJpeg.subarray(-2)];
    const opened = createPictures().open(dataUri('jpeg', Buffer.concat(scans)));
    expect(opened.pixels).toBe(32 * createPictures().open(dataUri('jpeg', greyJpeg)).pixels * 0.25);
  });

  test('of more samples than fit in 64 MB is refused before it is decoded', () => {
    const file = jpeg.encode({ width: 16, height: 16, data: Buffer.alloc(1024) }, 50).data;
    const place = file.indexOf(Buffer.from([0xff, 0xc0]));
    file.writeUInt16BE(2000, place + 5);
    file.writeUInt16BE(2000, place + 7);
    expect(outcome(dataUri('jpeg', file))).toMatch(/at most 4194304 samples for picture but received 12000000/);
  });
});

describe('a source', () => {
  test('that is none is refused', () => {
    const sources: readonly (readonly [string, string])[] = [
      ['an address', 'https://example.com/a.png'],
      ['another type', 'data:image/svg+xml;base64,AAAA'],
      ['no base64', 'data:image/png,AAAA'],
      ['nothing', ''],
      ['no bytes', 'data:image/png;base64,'],
      ['a foreign character', 'data:image/png;base64,iVBO!w0K'],
      ['a character too many', 'data:image/png;base64,iVBOR'],
      ["the characters of addresses' base64", 'data:image/png;base64,iV-_'],
      ['a character after the padding', 'data:image/png;base64,iV=A'],
      ['padding within', 'data:image/png;base64,iV==BORw'],
      ['a line break', 'data:image/jpeg;base64,AAAA\nAAA'],
      ['6 million characters', `data:image/png;base64,${'A'.repeat(6_000_000)}`],
    ];
    expectRecorded(
      'broken-sources',
      sources.map(([title, source]) => [title, [outcome(source)]]),
    );
  });

  test('of any text ends in a PictureError', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('data:image/png;base64,', 'data:image/jpeg;base64,', ''),
        fc.string(),
        (head, rest) => {
          expect(outcome(head + rest)).toMatch(/^Expected/);
        },
      ),
    );
  });
});

import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { loadDevices } from '../../../devices/index.js';
import { decodeFrame, frameOfPng, unpack } from '../../../renderer/index.js';
import { call, milk, milkLabel } from '../../support/server.js';
import { useServer } from '../../support/use-server.js';

const device = loadDevices().get('solum-m2-2.9-bwr')!;
const server = useServer({ RATE_LIMIT: '20', RATE_WINDOW_S: '600' });

interface Octets {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

async function ask(path: string, body?: Uint8Array | object, type = 'application/json'): Promise<Octets> {
  const sent = body instanceof Uint8Array ? body : JSON.stringify(body);
  const request = body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': type }, body: sent };
  const response = await fetch(`${server.url}/api/esl/${path}`, request);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const encode = (body: Uint8Array | object, query = '', id = device.id) =>
  ask(`devices/${id}/encode${query}`, body, body instanceof Uint8Array ? 'image/png' : undefined);
const decode = (bytes: Uint8Array, query = '', id = device.id) =>
  ask(`devices/${id}/decode${query}`, bytes, 'application/octet-stream');
/** Expects a refusal with 400, because of `problem`. */
function expectRefused(
  refused: Octets,
  { message, ...problem }: { message: string; reason?: string; field?: string },
): void {
  expect(refused.status).toBe(400);
  expect(problemOf(refused)).toMatchObject({ ...problem, message: expect.stringContaining(message) });
}
/** The picture that is `shown` after a clockwise turn. */
function beforeTurn(shown: PNG, turn: number): PNG {
  let { width, height, data } = shown;
  for (let turned = turn; turned < 360; turned += 90) {
    const next = Buffer.alloc(data.length);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        data.copy(next, (x * height + height - 1 - y) * 4, (y * width + x) * 4, (y * width + x) * 4 + 4);
    [width, height, data] = [height, width, next];
  }
  return Object.assign(new PNG({ width, height }), { data });
}
const problemOf = ({ bytes }: Octets) =>
  (JSON.parse(bytes.toString()) as { errors: { field: string; reason: string; message: string }[] }).errors[0]!;

describe('the frame of a label', () => {
  test('is what its panel is sent for what it shows, and says so', async () => {
    await call(`${server.url}/api/esl/update`, { body: milk });
    const frame = await ask('labels/default/frame.bin');
    const image = await ask('labels/default/image.png');
    expect([frame.status, frame.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    const { length } = frame.bytes;
    const planes = length > 4736 ? '0;bytes=4736 1;bytes=4736' : '0;bytes=4736';
    const said = `device="solum-m2-2.9-bwr", encoding="oepl", bytes=${length}, planes=(${planes})`;
    expect(frame.headers.get('x-esl-frame')).toBe(said);
    const shown = decodeFrame(frame.bytes, device, device.encodings[0]!);
    expect(unpack(shown)).toEqual(unpack(frameOfPng(image.bytes, device)));
  });

  test('has a tag, which a client may send back', async () => {
    const { headers } = await ask('labels/default/frame.bin');
    const again = await fetch(`${server.url}/api/esl/labels/default/frame.bin`, {
      headers: { 'If-None-Match': headers.get('etag')! },
    });
    expect(again.status).toBe(304);
    const other = await ask('labels/default/frame.bin?plane=1');
    expect(other.headers.get('etag')).not.toBe(headers.get('etag'));
  });

  test('before the first update is the blank paper', async () => {
    await call(`${server.url}/api/esl/labels/blank`, { method: 'PUT', body: { device: 'waveshare-4.2-b' } });
    const { bytes } = await ask('labels/blank/frame.bin');
    expect(bytes).toEqual(Buffer.concat([Buffer.alloc(15000, 0xff), Buffer.alloc(15000, 0)]));
    const { bytes: old, headers } = await ask('labels/blank/frame.bin?encoding=waveshare-old&plane=1');
    expect(old).toEqual(Buffer.alloc(15000, 0xff));
    // The same bytes in another encoding have another tag.
    const same = await ask('labels/blank/frame.bin?plane=0');
    expect([same.bytes.equals(old), same.headers.get('etag') === headers.get('etag')]).toEqual([true, false]);
    expect(same.headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('x-esl-frame')).toBe(
      'device="waveshare-4.2-b", encoding="waveshare-old", bytes=15000, planes=(1;bytes=15000;command="0x13")',
    );
  });

  test.each([
    ['?encoding=oepI', 'encoding', 'format', 'Expected'],
    [
      '?encoding=oel',
      'encoding',
      'unknown_encoding',
      'one of oepl for encoding but received "oel" (did you mean "oepl"?)',
    ],
    ['?plane=2', 'plane', 'range', 'Expected 0 to 1 for plane, as oepl has 2, but received 2'],
    ['?planes=0', 'planes', 'unknown_parameter', 'plane'],
  ])('%s is refused', async (query, field, reason, message) => {
    expectRefused(await ask(`labels/default/frame.bin${query}`), { field, reason, message });
  });

  test('of a panel without a known encoding is refused', async () => {
    await call(`${server.url}/api/esl/labels/pricer`, { method: 'PUT', body: { device: 'pricer-smarttag-hd-s-red' } });
    const message =
      'Expected a panel with an encoding: no source tells what pricer-smarttag-hd-s-red is sent but received none';
    expectRefused(await ask('labels/pricer/frame.bin'), { message });
  });
});

describe('encode and decode', () => {
  test('fields are drawn, encoded and decoded to the image of a preview', async () => {
    const fields = { ...milkLabel, layout: 'promotion', data: { previous_price: '4.50' } };
    const encoded = await encode(fields);
    expect([encoded.status, encoded.headers.get('x-esl-warnings')]).toEqual([200, '']);
    const shown = await decode(encoded.bytes);
    const preview = await ask('preview', { ...fields, device: device.id });
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(PNG.sync.read(shown.bytes).data).toEqual(PNG.sync.read(preview.bytes).data);
    const panel = await decode(encoded.bytes, '?view=panel&scale=2');
    expect(PNG.sync.read(panel.bytes)).toMatchObject({ width: 592, height: 256 });
  });

  test('an image in the pure or the measured colours is encoded, in any form of PNG', async () => {
    const preview = await ask('preview', { ...milkLabel, device: device.id });
    const expected = (await encode(preview.bytes)).bytes;
    expect(expected.length).toBeGreaterThan(4000);
    const { width, height, data } = PNG.sync.read(preview.bytes);
    const rgba = PNG.sync.write(Object.assign(new PNG({ width, height }), { data }));
    expect((await encode(rgba)).bytes).toEqual(expected);
    const panel = await ask('preview', { ...milkLabel, device: device.id, view: 'panel' });
    expect((await encode(panel.bytes)).bytes).toEqual(expected);
  });

  test.each([90, 180, 270])('a picture is turned by %i degrees clockwise for the panel, and back', async (turn) => {
    const preview = await ask('preview', { ...milkLabel, device: device.id });
    const source = beforeTurn(PNG.sync.read(preview.bytes), turn);
    const encoded = await encode(PNG.sync.write(source), `?turn=${turn}`);
    expect(encoded.bytes).toEqual((await encode(preview.bytes)).bytes);
    const decoded = PNG.sync.read((await decode(encoded.bytes, `?turn=${turn}`)).bytes);
    expect([decoded.width, decoded.height]).toEqual([source.width, source.height]);
    expect(decoded.data).toEqual(source.data);
    expectRefused(await encode(preview.bytes, '?turn=45'), { field: 'turn', message: '90' });
  });

  test('one plane is the plane of all', async () => {
    const { bytes } = await encode(milkLabel);
    expect((await encode(milkLabel, '?plane=0')).bytes).toEqual(bytes.subarray(0, 4736));
  });

  test.each([
    [
      'other colours',
      () => painted(296, 128, 0x80),
      "only the panel's colours #ffffff (white), #000000 (black), #ff0000 (red) for picture but received #808080 in column 0, row 0, and others in 37887 more",
    ],
    ['another size', () => painted(300, 128, 0xff), 'a PNG of 296×128 pixels for picture but received one of 300×128'],
    ['other bytes', () => Buffer.from('GIF89a, and so on'), 'a PNG for picture but received other bytes'],
    ['half a PNG', () => painted(296, 128, 0xff).subarray(0, 60), 'a whole PNG for picture but received one without'],
    ['nothing', () => Buffer.alloc(0), 'a PNG for picture but received other bytes'],
  ])('%s are refused with what was expected and what came', async (_, image, message) => {
    expectRefused(await encode(image()), { reason: 'invalid_picture', message });
  });

  test('a wrong length is refused with both, wrong codes with their place', async () => {
    const message = 'Expected 9472 or 4736 bytes for encoding oepl but received 4735';
    expectRefused(await decode(Buffer.alloc(4735)), { field: '', reason: 'frame_length', message });
    const place = '1 in plane 0, 1 in plane 1 for the pixel in column ';
    expectRefused(await decode(Buffer.alloc(9472, 0xff)), { reason: 'frame_codes', message: place });
    expect((await decode(Buffer.alloc(2 * 1024 * 1024 + 1))).status).toBe(413);
  });

  test('another media type is refused with those that are expected', async () => {
    const refused = await ask(`devices/${device.id}/encode`, Buffer.from('x'), 'image/jpeg');
    const message = 'Expected image/png or application/json in UTF-8 for the Content-Type';
    expect([refused.status, refused.headers.get('accept')]).toEqual([415, 'image/png, application/json']);
    expect(problemOf(refused).message).toBe(message);
    expect((await ask(`devices/${device.id}/decode`, milk)).status).toBe(415);
  });

  test('fields for another panel than that of the path are refused', async () => {
    expect(problemOf(await encode({ ...milk, device: 'waveshare-4.2-b' })).message).toBe(
      'Expected solum-m2-2.9-bwr, or none, for device but received another',
    );
    expect((await encode(milk, '', 'none')).status).toBe(404);
    const wrong = await encode({ ...milk, price: '3,50' });
    expect([problemOf(wrong).field, wrong.headers.get('x-esl-warnings')]).toEqual(['price', null]);
  });
});

function painted(width: number, height: number, grey: number): Buffer {
  const png = new PNG({ width, height });
  for (let i = 0; i < png.data.length; i++) png.data[i] = i % 4 === 3 ? 255 : grey;
  return PNG.sync.write(png);
}

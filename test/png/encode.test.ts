import { describe, expect, test } from '@jest/globals';
import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import type { Device } from '../../devices/index.js';
import { loadPanels as loadDevices } from '../support/devices/panels.js';
import { unpack } from '../../renderer/drawing/framebuffer.js';
import { pixelHash } from '../../renderer/drawing/pixel-hash.js';
import { chunk, headOf } from '../../renderer/png/chunks.js';
import { decodePng, encodePng } from '../../renderer/png/encode.js';
import { goldenFrame } from '../support/labels/golden-frame.js';

const devices = [...loadDevices().values()];
const frameOf = (device: Device) => goldenFrame(device, 'short');

/** The chunks of a PNG in their order. */
function chunks(png: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    found.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  return found;
}

describe.each(devices.map((device) => [device.id, device] as const))('the PNG of %s', (_, device) => {
  const frame = frameOf(device);

  test('is indexed, of the smallest depth, with the panel’s inks as palette and nothing else', () => {
    const found = chunks(encodePng(frame, device));
    expect([...found.keys()].filter((name) => name !== 'pHYs')).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
    expect([...found.get('IHDR')!.subarray(8)]).toEqual([device.inks.length === 2 ? 1 : 2, 3, 0, 0, 0]);
    expect(found.get('PLTE')!.toString('hex')).toBe(device.inks.map((ink) => ink.device.slice(1)).join(''));
  });

  test.each([1, 3, 8])('at scale %i has the nearest number of pixels a metre, where the density is known', (scale) => {
    const found = chunks(encodePng(frame, device, { scale }));
    const density = found.get('pHYs');
    if (device.dpi.basis === 'assumed') {
      expect(density).toBeUndefined();
      return;
    }
    const exact = (device.dpi.value * scale) / 0.0254;
    const [across, down] = [density!.readUInt32BE(0), density!.readUInt32BE(4)];
    expect(Math.abs(across - exact)).toBeLessThanOrEqual(0.5);
    expect([down, density![8]]).toEqual([across, 1]);
  });

  test('in panel colours has the measured palette', () => {
    const found = chunks(encodePng(frame, device, { view: 'panel' }));
    expect(found.get('PLTE')!.toString('hex')).toBe(device.inks.map((ink) => ink.measured.slice(1)).join(''));
  });

  test('enlarged repeats each pixel whole', () => {
    const small = PNG.sync.read(encodePng(frame, device));
    const large = PNG.sync.read(encodePng(frame, device, { scale: 3 }));
    expect([large.width, large.height]).toEqual([device.width * 3, device.height * 3]);
    const pixels = new Uint32Array(small.data.buffer, small.data.byteOffset, device.width * device.height);
    const expected = new Uint32Array(large.width * large.height);
    for (let y = 0, at = 0; y < large.height; y++) {
      const row = Math.floor(y / 3) * device.width;
      for (let x = 0; x < large.width; x++) expected[at++] = pixels[row + Math.floor(x / 3)]!;
    }
    expect(Buffer.compare(large.data, new Uint8Array(expected.buffer))).toBe(0);
  });

  test('reads back to the frame that it was written from', () => {
    expect(Buffer.compare(unpack(decodePng(encodePng(frame, device))), unpack(frame))).toBe(0);
  });
});

test('other bytes are not read as a label', () => {
  expect(() => decodePng(Buffer.from('not a png'))).toThrow('Expected a PNG of this renderer');
  expect(() => decodePng(PNG.sync.write(new PNG({ width: 8, height: 8 })))).toThrow();
  const device = devices[0]!;
  const few = [headOf(encodePng(frameOf(device), device)), chunk('IDAT', deflateSync(Buffer.alloc(9)))];
  expect(() => decodePng(Buffer.concat(few))).toThrow('Expected a PNG of this renderer');
});

describe('a frame that is not of the device', () => {
  const [small, large] = ['solum-m2-2.9-bwr', 'waveshare-7.5-b-v2'].map((id) => devices.find((one) => one.id === id)!);

  test('is refused, and leaves no trace in the PNGs of that device', () => {
    expect(() => encodePng(frameOf(large!), small!)).toThrow(
      new RangeError('Expected a frame of 296×128 pixels of 2 bits but received one of 800×480 of 2'),
    );
    const { width, height } = PNG.sync.read(encodePng(frameOf(small!), small!));
    expect([width, height]).toEqual([296, 128]);
  });

  test('is refused with another depth, or with another size than it states', () => {
    const frame = frameOf(small!);
    expect(() => encodePng({ ...frame, depth: 1 }, small!)).toThrow('of 2 bits but received one of 296×128 of 1');
    expect(() => encodePng({ ...frame, rows: frame.rows.subarray(1) }, small!)).toThrow('received 9599 bytes');
    for (const use of [unpack, pixelHash])
      expect(() => use({ ...frame, rows: frame.rows.subarray(1) })).toThrow('received 9599 bytes');
  });

  test.each([0, 9, 1.5, NaN])('is refused at scale %d', (scale) => {
    expect(() => encodePng(frameOf(small!), small!, { scale })).toThrow('whole number from 1 to 8 for scale');
  });
});

import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { loadDevices } from '../../devices/index.js';
import { createFrame, pixelHash } from '../../renderer/index.js';
import { createImages } from '../../server/labels/images.js';

const devices = loadDevices();
const device = devices.get('solum-m2-2.9-bwr')!;
const other = devices.get('gicisky-2.9-bwry')!;
const frame = createFrame(device.width, device.height, device.inks.length);
// A few pixels of ink beside the filter byte of a row.
for (let row = 0; row < 8; row++) frame.rows.fill(0x55, frame.stride * row + 1, frame.stride * row + 9);

describe('the image of a label', () => {
  test('has the facts of its frame, and is a PNG of that size', () => {
    const { image, png } = createImages().image(frame, device);
    expect(image).toEqual({ width: 296, height: 128, inks: 3, sha256: pixelHash(frame) });
    const { width, height } = PNG.sync.read(Buffer.from(png));
    expect([width, height]).toEqual([296, 128]);
  });

  test('before the first update is blank paper, made once a panel', () => {
    const images = createImages();
    const blank = images.blank(device);
    expect(blank.image).toEqual({
      ...{ width: device.width, height: device.height, inks: 3 },
      sha256: pixelHash(createFrame(device.width, device.height, 3)),
    });
    expect(new Set(PNG.sync.read(Buffer.from(blank.png)).data).size).toBe(1);
    expect(images.blank(device)).toBe(blank);
    expect(images.blank(other)).not.toBe(blank);
  });
});

describe('a variant', () => {
  const images = createImages();
  const stored = images.image(frame, device);
  const variant = (view: 'ink' | 'panel', scale: number) => images.variant(stored, device, view, scale)!;

  test('of ink at scale 1 is what is stored, also when the panel is gone', () => {
    expect(variant('ink', 1).png).toBe(stored.png);
    expect(images.variant(stored, null, 'ink', 1)).toEqual(variant('ink', 1));
  });

  test('can’t be made without the panel, or with another of that name', () => {
    const [width, height] = [device.width + 1, device.height + 1];
    const inks = device.inks.slice(0, 2);
    for (const known of [null, { ...device, width }, { ...device, height }, { ...device, inks }]) {
      expect(images.variant(stored, known, 'panel', 1)).toBeNull();
      expect(images.variant(stored, known, 'ink', 2)).toBeNull();
    }
  });

  test('is as large as it is asked for, in the colours of its view', () => {
    const read = (view: 'ink' | 'panel', scale: number) => PNG.sync.read(Buffer.from(variant(view, scale).png));
    expect([read('ink', 3).width, read('panel', 8).height]).toEqual([296 * 3, 128 * 8]);
    expect(read('ink', 2).data.equals(read('panel', 2).data)).toBe(false);
  });

  test('is made once', () => {
    expect(variant('panel', 2)).toBe(variant('panel', 2));
    expect(createImages(1).variant(stored, device, 'panel', 2)).toEqual(variant('panel', 2));
  });

  test('has a tag of its own, which is the same for the same pixels', () => {
    const tags = [variant('ink', 1), variant('panel', 1), variant('ink', 2), variant('panel', 2)].map(
      ({ etag }) => etag,
    );
    expect(new Set(tags).size).toBe(4);
    for (const tag of tags) expect(tag).toMatch(/^"[0-9a-f]{32}-[0-9a-f]{8}-(ink|panel)-[12]"$/);
    expect(tags[0]).toContain(stored.image.sha256.slice(0, 32));
    const again = createImages();
    expect(again.variant(again.image(frame, device), device, 'panel', 2)!.etag).toBe(tags[3]);
  });

  test('of the same pixels has another tag where the palette differs', () => {
    const [red, grey] = [device, { ...device, inks: device.inks.map((ink) => ({ ...ink, device: '#123456' })) }];
    const tag = (panel: typeof device) => {
      const made = createImages();
      return made.variant(made.image(frame, panel), panel, 'ink', 2)!.etag;
    };
    expect(tag(red)).not.toBe(tag(grey));
  });
});

describe('the images that were made', () => {
  test('are kept as far as there is room, those that were asked for lately', () => {
    const stored = createImages().image(frame, device);
    const size = createImages().variant(stored, device, 'panel', 1)!.png.byteLength + 256;
    const two = createImages(size * 2 + 200);
    const at = (panel: typeof device) => two.variant(stored, panel, 'panel', 1)!;
    const panels = ['a', 'b', 'c'].map((id) => ({ ...device, id }));
    const [first, second] = [at(panels[0]!), at(panels[1]!)];
    expect([at(panels[0]!), at(panels[1]!)]).toEqual([first, second]);
    expect(at(panels[0]!)).toBe(first);
    at(panels[2]!);
    expect(at(panels[0]!)).toBe(first);
    expect(at(panels[1]!)).not.toBe(second);
  });
});

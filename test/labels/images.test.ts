import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { type Device, loadDevices } from '../../devices/index.js';
import { createFrame, pixelHash, type View } from '../../renderer/index.js';
import { createImages, type Images, type Variant } from '../../server/labels/drawing/images.js';
import { descriptionOf } from '../../renderer/metadata/description.js';
import { type DisplayedImage, imageOf, variantOf } from '../../server/labels/drawing/label-image.js';
import type { JobKinds } from '../../server/labels/drawing/jobs.js';
import type { DrawingPool } from '../../server/labels/drawing/pool.js';
import { drawingPoolOf } from '../support/context.js';

const devices = loadDevices();
const device = devices.get('solum-m2-2.9-bwr')!;
const other = devices.get('gicisky-2.9-bwry')!;
const frame = createFrame(device.width, device.height, device.inks.length);
// A few pixels of ink beside the filter byte of a row.
for (let row = 0; row < 8; row++) frame.rows.fill(0x55, frame.stride * row + 1, frame.stride * row + 9);

describe('the image of a label', () => {
  test('has the facts of its frame, and is a PNG of that size', () => {
    const { image, png } = imageOf(frame, device);
    expect(image).toEqual({ width: 296, height: 128, inks: 3, sha256: pixelHash(frame) });
    const { width, height } = PNG.sync.read(Buffer.from(png));
    expect([width, height]).toEqual([296, 128]);
  });

  test('before the first update is blank paper, made once a panel', () => {
    const images = createImages(drawingPoolOf());
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

/** The variant of a stored image for a client. */
const variantOn = (
  images: Images,
  image: DisplayedImage,
  [view, scale, metadata = true]: readonly [view: View, scale: number, metadata?: boolean],
  panel: Device | null = device,
) => images.variant(image, panel, { view, scale, metadata }, 'client');

/** Images whose variants are of one panel, whatever its id. */
function imagesOf(panel: Device, cacheBytes?: number): Images {
  const run = ((_, { image, options }: JobKinds['variant']['job']) =>
    Promise.resolve(variantOf(image, panel, options))) as DrawingPool['run'];
  return createImages({ run }, cacheBytes);
}

describe('a variant', () => {
  const images = imagesOf(device);
  const stored = imageOf(frame, device);
  const variant = async (...way: Parameters<typeof variantOn>[2]) => (await variantOn(images, stored, way))!;

  test('of ink at scale 1 is what is stored, and needs no panel', () => {
    expect(images.stored(stored, true).png).toBe(stored.png);
    expect(images.stored(stored, true)).toEqual(images.stored({ ...stored, png: Buffer.from(stored.png) }, true));
  });

  test('can’t be made without the panel, or with another of that name', async () => {
    const [width, height] = [device.width + 1, device.height + 1];
    const inks = device.inks.slice(0, 2);
    for (const known of [null, { ...device, width }, { ...device, height }, { ...device, inks }]) {
      expect(await variantOn(images, stored, ['panel', 1], known)).toBeNull();
      expect(await variantOn(images, stored, ['ink', 2], known)).toBeNull();
      // What is not drawn costs nothing.
      expect(images.known(stored, known, { view: 'ink', scale: 2, metadata: true })).toBe(true);
    }
  });

  test('is as large as it is asked for, in the colours of its view', async () => {
    const read = async (view: 'ink' | 'panel', scale: number) =>
      PNG.sync.read(Buffer.from((await variant(view, scale)).png));
    expect([(await read('ink', 3)).width, (await read('panel', 8)).height]).toEqual([296 * 3, 128 * 8]);
    expect((await read('ink', 2)).data.equals((await read('panel', 2)).data)).toBe(false);
  });

  test('as a tag has the case around it, and its own ETag', async () => {
    const [tag, panel] = [await variant('tag', 2), await variant('panel', 2)];
    const sizeOf = ({ png }: Variant) => PNG.sync.read(Buffer.from(png));
    const [large, small] = [sizeOf(tag), sizeOf(panel)];
    expect([large.width - small.width, large.height - small.height]).toEqual([60, 60]);
    expect(tag.etag).not.toBe(panel.etag);
    expect((await variantOn(images, { ...stored, ghost: stored }, ['tag', 2]))?.png).toEqual(tag.png);
  });

  test('is made once', async () => {
    const [fresh, way] = [imagesOf(device), { view: 'panel', scale: 2, metadata: true } as const];
    expect(fresh.known(stored, device, way)).toBe(false);
    await variantOn(fresh, stored, ['panel', 2]);
    expect([2, 3].map((scale) => fresh.known(stored, device, { ...way, scale }))).toEqual([true, false]);
    expect(await variant('panel', 2)).toBe(await variant('panel', 2));
    expect(await variantOn(imagesOf(device, 1), stored, ['panel', 2])).toEqual(await variant('panel', 2));
  });

  test('has a tag of its own, which is the same for the same pixels', async () => {
    const made = await Promise.all([variant('panel', 1), variant('ink', 2), variant('panel', 2)]);
    const tags = [images.stored(stored, true), ...made].map(({ etag }) => etag);
    expect(new Set(tags).size).toBe(4);
    for (const tag of tags) expect(tag).toMatch(/^"[0-9a-f]{32}-[0-9a-f]{8}-(ink|panel)-[12]"$/);
    expect(tags[0]).toContain(stored.image.sha256.slice(0, 32));
    const again = await variantOn(imagesOf(device), imageOf(frame, device), ['panel', 2]);
    expect(again!.etag).toBe(tags[3]);
  });

  test('of the same pixels has another tag where the palette differs', async () => {
    const grey = { ...device, inks: device.inks.map((ink) => ({ ...ink, device: '#123456' })) };
    const tag = async (panel: Device) =>
      (await variantOn(imagesOf(panel), imageOf(frame, panel), ['ink', 2], panel))!.etag;
    expect(await tag(device)).not.toBe(await tag(grey));
  });
});

describe('an image with a ghost', () => {
  const images = imagesOf(device);
  const former = imageOf(createFrame(device.width, device.height, device.inks.length), device);
  const shown = (ghost: typeof former | null) => variantOn(images, { ...imageOf(frame, device), ghost }, ['panel', 1]);

  test('is another than that without, and has another tag', async () => {
    const [plain, with_] = [await shown(null), await shown(former)];
    expect(Buffer.from(with_!.png).equals(plain!.png)).toBe(false);
    expect(with_!.etag).not.toBe(plain!.etag);
  });

  test.each([{ width: 1 }, { height: 1 }, { inks: 2 }])('of another size or other inks has none: %j', async (other) => {
    expect(await shown({ ...former, image: { ...former.image, ...other } })).toBe(await shown(null));
  });

  test('as a film needs both pictures to be of the panel', async () => {
    const refresh = { kind: 'full', seconds: 15, basis: 'stated' } as const;
    const foreign = { ...former, image: { ...former.image, width: 1 } };
    const film = (from: typeof former | null, to: typeof former | null) =>
      images.refresh({ refresh, from: from!, to: to! }, device, 'ink', 'client');
    for (const other of [foreign, null])
      expect([await film(other, former), await film(former, other)]).toEqual([null, null]);
  });
});

describe('what an image says of itself', () => {
  const described = imageOf(frame, device, descriptionOf('{"format":1,"boxes":[["price",1,2,3,4]],'));
  const images = imagesOf(device);
  const plain = imageOf(frame, device);

  test('is in its tag: the same tag means the same bytes', async () => {
    const [stored, bare] = [images.stored(described, true), images.stored(described, false)];
    expect(bare).toEqual({ png: plain.png, etag: images.stored(plain, true).etag });
    expect(stored.png).toBe(described.png);
    expect(stored.etag).not.toBe(bare.etag);
    const other = imageOf(frame, device, descriptionOf('{"format":1,"boxes":[["price",1,2,3,5]],'));
    expect(images.stored(other, true).etag).not.toBe(stored.etag);
    const made = (image: typeof described, metadata = true) => variantOn(images, image, ['ink', 2, metadata]);
    // One after the other: each finds those before it in the cache.
    const all = [await made(described), await made(described, false), await made(other), await made(plain)];
    expect(new Set(all.map((variant) => variant!.etag)).size).toBe(3);
    expect(all[1]).toBe(all[3]);
    expect(Buffer.from(all[0]!.png).toString('latin1')).toContain('"boxes":[["price",2,4,6,8]]');
    expect(Buffer.from(all[2]!.png).toString('latin1')).toContain('"boxes":[["price",2,4,6,10]]');
  });

  test('is not there where another image shines through', () => {
    const ghost = { ...described, ghost: plain };
    const made = variantOf(ghost, device, { view: 'ink', scale: 1, metadata: true });
    expect(Buffer.from(made).toString('latin1')).not.toContain('esl-label');
  });
});

test('the images that were made are kept as far as there is room, those that were asked for lately', async () => {
  const stored = imageOf(frame, device);
  const { png } = (await variantOn(imagesOf(device), stored, ['panel', 1]))!;
  const two = imagesOf(device, (png.byteLength + 256) * 2 + 200);
  const at = (id: string) => variantOn(two, stored, ['panel', 1], { ...device, id });
  const [first, second] = [await at('a'), await at('b')];
  expect(await at('a')).toBe(first);
  expect(await at('b')).toBe(second);
  expect(await at('a')).toBe(first);
  await at('c');
  expect(await at('a')).toBe(first);
  expect(await at('b')).not.toBe(second);
});

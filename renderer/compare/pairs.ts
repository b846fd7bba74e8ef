import type { WrittenRegion } from '../metadata/facts.js';
import { intersection, type Rectangle } from '../shapes/rectangle.js';
import type { Label } from './label.js';
import type { PixelGrid } from './pixels.js';

/** The boxes of one thing on both labels; undefined on a label that lacks it. */
export interface ThingPair {
  readonly name: string;
  readonly before: WrittenRegion | undefined;
  readonly after: WrittenRegion | undefined;
}

/** Pairs things of the same name in order. A label without boxes takes those of the other. */
export function pairUp(expected: Label, actual: Label): readonly ThingPair[] {
  const before = inside(expected.regions.length > 0 ? expected.regions : actual.regions, expected);
  const after = inside(actual.regions.length > 0 ? actual.regions : expected.regions, actual);
  const left = new Map<string, WrittenRegion[]>();
  for (const region of after) left.set(region.name, [...(left.get(region.name) ?? []), region]);
  const pairs = before.map((region): ThingPair => ({
    name: region.name,
    before: region,
    after: left.get(region.name)?.shift(),
  }));
  const others = [...left.values()].flat();
  return [...pairs, ...others.map((region): ThingPair => ({ name: region.name, before: undefined, after: region }))];
}

function inside(regions: readonly WrittenRegion[], label: PixelGrid): WrittenRegion[] {
  return regions
    .map((region) => ({ ...region, ...intersection(region, whole(label)) }))
    .filter(({ width, height }) => width > 0 && height > 0);
}

export function whole({ width, height }: PixelGrid): Rectangle {
  return { x: 0, y: 0, width, height };
}

/** The differing pixels, by thing. */
export interface Attributed {
  /** The differing pixels in the boxes of each pair, excluding those of a smaller box in them. */
  readonly counts: readonly number[];
  /** The differing pixels in the boxes of each pair. */
  readonly within: readonly number[];
  /** 1 for each differing pixel outside all boxes, and their number. */
  readonly outside: Uint8Array;
  readonly strays: number;
}

/** Counts each differing pixel toward the smallest thing around it. */
export function attribute(expected: PixelGrid, actual: PixelGrid, pairs: readonly ThingPair[]): Attributed {
  const { width, height, pixels } = expected;
  const boxes = pairs
    .flatMap(({ before, after }, i) => [before, after].flatMap((box) => (box ? [{ ...box, owner: i + 1 }] : [])))
    .sort((a, b) => b.width * b.height - a.width * a.height);
  const owners = new Uint16Array(width * height);
  for (const { x, y, width: across, height: down, owner } of boxes)
    for (let row = y; row < y + down; row++) owners.fill(owner, row * width + x, row * width + x + across);
  const counts = new Array<number>(pairs.length + 1).fill(0);
  const outside = new Uint8Array(width * height);
  const others = actual.pixels;
  for (let i = 0; i < pixels.length; i++) {
    if (pixels[i] === others[i]) continue;
    const owner = owners[i]!;
    counts[owner]!++;
    if (owner === 0) outside[i] = 1;
  }
  const within = pairs.map(
    ({ before, after }) => differingIn(expected, actual, before) + differingIn(expected, actual, after),
  );
  return { counts: counts.slice(1), within, outside, strays: counts[0]! };
}

function differingIn({ pixels, width }: PixelGrid, { pixels: others }: PixelGrid, box: Rectangle | undefined): number {
  if (!box) return 0;
  let count = 0;
  for (let y = box.y; y < box.y + box.height; y++)
    for (let at = y * width + box.x, end = at + box.width; at < end; at++) if (pixels[at] !== others[at]) count++;
  return count;
}

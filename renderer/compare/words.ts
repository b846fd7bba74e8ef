import { intersection, type Rectangle } from '../shapes/rectangle.js';
import { type Change, changeOf } from './change.js';
import type { Pixels } from './pixels.js';
import type { Region } from './regions.js';

/** The pixels of a label, and its boxes as far as they are known. */
export interface Label extends Pixels {
  readonly regions: readonly Region[];
}

/** The boxes of one thing on both labels; where one label has none, it is drawn on the other only. */
interface Pair {
  readonly name: string;
  readonly before: Rectangle | undefined;
  readonly after: Rectangle | undefined;
}

/** Pixels that differ, counted, and the box around them. */
interface Tally {
  count: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Says what changed between two labels of the same size, a sentence for each thing: "price moved 3 px left", "41 pixels
 * differ in product_name". Without boxes the label is one thing.
 * @param colourName says what people call a colour.
 */
export function wordsFor(expected: Label, actual: Label, colourName: (colour: number) => string): string[] {
  const pairs = pairUp(expected, actual);
  const { tallies, outside } = attribute(expected, actual, pairs);
  const named = pairs.length > 0;
  const all = named ? pairs : [{ name: 'the label', before: whole(expected), after: whole(actual) }];
  let rest = outside;
  const words = all.flatMap(({ name, before, after }, i) => {
    const tally = named ? tallies[i]! : outside;
    if (tally.count === 0) return [];
    const change: Change =
      before && after ? changeOf(expected, before, actual, after) : { kind: before ? 'gone' : 'new' };
    if (!named && (change.kind === 'altered' || change.kind === 'gone' || change.kind === 'new')) rest = nothing();
    switch (change.kind) {
      case 'altered':
        return [`${name} ${[...moved(change.dx, change.dy), ...recoloured(change.colours, colourName)].join(' and ')}`];
      case 'gone':
        return [`${name} is gone`];
      case 'new':
        return [`${name} is new`];
      case 'same':
      case 'other':
        return named ? [`${pixelsDiffer(tally)} in ${name}`] : [];
      default:
        return change satisfies never;
    }
  });
  if (rest.count > 0) words.push(`${pixelsDiffer(rest)}${named ? ' outside the fields,' : ''} within ${extent(rest)}`);
  return words;
}

/** Pairs things of the same name in their order. A label without boxes is taken to have those of the other. */
function pairUp(expected: Label, actual: Label): Pair[] {
  const before = inside(expected.regions.length > 0 ? expected.regions : actual.regions, expected);
  const after = inside(actual.regions.length > 0 ? actual.regions : expected.regions, actual);
  const left = [...after];
  const pairs = before.map(({ name, ...box }): Pair => {
    const at = left.findIndex((region) => region.name === name);
    return { name, before: box, after: at < 0 ? undefined : left.splice(at, 1)[0] };
  });
  return [...pairs, ...left.map(({ name, ...box }): Pair => ({ name, before: undefined, after: box }))];
}

function inside(regions: readonly Region[], label: Pixels): Region[] {
  return regions
    .map(({ name, ...box }) => ({ name, ...intersection(box, whole(label)) }))
    .filter(({ width, height }) => width > 0 && height > 0);
}

function whole({ width, height }: Pixels): Rectangle {
  return { x: 0, y: 0, width, height };
}

/** Counts each pixel that differs toward the smallest thing that it is in. */
function attribute(expected: Label, actual: Label, pairs: readonly Pair[]): { tallies: Tally[]; outside: Tally } {
  const { width, height, pixels } = expected;
  const boxes = pairs
    .flatMap(({ before, after }, i) => [before, after].flatMap((box) => (box ? [{ ...box, owner: i + 1 }] : [])))
    .sort((a, b) => b.width * b.height - a.width * a.height);
  const owners = new Uint16Array(width * height);
  for (const { x, y, width: across, height: down, owner } of boxes)
    for (let row = y; row < y + down; row++) owners.fill(owner, row * width + x, row * width + x + across);
  const tallies = Array.from({ length: pairs.length + 1 }, nothing);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (pixels[i] === actual.pixels[i]) continue;
      const tally = tallies[owners[i]!]!;
      tally.count++;
      tally.left = Math.min(tally.left, x);
      tally.top = Math.min(tally.top, y);
      tally.right = Math.max(tally.right, x);
      tally.bottom = Math.max(tally.bottom, y);
    }
  const [outside, ...inThings] = tallies;
  return { tallies: inThings, outside: outside! };
}

function nothing(): Tally {
  return { count: 0, left: Infinity, top: Infinity, right: -1, bottom: -1 };
}

function pixelsDiffer({ count }: Tally): string {
  return count === 1 ? '1 pixel differs' : `${count} pixels differ`;
}

/** The first and the last pixel: x,y–x,y. */
function extent({ left, top, right, bottom }: Tally): string {
  return `${left},${top}–${right},${bottom}`;
}

function moved(dx: number, dy: number): string[] {
  const ways = [
    ...(dx === 0 ? [] : [`${Math.abs(dx)} px ${dx < 0 ? 'left' : 'right'}`]),
    ...(dy === 0 ? [] : [`${Math.abs(dy)} px ${dy < 0 ? 'up' : 'down'}`]),
  ];
  return ways.length === 0 ? [] : [`moved ${ways.join(' and ')}`];
}

function recoloured(
  colours: readonly (readonly [from: number, to: number])[],
  colourName: (colour: number) => string,
): string[] {
  const changes = colours.map(([from, to]) => `from ${colourName(from)} to ${colourName(to)}`);
  return changes.length === 0 ? [] : [`changed ${changes.join(' and ')}`];
}

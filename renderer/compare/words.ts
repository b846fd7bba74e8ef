import { changeOf } from './change.js';
import { type PixelGroup, groupsOf, placeOf } from './groups.js';
import type { Label } from './label.js';
import { type Attributed, attribute, type ThingPair, pairUp, whole } from './pairs.js';
import { alteredWords, type ColourName, pixelsDiffer } from './phrases.js';
import type { PixelGrid } from './pixels.js';

/**
 * Describes the changes between two labels of equal size, one sentence per box, from positions alone: "price moved 3 px left",
 * "41 pixels differ in product_name". Without boxes, describes where pixels differ.
 */
export function wordsFor(expected: Label, actual: Label, nameOf: ColourName): readonly string[] {
  const pairs = pairUp(expected, actual);
  if (pairs.length === 0) return wordsForWhole(expected, actual, nameOf);
  const attributed = attribute(expected, actual, pairs);
  const inThings = pairs.flatMap((pair, i) => {
    const count = attributed.counts[i]!;
    return count === 0 ? [] : [pairWords(pair, count, expected, actual, nameOf)];
  });
  return [...inThings, ...outsideWords(expected, actual, attributed, nameOf)];
}

/** What happened to one thing. @param count how many of its pixels differ */
function pairWords(
  { name, before, after }: ThingPair,
  count: number,
  expected: PixelGrid,
  actual: PixelGrid,
  nameOf: ColourName,
) {
  const change = before && after ? changeOf(expected, before, actual, after) : undefined;
  switch (change?.kind) {
    case 'altered':
      return `${name} ${alteredWords(change, nameOf)}`;
    case 'same':
    case 'other':
      return `${pixelsDiffer(count)} in ${name}`;
    case 'gone':
    case 'new':
      return `${name} is ${change.kind}`;
    case undefined:
      return `${name} is ${before ? 'gone' : 'new'}`;
    default:
      return change satisfies never;
  }
}

function wordsForWhole(expected: PixelGrid, actual: PixelGrid, nameOf: ColourName): readonly string[] {
  const change = changeOf(expected, whole(expected), actual, whole(actual));
  switch (change.kind) {
    case 'altered':
      return [`the label ${alteredWords(change, nameOf)}`];
    case 'gone':
      return ['nothing is left on the label'];
    case 'new':
      return ['there was nothing on the label before'];
    case 'same':
    case 'other':
      return groupWords(expected, actual, attribute(expected, actual, []).outside, nameOf);
    default:
      return change satisfies never;
  }
}

/** What happened outside all things. */
export function outsideWords(
  expected: PixelGrid,
  actual: PixelGrid,
  { outside, strays }: Attributed,
  nameOf: ColourName,
): readonly string[] {
  if (strays === 0) return [];
  return groupWords(expected, actual, outside, nameOf).map((sentence) => `outside the fields, ${sentence}`);
}

/** A sentence for each group of differing pixels; one sentence for both places of a shape that moved. */
function groupWords(
  expected: PixelGrid,
  actual: PixelGrid,
  differs: Uint8Array,
  nameOf: ColourName,
): readonly string[] {
  const groups = groupsOf(differs, expected).map((group) => {
    return { group, change: changeOf(expected, group.box, actual, group.box) };
  });
  const where = ({ box }: PixelGroup) =>
    `${placeOf(box, expected)} (${box.width}×${box.height} px at ${box.x},${box.y})`;
  const arrived = new Set<PixelGroup>();
  return groups
    .map(({ group, change }) => {
      if (change.kind !== 'gone') return { group, change };
      for (const other of groups) {
        if (other.change.kind !== 'new' || arrived.has(other.group)) continue;
        const went = changeOf(expected, group.box, actual, other.group.box);
        if (went.kind !== 'altered') continue;
        arrived.add(other.group);
        return { group, change: went };
      }
      return { group, change };
    })
    .flatMap(({ group, change }) => {
      switch (change.kind) {
        case 'altered':
          return [`what was ${where(group)} ${alteredWords(change, nameOf)}`];
        case 'gone':
          return [`what was ${where(group)} is gone`];
        case 'new':
          return arrived.has(group) ? [] : [`there is something new ${where(group)}`];
        case 'same':
        case 'other':
          return [`${pixelsDiffer(group.count)} ${where(group)}`];
        default:
          return change satisfies never;
      }
    });
}

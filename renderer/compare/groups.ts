import type { Rectangle } from '../shapes/rectangle.js';
import type { PixelGrid } from './pixels.js';

/** Pixels that differ and are near each other. */
export interface PixelGroup {
  readonly count: number;
  readonly box: Rectangle;
}

interface Growing {
  count: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The side of a cell in px. Pixels in the same cell or in neighbouring cells belong together. */
const cell = 8;
/** More groups than these do not help people: the nearest ones are merged. */
const maxGroups = 4;
/** This many groups are merged pairwise; the last one absorbs all further ones. */
const maxMergedPairwise = 48;

/**
 * The groups of the pixels that differ, the largest first; at most {@link maxGroups}.
 * @param differs not 0 for each pixel that differs, row by row
 */
export function groupsOf(differs: Uint8Array, { width }: Pick<PixelGrid, 'width'>): readonly PixelGroup[] {
  const columns = Math.ceil(width / cell);
  const cells = new Map<number, Growing>();
  for (let i = differs.indexOf(1); i >= 0 && i < differs.length; i++) {
    if (differs[i] === 0) continue;
    const x = i % width;
    const y = (i - x) / width;
    const at = Math.floor(y / cell) * columns + Math.floor(x / cell);
    const group = cells.get(at);
    if (!group) {
      cells.set(at, { count: 1, left: x, top: y, right: x, bottom: y });
      continue;
    }
    // Rows come from top to bottom.
    group.count++;
    group.bottom = y;
    if (x < group.left) group.left = x;
    if (x > group.right) group.right = x;
  }
  const groups = merged(connected(cells, columns));
  return groups
    .sort((a, b) => b.count - a.count)
    .map(({ count, left, top, right, bottom }) => {
      return { count, box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 } };
    });
}

function add(to: Growing, { count, left, top, right, bottom }: Growing): void {
  to.count += count;
  to.left = Math.min(to.left, left);
  to.top = Math.min(to.top, top);
  to.right = Math.max(to.right, right);
  to.bottom = Math.max(to.bottom, bottom);
}

/** Joins cells that touch, including at corners, to groups. */
function connected(cells: Map<number, Growing>, columns: number): Growing[] {
  const groups: Growing[] = [];
  for (const [start, first] of cells) {
    if (!cells.delete(start)) continue;
    const group = { ...first };
    const reached = [start];
    for (let at = reached.pop(); at !== undefined; at = reached.pop())
      for (const next of around(at, columns)) {
        const neighbour = cells.get(next);
        if (!neighbour) continue;
        cells.delete(next);
        add(group, neighbour);
        reached.push(next);
      }
    groups.push(group);
  }
  return groups;
}

function around(at: number, columns: number): readonly number[] {
  const column = at % columns;
  const near: number[] = [];
  for (const row of [-columns, 0, columns])
    for (let step = column === 0 ? 0 : -1; step <= (column + 1 === columns ? 0 : 1); step++) near.push(at + row + step);
  return near;
}

/** Joins groups that overlap, and then the nearest, until there are few. */
function merged(groups: Growing[]): Growing[] {
  const left = groups.sort((a, b) => b.count - a.count);
  for (const extra of left.splice(maxMergedPairwise)) add(left[maxMergedPairwise - 1]!, extra);
  for (;;) {
    let [best, one, other] = [Infinity, -1, -1];
    for (let i = 0; i < left.length; i++)
      for (let j = i + 1; j < left.length; j++) {
        const distance = distanceOf(left[i]!, left[j]!);
        if (distance < best) [best, one, other] = [distance, i, j];
      }
    if (one < 0 || (best > 0 && left.length <= maxGroups)) return left;
    add(left[one]!, left[other]!);
    left.splice(other, 1);
  }
}

/** The distance between two boxes in px; 0 when they overlap or touch. */
function distanceOf(a: Growing, b: Growing): number {
  return Math.max(0, a.left - b.right - 1, b.left - a.right - 1, a.top - b.bottom - 1, b.top - a.bottom - 1);
}

/** The place of a box on a label in words: "in the upper right". */
export function placeOf(box: Rectangle, { width, height }: Pick<PixelGrid, 'width' | 'height'>): string {
  if (box.width > width * 0.6 && box.height > height * 0.6) return 'on most of the label';
  const third = (from: number, length: number, of: number) => {
    if (length > of * 0.6) return 1;
    return Math.min(2, Math.floor(((from + length / 2) * 3) / of));
  };
  const across = ['left', '', 'right'][third(box.x, box.width, width)]!;
  const down = ['upper', '', 'lower'][third(box.y, box.height, height)]!;
  if (down !== '' && across !== '') return `in the ${down} ${across}`;
  if (down !== '') return down === 'upper' ? 'at the top' : 'at the bottom';
  return across === '' ? 'in the middle' : `at the ${across}`;
}

import type { Rectangle } from '../shapes/rectangle.js';
import type { PixelGrid, PixelSize } from './pixels.js';

/** How the content of a box changed. */
export type BoxChange =
  | { readonly kind: 'same' | 'gone' | 'new' }
  /** Another shape. Both sizes are in px. */
  | { readonly kind: 'other'; readonly from: PixelSize; readonly to: PixelSize }
  | {
      /** The same shape at another place, in other colours, or both. */
      readonly kind: 'altered';
      /** In px, to the right and down. */
      readonly dx: number;
      readonly dy: number;
      /** The colours that changed. */
      readonly colours: readonly (readonly [from: number, to: number])[];
    };

/**
 * Compares box `before` of a label with box `after` of another. The ground of a box is its most frequent colour; the other
 * pixels are its shape. Two shapes that differ only in place and in colours are one shape that was moved or recoloured,
 * provided that each colour became exactly one other.
 */
export function changeOf(expected: PixelGrid, before: Rectangle, actual: PixelGrid, after: Rectangle): BoxChange {
  const [from, to] = [shapeOn(expected, before), shapeOn(actual, after)];
  const nextColours = new Map([[from.ground, to.ground]]);
  if (!from.shape && !to.shape) return altered(0, 0, nextColours);
  if (!from.shape || !to.shape) return { kind: from.shape ? 'gone' : 'new' };
  const [a, b] = [from.shape, to.shape];
  if (a.width !== b.width || a.height !== b.height) return { kind: 'other', from: a, to: b };
  const previousColours = new Map([[to.ground, from.ground]]);
  // Most pixels repeat the previous one.
  let [lastOld, lastNow] = [from.ground, to.ground];
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      const old = expected.pixels[(a.y + y) * expected.width + a.x + x]!;
      const now = actual.pixels[(b.y + y) * actual.width + b.x + x]!;
      if (old === lastOld && now === lastNow) continue;
      lastOld = old;
      lastNow = now;
      if ((nextColours.get(old) ?? now) !== now || (previousColours.get(now) ?? old) !== old)
        return { kind: 'other', from: a, to: b };
      nextColours.set(old, now);
      previousColours.set(now, old);
    }
  }
  return altered(b.x - a.x, b.y - a.y, nextColours);
}

function altered(dx: number, dy: number, colourMap: ReadonlyMap<number, number>): BoxChange {
  const colours = [...colourMap].filter(([from, to]) => from !== to);
  return dx === 0 && dy === 0 && colours.length === 0 ? { kind: 'same' } : { kind: 'altered', dx, dy, colours };
}

/** The ground of a box, and the smallest box around all other pixels; no shape without any. */
function shapeOn({ pixels, width }: PixelGrid, box: Rectangle): { ground: number; shape: Rectangle | undefined } {
  const counts = new Map<number, number>();
  const count = (colour: number, times: number): void => {
    if (times > 0) counts.set(colour, (counts.get(colour) ?? 0) + times);
  };
  let [colour, run] = [pixels[box.y * width + box.x]!, 0];
  for (let y = box.y; y < box.y + box.height; y++)
    for (let at = y * width + box.x, end = at + box.width; at < end; at++) {
      if (pixels[at] === colour) {
        run++;
        continue;
      }
      count(colour, run);
      colour = pixels[at]!;
      run = 1;
    }
  count(colour, run);
  // Of two equally frequent colours, the one with the smaller number, so that both labels are treated alike.
  const [ground] = [...counts].reduce((best, next) =>
    next[1] > best[1] || (next[1] === best[1] && next[0] < best[0]) ? next : best,
  );
  if (counts.size === 1) return { ground, shape: undefined };
  const ends = { x: box.x + box.width, y: box.y + box.height };
  let [left, right, top, bottom] = [ends.x, -1, ends.y, -1];
  for (let y = box.y; y < ends.y; y++) {
    const row = y * width;
    let first = box.x;
    while (first < ends.x && pixels[row + first] === ground) first++;
    if (first === ends.x) continue;
    let last = ends.x - 1;
    while (pixels[row + last] === ground) last--;
    if (first < left) left = first;
    if (last > right) right = last;
    if (bottom < 0) top = y;
    bottom = y;
  }
  return { ground, shape: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 } };
}

/** In whole px. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The common part of two rectangles; without one, an empty rectangle at the edge of `b` nearest to `a`. */
export function intersection(a: Rectangle, b: Rectangle): Rectangle {
  const x = Math.min(Math.max(a.x, b.x), b.x + b.width);
  const y = Math.min(Math.max(a.y, b.y), b.y + b.height);
  const width = Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x);
  const height = Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y);
  return { x, y, width, height };
}

/** Whether two rectangles share a pixel. */
export function overlap(a: Rectangle, b: Rectangle): boolean {
  return (
    Math.max(a.x, b.x) < Math.min(a.x + a.width, b.x + b.width) &&
    Math.max(a.y, b.y) < Math.min(a.y + a.height, b.y + b.height)
  );
}

/** Whether any two of the rectangles share a pixel. */
export function overlapping(rectangles: readonly Rectangle[]): boolean {
  return rectangles.some((one, i) => rectangles.slice(i + 1).some((other) => overlap(one, other)));
}

export function contains(whole: Rectangle, part: Rectangle): boolean {
  return (
    part.x >= whole.x &&
    part.y >= whole.y &&
    part.x + part.width <= whole.x + whole.width &&
    part.y + part.height <= whole.y + whole.height
  );
}

/** A rectangle made smaller by `px` on each side; empty, in its middle, if it is too small for that. */
export function inset({ x, y, width, height }: Rectangle, px: number): Rectangle {
  const [across, down] = [Math.min(px, width >> 1), Math.min(px, height >> 1)];
  return { x: x + across, y: y + down, width: width - 2 * across, height: height - 2 * down };
}

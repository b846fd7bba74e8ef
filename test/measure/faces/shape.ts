/** Pixels of a glyph, trimmed: `left` px right of the pen, `top` rows above the baseline. One byte a pixel: 0 or 1. */
export interface Shape {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly pixels: Uint8Array;
}

export const empty: Shape = { width: 0, height: 0, left: 0, top: 0, pixels: new Uint8Array() };

/** Whether a pixel of a shape is ink; all outside is paper. */
export function at({ width, height, pixels }: Shape, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < width && y < height && pixels[y * width + x] === 1;
}

/** The trimmed shape of the pixels for which `ink` holds, in a box whose left top corner is at `left`, `top`. */
export function shapeFrom(
  width: number,
  height: number,
  left: number,
  top: number,
  ink: (x: number, y: number) => boolean,
): Shape {
  let [x0, x1, y0, y1] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!ink(x, y)) continue;
      x0 = Math.min(x0, x);
      x1 = Math.max(x1, x);
      y0 = Math.min(y0, y);
      y1 = Math.max(y1, y);
    }
  }
  if (x1 < 0) return empty;
  const [w, h] = [x1 - x0 + 1, y1 - y0 + 1];
  const pixels = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) pixels[y * w + x] = ink(x + x0, y + y0) ? 1 : 0;
  return { width: w, height: h, left: left + x0, top: top - y0, pixels };
}

/** Draws rows of `#` and `.`, with the top left corner at the pen's column and the baseline below the last row. */
export function drawn(...rows: readonly string[]): Shape {
  return shapeFrom(rows[0]!.length, rows.length, 0, rows.length, (x, y) => rows[y]![x] === '#');
}

export function box(width: number, height: number): Shape {
  return shapeFrom(width, height, 0, height, () => true);
}

export function moved(shape: Shape, dx: number, dy: number): Shape {
  return { ...shape, left: shape.left + dx, top: shape.top + dy };
}

export function union(...shapes: readonly Shape[]): Shape {
  const left = Math.min(...shapes.map((shape) => shape.left));
  const top = Math.max(...shapes.map((shape) => shape.top));
  const right = Math.max(...shapes.map((shape) => shape.left + shape.width));
  const bottom = Math.min(...shapes.map((shape) => shape.top - shape.height));
  return shapeFrom(right - left, top - bottom, left, top, (x, y) =>
    shapes.some((shape) => at(shape, x + left - shape.left, y + shape.top - top)),
  );
}

/** Whether two shapes have a pixel in common or side by side, diagonals included. */
export function touch(a: Shape, b: Shape): boolean {
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      if (!at(a, x, y)) continue;
      const [bx, by] = [x + a.left - b.left, y - a.top + b.top];
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) if (at(b, bx + dx, by + dy)) return true;
    }
  }
  return false;
}

/** The left half and its mirror image, or the right half and its. */
export function mirrored(shape: Shape, from: 'left' | 'right'): Shape {
  const { width, height, left, top } = shape;
  return shapeFrom(width, height, left, top, (x, y) => {
    const inLeft = x < width / 2;
    return at(shape, inLeft === (from === 'left') ? x : width - 1 - x, y);
  });
}

/** The upper half and its mirror image, or the lower half and its. */
export function flipped(shape: Shape, from: 'top' | 'bottom'): Shape {
  const { width, height, left, top } = shape;
  return shapeFrom(width, height, left, top, (x, y) => {
    const inTop = y < height / 2;
    return at(shape, x, inTop === (from === 'top') ? y : height - 1 - y);
  });
}

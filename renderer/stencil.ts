/** A 1-bit shape: rows of `stride` bytes, leftmost pixel in the high bit, 1 = ink. Bits past the width are 0. */
export interface Stencil {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly bits: Uint8Array;
}

/** A stencil and where its top left corner stands, in px from the pen: `left` to the right, `top` down from the baseline. */
export interface Glyph {
  readonly stencil: Stencil;
  readonly left: number;
  readonly top: number;
  /** How far the pen moves on, in px, not rounded. */
  readonly advance: number;
}

/** How much of each pixel a shape covers, 0 to 255, row by row. */
export interface Alpha {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array;
}

export function createStencil(width: number, height: number): Stencil {
  const stride = (width + 7) >> 3;
  return { width, height, stride, bits: new Uint8Array(stride * height) };
}

/** The pixels covered by at least `cut` of 255, trimmed to their bounds; `x` and `y` say where the bounds begin. */
export function cutAlpha({ width, height, values }: Alpha, cut: number): { stencil: Stencil; x: number; y: number } {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (values[i]! < cut) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (bottom < 0) return { stencil: createStencil(0, 0), x: 0, y: 0 };
  const stencil = createStencil(right - left + 1, bottom - top + 1);
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) if (values[y * width + x]! >= cut) setBit(stencil, x - left, y - top);
  }
  return { stencil, x: left, y: top };
}

/** The stencil with each pixel as a square of `scale` × `scale`. */
export function enlarge(stencil: Stencil, scale: number): Stencil {
  if (scale === 1) return stencil;
  const large = createStencil(stencil.width * scale, stencil.height * scale);
  for (let y = 0; y < large.height; y++) {
    for (let x = 0; x < large.width; x++) if (getBit(stencil, (x / scale) | 0, (y / scale) | 0)) setBit(large, x, y);
  }
  return large;
}

/** An outlined box, which stands for a character that no font has. */
export function outline(width: number, height: number, thickness: number): Stencil {
  const box = createStencil(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const edge = Math.min(x, y, width - 1 - x, height - 1 - y);
      if (edge < thickness) setBit(box, x, y);
    }
  }
  return box;
}

/** Adds the ink of `part` to `whole`, its top left corner at x, y; it must lie within. */
export function merge(whole: Stencil, part: Stencil, x: number, y: number): void {
  const shift = x & 7;
  for (let row = 0; row < part.height; row++) {
    let to = (y + row) * whole.stride + (x >> 3);
    for (let from = row * part.stride; from < (row + 1) * part.stride; from++, to++) {
      const bits = part.bits[from]!;
      whole.bits[to]! |= bits >> shift;
      if (shift && (bits << (8 - shift)) & 255) whole.bits[to + 1]! |= bits << (8 - shift);
    }
  }
}

/** Whether a pixel is ink. */
export function getBit({ stride, bits }: Stencil, x: number, y: number): boolean {
  return (bits[y * stride + (x >> 3)]! & (0x80 >> (x & 7))) !== 0;
}

/** Sets a pixel to ink. */
export function setBit({ stride, bits }: Stencil, x: number, y: number): void {
  bits[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
}

/** The first and the last ink column of each row; `first` is the width and `last` is -1 where a row has no ink. */
export function profile(stencil: Stencil): { first: Int16Array; last: Int16Array } {
  const first = new Int16Array(stencil.height).fill(stencil.width);
  const last = new Int16Array(stencil.height).fill(-1);
  for (let y = 0; y < stencil.height; y++) {
    for (let x = 0; x < stencil.width; x++) {
      if (!getBit(stencil, x, y)) continue;
      if (last[y] === -1) first[y] = x;
      last[y] = x;
    }
  }
  return { first, last };
}

/** A 1-bit shape: rows of `stride` 32-bit numbers, leftmost pixel in the highest bit, 1 = ink; 0 past the width. */
export interface Stencil {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly bits: Int32Array;
}

/** A stencil and its top left corner, in px from the pen: `left` to the right, `top` down from the baseline. */
export interface Glyph {
  readonly stencil: Stencil;
  readonly left: number;
  readonly top: number;
  /** How far the pen moves, in px, not rounded. */
  readonly advance: number;
}

/** The coverage of each pixel by a shape, 0 to 255, row by row. */
export interface Alpha {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array;
}

export function createStencil(width: number, height: number): Stencil {
  const stride = (width + 31) >> 5;
  return { width, height, stride, bits: new Int32Array(stride * height) };
}

/** A stencil whose pixels are made when they are first needed: most large shapes are only measured. */
export function lateStencil(width: number, height: number, make: () => Int32Array): Stencil {
  let made: Int32Array | undefined;
  return {
    width,
    height,
    stride: (width + 31) >> 5,
    get bits() {
      return (made ??= make());
    },
  };
}

/** The bytes of a stencil's pixels, made or not. */
export function pixelBytes({ stride, height }: Stencil): number {
  return stride * height * 4;
}

/** The pixels with a coverage of at least `cut` (of 255), trimmed to their bounds, which begin at `x`, `y`. */
export function cutAlpha({ width, height, values }: Alpha, cut: number): { stencil: Stencil; x: number; y: number } {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0, row = 0; y < height; y++, row += width) {
    let first = 0;
    while (first < width && values[row + first]! < cut) first++;
    if (first === width) continue;
    let last = width - 1;
    while (values[row + last]! < cut) last--;
    left = Math.min(left, first);
    right = Math.max(right, last);
    top = Math.min(top, y);
    bottom = y;
  }
  if (bottom < 0) return { stencil: createStencil(0, 0), x: 0, y: 0 };
  const stencil = createStencil(right - left + 1, bottom - top + 1);
  const { stride, bits } = stencil;
  for (let y = 0, at = 0; y < stencil.height; y++) {
    const end = (top + y) * width + right + 1;
    for (let i = end - stencil.width, column = 0; column < stride; column++, at++) {
      let word = 0;
      for (let bit = 31; bit >= 0 && i < end; bit--, i++) if (values[i]! >= cut) word |= 1 << bit;
      bits[at] = word;
    }
  }
  return { stencil, x: left, y: top };
}

/** The stencil with each pixel enlarged to a square of `scale` × `scale`. */
export function enlarge(stencil: Stencil, scale: number): Stencil {
  if (scale === 1) return stencil;
  const large = createStencil(stencil.width * scale, stencil.height * scale);
  for (let y = 0; y < large.height; y++) {
    for (let x = 0; x < large.width; x++) if (getBit(stencil, (x / scale) | 0, (y / scale) | 0)) setBit(large, x, y);
  }
  return large;
}

/** The stencil with ink in every second pixel, as on the black fields of a chessboard. */
export function everySecond({ width, height, stride, bits }: Stencil): Stencil {
  const half = createStencil(width, height);
  for (let at = 0; at < bits.length; at++)
    half.bits[at] = bits[at]! & (((at / stride) | 0) % 2 === 0 ? 0x55555555 : 0xaaaaaaaa);
  return half;
}

/** An outlined box, for a character that no font has. */
export function outline(width: number, height: number, thickness: number): Stencil {
  const box = createStencil(width, height);
  for (let y = 0; y < height; y++) {
    if (Math.min(y, height - 1 - y) < thickness) setRun(box, y, 0, width);
    else {
      setRun(box, y, 0, Math.min(thickness, width));
      setRun(box, y, Math.max(0, width - thickness), width);
    }
  }
  return box;
}

/** Adds the ink of `part` to `whole`, with its top left corner at x, y. `part` must lie within `whole`. */
export function merge(whole: Stencil, part: Stencil, x: number, y: number): void {
  const shift = x & 31;
  for (let row = 0, from = 0; row < part.height; row++) {
    let to = (y + row) * whole.stride + (x >> 5);
    for (const end = from + part.stride; from < end; from++, to++) {
      const bits = part.bits[from]!;
      whole.bits[to]! |= bits >>> shift;
      const rest = shiftedOut(bits, shift);
      if (rest !== 0) whole.bits[to + 1]! |= rest;
    }
  }
}

/** The bits that `bits >>> shift` loses, as the high bits of the next number. In two steps, as `<< 32` would shift by 0. */
export function shiftedOut(bits: number, shift: number): number {
  return (bits << 1) << (31 - shift);
}

export function getBit({ stride, bits }: Stencil, x: number, y: number): boolean {
  return (bits[y * stride + (x >> 5)]! << (x & 31)) >>> 31 !== 0;
}

export function setBit({ stride, bits }: Stencil, x: number, y: number): void {
  bits[y * stride + (x >> 5)]! |= (1 << 31) >>> (x & 31);
}

/** Sets the pixels of a row from `from` to `to` (exclusive) to ink. */
export function setRun({ stride, bits }: Stencil, y: number, from: number, to: number): void {
  if (from >= to) return;
  const row = y * stride;
  const [first, last] = [from >> 5, (to - 1) >> 5];
  for (let at = first; at <= last; at++) {
    const head = at === first ? -1 >>> (from & 31) : -1;
    const tail = at === last ? -1 << (31 - ((to - 1) & 31)) : -1;
    bits[row + at]! |= head & tail;
  }
}

/** The first and the last ink column of each row; `first` is the width and `last` is -1 where a row has no ink. */
export function profile(stencil: Stencil): { first: Int16Array; last: Int16Array } {
  const first = new Int16Array(stencil.height).fill(stencil.width);
  const last = new Int16Array(stencil.height).fill(-1);
  const { bits, stride } = stencil;
  for (let y = 0, at = 0; y < stencil.height; y++) {
    for (let x = 0; x < stride * 32; x += 32, at++) {
      const found = bits[at]!;
      if (found === 0) continue;
      if (last[y] === -1) first[y] = x + Math.clz32(found);
      last[y] = x + Math.clz32(found & -found);
    }
  }
  return { first, last };
}

/** A chip's memory for one plane: rows of `stride` bytes, the leftmost pixel in the high bits. */
export interface Ram {
  readonly bits: number;
  readonly stride: number;
  readonly rows: number;
  readonly bytes: Uint8Array;
  /** 1 for each byte that was written since the chip lost its memory. */
  readonly known: Uint8Array;
}

/** Where data goes: a rectangle of bytes and rows, both ends inclusive, and a pointer that moves through it. */
export interface Cursor {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: number;
  y: number;
  /** Direction of the pointer, 1 or -1. With -1 the chip also reverses the pixels of each byte. */
  dx: number;
  dy: number;
  /** The pointer moves down a column before it goes to the next one. */
  downFirst: boolean;
  /** After the last byte of the window the pointer returns to the first; otherwise further data is dropped. */
  readonly wraps: boolean;
  /** The pointer has passed the window. */
  full: boolean;
}

export function createRam(width: number, rows: number, bits: number): Ram {
  const stride = Math.ceil((width * bits) / 8);
  return { bits, stride, rows, bytes: new Uint8Array(stride * rows), known: new Uint8Array(stride * rows) };
}

const reversed = Uint8Array.from({ length: 256 }, (_, byte) => {
  let bits = 0;
  for (let i = 0; i < 8; i++) if (byte & (1 << i)) bits |= 128 >> i;
  return bits;
});

/** Writes data at the pointer. Returns the number of bytes for which there is no memory. */
export function writeRam(ram: Ram, cursor: Cursor, data: Uint8Array): number {
  let outside = 0;
  for (let at = 0; at < data.length && !cursor.full;) {
    const run = Math.min(runOf(cursor), data.length - at);
    const inside = cursor.y < ram.rows ? Math.max(0, Math.min(run, ram.stride - cursor.x)) : 0;
    const target = cursor.y * ram.stride + cursor.x;
    if (inside > 0) {
      if (cursor.dx < 0) ram.bytes[target] = reversed[data[at]!]!;
      else ram.bytes.set(data.subarray(at, at + inside), target);
      ram.known.fill(1, target, target + inside);
    }
    outside += run - inside;
    at += run;
    cursor.x += (run - 1) * cursor.dx;
    const axes = cursor.downFirst ? (['y', 'x'] as const) : (['x', 'y'] as const);
    if (axes.every((axis) => passesEnd(cursor, axis)) && !cursor.wraps) cursor.full = true;
  }
  return outside;
}

/** Bytes that can be written to the right in one go. */
function runOf({ left, right, x, dx, downFirst }: Cursor): number {
  return dx > 0 && !downFirst && x >= left && x <= right ? right - x + 1 : 1;
}

/** Moves the pointer along an axis. Returns whether it was at the end of the window, and is at its start again. */
function passesEnd(cursor: Cursor, axis: 'x' | 'y'): boolean {
  const { left, right, top, bottom, dx, dy, wraps } = cursor;
  const [first, last, step] = axis === 'x' ? [left, right, dx] : [top, bottom, dy];
  // The counters of SSD16xx have ten bits: past that they are 0 again. Others count to the end of the window.
  const size = wraps ? 1024 : 65_536;
  const isLast = cursor[axis] === last;
  cursor[axis] = isLast ? first : (cursor[axis] + step + size) % size;
  return isLast;
}

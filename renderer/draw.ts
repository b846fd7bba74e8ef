import { stampPicture } from './draw-picture.js';
import type { Drawing } from './drawing.js';
import { createFrame, type Framebuffer } from './framebuffer.js';
import type { Stencil } from './stencil.js';
import { turnGlyph } from './turn.js';
import type { Typesetter } from './typesetter.js';

/** Stamps the marks of a drawing into a new frame for a panel of `inks` colours. */
export function draw(drawing: Drawing, inks: number, typesetter: Pick<Typesetter, 'word'>): Framebuffer {
  const frame = createFrame(drawing.width, drawing.height, inks);
  for (const mark of drawing.marks) {
    switch (mark.kind) {
      case 'fill':
        fill(frame, mark.x, mark.y, mark.width, mark.height, mark.ink);
        break;
      case 'text': {
        const { stencil, left, top } = (mark.shape ??= turnGlyph(
          typesetter.word(mark.text, mark.font),
          mark.turn ?? 0,
        ));
        stamp(frame, stencil, mark.x + left, mark.y + top, mark.ink);
        break;
      }
      case 'stencil':
        stamp(frame, mark.stencil, mark.x, mark.y, mark.ink);
        break;
      case 'picture':
        stampPicture(frame, mark.picture, mark.x, mark.y);
        break;
      default:
        mark satisfies never;
    }
  }
  return frame;
}

/** Depth → for a step of 8 pixels (depth 4: of 4) of a stencil, the bits that they cover in a row of that depth. */
const spread = { 1: spreadTable(1, 8), 2: spreadTable(2, 8), 4: spreadTable(4, 4) } as const;

function spreadTable(depth: number, pixels: number): Uint16Array {
  return Uint16Array.from({ length: 1 << pixels }, (_, bits) => {
    let mask = 0;
    for (let i = 0; i < pixels; i++) if (bits & (1 << i)) mask |= ((1 << depth) - 1) << (i * depth);
    return mask;
  });
}

/**
 * Sets the pixels of `stencil` to `ink`, its top left corner at x, y; it must lie within the frame.
 * Eight pixels at a time straight into the packed rows: nothing is unpacked, blank bytes are skipped, and the bits
 * that a shift pushes into the next byte are carried there, so that each byte is written once.
 */
export function stamp(frame: Framebuffer, stencil: Stencil, x: number, y: number, ink: number): void {
  const { depth, rows } = frame;
  const { bits, stride, height } = stencil;
  const table = spread[depth];
  const solid = inkByte(ink, depth);
  const left = 8 - ((x * depth) & 7);
  const steps = depth === 4 ? stride * 2 : stride;
  for (let row = 0; row < height; row++) {
    const from = row * stride;
    let to = (y + row) * frame.stride + 1 + ((x * depth) >> 3);
    let carry = 0;
    for (let step = 0; step < steps; step++) {
      const group = depth === 4 ? (bits[from + (step >> 1)]! >> (step & 1 ? 0 : 4)) & 15 : bits[from + step]!;
      if ((group | carry) === 0) {
        to += depth === 1 ? 1 : 2;
        continue;
      }
      const mask = (table[group]! << left) | (carry << (depth === 1 ? 8 : 16));
      if (depth !== 1) {
        const high = mask >> 16;
        rows[to] = (rows[to]! & ~high) | (high & solid);
        to++;
      }
      const low = (mask >> 8) & 255;
      rows[to] = (rows[to]! & ~low) | (low & solid);
      to++;
      carry = mask & 255;
    }
    if (carry) rows[to] = (rows[to]! & ~carry) | (carry & solid);
  }
}

function fill(frame: Framebuffer, x: number, y: number, width: number, height: number, ink: number): void {
  const { depth, stride, rows } = frame;
  const solid = inkByte(ink, depth);
  const first = (x * depth) >> 3;
  const last = ((x + width) * depth - 1) >> 3;
  const head = 0xff >> ((x * depth) & 7);
  const tail = (0xff00 >> ((((x + width) * depth - 1) & 7) + 1)) & 0xff;
  for (let row = y; row < y + height; row++) {
    const base = row * stride + 1;
    for (let at = first; at <= last; at++) {
      const mask = (at === first ? head : 0xff) & (at === last ? tail : 0xff);
      rows[base + at] = (rows[base + at]! & ~mask) | (solid & mask);
    }
  }
}

/** A byte full of pixels of one ink. */
function inkByte(ink: number, depth: number): number {
  return (255 / ((1 << depth) - 1)) * ink;
}

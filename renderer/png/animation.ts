import type { Framebuffer } from '../drawing/framebuffer.js';
import { chunk, chunksOf, headOf } from './chunks.js';
import { encodePng, type PanelFacts, type InkView } from './encode.js';
import { getOrInsert } from '../get-or-insert.js';

/** A picture of an animation, and how long it is shown. */
export interface AnimationFrame {
  readonly frame: Framebuffer;
  /** Milliseconds, up to {@link maxFrameMs}. */
  readonly ms: number;
}

export const maxFrameMs = 65_535;

/**
 * An animated PNG (PNG, third edition) that plays once. Viewers without animations show `still`, which is not one of its frames.
 * `comment` is in a `tEXt` chunk.
 * @throws {RangeError} for a frame that is not of the device's size and depth
 */
export function encodeAnimation(
  frames: readonly AnimationFrame[],
  still: Framebuffer,
  device: PanelFacts,
  { view, comment }: { readonly view: InkView; readonly comment: string },
): Buffer {
  const encode = (frame: Framebuffer): Buffer => encodePng(frame, device, { view, level: 1 });
  const dataByFrame = new Map<Framebuffer, Buffer>();
  const dataOf = (frame: Framebuffer): Buffer => getOrInsert(dataByFrame, frame, () => pixelsOf(encode(frame)));
  const png = encode(still);
  const head = headOf(png);
  const chunks = frames.flatMap(({ frame, ms }, i) => [
    chunk('fcTL', control(2 * i, frame, ms)),
    chunk('fdAT', Buffer.concat([numbers(2 * i + 1), dataOf(frame)])),
  ]);
  return Buffer.concat([
    head,
    chunk('acTL', numbers(frames.length, 1)),
    chunk('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1')),
    chunk('IDAT', pixelsOf(png)),
    ...chunks,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function pixelsOf(png: Buffer): Buffer {
  for (const { type, data } of chunksOf(png)) if (type === 'IDAT') return data;
  throw new Error('Expected a PNG with pixels');
}

/** The control of a frame: its number, size and place, how long it is shown, and that it replaces the whole picture. */
function control(number: number, { width, height }: Framebuffer, ms: number): Buffer {
  const times = Buffer.alloc(6);
  times.writeUInt16BE(ms, 0);
  times.writeUInt16BE(1000, 2);
  return Buffer.concat([numbers(number, width, height, 0, 0), times]);
}

/** Numbers of four bytes each. */
function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
  return bytes;
}

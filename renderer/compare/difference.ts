import { chunk, pngOf } from '../png/chunks.js';
import type { Rectangle } from '../shapes/rectangle.js';
import type { Label } from './label.js';

/** The colour of pixels that differ: no panel has it. */
const markColour = [224, 0, 122] as const;
const gapColour = [128, 128, 128] as const;
/** The stripes over masked boxes, and the px from one to the next. */
const hatchColour = [64, 96, 160] as const;
const hatchGap = 4;
/** How far equal pixels fade to white. */
const fadeShare = 0.8;
const gap = 8;

/** One of the images side by side in the image of a comparison. */
interface Pane {
  readonly width: number;
  readonly height: number;
  colour(x: number, y: number): ArrayLike<number>;
}

/**
 * A PNG that shows where two labels of the same size differ, on the faded second one.
 * @param masked boxes that were not compared: they are hatched
 */
export function differencePicture(expected: Label, actual: Label, masked: readonly Rectangle[] = []): Buffer {
  return paint([difference(expected, actual, masked)], 1);
}

/**
 * An enlarged PNG for people: from left to right expected, actual and, for labels of the same size, the difference.
 * @param masked see {@link differencePicture}
 */
export function sideBySide(expected: Label, actual: Label, masked: readonly Rectangle[] = []): Buffer {
  const panes = [paneOf(expected), paneOf(actual)];
  if (expected.width === actual.width && expected.height === actual.height)
    panes.push(difference(expected, actual, masked));
  const widest = Math.max(...panes.map(({ width }) => width));
  return paint(panes, Math.min(4, Math.max(1, Math.floor(800 / widest))));
}

function paneOf({ width, height, pixels }: Label): Pane {
  const bytes = new Uint8Array(pixels.buffer);
  return { width, height, colour: (x, y) => bytes.subarray((y * width + x) * 4, (y * width + x) * 4 + 3) };
}

function difference(expected: Label, actual: Label, masked: readonly Rectangle[]): Pane {
  const pane = paneOf(actual);
  const differs = (at: number) => expected.pixels[at] !== actual.pixels[at];
  const hidden = (x: number, y: number) =>
    masked.some((box) => x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height);
  return {
    ...pane,
    colour: (x, y) => {
      const covered = hidden(x, y);
      if (covered && (x + y) % hatchGap === 0) return hatchColour;
      if (!covered && differs(y * pane.width + x)) return markColour;
      const colour = pane.colour(x, y);
      return [fade(colour[0]!), fade(colour[1]!), fade(colour[2]!)];
    },
  };
}

function fade(value: number): number {
  return Math.round(value + (255 - value) * fadeShare);
}

/** The panes from left to right, each pixel a square, as an RGB PNG. */
function paint(panes: readonly Pane[], scale: number): Buffer {
  const width = panes.reduce((sum, pane) => sum + pane.width * scale + gap, -gap);
  const height = Math.max(...panes.map((pane) => pane.height)) * scale;
  const stride = 1 + width * 3;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    let at = y * stride + 1;
    if (y % scale > 0) {
      rows.copyWithin(at, at - stride, at - stride + width * 3);
      continue;
    }
    for (const [i, pane] of panes.entries()) {
      if (i > 0) for (let x = 0; x < gap; x++, at += 3) rows.set(gapColour, at);
      for (let x = 0; x < pane.width; x++) {
        const colour = y / scale < pane.height ? pane.colour(x, y / scale) : gapColour;
        // Three assignments are many times faster than set() of three bytes.
        for (let copy = 0; copy < scale; copy++, at += 3) {
          rows[at] = colour[0]!;
          rows[at + 1] = colour[1]!;
          rows[at + 2] = colour[2]!;
        }
      }
    }
  }
  // 8 bits of red, green and blue.
  return pngOf(width, height, 8, 2, rows);
}

/** A transparent PNG of one bit per pixel, to be laid over one of two labels of the same size: coloured where they differ. */
export function differenceMask({ width, height, pixels }: Label, { pixels: others }: Label): Buffer {
  return maskOf(width, height, (x, y) => pixels[y * width + x] !== others[y * width + x]);
}

/** A transparent PNG of one bit per pixel, to be laid over a label: coloured along the inner edges of boxes. */
export function outlineMask(
  { width, height }: { readonly width: number; readonly height: number },
  boxes: readonly Rectangle[],
): Buffer {
  return maskOf(width, height, (x, y) =>
    boxes.some((box) => {
      const [left, top] = [x - box.x, y - box.y];
      const [right, bottom] = [box.width - 1 - left, box.height - 1 - top];
      const nearest = Math.min(left, top, right, bottom);
      return nearest === 0;
    }),
  );
}

function maskOf(width: number, height: number, marked: (x: number, y: number) => boolean): Buffer {
  const stride = 1 + Math.ceil(width / 8);
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (marked(x, y)) rows[y * stride + 1 + (x >> 3)]! |= 0x80 >> (x & 7);
  const palette = chunk('PLTE', Buffer.from([0, 0, 0, ...markColour]));
  // The first colour is transparent, the second is not.
  return pngOf(width, height, 1, 3, rows, [palette, chunk('tRNS', Buffer.from([0]))]);
}

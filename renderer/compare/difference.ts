import { deflateSync } from 'node:zlib';
import { chunk, signature } from '../png/chunks.js';
import type { Label } from './label.js';

/** The colour of pixels that differ: one that no panel has. */
const marked = [224, 0, 122] as const;
const gapColour = [128, 128, 128] as const;
/** How far equal pixels fade to white, so that those that differ stand out. */
const faded = 0.8;
const gap = 8;

/** One of the images side by side in the image of a comparison. */
interface Pane {
  readonly width: number;
  readonly height: number;
  colour(x: number, y: number): ArrayLike<number>;
}

/** A PNG that shows where two labels of the same size differ, on the faded second one. */
export function differencePicture(expected: Label, actual: Label): Buffer {
  return paint([difference(expected, actual)], 1);
}

/** An enlarged PNG for people: from left to right expected, actual and, for labels of the same size, the difference. */
export function sideBySide(expected: Label, actual: Label): Buffer {
  const panes = [paneOf(expected), paneOf(actual)];
  if (expected.width === actual.width && expected.height === actual.height) panes.push(difference(expected, actual));
  const widest = Math.max(...panes.map(({ width }) => width));
  return paint(panes, Math.min(4, Math.max(1, Math.floor(800 / widest))));
}

function paneOf({ width, height, pixels }: Label): Pane {
  const bytes = new Uint8Array(pixels.buffer);
  return { width, height, colour: (x, y) => bytes.subarray((y * width + x) * 4, (y * width + x) * 4 + 3) };
}

function difference(expected: Label, actual: Label): Pane {
  const shown = paneOf(actual);
  const differs = (at: number) => expected.pixels[at] !== actual.pixels[at];
  return {
    ...shown,
    colour: (x, y) =>
      differs(y * shown.width + x)
        ? marked
        : Array.from(shown.colour(x, y), (value) => Math.round(value + (255 - value) * faded)),
  };
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
        for (let copy = 0; copy < scale; copy++, at += 3) rows.set(colour, at);
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

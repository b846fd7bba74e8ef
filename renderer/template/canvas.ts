import type { RgbaPicture } from '../pictures/rgba.js';
import { getBit, type Stencil } from '../shapes/stencil.js';
import type { Rectangle } from '../shapes/rectangle.js';
import { spanOf } from '../shapes/rounded-box.js';

/** A colour of 16 bits: 5 of red, 6 of green, 5 of blue. */
export type Colour565 = number;

/** Coordinates beyond these are cut to them: the pixels of a shape stay whole numbers. */
const reach = 32_767;

/** A white picture to draw on. Shapes are cut at its edges, so that none costs more than its pixels. */
export interface Canvas {
  readonly picture: RgbaPicture;
  fill(x: number, y: number, width: number, height: number, colour: Colour565): void;
  /** A rectangle with round corners; with a thickness, its border alone. */
  round(box: RoundBox, colour: Colour565, thickness?: number): void;
  line(x: number, y: number, toX: number, toY: number, colour: Colour565): void;
  triangle(corners: readonly (readonly [number, number])[], colour: Colour565): void;
  stamp(stencil: Stencil, x: number, y: number, colour: Colour565): void;
  copy(picture: RgbaPicture, x: number, y: number): void;
}

export interface RoundBox extends Rectangle {
  readonly radius: number;
}

/** @param onWork is called with the pixels of a shape before they are drawn */
export function createCanvas(width: number, height: number, onWork: (pixels: number) => void): Canvas {
  return canvasOn({ width, height, rgba: new Uint8Array(width * height * 4).fill(255) }, onWork);
}

/** A canvas that goes on with a picture. */
export function canvasOn(picture: RgbaPicture, onWork: (pixels: number) => void): Canvas {
  const { width, height, rgba } = picture;
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const span = (y: number, from: number, to: number, value: number): void => {
    if (y < 0 || y >= height || from >= width || to <= 0) return;
    pixels.fill(value, y * width + Math.max(0, from), y * width + Math.min(width, to));
  };
  /** The rows of a shape that are on the canvas. */
  const rows = (y: number, end: number): readonly [number, number] => {
    const [first, last] = [Math.max(0, y), Math.min(height, end)];
    onWork(Math.max(0, last - first) * width);
    return [first, last];
  };
  return {
    picture,
    fill(x, y, across, down, colour) {
      const [first, last] = rows(y, y + down);
      for (let row = first; row < last; row++) span(row, x, x + across, pixelOf(colour));
    },
    line(x, y, toX, toY, colour) {
      forLine([x, y, toX, toY], onWork, (column, row) => {
        span(row, column, column + 1, pixelOf(colour));
      });
    },
    round({ x, y, width, height, radius }, colour, thickness = Infinity) {
      const [first, last] = rows(y, y + height);
      const outer = Math.min(radius, width / 2, height / 2);
      for (let row = first; row < last; row++) {
        const [from, to] = spanOf(row - y, width, height, outer, 0);
        const [hollow, end] = spanOf(row - y, width, height, outer, thickness);
        span(row, x + from, x + (hollow < end ? hollow : to), pixelOf(colour));
        if (hollow < end) span(row, x + end, x + to, pixelOf(colour));
      }
    },
    triangle(corners, colour) {
      const ys = corners.map(([, y]) => y);
      const [first, last] = rows(Math.min(...ys), Math.max(...ys) + 1);
      for (let row = first; row < last; row++) {
        const xs = crossings(corners, row);
        span(row, Math.round(Math.min(...xs)), Math.round(Math.max(...xs)) + 1, pixelOf(colour));
      }
    },
    stamp(stencil, x, y, colour) {
      onWork(stencil.width * stencil.height);
      for (let row = 0; row < stencil.height; row++)
        for (let column = 0; column < stencil.width; column++)
          if (getBit(stencil, column, row)) span(y + row, x + column, x + column + 1, pixelOf(colour));
    },
    copy(source, x, y) {
      onWork(source.width * source.height);
      const from = new Uint32Array(source.rgba.buffer, source.rgba.byteOffset, source.width * source.height);
      const left = Math.max(0, -x);
      const across = Math.min(source.width, width - x) - left;
      if (across <= 0) return;
      for (let row = Math.max(0, -y); row < Math.min(source.height, height - y); row++) {
        pixels.set(from.subarray(row * source.width + left).subarray(0, across), (y + row) * width + x + left);
      }
    },
  };
}

type Quad = [number, number, number, number];

function forLine(ends: Quad, onWork: (pixels: number) => void, visit: (column: number, row: number) => void): void {
  const [x, y, toX, toY] = ends.map((at) => Math.max(-reach, Math.min(reach, at))) as Quad;
  const steps = Math.max(Math.abs(toX - x), Math.abs(toY - y));
  onWork(steps);
  for (let i = 0; i <= steps; i++) {
    const share = steps === 0 ? 0 : i / steps;
    visit(Math.round(x + (toX - x) * share), Math.round(y + (toY - y) * share));
  }
}

/** The bytes of a pixel. Red, green and blue repeat their highest bits in the missing ones. */
function pixelOf(colour: Colour565): number {
  const bytes = Uint8Array.of(
    ((colour >> 8) & 0xf8) | (colour >> 13),
    ((colour >> 3) & 0xfc) | ((colour >> 9) & 3),
    ((colour << 3) & 0xf8) | ((colour >> 2) & 7),
    255,
  );
  return new Uint32Array(bytes.buffer)[0]!;
}

/** Where a row crosses the edges of a triangle; the ends of an edge within the row. */
function crossings(corners: readonly (readonly [number, number])[], row: number): number[] {
  return corners.flatMap(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length]!;
    if (ay === by) return ay === row ? [ax, bx] : [];
    const share = (row - ay) / (by - ay);
    return share < 0 || share > 1 ? [] : [ax + (bx - ax) * share];
  });
}

import { unpack } from '../../../renderer/index.js';
import { pngOf } from '../pictures/picture-files.js';
import type { DrawnCase } from './labels.js';

/** A picture in RGB, 3 bytes a pixel. */
interface RgbPicture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** The px between labels. */
const gap = 12;
const wall = 0xb4;

/** The greatest width and height of a label in px, and the width of a sheet. */
const [largest, width] = [530, 1600];

/** Tiles labels into a PNG from left to right, in new rows for each panel. */
export function tileLabels(labels: readonly DrawnCase[]): Buffer {
  const pictures = labels.map((label) => reduced(pictureOf(label)));
  const places: { x: number; y: number }[] = [];
  let [x, y, rowHeight] = [gap, gap, 0];
  for (const [i, picture] of pictures.entries()) {
    const nextPanel = i > 0 && labels[i]!.panel !== labels[i - 1]!.panel;
    if (nextPanel || (x > gap && x + picture.width + gap > width)) {
      y += rowHeight + gap;
      [x, rowHeight] = [gap, 0];
    }
    places.push({ x, y });
    x += picture.width + gap;
    rowHeight = Math.max(rowHeight, picture.height);
  }
  const sheetWidth = Math.max(...pictures.map((picture, i) => places[i]!.x + picture.width)) + gap;
  const sheet = { width: sheetWidth, height: y + rowHeight + gap };
  const rgb = new Uint8Array(sheet.width * sheet.height * 3).fill(wall);
  for (const [i, picture] of pictures.entries()) {
    const { x: left, y: top } = places[i]!;
    for (let row = 0; row < picture.height; row++) {
      const line = picture.rgb.subarray(row * picture.width * 3, (row + 1) * picture.width * 3);
      rgb.set(line, ((top + row) * sheet.width + left) * 3);
    }
  }
  return encode({ ...sheet, rgb });
}

/** A label in the colours that its panel is measured to have. */
function pictureOf({ frame, device }: DrawnCase): RgbPicture {
  const colours = device.inks.map(({ measured }) =>
    [1, 3, 5].map((at) => Number.parseInt(measured.slice(at, at + 2), 16)),
  );
  const pixels = unpack(frame);
  const rgb = new Uint8Array(pixels.length * 3);
  for (const [i, ink] of pixels.entries()) rgb.set(colours[ink]!, i * 3);
  return { width: frame.width, height: frame.height, rgb };
}

/** A picture with each square of n × n px averaged, where it is larger than `largest`. */
function reduced(picture: RgbPicture): RgbPicture {
  const factor = Math.ceil(Math.max(picture.width, picture.height) / largest);
  if (factor === 1) return picture;
  const [width, height] = [Math.floor(picture.width / factor), Math.floor(picture.height / factor)];
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let at = y * width * 3, end = at + width * 3; at < end; at++) {
      const [x, channel] = [Math.floor((at / 3) % width), at % 3];
      let sum = 0;
      for (let dy = 0; dy < factor; dy++)
        for (let dx = 0; dx < factor; dx++)
          sum += picture.rgb[((y * factor + dy) * picture.width + x * factor + dx) * 3 + channel]!;
      rgb[at] = sum / factor ** 2;
    }
  return { width, height, rgb };
}

function encode({ width, height, rgb }: RgbPicture): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) rows.set(rgb.subarray(y * width * 3, (y + 1) * width * 3), y * (1 + width * 3) + 1);
  return pngOf({ width, height, depth: 8, colour: 2 }, rows);
}

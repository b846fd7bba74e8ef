import jpeg from 'jpeg-js';

export type Colour = readonly [number, number, number];

/** A baseline JPEG with the pixels of `colourAt`, in a quality of at most 100. */
export function jpegOf(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Colour,
  quality = 95,
): Buffer {
  const data = Buffer.alloc(width * height * 4, 255);
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i += 4) data.set(colourAt(x, y), i);
  return jpeg.encode({ width, height, data }, quality).data;
}

import type { FaceAtSize } from './choose.js';
import { largeSize } from './outlines.js';
import { at, box, drawn, moved, type Shape, shapeFrom, touch, union } from './shape.js';

/** The side of a full stop in px: at least a stem wide, and square. */
function dotOf({ own, size, stem }: FaceAtSize): number {
  return Math.max(stem, Math.round((own.large('.').width * size) / largeSize - 0.1));
}

/** A comma with a full stop as its head, and at least 1.6 times its ink: the difference between 1,249 and 1.249. */
function commaOf(dot: number): Shape {
  const tails: Readonly<Record<number, readonly string[]>> = {
    1: ['.#', '.#', '#.'],
    2: ['##', '##', '.#', '.#', '#.'],
    3: ['###', '###', '###', '.##', '.##', '##.'],
    4: ['####', '####', '####', '####', '.###', '.###', '.##.', '##..'],
  };
  const rows = tails[dot]!;
  const shape = drawn(...rows);
  return moved(shape, 0, -(rows.length - Math.max(dot, 1)));
}

function turnedAround(shape: Shape): Shape {
  const { width, height, left, top } = shape;
  return shapeFrom(width, height, left, top, (x, y) => at(shape, width - 1 - x, height - 1 - y));
}

/** Two shapes beside one another with `gap` px between. */
const pair = (shape: Shape, gap: number): Shape => union(shape, moved(shape, shape.width + gap, 0));
const onLine = (shape: Shape, top: number): Shape => moved(shape, 0, top - shape.top);

/** Characters composed of full stops and strokes; each is drawn by rule, so that its parts are alike. */
export function signsOf(faceAtSize: FaceAtSize): ReadonlyMap<string, Shape> {
  const { lines, stem, size } = faceAtSize;
  const side = dotOf(faceAtSize);
  const dot = box(side, side);
  const comma = commaOf(side);
  const high = onLine(dot, lines.x);
  const quote = onLine(commaOf(Math.min(side, 3)), lines.cap);
  const opening = onLine(turnedAround(quote), lines.cap);
  const straight = onLine(box(stem, Math.max(3, Math.round(size * 0.26))), lines.cap);
  const prime = onLine(primeOf(stem, Math.max(4, Math.round(size * 0.3))), lines.cap);
  const apart = Math.max(1, Math.round(size / 14));
  const step = side + Math.max(2, Math.round(size * 0.13));
  return new Map([
    ['.', dot],
    [',', comma],
    [':', union(dot, high)],
    [';', union(comma, moved(high, comma.left + comma.width - high.left - high.width, 0))],
    ['…', union(dot, moved(dot, step, 0), moved(dot, 2 * step, 0))],
    ['·', onLine(dot, Math.ceil((lines.x + side) / 2))],
    ["'", straight],
    ['"', pair(straight, Math.max(apart, stem))],
    ['’', quote],
    ['”', pair(quote, apart)],
    ['‘', opening],
    ['“', pair(opening, apart)],
    ['‚', comma],
    ['„', pair(comma, apart)],
    ['′', prime],
    ['″', pair(prime, apart)],
    ...(stem === 1 ? thinSigns(faceAtSize) : []),
    ['%', percent(faceAtSize, 1)],
    ['‰', percent(faceAtSize, 2)],
  ]);
}

/**
 * Characters that tesseract mistook in strokes of one pixel at four times their size: of 80 numbers and dates at 12 px it read 42
 * and 19, and now reads 74 and 75.
 */
function thinSigns({ lines: { cap }, size }: FaceAtSize): readonly (readonly [string, Shape])[] {
  // As far above capitals as below the line: a tail on one side reads as a comma beside a slash.
  const slash = moved(slashOf(Math.round(cap / 3), cap + 2, 1), 0, -1);
  // A flag that begins beside the stem's top, not on it, reads as T.
  const one = drawn('..#', '.##', '#.#', ...Array<string>(cap - 3).fill('..#'));
  // A bowl as large as a zero's reads as 0.
  const nine = drawn('.##.', '#..#', '#..#', '#..#', '.###', '...#', '...#', '...#', '.##.');
  return [['/', slash], size === 12 ? ['9', nine] : ['1', one]];
}

/** A stroke whose upper half leans to the right by a pixel. */
function primeOf(stem: number, height: number): Shape {
  const lean = (y: number) => (y * 2 < height ? 1 : 0);
  return shapeFrom(stem + 1, height, 0, height, (x, y) => x >= lean(y) && x < lean(y) + stem);
}

/** A ring at the top left, `lower` rings at the bottom right, all alike, and a stroke between them. */
function percent({ lines, stem }: FaceAtSize, lower: number): Shape {
  const height = lines.cap;
  const stroke = stem === 1 || height < 11 ? 1 : stem >= 3 && height >= 16 ? 3 : 2;
  const tall = Math.max(stroke * 2 + 1, Math.round(height * 0.47));
  const wide = Math.max(stroke * 2 + 1, Math.round(tall * 0.85));
  const ring = ringOf(wide, tall, stroke);
  const top = moved(ring, 0, height - tall);
  for (let width = wide + 2; ; width++) {
    const slash = slashOf(width, height, stroke);
    const shifted = moved(slash, Math.max(0, (wide >> 1) - 1), 0);
    const right = moved(ring, shifted.left + width - 1 - (wide >> 1) + 1, 0);
    if (touch(shifted, top) || touch(shifted, right)) continue;
    const more = lower > 1 ? [moved(right, wide + 1, 0)] : [];
    return union(top, shifted, right, ...more);
  }
}

function ringOf(width: number, height: number, stroke: number): Shape {
  const corner = (x: number, y: number) => width > 3 && (x === 0 || x === width - 1) && (y === 0 || y === height - 1);
  return shapeFrom(width, height, 0, height, (x, y) => {
    const rim = Math.min(x, width - 1 - x) < stroke || Math.min(y, height - 1 - y) < Math.min(stroke, 2);
    return rim && !corner(x, y);
  });
}

function slashOf(width: number, height: number, stroke: number): Shape {
  const wide = Math.max(stroke, 1);
  return shapeFrom(width, height, 0, height, (x, y) => {
    const from = Math.round(((height - 1 - y) * (width - wide)) / (height - 1));
    return x >= from && x < from + wide;
  });
}

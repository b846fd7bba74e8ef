import type { Device } from '../../devices/index.js';
import type { Warning } from '../content.js';
import { missingWarnings } from '../drawing/place-lines.js';
import type { Framebuffer } from '../drawing/framebuffer.js';
import { type Meter, workCosts } from '../limits.js';
import { openBytes } from '../pictures/decode.js';
import { PictureError } from '../pictures/error.js';
import { frameOfTagPicture, type TagPictureOptions } from '../pictures/frame-of-jpeg.js';
import { isBaseline, quarterTurns, turn } from '../pictures/jpeg.js';
import { beginsRightToLeft, hasRightToLeft } from '../text/bidi.js';
import { lineUp, measure } from '../text/lines.js';
import { orderPieces, splitPieces } from '../text/pieces.js';
import type { Font } from '../text/ruler.js';
import { missingOf } from '../text/text-box.js';
import type { Typesetter } from '../typeset/typesetter.js';
import { canvasOn, createCanvas, type Canvas } from './canvas.js';
import { fontOf } from './fonts.js';
import { colourIn, integerIn, textIn } from './values.js';

/** A picture for a tag as OpenEPaperLink describes it: elements in drawing order, each an object with one member. */
export interface TagTemplate {
  readonly elements: readonly unknown[];
  /** The JPEGs that elements name, by their paths with a slash at the start. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

type Options = Pick<TagPictureOptions, 'turns' | 'inverted'>;

/** The access point's number of the grain of templates. */
const dither = 2;

/** What an element may use and change. */
interface TemplateDrawing {
  canvas: Canvas;
  /** Counter-clockwise quarter turns from the canvas to the buffer that the tag receives. */
  quarters: number;
  /** How the canvas is turned by `rotate`. */
  orientation: number;
  readonly onWork: (pixels: number) => void;
  readonly files: TagTemplate['files'];
  readonly warnings: Warning[];
  readonly replaced: Map<string, string>;
  readonly typesetter: Typesetter;
  readonly meter: Meter;
}

/**
 * Draws a template as the access point of OpenEPaperLink does (its contentmanager.cpp, cdd1cfa9), in our fonts. Unknown
 * elements are skipped.
 * @param device with the encoding `oepl`
 * @throws {TooCostly} when it takes more work than the meter allows
 */
export function drawTemplate(
  { elements, files }: TagTemplate,
  device: Device,
  { turns, inverted }: Options,
  typesetter: Typesetter,
  meter: Meter,
): { readonly frame: Framebuffer; readonly warnings: readonly Warning[] } {
  const onWork = (pixels: number): void => {
    meter.charge(1 + (pixels / 1000) * workCosts.stamped);
  };
  const { width, height } = device;
  const quarters = (360 - device.encodings.find(({ id }) => id === 'oepl')!.rotation) / 90;
  const warnings: Warning[] = [];
  const drawing: TemplateDrawing = {
    canvas: createCanvas(width, height, onWork),
    quarters: quarters % 4,
    orientation: 0,
    onWork,
    files,
    warnings,
    replaced: new Map(),
    typesetter,
    meter,
  };
  meter.charge(((width * height) / 1000) * workCosts.dithered);
  for (const element of elements) if (typeof element === 'object' && element !== null) drawElement(drawing, element);
  for (const [name, other] of drawing.replaced)
    warnings.push({
      code: 'FONT_REPLACED',
      field: 'json',
      message: `The font ${name === '' ? 'of the access point' : name} is replaced: ${other}`,
      shown: other,
    });
  // A picture that `rotate` has turned is sent with another turn, as the access point does: on some tags it is upside down.
  const turned = ((turns + quarters - drawing.quarters + 8) % 4) as Options['turns'];
  return { frame: frameOfTagPicture(drawing.canvas.picture, device, { dither, turns: turned, inverted }), warnings };
}

/** Draws the first of the members that an element may have. */
function drawElement(drawing: TemplateDrawing, element: object): void {
  for (const [name, draw] of Object.entries(elements)) {
    const value = Object.hasOwn(element, name) ? (element as Readonly<Record<string, unknown>>)[name] : undefined;
    if (Array.isArray(value)) {
      draw(drawing, value);
      return;
    }
  }
  const { rotate } = element as { readonly rotate?: unknown };
  if (typeof rotate === 'number' && Number.isInteger(rotate) && rotate >= 0) rotateTo(drawing, rotate % 4);
}

type Draw = (drawing: TemplateDrawing, values: readonly unknown[]) => void;
const integers = (values: readonly unknown[], count: number) =>
  Array.from({ length: count }, (_, i) => integerIn(values[i]));

/** The elements in the order in which the access point looks for them. */
const elements: Readonly<Record<string, Draw>> = {
  /** x, y, text, font, colour, alignment, size */
  text(drawing, values) {
    const [x = 0, y = 0] = integers(values, 2);
    const font = chooseFont(drawing, textIn(values[3]), integerIn(values[6]));
    if (font) drawText(drawing, textIn(values[2]), font, x, y + font.down, integerIn(values[5]), values[4]);
  },
  /** x, y, width, height, text, font, colour, height of a line, alignment */
  textbox(drawing, values) {
    const [x = 0, y = 0, width = 0, height = 0] = integers(values, 4);
    const font = chooseFont(drawing, textIn(values[5]), 0);
    if (!font) return;
    const { ascent, descent } = drawing.typesetter.metrics(font);
    const step = (ascent + descent) * (Number(values[7]) || 1);
    const lines = linesOf(drawing, textIn(values[4]), font, width);
    for (let i = 0; i < lines.length && i * step + ascent + descent <= height; i++)
      drawText(drawing, lines[i]!, font, x, Math.trunc(y + i * step), integerIn(values[8]), values[6]);
  },
  /** x, y, width, height, colour, colour and thickness of the border */
  box({ canvas }, values) {
    const [x = 0, y = 0, width = 0, height = 0] = integers(values, 4);
    canvas.fill(x, y, width, height, colourIn(values[4]));
    if (values.length >= 7) border(canvas, { x, y, width, height, radius: 0 }, values[5], values[6]);
  },
  /** As a box, with the radius of the corners before the colour. */
  rbox({ canvas }, values) {
    const [x = 0, y = 0, width = 0, height = 0, radius = 0] = integers(values, 5);
    const box = { x, y, width, height, radius };
    canvas.round(box, colourIn(values[5]));
    if (values.length >= 8) border(canvas, box, values[6], values[7]);
  },
  line({ canvas }, values) {
    const [x = 0, y = 0, toX = 0, toY = 0] = integers(values, 4);
    canvas.line(x, y, toX, toY, colourIn(values[4]));
  },
  triangle({ canvas }, values) {
    const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0] = integers(values, 6);
    const corners = [
      [ax, ay],
      [bx, by],
      [cx, cy],
    ] as const;
    canvas.triangle(corners, colourIn(values[6]));
  },
  /** x, y of the middle, radius, colour, colour and thickness of the border */
  circle({ canvas }, values) {
    const [x = 0, y = 0, radius = 0] = integers(values, 3);
    if (radius < 0) return;
    const size = 2 * radius + 1;
    const box = { x: x - radius, y: y - radius, width: size, height: size, radius: size / 2 };
    canvas.round(box, colourIn(values[3]));
    if (values.length >= 6) border(canvas, box, values[4], values[5]);
  },
  /** path, x, y */
  image(drawing, values) {
    const path = textIn(values[0]).replace(/^(?!\/)/, '/');
    const [x = 0, y = 0] = integers(values.slice(1), 2);
    try {
      const bytes = Object.hasOwn(drawing.files, path) ? drawing.files[path]! : new Uint8Array();
      const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const opened = openBytes(jpeg, 'jpeg');
      if (!isBaseline(jpeg)) throw new PictureError('a baseline JPEG', 'a progressive one');
      drawing.meter.charge((opened.pixels / 1000) * workCosts.decoded);
      drawing.canvas.copy(opened.decode(), x, y);
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      const message = `The image ${path} is left out. ${error.message}`;
      drawing.warnings.push({ code: 'PICTURE_UNKNOWN', field: 'json', message, shown: '' });
    }
  },
};

function border(canvas: Canvas, box: Parameters<Canvas['round']>[0], colour: unknown, thickness: unknown): void {
  const px = integerIn(thickness);
  if (px > 0) canvas.round(box, colourIn(colour), px);
}

type SizedFont = Font & { readonly down: number };

/** The font for a name, which is noted as replaced; null: the text has no size. */
function chooseFont({ typesetter, replaced }: TemplateDrawing, given: string, size: number): SizedFont | null {
  const { name, face, size: wanted, down } = fontOf(given, size);
  if (wanted < 1) return null;
  const sizes = typesetter.sizes(face);
  const chosen = sizes.findLast((each) => each <= wanted) ?? sizes[0]!;
  replaced.set(name, `${face}, ${chosen} px`);
  return { face, size: chosen, down };
}

/** Draws a line of text. @param datum the access point's number of the point of the text that is at x, y */
function drawText(
  drawing: TemplateDrawing,
  text: string,
  font: Font,
  x: number,
  y: number,
  datum: number,
  colour: unknown,
): void {
  const { typesetter, meter, warnings } = drawing;
  meter.charge(text.length * workCosts.character);
  const pieces = splitPieces(text);
  const ordered = hasRightToLeft(text) ? orderPieces(pieces, beginsRightToLeft(text)) : pieces;
  const words = ordered.map((piece) => measure(piece, font, typesetter));
  const [line] = words.length === 0 ? [] : lineUp(words, [words.length], typesetter.blank(font));
  if (!line) return;
  warnings.push(...missingWarnings('json', missingOf(words)));
  const { ascent, descent } = typesetter.metrics(font);
  const left = x - Math.round((line.width * (datum % 3)) / 2);
  // Rows of the datum: top, middle, bottom, baseline.
  const above = [ascent, (ascent - descent) / 2, -descent, 0][Math.trunc(datum / 3)] ?? ascent;
  const baseline = y + Math.round(above);
  for (const { word, x: at } of line.words)
    for (const { glyph, x: within } of typesetter.shapesOf(word))
      drawing.canvas.stamp(glyph.stencil, left + at + within + glyph.left, baseline + glyph.top, colourIn(colour));
}

/** Wraps a text after blanks and hyphens, or in a word that is wider than the line. */
function linesOf({ typesetter, meter }: TemplateDrawing, text: string, font: Font, width: number): readonly string[] {
  const fits = (line: string): boolean => {
    meter.charge(workCosts.word + line.length);
    return typesetter.advance(line, font) <= width;
  };
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/(?<=[ -])/)) {
      if (fits((line + word).trimEnd())) {
        line += word;
        continue;
      }
      if (line !== '') lines.push(line);
      line = word;
      while (line !== '' && !fits(line.trimEnd())) {
        let end = 1;
        while (end < line.length && fits(line.slice(0, end + 1))) end++;
        lines.push(line.slice(0, end));
        line = line.slice(end);
      }
    }
    return [...lines, line];
  });
}

/** Turns what is drawn, so that later elements are drawn upright on it. */
function rotateTo(drawing: TemplateDrawing, rotation: number): void {
  const steps = (drawing.orientation - rotation + 4) % 4;
  if (steps === 0) return;
  drawing.onWork(4 * drawing.canvas.picture.width * drawing.canvas.picture.height);
  const { width, height, rgba } = turn(drawing.canvas.picture, quarterTurns[steps]!);
  drawing.canvas = canvasOn({ width, height, rgba: Uint8Array.from(rgba) }, drawing.onWork);
  if (steps !== 2) drawing.quarters = 1 - (drawing.quarters % 2);
  drawing.orientation = rotation;
}

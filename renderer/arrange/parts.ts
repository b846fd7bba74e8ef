import type { Device } from '../../devices/index.js';
import { offset, sideOf } from '../shapes/align.js';
import type { Warning } from '../content.js';
import { ditherPicture, type InkPicture } from '../pictures/dither.js';
import type { Mark } from '../drawing/marks.js';
import { chooseInk } from './inks.js';
import type { Box, PictureLeaf } from '../layout/document.js';
import { decodePicture } from '../pictures/decode.js';
import { missingWarnings } from '../drawing/place-lines.js';
import { roundedBox } from '../shapes/rounded-box.js';
import { toPixels } from './sizes.js';
import type { Slot } from './slots.js';
import type { Omission, PlacedSymbol } from '../codes/symbol-box.js';

/** What stands in a slot, and what could not be drawn as asked. */
export interface Arranged {
  readonly marks: readonly Mark[];
  readonly warnings: readonly Warning[];
}

export const nothing: Arranged = { marks: [], warnings: [] };

/** The ground and the outline of a box. */
export function arrangeBox(box: Box, { area, backdrop }: Slot, device: Device): Arranged {
  const { x, y, width, height } = area;
  const radius = Math.round(toPixels(box.radius ?? 0, device, Math.min(width, height)));
  const marks: Mark[] = [];
  const warnings: Warning[] = [];
  let ground = backdrop;
  if (box.fill !== undefined) {
    const fill = chooseInk(box.fill, 'fill', backdrop, device);
    ground = fill.ink;
    warnings.push(...fill.warnings);
    if (radius === 0) marks.push({ kind: 'fill', ...area, ink: fill.ink });
    else marks.push({ kind: 'stencil', x, y, ink: fill.ink, stencil: roundedBox(width, height, radius) });
  }
  if (box.outline !== undefined) {
    const outline = chooseInk(box.outline, 'fill', ground, device);
    warnings.push(...outline.warnings);
    const thickness = Math.max(1, Math.round(toPixels(box.thickness ?? 1, device, Math.min(width, height))));
    marks.push({ kind: 'stencil', x, y, ink: outline.ink, stencil: roundedBox(width, height, radius, thickness) });
  }
  return { marks, warnings };
}

/** A picture in the inks of the panel; where it is smaller than its slot it stands in the middle. */
export function arrangePicture(leaf: PictureLeaf, { area, rtl }: Slot, device: Device): Arranged {
  const { x, y, width, height } = area;
  if (width === 0 || height === 0) return nothing;
  const { align = 'center', valign = 'middle' } = leaf;
  const picture = dithered(leaf, width, height, device);
  const left = x + offset(sideOf(align, rtl), width - picture.width);
  const top = y + offset(valign, height - picture.height);
  return { marks: [{ kind: 'picture', x: left, y: top, picture }], warnings: [] };
}

const pictures = new WeakMap<PictureLeaf, Map<string, InkPicture>>();

/** A picture on a device: worked out once for all locales and conditions, since that can take half a second. */
function dithered(leaf: PictureLeaf, width: number, height: number, device: Device): InkPicture {
  let ofLeaf = pictures.get(leaf);
  if (!ofLeaf) pictures.set(leaf, (ofLeaf = new Map<string, InkPicture>()));
  const key = `${device.id} ${width} ${height}`;
  let picture = ofLeaf.get(key);
  if (!picture) {
    const { source, fit = 'contain', dither = 'floyd-steinberg' } = leaf;
    const measured = device.inks.map((ink) => ink.measured);
    ofLeaf.set(key, (picture = ditherPicture(decodePicture(source), { width, height, fit, dither }, measured)));
  }
  return picture;
}

/** Scanners read black on white: under a symbol on another ground white is laid. */
export function onPaper({ area, backdrop }: Slot, device: Device, field: string, symbol: PlacedSymbol): Arranged {
  const paper = device.inks.findIndex(({ name }) => name === 'white');
  const ground: Mark[] = backdrop === paper ? [] : [{ kind: 'fill', ...area, ink: paper }];
  return {
    marks: [...ground, ...symbol.marks],
    warnings: symbol.omitted ? omissionWarnings(field, symbol.omitted) : [],
  };
}

function omissionWarnings(field: string, { reason, shown, missing }: Omission): Warning[] {
  const message = `The code of ${field} is not drawn: ${reason}`;
  return [{ code: 'BARCODE_OMITTED', field, message, shown }, ...missingWarnings(field, missing)];
}

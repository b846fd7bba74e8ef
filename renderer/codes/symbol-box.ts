import type { Omitted } from './barcode.js';
import type { Mark } from '../drawing/marks.js';
import { placeLines } from '../drawing/place-lines.js';
import type { Rectangle } from '../shapes/rectangle.js';
import type { Font, Ruler } from '../text/ruler.js';
import { createStencil, setRun, type Stencil } from '../shapes/stencil.js';
import { fitText } from '../text/fit.js';

/** The place of a symbol in a larger area: by default at the start, and in the middle from top to bottom. */
export interface Alignment {
  readonly align?: 'start' | 'center' | 'end';
  readonly valign?: 'top' | 'middle' | 'bottom';
}

export interface PlacedSymbol {
  readonly marks: readonly Mark[];
  /** Set when there is no symbol and `marks` print the text instead. */
  readonly omitted?: Omission;
}

export interface Omission extends Omitted {
  /** The text that is printed instead; empty without room for it. */
  readonly shown: string;
  /** The characters of `shown` that no font has. */
  readonly missing: readonly string[];
}

/** Draws the symbol of a text in whole px per module. `dpi` is the panel's; `ink` must look dark in red light: black. */
export type SymbolFitter<Options> = (
  text: string,
  area: Rectangle,
  options: Options,
  dpi: number,
  ink: number,
) => PlacedSymbol;

/** The allowed width of a module, in mm. */
export interface ModuleLimits {
  readonly min: number;
  readonly max: number;
}

/** Staff read the digits. Their size in mm, that of other text for staff in the shipped layouts, and its limits in px. */
export const staff = { size: 2.4, min: 12, max: 16 } as const;

/** The fonts of text for staff, the largest first. */
export function staffFonts(ruler: Ruler): readonly Font[] {
  const sizes = ruler.sizes('regular').filter((size) => size >= staff.min && size <= staff.max);
  return sizes.map((size): Font => ({ face: 'regular', size })).reverse();
}

/** The largest number of whole px per module, within the limits, at which `count` modules fit into `room` px. */
export function moduleScale(
  count: number,
  room: number,
  dpi: number,
  { min, max }: ModuleLimits,
  boxIs: string,
): number | Omitted {
  const least = Math.ceil((min * dpi) / 25.4);
  const most = Math.floor((max * dpi) / 25.4);
  if (most < least) {
    const pixel = (25.4 / dpi).toFixed(3);
    return { reason: `Expected modules of ${min} to ${max} mm but a pixel of the panel is ${pixel} mm` };
  }
  const fitting = Math.floor(room / count);
  if (fitting >= least) return Math.min(fitting, most);
  return { reason: `${count} modules of ${least} px need ${count * least} px but ${boxIs}` };
}

/** The modules, in rows of `columns`, each enlarged to `scale` px across and `rowHeight` px down. */
export function enlargeModules(modules: Uint8Array, columns: number, scale: number, rowHeight: number): Stencil {
  const rows = modules.length / columns;
  const stencil = createStencil(columns * scale, rows * rowHeight);
  const { bits, stride } = stencil;
  for (let row = 0; row < rows; row++) {
    const top = row * rowHeight * stride;
    for (let column = 0; column < columns; column++)
      if (modules[row * columns + column]) setRun(stencil, row * rowHeight, column * scale, (column + 1) * scale);
    for (let copy = 1; copy < rowHeight; copy++) bits.copyWithin(top + copy * stride, top, top + stride);
  }
  return stencil;
}

/** Prints the text in place of its symbol: on one line if it fits, else on several, else with an ellipsis. */
export function printInstead(
  text: string,
  { reason }: Omitted,
  area: Rectangle,
  { align, valign }: Alignment,
  ink: number,
  fonts: readonly Font[],
  ruler: Ruler,
): PlacedSymbol {
  const { width, height } = area;
  const fit = (lines: number) => fitText(text, { width, height, lines, fonts, preferred: fonts[0]!.size }, ruler);
  const single = fit(1);
  const fitted = single.shown === undefined ? single : fit(height);
  const marks = placeLines(fitted, area, align ?? 'start', valign ?? 'middle', ink);
  return { marks, omitted: { reason, shown: fitted.shown ?? text, missing: fitted.missing } };
}

import type { Device } from '../../devices/index.js';
import type { Warning } from '../content.js';
import type { Mark } from '../drawing/marks.js';
import type { Box } from '../layout/document.js';
import { roundedBox } from '../shapes/rounded-box.js';
import type { Arranged } from './arranged.js';
import { chooseInk } from '../boxes/inks.js';
import { toPixels } from '../boxes/sizes.js';
import type { Slot } from '../boxes/slots.js';

/** The fill and the outline of a box, behind everything in it. */
export function arrangeGround(box: Box, { area, backdrop }: Slot, device: Device): Arranged {
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

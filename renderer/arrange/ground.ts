import type { Device } from '../../devices/index.js';
import type { Warning } from '../content.js';
import type { Mark } from '../drawing/marks.js';
import type { Container } from '../layout/document.js';
import { roundedBox } from '../shapes/rounded-box.js';
import { silhouette } from '../shapes/silhouette.js';
import type { Stencil } from '../shapes/stencil.js';
import type { Arrangement } from './arranged.js';
import { chooseInk } from '../boxes/inks.js';
import { toPixels } from '../boxes/sizes.js';
import type { Slot } from '../boxes/slots.js';

/** The fill and the outline of a box, a stack or a shape, under everything in it. */
export function arrangeGround(box: Container, slot: Slot, device: Device): Arrangement {
  const { area, backdrop } = slot;
  const { x, y, width, height } = area;
  const form = formOf(box, slot, device);
  const marks: Mark[] = [];
  const warnings: Warning[] = [];
  let ground = backdrop;
  if (box.fill !== undefined) {
    const fill = chooseInk(box.fill, 'fill', backdrop, device);
    ground = fill.ink;
    warnings.push(...fill.warnings);
    if (form) marks.push({ kind: 'stencil', x, y, ink: fill.ink, stencil: form() });
    else marks.push({ kind: 'fill', ...area, ink: fill.ink });
  }
  if (box.outline !== undefined) {
    const outline = chooseInk(box.outline, 'fill', ground, device);
    warnings.push(...outline.warnings);
    const thickness = Math.max(1, Math.round(toPixels(box.thickness ?? 1, device, Math.min(width, height))));
    const stencil = form ? form(thickness) : roundedBox(width, height, 0, thickness);
    marks.push({ kind: 'stencil', x, y, ink: outline.ink, stencil });
  }
  return { marks, warnings };
}

/** The form of a ground: filled, or an outline of `thickness` px; undefined for a plain rectangle. */
function formOf(
  box: Container,
  { area: { width, height }, rtl }: Slot,
  device: Device,
): ((thickness?: number) => Stencil) | undefined {
  if (box.type === 'shape') return (thickness) => silhouette(box, { width, height, mirrored: rtl }, thickness);
  const radius = Math.round(toPixels(box.radius ?? 0, device, Math.min(width, height)));
  return radius === 0 ? undefined : (thickness) => roundedBox(width, height, radius, thickness);
}

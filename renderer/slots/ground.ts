import type { Device } from '../../devices/index.js';
import type { Warning } from '../content.js';
import type { Mark } from '../drawing/marks.js';
import type { Container, Node } from '../layout/document.js';
import { inset } from '../shapes/rectangle.js';
import { roundedBox } from '../shapes/rounded-box.js';
import { everySecond, type Stencil } from '../shapes/stencil.js';
import { always, type Arrangement, shapingOf, turned } from './arranged.js';
import { chooseInk } from './inks.js';
import type { NodeDrawing } from './kind.js';
import { pixels } from './room.js';
import type { Slot } from './slot.js';

/**
 * The fill and the outline of a container, under everything in it.
 * @param form draws it filled, or an outline of `thickness` px; undefined for a plain rectangle
 */
export function arrangeGround(
  box: Container,
  slot: Slot,
  device: Device,
  form: ((thickness?: number) => Stencil) | undefined,
): Arrangement {
  const { area, backdrop } = slot;
  const { x, y, width, height } = area;
  const marks: Mark[] = [];
  const warnings: Warning[] = [];
  let ground = backdrop;
  if (box.fill !== undefined) {
    const fill = chooseInk(box.fill, 'fill', backdrop, device);
    ground = fill.ink;
    warnings.push(...fill.warnings);
    if (form) marks.push({ kind: 'stencil', x, y, ink: fill.ink, stencil: form() });
    else marks.push({ kind: 'fill', ...area, ink: fill.ink });
    const { mixed } = fill;
    if (mixed !== undefined)
      marks.push({ kind: 'stencil', x, y, ink: mixed, stencil: everySecond(form?.() ?? roundedBox(width, height, 0)) });
  }
  if (box.outline !== undefined) {
    const outline = chooseInk(box.outline, 'line', ground, device);
    warnings.push(...outline.warnings);
    const thickness = Math.max(1, pixels(box.thickness ?? 1, device, Math.min(width, height)));
    const stencil = form ? form(thickness) : roundedBox(width, height, 0, thickness);
    marks.push({ kind: 'stencil', x, y, ink: outline.ink, stencil });
  }
  return { marks, warnings };
}

/** How far a round corner's largest inner square is from its corner: 1 − 1/√2 of the radius, rounded up. */
const outsideOfCorner = 0.3;

/** The ground of a container whose corners may be round. */
export const roundedGround: Pick<NodeDrawing<Node<'box' | 'stack'>>, 'covers' | 'arranging'> = {
  covers({ fill, radius }, place, { device }) {
    if (fill === undefined) return undefined;
    const corner = pixels(radius, device, Math.min(place.width, place.height));
    const { ink } = chooseInk(fill, 'fill', place.backdrop, device);
    return { ...inset(place, Math.ceil(corner * outsideOfCorner)), ink };
  },
  arranging:
    ({ meter }) =>
    (node, slot, device) => {
      const { width, height } = slot.area;
      meter.charge(shapingOf(slot));
      const radius = pixels(node.radius, device, Math.min(width, height));
      const form = (thickness?: number) => roundedBox(width, height, radius, thickness);
      return always(turned(arrangeGround(node, slot, device, radius === 0 ? undefined : form), slot));
    },
};

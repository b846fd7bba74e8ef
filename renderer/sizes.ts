import type { Device } from '../devices/index.js';
import type { FaceName } from '../fonts/index.js';
import type { Length, TextLeaf } from './layout.js';
import type { Font, Ruler } from './ruler.js';

/** The px of a length on a device. A share is one of `whole` px. */
export function toPixels(length: Length, device: Device, whole: number): number {
  if (typeof length === 'number') return length;
  const value = parseFloat(length);
  return length.endsWith('mm') ? (value * device.dpi.value) / 25.4 : (value * whole) / 100;
}

/** The fonts to try, from the preferred size down to the floor: the sizes that the face has in between. */
export function fontsFor(leaf: TextLeaf, device: Device, ruler: Ruler): readonly Font[] {
  const face: FaceName = leaf.weight ?? 'regular';
  const sizes = ruler.sizes(face);
  const [preferred, floor] = [leaf.size.preferred, leaf.size.floor].map((length) =>
    toPixels(length, device, device.height),
  );
  const usable = sizes.filter((size) => size <= preferred! && size >= Math.min(floor!, preferred!));
  const fallback = sizes.findLast((size) => size <= preferred!) ?? sizes[0]!;
  return (usable.length > 0 ? usable.reverse() : [fallback]).map((size) => ({ face, size }));
}

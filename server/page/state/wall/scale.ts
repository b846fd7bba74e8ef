export interface Millimetres {
  readonly width: number;
  readonly height: number;
}

/** CSS pixels of the case round a label on the wall, on each side, its edge included. */
export const bezel = 7;

/** CSS pixels per millimetre: as on a desk, and what a price can still be read at. */
const [usual, readable] = [3.1, 1.6];

export function millimetresOf(panel: {
  readonly width: number;
  readonly height: number;
  readonly dpi: { readonly value: number };
}): Millimetres {
  const perPixel = 25.4 / panel.dpi.value;
  return { width: panel.width * perPixel, height: panel.height * perPixel };
}

/**
 * The one scale of a wall, in CSS pixels per millimetre: with it the widest label fits the room, unless small ones could
 * no longer be read. A wider label is then shown as wide as the room, and says so.
 * @param room in CSS pixels
 */
export function wallScale(widest: number, room: number): number {
  return Math.min(usual, Math.max(readable, (room - 2 * bezel) / widest));
}

/** CSS pixels per millimetre of one label: that of the wall, or less where the room is too narrow for it. */
export function ownScale({ width }: Millimetres, scale: number, room: number): number {
  return Math.min(scale, (room - 2 * bezel) / width);
}

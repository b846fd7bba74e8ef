import type { Rectangle } from '../shapes/rectangle.js';
import type { Label } from './label.js';

/**
 * Converts two labels of one panel to one view and size: the first's view and, if the sizes differ, px of the panel. The second
 * label keeps its colours if its palette does not tell which colour represents which ink.
 */
export function alike(expected: Label, actual: Label): readonly [Label, Label] {
  const { facts: a } = expected;
  const { facts: b } = actual;
  if (!a || a.device !== b?.device) return [expected, actual];
  const [one, other] =
    a.scale === b.scale ? [expected, actual] : [reduced(expected, a.scale), reduced(actual, b.scale)];
  return [one, a.view === b.view ? other : recoloured(other, actual.palette, expected.palette)];
}

/** One pixel of each square of `scale` × `scale`. */
function reduced(label: Label, scale: number): Label {
  const [width, height] = [label.width / scale, label.height / scale];
  const pixels = new Uint32Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels[i++] = label.pixels[y * scale * label.width + x * scale]!;
  const small = <Box extends Rectangle>(box: Box): Box => ({
    ...box,
    x: box.x / scale,
    y: box.y / scale,
    width: box.width / scale,
    height: box.height / scale,
  });
  return { ...snapshotOf(label), width, height, pixels, regions: label.regions.map(small) };
}

function recoloured(label: Label, from: readonly number[], to: readonly number[]): Label {
  if (from.length !== to.length || new Set(from).size < from.length) return label;
  const colours = new Map(from.map((colour, ink) => [colour, to[ink]!]));
  const pixels = Uint32Array.from(label.pixels, (pixel) => colours.get(pixel) ?? pixel);
  return { ...snapshotOf(label), pixels };
}

/** A copy with plain properties: spreading the label would call all of its getters each time. */
function snapshotOf({ width, height, pixels, regions, facts, palette, layout }: Label): Label {
  return { width, height, pixels, regions, facts, palette, layout };
}

import type { Device } from '../../devices/index.js';
import type { FaceName, HanRegion } from '../../fonts/index.js';
import type { TextNode } from '../kinds/text/schema.js';
import type { Length, Size } from '../kinds/types.js';
import type { Font, Ruler } from '../text/ruler.js';

/** A length in px on a device. A percentage is of `whole` px. */
export function toPixels(length: Length, device: Device, total: number): number {
  if (typeof length === 'number') return length;
  const value = parseFloat(length);
  return length.endsWith('mm') ? (value * device.dpi.value) / 25.4 : (value * total) / 100;
}

/** The default size of a text. */
const usualSize: Length = '12%';

/** The default floor of a text, unless its preferred size is less, and the least floor in px. */
const [usualFloor, leastFloor]: readonly [Length, number] = ['3mm', 12];

function heightsOf(size: Size, device: Device) {
  const pixels = (length: Length) => toPixels(length, device, device.height);
  if (typeof size === 'object') {
    const { preferred, floor, largest = 0 } = size;
    return { preferred: pixels(preferred), floor: pixels(floor), largest: pixels(largest) };
  }
  const preferred = pixels(size);
  return { preferred, floor: Math.max(leastFloor, Math.min(preferred, pixels(usualFloor))), largest: 0 };
}

/** Whether a length is a percentage. */
export function isShare(length: Length): length is `${number}%` {
  return typeof length === 'string' && length.endsWith('%');
}

/** The fonts that a text may be drawn with, each list from the largest to the smallest. */
export interface LeafFonts {
  /** The face's sizes, from the largest that is allowed down to the floor. */
  readonly fonts: readonly Font[];
  /** The preferred size among them, in px. */
  readonly preferred: number;
  /** The condensed face, from the preferred size down to its smallest, below the floor. */
  readonly condensed: readonly Font[];
  /** The regular face below the floor, for scripts without a condensed face. */
  readonly small: readonly Font[];
  /** The regular face at the floor, for a bold text in such a script that would be cut. */
  readonly light: Font | undefined;
}

/** @param region whose forms of the Han characters are drawn */
export function fontsFor(leaf: TextNode, device: Device, ruler: Ruler, region: HanRegion = 'JP'): LeafFonts {
  const face = faceOf(leaf);
  const tracking = trackingOf(leaf, device);
  const sizes = ruler.sizes(face);
  const wanted = heightsOf(leaf.size ?? usualSize, device);
  const preferred = sizes.findLast((size) => size <= wanted.preferred) ?? sizes[0]!;
  const floor = Math.min(preferred, wanted.floor);
  const largest = Math.max(preferred, wanted.largest);
  const list = (of: FaceName, usable: (size: number) => boolean) =>
    ruler
      .sizes(of)
      .filter(usable)
      .map((size): Font => ({
        face: of,
        size,
        ...(region !== 'JP' && { region }),
        ...(tracking > 0 && { tracking }),
      }))
      .reverse();
  const fonts = list(face, (size) => size <= largest && size >= floor);
  return {
    fonts,
    preferred,
    condensed: list('condensed', (size) => size <= preferred),
    small: list('regular', (size) => size < floor),
    light: face === 'regular' ? undefined : list('regular', (size) => size === fonts.at(-1)!.size)[0],
  };
}

/** The face of a text before any concession. */
export function faceOf({ stretch, weight = 'regular' }: TextNode): FaceName {
  return stretch === 'condensed' ? 'condensed' : weight;
}

/** The extra px between the letters of a text: at most 1 mm. */
function trackingOf({ tracking = 0 }: TextNode, device: Device): number {
  const most = Math.min(63, toPixels('1mm', device, 0));
  return Math.round(Math.min(most, toPixels(tracking, device, device.height)));
}

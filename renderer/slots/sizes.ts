import type { Device } from '../../devices/index.js';
import type { FaceName, HanRegion } from '../../fonts/index.js';
import type { TextNode } from '../kinds/text/schema.js';
import type { PriceNode } from '../kinds/price/schema.js';
import type { Length } from '../kinds/types.js';
import { heightsOfRole, isBold } from '../layout/scale.js';
import type { Font, Ruler } from '../text/ruler.js';
import { getOrInsert } from '../get-or-insert.js';

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

/** The px of 100 % in a size, a gap or a padding: on a narrow panel, letters as high as its height allows are too wide. */
export function wholeOf({ width, height }: Pick<Device, 'width' | 'height'>): number {
  return Math.min(height, 0.8 * width);
}

/** The largest of some lengths in px. */
function most(lengths: readonly Length[], device: Device): number {
  return Math.max(0, ...lengths.map((length) => toPixels(length, device, wholeOf(device))));
}

/** Bounds in px within which ties keep the font of a text, or the digits' font of a price. */
export interface TiedSize {
  readonly least?: number;
  readonly most?: number;
}

interface Heights {
  readonly preferred: number;
  readonly floor: number;
  readonly largest: number;
}

/** @param sizes of the text’s face in px */
function heightsOf({ size, role }: TextNode, device: Device, sizes: readonly number[]): Heights {
  const pixels = (length: Length) => toPixels(length, device, wholeOf(device));
  if (size === undefined && role !== undefined) {
    const { largest = [], preferred, floor } = heightsOfRole(role, device);
    const px = most(floor, device);
    const least = sizes.find((each) => each >= px) ?? px;
    return {
      preferred: Math.max(least, most(preferred ?? floor, device)),
      floor: least,
      largest: most(largest, device),
    };
  }
  const own = size ?? usualSize;
  if (typeof own === 'object')
    return { preferred: pixels(own.preferred), floor: pixels(own.floor), largest: pixels(own.largest ?? 0) };
  const preferred = pixels(own);
  return { preferred, floor: Math.max(leastFloor, Math.min(preferred, pixels(usualFloor))), largest: 0 };
}

/** Heights within the bounds that ties set: they move what is preferred, and lower a floor that is too high. */
function within({ preferred, floor, largest }: Heights, { least = 0, most: limit = Infinity }: TiedSize): Heights {
  const wanted = Math.min(Math.max(preferred, least), limit);
  return { preferred: wanted, floor: Math.min(floor, wanted), largest: Math.min(largest, limit) };
}

/** The maximum and the preferred height of a price's digits' font in px, and the least height of its box. */
export function heightsOfPrice({ role, largest, preferred, floor }: PriceNode, device: Device): Heights {
  const ofRole = role && heightsOfRole(role, device);
  const largestOf = largest === undefined ? ofRole?.largest : [largest];
  return {
    largest: largestOf ? most(largestOf, device) : Infinity,
    preferred: preferred === undefined ? 0 : most([preferred], device),
    floor: most(floor === undefined ? (ofRole?.floor ?? []) : [floor], device),
  };
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

/**
 * @param region whose forms of the Han characters are drawn
 * @param bounds set by ties
 */
export function fontsFor(
  leaf: TextNode,
  device: Device,
  ruler: Ruler,
  region: HanRegion = 'JP',
  bounds: TiedSize = {},
): LeafFonts {
  const face = faceOf(leaf);
  const tracking = trackingOf(leaf, device);
  const sizes = ruler.sizes(face);
  const wanted = within(heightsOf(leaf, device, sizes), bounds);
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
    condensed: list(face === 'regular' ? 'condensed-regular' : 'condensed', (size) => size <= preferred),
    small: list('regular', (size) => size < floor),
    light: face === 'regular' ? undefined : list('regular', (size) => size === fonts.at(-1)!.size)[0],
  };
}

/** Returns the height of Latin digits in a font, in px. Those of each face and size are measured once. */
export function createDigits(ruler: Ruler): (font: Font) => number {
  const heights = new Map<FaceName, Map<number, number>>();
  return ({ face, size }) => {
    const ofFace = getOrInsert(heights, face, () => new Map<number, number>());
    return getOrInsert(ofFace, size, () => ruler.measure('0', { face, size }).ascent);
  };
}

/** The face of a text before any concession. */
export function faceOf({ stretch, weight, role }: TextNode): FaceName {
  if (stretch === 'condensed') return weight === 'regular' ? 'condensed-regular' : 'condensed';
  return weight ?? (role !== undefined && isBold(role) ? 'bold' : 'regular');
}

/** The extra px between the letters of a text: at most 1 mm. */
function trackingOf({ tracking = 0 }: TextNode, device: Device): number {
  const widest = Math.min(63, toPixels('1mm', device, 0));
  return Math.round(Math.min(widest, toPixels(tracking, device, wholeOf(device))));
}

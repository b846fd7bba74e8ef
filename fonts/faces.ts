import { type DrawnFace, type DrawnName, drawnSizes, sizesOf } from './drawn.js';

/** The regions with their own forms of Han characters: one code point looks different in Japan, China, Taiwan and Korea. */
export const hanRegions = ['JP', 'SC', 'TC', 'KR'] as const;
export type HanRegion = (typeof hanRegions)[number];

/**
 * The region of a BCP 47 locale: SC for mainland China and Singapore; TC for Taiwan, Hong Kong and Macau; KR for Korea;
 * JP for all others, as a text in a locale without Han characters has them only in names of Japanese goods.
 */
export function hanRegionOf(locale: string): HanRegion {
  const tag = locale.toLowerCase();
  if (/^ko\b/.test(tag)) return 'KR';
  if (!/^(zh|yue)\b/.test(tag)) return 'JP';
  return /^yue\b|-(hant|tw|hk|mo)\b/.test(tag) && !/-hans\b/.test(tag) ? 'TC' : 'SC';
}

/** Scripts with their own font, which no other font of the chain covers. */
const scripts = ['arabic', 'hebrew', 'devanagari', 'bengali', 'tamil', 'thai', 'georgian', 'armenian'] as const;
const lowerCase = { JP: 'jp', SC: 'sc', TC: 'tc', KR: 'kr' } as const;
type Suffix = (typeof lowerCase)[HanRegion];
type Weight = 500 | 700;

export type FontName =
  | DrawnName
  | `inter-${Weight}`
  | 'roboto-condensed-500'
  | 'roboto-condensed-600'
  | 'roboto-condensed-700'
  | 'roboto-700'
  | 'galmuri-11-condensed'
  | 'galmuri-11'
  | 'galmuri-14'
  | `noto-sans-${(typeof scripts)[number] | Suffix}-${Weight}`
  | 'noto-emoji-500'
  | `fusion-pixel-12-${Suffix}`
  | 'unifont';

/** All fonts except the drawn ones; each has a file `<name>.json`. */
export const fontNames: readonly FontName[] = [
  'inter-500',
  'inter-700',
  'roboto-condensed-500',
  'roboto-condensed-600',
  'roboto-condensed-700',
  'roboto-700',
  'galmuri-11-condensed',
  'galmuri-11',
  'galmuri-14',
  ...scripts.flatMap((script) => [`noto-sans-${script}-500`, `noto-sans-${script}-700`] as const),
  'noto-emoji-500',
  ...hanRegions.flatMap(
    (region) => [`noto-sans-${lowerCase[region]}-500`, `noto-sans-${lowerCase[region]}-700`] as const,
  ),
  ...hanRegions.map((region) => `fusion-pixel-12-${lowerCase[region]}` as const),
  'unifont',
];

/** A face in a layout: its sizes in px, and the fonts to search for a character, best first. */
export interface Face {
  readonly sizes: readonly number[];
  /** Whether its strokes are bold. Bitmap fonts are regular: their glyphs are emboldened. */
  readonly bold: boolean;
  /** The characters that must be legible at each of these sizes. */
  readonly repertoire: 'text' | 'price';
  chain(size: number, region?: HanRegion): readonly FontName[];
}

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
const textSizes = [
  ...range(12, 18, 1),
  ...range(20, 32, 2),
  ...range(36, 64, 4),
  ...[70, 76, 84, 92, 100, 110, 120, 132, 144, 158, 172, 186, 200, 221, 243, 281, 312, 353, 388, 426, 467, 512],
];

/**
 * Every px up to 36, then in steps of 3 to 5 %, up to digits with which "$3.50" is as wide as a panel of 1600 px. Chosen so that
 * at each of them some cut leaves no digit of either price font with a nub: a pixel or two that protrude from a bow's top or
 * bottom. Above 200 px a nub is too small to be visible.
 */
const priceSizes = [
  ...range(14, 36, 1),
  ...range(38, 56, 2),
  ...[59, 61, 64, 67, 70, 73, 77, 81, 85, 89, 93, 98, 103, 108, 114, 120, 126, 133, 140, 147, 155, 163, 172, 181, 191],
  ...[
    201, 211, 221, 232, 243, 255, 267, 280, 293, 307, 322, 337, 353, 370, 388, 407, 426, 446, 467, 489, 512, 536, 562,
  ],
  ...[589, 617, 647, 678, 710, 744, 780, 817, 856, 897, 940],
];

/** The size in px from which on the outlines of dense Han characters are legible. */
export const smoothHanFrom = 22;

interface Bitmap {
  readonly name: FontName;
  /** Its native size in px. */
  readonly native: number;
  /** The largest size in px for which it is used. Absent: any. */
  readonly largest?: number;
}

/**
 * Bitmap fonts with a region's forms of Han characters, besides the region's own font of 12 px. No font of 16 px has the forms
 * of Taiwan: from 15 to 21 px Unifont's, which are the mainland's where the two differ, are more legible than those of 12 px.
 */
const otherBitmaps: Readonly<Record<HanRegion, readonly Bitmap[]>> = {
  JP: [{ name: 'galmuri-14', native: 15 }],
  KR: [{ name: 'galmuri-14', native: 15 }],
  SC: [{ name: 'unifont', native: 16 }],
  TC: [{ name: 'unifont', native: 16, largest: 21 }],
};

/**
 * The end of every chain: each script's outlines, since Unifont neither joins letters nor stacks marks; emoji; Han, Kana and
 * Hangul from the region's outlines if they are installed and the size is large enough, else from the region's bitmap font with
 * a whole multiple nearest to the size.
 */
function worldwide(weight: Weight, size: number, region: HanRegion): FontName[] {
  const suffix = lowerCase[region];
  const own: Bitmap = { name: `fusion-pixel-12-${suffix}`, native: 12 };
  const distance = ({ native }: Bitmap) => Math.abs(size - native * bitmapScale(native, size));
  // Doubled pixels are as coarse as strokes are thick: from 19 to 21 px, single ones of 15 or 16 px are easier to read.
  const coarse = ({ native }: Bitmap) => Number(size < smoothHanFrom && bitmapScale(native, size) > 1);
  const bitmaps = [own, ...otherBitmaps[region]]
    .filter(({ largest = Infinity }) => size <= largest)
    .sort((a, b) => coarse(a) - coarse(b) || distance(a) - distance(b))
    .map(({ name }) => name);
  return [
    ...scripts.map((script) => `noto-sans-${script}-${weight}` as const),
    'noto-emoji-500',
    ...(size >= smoothHanFrom ? ([`noto-sans-${suffix}-${weight}`] as const) : []),
    ...bitmaps,
    'unifont',
  ];
}

/**
 * The precomputed glyphs of a face at a size, if any. The smallest size is for numbers and dates at a label's edge, which have
 * little room: regular is condensed there. Where stems are as wide in both weights, regular condensed glyphs are the bold ones.
 */
function drawnAt(face: DrawnFace, size: number): DrawnName[] {
  const sizes = drawnSizes.filter((each) => each === size);
  const from: DrawnFace = sizesOf(face).includes(sizes[0]!) ? face : 'condensed';
  return sizes.map((each) => `${from}-${each}` as const);
}

/** The other fonts of a text face: outlines; below 14 px, where they lose strokes, bitmap fonts of 12 px. */
function otherFonts(outlines: readonly FontName[], weight: Weight, size: number, region: HanRegion): FontName[] {
  if (size >= 14) return [...outlines, ...worldwide(weight, size, region)];
  const bitmaps = ['galmuri-11-condensed', `fusion-pixel-12-${lowerCase[region]}`, 'galmuri-11'] as const;
  return [...bitmaps, ...worldwide(500, size, region)];
}

export const faces = {
  regular: {
    sizes: textSizes,
    bold: false,
    repertoire: 'text',
    chain: (size, region = 'JP') => [...drawnAt('regular', size), ...otherFonts(['inter-500'], 500, size, region)],
  },
  bold: {
    sizes: textSizes,
    bold: true,
    repertoire: 'text',
    chain: (size, region = 'JP') => [...drawnAt('bold', size), ...otherFonts(['inter-700'], 700, size, region)],
  },
  /** A sixth narrower than bold, for names that have no room. */
  condensed: {
    sizes: textSizes,
    bold: true,
    repertoire: 'text',
    chain: (size, region = 'JP') => [
      ...drawnAt('condensed', size),
      ...otherFonts(['roboto-condensed-600', 'inter-700'], 700, size, region),
    ],
  },
  /** As narrow as condensed and as light as regular. */
  'condensed-regular': {
    sizes: textSizes,
    bold: false,
    repertoire: 'text',
    chain: (size, region = 'JP') => [
      ...drawnAt('condensed-regular', size),
      ...otherFonts(['roboto-condensed-500', 'inter-500'], 500, size, region),
    ],
  },
  /** Digits as large as the panel allows; symbols, digits and letters that it lacks come from the bold face. */
  price: {
    sizes: priceSizes,
    bold: true,
    repertoire: 'price',
    chain: (size, region = 'JP') => ['roboto-condensed-700', 'inter-700', ...worldwide(700, size, region)],
  },
  /** Digits as high as those of `price` and a seventh wider, for prices that have the width to spare. */
  'price-wide': {
    sizes: priceSizes,
    bold: true,
    repertoire: 'price',
    chain: (size, region = 'JP') => ['roboto-700', 'inter-700', ...worldwide(700, size, region)],
  },
} as const satisfies Record<string, Face>;
export type FaceName = keyof typeof faces;

/** The scale of a bitmap font: the whole multiple of its size nearest to the requested one; of two, the smaller. */
export function bitmapScale(native: number, size: number): number {
  return Math.max(1, Math.ceil(size / native - 0.5));
}

import { readFileSync } from 'node:fs';

/** The colours of a screen by their names in the public list, as RGB. */
export const palettes = {
  bw: ['#000000', '#ffffff'],
  'gray-4': greys(4),
  'gray-16': greys(16),
  // E-paper shows at most 16.
  'gray-256': greys(16),
  bwr: ['#000000', '#ffffff', '#ff0000'],
  bwry: ['#000000', '#ffffff', '#ff0000', '#ffff00'],
  'color-6a': ['#000000', '#ffffff', '#ffff00', '#ff0000', '#0000ff', '#00ff00'],
  'color-7a': ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#ffa500'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type PaletteName = keyof typeof palettes;

/** A device that shows the pictures of a TRMNL server. */
export interface TrmnlModel {
  readonly name: string;
  /** Sent as `Model`: the firmware's own name of the board or, for devices without this firmware, the name in the list. */
  readonly header: string;
  readonly width: number;
  readonly height: number;
  /** The bits of a pixel that a picture for it has at most. */
  readonly bits: number;
  readonly palette: readonly string[];
  /** Whether it shows greys only. */
  readonly grey: boolean;
  /** The diagonal of the screen. */
  readonly inches: number;
  /** The largest picture in bytes: boards with more memory take more. */
  readonly maxBytes: number;
}

type ModelRow = readonly [
  header: string,
  width: number,
  height: number,
  bits: number,
  palette: PaletteName,
  inches: number,
];

/**
 * The public list of models (trmnl.com/api/models, as in usetrmnl/larapaper's migration of 2026-04-12 and in its palettes) without
 * television sets, LED matrices and the colours of 12 bits; and the names and limits of usetrmnl/trmnl-firmware 74f7b18
 * (`include/config.h`). The list has two colours for panels with three and more, whose palettes are those of their names.
 */
const rows = JSON.parse(readFileSync(new URL('./models.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, ModelRow>
>;

/** The model of a name; undefined: there is none. */
export function trmnlModel(name: string): TrmnlModel | undefined {
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
  if (!row) return undefined;
  const [header, width, height, bits, palette, inches] = row;
  const colours = palettes[palette];
  return {
    ...{ name, header, width, height, bits, inches, palette: colours },
    grey: palette === 'bw' || palette.startsWith('gray'),
    maxBytes: width === 800 && height === 480 ? 90_000 : 750_000,
  };
}

export const trmnlModels: readonly string[] = Object.keys(rows);

function greys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => {
    const value = Math.round((i * 255) / (count - 1))
      .toString(16)
      .padStart(2, '0');
    return `#${value.repeat(3)}`;
  });
}

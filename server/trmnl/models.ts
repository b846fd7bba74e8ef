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
const rows: Readonly<Record<string, ModelRow>> = {
  og_plus: ['og', 800, 480, 2, 'gray-4', 7.5],
  og_png: ['og', 800, 480, 1, 'bw', 7.5],
  og_bwry: ['og', 800, 480, 1, 'bwry', 7.5],
  v2: ['x', 1872, 1404, 4, 'gray-16', 10.3],
  seeed_e1001: ['reterminal_e1001', 800, 480, 2, 'gray-4', 7.5],
  seeed_e1002: ['reterminal_e1002', 800, 480, 4, 'color-6a', 7.3],
  waveshare_4_26: ['waveshare_4_26', 800, 480, 2, 'gray-4', 4.26],
  waveshare_7_5_bw: ['waveshare', 800, 480, 1, 'bw', 7.5],
  waveshare_7_5_bwr: ['waveshare_7_5_bwr', 800, 480, 1, 'bwr', 7.5],
  waveshare_7_5_bwry: ['waveshare_7_5_bwry', 800, 480, 1, 'bwry', 7.5],
  xteink_x4: ['xteink_x4', 800, 480, 2, 'gray-4', 4.3],
  m5_paper_s3: ['paper_s3', 960, 540, 4, 'gray-16', 4.7],
  inkplate_5_2: ['inkplate_5_2', 1280, 720, 4, 'gray-16', 5.2],
  inkplate_10: ['inkplate_10', 1200, 825, 3, 'gray-4', 9.7],
  inky_impression_7_3: ['inky_impression_7_3', 800, 480, 4, 'color-7a', 7.3],
  inky_impression_13_3: ['inky_impression_13_3', 1600, 1200, 4, 'color-6a', 13.3],
  ed133ut2: ['ed133ut2', 1600, 1200, 4, 'gray-16', 13.3],
  avalue_epd_42s: ['avalue_epd_42s', 2880, 2160, 4, 'gray-16', 42],
  kobo_aura_hd: ['kobo_aura_hd', 1440, 1080, 4, 'gray-16', 6.8],
  kobo_glo: ['kobo_glo', 1024, 768, 4, 'gray-16', 6],
  kobo_sage: ['kobo_sage', 1920, 1440, 4, 'gray-16', 8],
  kobo_touch: ['kobo_touch', 800, 600, 4, 'gray-16', 6],
  kobo_forma: ['kobo_forma', 1920, 1440, 4, 'gray-16', 8],
  onyx_boox_go_7: ['onyx_boox_go_7', 1880, 1264, 4, 'gray-16', 7],
  amazon_kindle_paperwhite_signature_11th_gen: [
    'amazon_kindle_paperwhite_signature_11th_gen',
    1648,
    1236,
    4,
    'gray-16',
    6.8,
  ],
  amazon_kindle_2024: ['amazon_kindle_2024', 1400, 840, 8, 'gray-256', 6],
  amazon_kindle_paperwhite_6th_gen: ['amazon_kindle_paperwhite_6th_gen', 1024, 768, 8, 'gray-256', 6],
  amazon_kindle_paperwhite_7th_gen: ['amazon_kindle_paperwhite_7th_gen', 1448, 1072, 8, 'gray-256', 6],
  amazon_kindle_7: ['amazon_kindle_7', 800, 600, 8, 'gray-256', 6],
  amazon_kindle_oasis_2: ['amazon_kindle_oasis_2', 1680, 1264, 8, 'gray-256', 7],
  amazon_kindle_scribe: ['amazon_kindle_scribe', 2480, 1860, 8, 'gray-256', 10.2],
  amazon_kindle_voyage: ['amazon_kindle_voyage', 1448, 1072, 8, 'gray-256', 6],
  kobo_libra_2: ['kobo_libra_2', 1680, 1264, 8, 'gray-16', 7],
  kobo_aura_one: ['kobo_aura_one', 1872, 1404, 8, 'gray-16', 7.8],
  palma: ['palma', 1648, 824, 8, 'gray-256', 6.13],
  nook_simple_touch: ['nook_simple_touch', 800, 600, 8, 'gray-256', 6],
};

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

/** The names of all models. */
export const trmnlModels: readonly string[] = Object.keys(rows);

function greys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => {
    const value = Math.round((i * 255) / (count - 1))
      .toString(16)
      .padStart(2, '0');
    return `#${value.repeat(3)}`;
  });
}

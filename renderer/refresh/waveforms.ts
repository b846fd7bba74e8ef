import type { Device } from '../../devices/index.js';

/**
 * How the pixels of a panel are driven during a refresh. Each text is the way of a pixel to an ink: pushes towards white (W),
 * black (K), the colour (R) or the pixel's own new ink (T), and rests (0), each with its length in the panel's frames;
 * `(…)x3` repeats three times. The texts of a waveform have equal total lengths.
 */
export interface Waveform {
  /** `decoded` from a driver's look-up table; `placeholder` for an unknown one. */
  readonly basis: 'decoded' | 'placeholder';
  /** Its source, in Latin-1. */
  readonly source: string;
  /** Whether pixels that keep their ink rest. */
  readonly onlyChanged: boolean;
  /** The way to an ink, by its index. */
  readonly way: (ink: number) => string;
}

export type WaveformKind = 'full' | 'partial';

interface Ways {
  readonly source: string;
  readonly white: string;
  readonly black: string;
  /** Absent: the panel has black and white only. */
  readonly colour?: string;
  readonly light_gray?: string;
  readonly dark_gray?: string;
}

interface KnownWaveform {
  readonly full: Ways;
  readonly partial?: Ways;
}

const waveshare = (table: string, panel: string) =>
  `${table} in the driver of Waveshare ${panel} (waveshareteam/e-Paper 86aa9932), which its sister panels are taken to share`;
const inky = (table: string) => `the table "${table}" in the driver of Pimoroni Inky (pimoroni/inky 07035b30)`;

/** By the name in a profile. */
const knownWaveforms: Readonly<Record<NonNullable<Device['refresh']['waveform']>, KnownWaveform>> = {
  'waveshare-2.13-v3': {
    full: {
      source: waveshare('lut_full_update', '2.13 V3'),
      white: 'K15 (K15 W15)x3 W15 01',
      black: 'W15 (K15 W15)x3 K15 01',
    },
    partial: { source: waveshare('lut_partial_update', '2.13 V3'), white: 'W20 W1 01', black: 'K20 K1 01' },
  },
  'waveshare-2.9-v2': {
    full: {
      source: waveshare('WS_20_30', '2.9 V2'),
      white: '(020 K8)x3 (K10 W10 K10 W10)x2 (020 W8 01)x2',
      black: '(W20 08)x3 (K10 W10 K10 W10)x2 (K20 08 01)x2',
    },
    partial: { source: waveshare('WF_PARTIAL_2IN9', '2.9 V2'), white: '(W10)x2 W1 01', black: '(K10)x2 K1 01' },
  },
  'waveshare-2.9-v2-4gray': {
    full: {
      source: waveshare('Gray4', '2.9 V2'),
      white: '027 (K30 W30)x2 027',
      light_gray: 'W2 025 (K30 W30)x2 T2 025',
      dark_gray: 'W7 020 (K30 W30)x2 T7 020',
      black: 'W27 (K30 W30)x2 K27',
    },
  },
  'inky-black': {
    full: {
      source: inky('black'),
      white: '(K16 04 W4 04)x4 (W16 W4 04 04)x4 (W4 08 08 016)x16',
      black: '(K16 04 W4 04)x4 (W16 W4 04 04)x4 (04 K8 08 016)x16',
    },
  },
  'inky-red': {
    full: {
      source: inky('red'),
      white: '(K64 012 W32 012)x6 (W16 W8 04 04)x6 (W4 08 08 016)x16 (02 02 02 064)x32 (02 02 02 R2)x2',
      black: '(K64 012 W32 012)x6 (W16 W8 04 04)x6 (04 K8 08 016)x16 (02 K2 02 064)x32 (02 K2 02 R2)x2',
      colour: '(K64 012 W32 012)x6 (W16 W8 K4 K4)x6 (04 08 08 016)x16 (W2 R2 W2 R64)x32 (02 02 02 02)x2',
    },
  },
  'inky-yellow': {
    full: {
      source: inky('yellow'),
      white: '(R64 R16 W64 W16)x8 (W8 K16 K4 04)x16 (08 W8 R3 08)x32 (W8 04)x16 (R16 W8 08)x32',
      black: '(R64 R16 W64 W16)x8 (W8 K16 K4 04)x16 (W8 08 R3 08)x32 (R8 04)x16 (R16 K8 08)x32',
      colour: '(R64 R16 W64 W16)x8 (W8 K16 K4 04)x16 (R8 R8 W3 08)x32 (W8 04)x16 (K16 K8 08)x32',
    },
  },
};

/** How a panel refreshes: from its driver, or a placeholder. */
export function waveformOf(device: Device, kind: WaveformKind): Waveform {
  const { waveform } = device.refresh;
  const ways = waveform ? knownWaveforms[waveform][kind] : undefined;
  if (!ways) return kind === 'full' ? placeholder(device) : push;
  const { source, white, colour = white } = ways;
  const way = (ink: number): string => {
    const { name } = device.inks[ink]!;
    return name === 'white' || name === 'black' || name === 'light_gray' || name === 'dark_gray'
      ? (ways[name] ?? white)
      : colour;
  };
  return { basis: 'decoded', source, onlyChanged: kind === 'partial', way };
}

const unknownSource = 'no source tells how this panel flashes';

/** Changed pixels are pushed to their new ink once. */
const push: Waveform = { basis: 'placeholder', source: unknownSource, onlyChanged: true, way: () => 'T10' };

/** Flashes, then black, then one other ink after the other, as seen on panels with and without colours. */
function placeholder({ inks }: Device): Waveform {
  const flash = '(K10 W10)x4';
  const others = inks.flatMap(({ name }, ink) => (ink > 0 && name !== 'black' ? [ink] : []));
  const way = (ink: number): string => {
    const turn = others.indexOf(ink);
    if (turn < 0) return `${flash} T10 0${20 * others.length}`;
    return `${flash} W${10 + 20 * turn} T${20 * (others.length - turn)}`;
  };
  return { basis: 'placeholder', source: unknownSource, onlyChanged: false, way };
}

import type { Device, Encoding, InkName } from '../../devices/index.js';
import { chips } from './families/chips.js';
import type { PanelEvent } from './traces/event.js';
import type { Chip, Family, FamilyId } from './families/family.js';
import type { Placement } from './picture.js';
import type { TraceHeader } from './traces/trace.js';

/** A panel: its chip, its glass, and how both are wired. */
export interface PanelDefinition {
  readonly chip: Chip;
  /** The picture in the controller's native orientation. */
  readonly width: number;
  readonly height: number;
  readonly inks: readonly InkName[];
  /** null: taken from the first window that is as large as the panel. */
  readonly placement: Omit<Placement, 'ramX'> & { readonly ramX: number | null };
  /** The ink of each code of a panel with four greys. null: from the loaded waveform, or assumed. */
  readonly greys: readonly number[] | null;
  readonly seconds: { readonly full: number | null; readonly partial: number | null };
  /** The polarities of the profile's encodings, in the terms of the family: bits of 0x21 or 0x50. */
  readonly polarity?: readonly number[];
  /** Families in place of the built-in ones, for tests. */
  readonly families?: Readonly<Record<FamilyId, Family>>;
}

/** The chip in a text such as "UC8176 (IL0398)", "JD79665AA" or "SSD16xx family"; undefined when none is known. */
function chipIn(text: string): Chip | undefined {
  const words = text.toLowerCase().match(/(?<![a-z])[a-z]+\d[a-z0-9]*|acep|spectra/g) ?? [];
  const longestFirst = [...chips].sort((a, b) => b.id.length - a.id.length);
  const find = (isChip: (word: string, id: string) => boolean): Chip | undefined =>
    words.flatMap((word) => longestFirst.find(({ id }) => isChip(word, id.toLowerCase())) ?? [])[0];
  // Of an unknown chip the letters tell the family.
  return (
    find((word, id) => word.startsWith(id)) ??
    find((word, id) => id.endsWith('xx') && word.slice(0, 2) === id.slice(0, 2))
  );
}

/** The family that inks need: six or seven in 4 bits, four with colours in 2 bits. */
function familyOfInks(inks: readonly string[]): FamilyId | undefined {
  if (['blue', 'green', 'orange'].some((ink) => inks.includes(ink))) return 'six-ink';
  return inks.length === 4 && inks.includes('red') && inks.includes('yellow') ? 'four-ink' : undefined;
}

/** The chip of a panel, and whether it was assumed from inks, or else from events and the level of BUSY. */
function chooseChip(
  name: string,
  inks: readonly string[],
  events: readonly PanelEvent[] = [],
  busyActive?: number,
): { readonly chip: Chip; readonly assumed: boolean } {
  const named = chipIn(name);
  const needed = familyOfInks(inks);
  if (named && (!needed || named.family === needed)) return { chip: named, assumed: false };
  const sent = new Set(events.flatMap((event) => (event[0] === 'c' ? [event[1]] : [])));
  const count = (commands: readonly number[]): number => commands.filter((command) => sent.has(command)).length;
  const [ssd, uc] = [count(ssdOnly), count(ucOnly)];
  const isSsd = ssd === uc ? busyActive !== 0 : ssd > uc;
  const family = needed ?? (isSsd ? 'ssd16xx' : 'uc81xx');
  return { chip: chips.find((chip) => chip.family === family)!, assumed: true };
}

const ssdOnly = [0x44, 0x45, 0x4e, 0x4f];
const ucOnly = [0x00, 0x50, 0x61, 0x13];

/** The native encoding of a profile: the first one at the level of the controller, or any that says how it is turned. */
export const nativeEncoding = (device: Device): Encoding | undefined =>
  device.encodings.find(({ level }) => level === 'controller') ?? device.encodings[0];

/** The first visible column of the memory: where the source driver of an encoding sets 0x44, and its hidden pixels. */
const startOf = ({ init, offset }: Encoding): number => parseInt((init['0x44'] ?? '00').slice(0, 2), 16) * 8 + offset;

/** The native size of a profile's picture. */
export function nativeSize(device: Device): { readonly width: number; readonly height: number } {
  const rotation = nativeEncoding(device)?.rotation ?? 0;
  const turned = rotation === 90 || rotation === 270;
  return { width: turned ? device.height : device.width, height: turned ? device.width : device.height };
}

/** The header of a trace for a profile. */
export const headerOf = (device: Device): TraceHeader => ({
  panel: device.id,
  ...(device.controller !== null && { controller: device.controller }),
  ...nativeSize(device),
  inks: device.inks.map(({ name }) => name),
});

/** The polarity that each encoding's init sets: bits of 0x21, or of 0x50. */
function polaritiesOf(device: Device, { family }: Chip): readonly number[] {
  return device.encodings
    .filter(({ level }) => level === 'controller')
    .map(({ init }) => {
      const set = Buffer.from(init[family === 'ssd16xx' ? '0x21' : '0x50'] ?? '', 'hex');
      if (family === 'ssd16xx') return (set[0] ?? 0) & 0x88;
      return set.length > 1 ? set[0]! & 3 : ((set[0] ?? 0x10) >> 4) & 3;
    });
}

function greysOfProfile(device: Device): readonly number[] | null {
  const planes = nativeEncoding(device)?.planes ?? [];
  const plane = (...commands: string[]) => planes.find(({ command }) => commands.includes(command ?? ''));
  const [low, high] = [plane('0x24', '0x10'), plane('0x26', '0x13')];
  if (!low || !high || !device.inks.some(({ name }) => name === 'light_gray')) return null;
  const greys = [0, 0, 0, 0];
  for (const [ink, { name }] of device.inks.entries()) greys[low.codes[name]! | (high.codes[name]! << 1)] = ink;
  return greys;
}

/** The panel of a profile. The picture is in the controller's native orientation. */
export function definitionOf(device: Device): PanelDefinition {
  const encoding = nativeEncoding(device);
  const name = encoding?.planes.some(({ command }) => command === '0x24') ? 'SSD16xx' : 'UC81xx';
  const inks = device.inks.map((ink) => ink.name);
  const { chip } = chooseChip(device.controller ?? name, inks);
  return {
    chip,
    ...nativeSize(device),
    inks,
    placement: { turn: 0, mirror: false, ramX: encoding?.level === 'controller' ? startOf(encoding) : null },
    greys: greysOfProfile(device),
    seconds: { full: device.refresh.full_s, partial: device.refresh.partial_s },
    polarity: polaritiesOf(device, chip),
  };
}

/**
 * The panel of a trace: the header describes it; a profile adds what the header does not say.
 * @param events the trace, from which the chip is assumed where the header names none that is known
 */
export function definitionOfTrace(
  header: TraceHeader,
  events: readonly PanelEvent[],
  device: Device | null,
): { readonly definition: PanelDefinition; readonly chipAssumed: boolean } {
  const { width, height, placement } = header;
  const inks = header.inks as readonly InkName[];
  const profile = device && definitionOf(device);
  const name = chipIn(header.controller ?? '') ? header.controller : profile?.chip.id;
  const { chip, assumed } = chooseChip(name ?? '', inks, events, header.busy_active);
  const order = placement?.grey_code_order;
  const isPlace = (ink: unknown): ink is number => typeof ink === 'number' && ink in inks;
  const definition: PanelDefinition = {
    chip,
    width,
    height,
    inks,
    placement: {
      turn: ([90, 180, 270] as const).find((degrees) => degrees === placement?.turn_cw) ?? 0,
      mirror: placement?.mirror_x === true,
      ramX: placement ? (placement.ram_x ?? 0) : (profile?.placement.ramX ?? null),
    },
    greys: Array.isArray(order) && order.length === 4 ? order.map((ink) => (isPlace(ink) ? ink : 0)) : null,
    seconds: profile?.seconds ?? { full: null, partial: null },
    ...(profile?.polarity && { polarity: profile.polarity }),
  };
  return { definition, chipAssumed: assumed };
}

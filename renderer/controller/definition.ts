import type { Device, Encoding, InkName } from '../../devices/index.js';
import { chips } from './families/chips.js';
import type { PanelEvent } from './traces/event.js';
import type { Chip, Family, FamilyId } from './families/family.js';
import type { Placement } from './picture.js';
import { type Trace, TraceError, type TraceHeader } from './traces/trace.js';

/** A panel: its chip, its glass, and how both are wired. */
export interface PanelDefinition {
  readonly chip: Chip;
  /** The picture in the controller's native orientation. */
  readonly width: number;
  readonly height: number;
  readonly inks: readonly InkName[];
  /** null: taken from the first window that is as large as the panel. */
  readonly placement: Omit<Placement, 'ramX'> & { readonly ramX: number | null };
  /** The ink of each code of a panel with four greys, as the header of a trace says. null: from the loaded waveform. */
  readonly greys: readonly number[] | null;
  /** The same of a profile, for refreshes without a loaded waveform. Absent: assumed. */
  readonly profileGreys?: readonly number[] | null;
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

/** The encoding that states how a panel's glass is wired to its controller. Undefined: no source states it. */
export const wiringOf = ({ encodings }: Device): Encoding | undefined =>
  encodings.find(({ level }) => level === 'controller');

/** Why a panel can't be emulated, and the nearest panels that can. null: it can. */
export function refusalOf(device: Device, devices: Iterable<Device>): string | null {
  if (wiringOf(device)) return null;
  const likeness = (other: Device): number =>
    (sidesOf(other) === sidesOf(device) ? 4 : 0) +
    (other.controller !== null && other.controller === device.controller ? 2 : 0) +
    (hasInks(other, namesOf(device)) ? 1 : 0) -
    Math.abs(Math.log((other.width * other.height) / (device.width * device.height))) / 9;
  const nearest = [...devices]
    .filter(wiringOf)
    .sort((a, b) => likeness(b) - likeness(a))
    .slice(0, 3)
    .map(({ id }) => id);
  const others = nearest.length > 0 ? `; the nearest that can be emulated: ${nearest.join(', ')}` : '';
  return `Expected a panel with an encoding at the level of its controller but received ${device.id}: no source states how its glass is wired${others}`;
}

const sidesOf = ({ width, height }: Device): string => [width, height].sort((a, b) => a - b).join('×');
const namesOf = ({ inks }: Device): readonly InkName[] => inks.map(({ name }) => name);
/** Whether a panel has exactly these inks, in any order. */
export const hasInks = (device: Device, inks: readonly string[]): boolean =>
  [...namesOf(device)].sort().join() === [...inks].sort().join();

/** How the encoding wires the glass: 0x44 and hidden pixels start it; rows that are sent upwards are scanned upwards. */
function placementOf({ init, offset }: Encoding): PanelDefinition['placement'] {
  const set = (register: string, at: number, byDefault: number): number =>
    Buffer.from(init[register] ?? '', 'hex')[at] ?? byDefault;
  const isUpwards = (set('0x11', 0, 3) & 2) === 0 && (set('0x01', 2, 0) & 1) === 0;
  const start = set('0x44', 0, 0) * 8 + offset;
  return isUpwards ? { turn: 180, mirror: true, ramX: start } : { turn: 0, mirror: false, ramX: start };
}

/** The native size of a profile's picture. */
export function nativeSize(device: Device): { readonly width: number; readonly height: number } {
  const rotation = wiringOf(device)?.rotation ?? 0;
  const turned = rotation === 90 || rotation === 270;
  return { width: turned ? device.height : device.width, height: turned ? device.width : device.height };
}

export const headerOf = (device: Device): TraceHeader => ({
  panel: device.id,
  ...(device.controller !== null && { controller: device.controller }),
  ...nativeSize(device),
  inks: namesOf(device),
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
  const planes = wiringOf(device)?.planes ?? [];
  const plane = (...commands: string[]) => planes.find(({ command }) => commands.includes(command ?? ''));
  const [low, high] = [plane('0x24', '0x10'), plane('0x26', '0x13')];
  if (!low || !high || !device.inks.some(({ name }) => name === 'light_gray')) return null;
  const greys = [0, 0, 0, 0];
  for (const [ink, { name }] of device.inks.entries()) greys[low.codes[name]! | (high.codes[name]! << 1)] = ink;
  return greys;
}

/**
 * The panel of a profile. The picture is in the controller's native orientation.
 * @throws {TraceError} for a profile without a wiring
 */
export function definitionOf(device: Device): PanelDefinition {
  const encoding = wiringOf(device);
  if (!encoding) throw new TraceError(refusalOf(device, [])!);
  const name = encoding.planes.some(({ command }) => command === '0x24') ? 'SSD16xx' : 'UC81xx';
  const inks = namesOf(device);
  const { chip } = chooseChip(device.controller ?? name, inks);
  // Halves go to two chips, also where no source names them.
  const isHalved = encoding.planes.some(({ part }) => part !== 'all');
  return {
    chip: isHalved ? { ...chip, chips: 2 } : chip,
    ...nativeSize(device),
    inks,
    placement: placementOf(encoding),
    greys: null,
    profileGreys: greysOfProfile(device),
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
  const { chip: chosen, assumed } = chooseChip(name ?? '', inks, events, header.busy_active);
  const halves = profile?.chip.chips;
  const chip = halves ? { ...chosen, chips: halves } : chosen;
  const order = placement?.grey_code_order;
  const isPlace = (ink: unknown): ink is number => typeof ink === 'number' && ink in inks;
  // The header may list the inks in another order.
  const stated = profile?.profileGreys?.map((ink) => Math.max(inks.indexOf(profile.inks[ink]!), 0)) ?? null;
  const definition: PanelDefinition = {
    chip,
    width,
    height,
    inks,
    placement: placement ? placementIn(placement) : (profile?.placement ?? { turn: 0, mirror: false, ramX: null }),
    greys: Array.isArray(order) && order.length === 4 ? order.map((ink) => (isPlace(ink) ? ink : 0)) : null,
    profileGreys: stated,
    seconds: profile?.seconds ?? { full: null, partial: null },
    ...(profile?.polarity && { polarity: profile.polarity }),
  };
  return { definition, chipAssumed: assumed };
}

const placementIn = ({ turn_cw, mirror_x, ram_x = 0 }: NonNullable<TraceHeader['placement']>) => ({
  turn: ([90, 180, 270] as const).find((degrees) => degrees === turn_cw) ?? (0 as const),
  mirror: mirror_x === true,
  ramX: ram_x,
});

/** What the header of a trace says otherwise than a profile: names and values of both. */
function disagreements(header: TraceHeader, device: Device, devices: Iterable<Device>) {
  const { panel, controller, width, height, inks, placement } = header;
  const differs: [own: string, header: string][] = [];
  if (panel !== device.id && [...devices].some(({ id }) => id === panel)) differs.push([device.id, panel!]);
  const own = definitionOf(device);
  const named = chipIn(controller ?? '');
  const isPlain = (chip: Chip): boolean => Object.keys(chip).join() === 'id,family';
  if (
    named &&
    (named.family !== own.chip.family || (named.id !== own.chip.id && !isPlain(named) && !isPlain(own.chip)))
  )
    differs.push([own.chip.id, named.id]);
  if (width !== own.width || height !== own.height) differs.push([`${own.width}×${own.height}`, `${width}×${height}`]);
  if (!hasInks(device, inks)) differs.push([own.inks.join(', '), inks.join(', ')]);
  const wired = placement && placementIn(placement);
  if (wired && (['turn', 'mirror', 'ramX'] as const).some((key) => wired[key] !== own.placement[key]))
    differs.push([JSON.stringify(own.placement), JSON.stringify(wired)]);
  return differs;
}

/**
 * A trace for a profile that was chosen for it. Where its header says otherwise, the profile wins.
 * @param devices for the message of a refusal
 * @param isFallback the header wins instead, if it describes the panel without the profile
 * @throws {TraceError} for a panel that can't be emulated
 */
export function traceFor(
  trace: Trace,
  device: Device,
  devices: Iterable<Device>,
  isFallback = false,
): { readonly trace: Trace; readonly device: Device | null } {
  const { header, isComplete } = trace;
  const headerWins = isFallback && isComplete;
  const refusal = refusalOf(device, devices);
  if (refusal !== null && !headerWins) throw new TraceError(refusal);
  const unwired = [['a wiring that no source states', 'one']] as const;
  const differs = refusal === null ? disagreements(header, device, devices) : unwired;
  const own = differs.map(([value]) => value).join('; ');
  const others = `${differs.map(([, value]) => value).join('; ')} in the header, which ${headerWins ? 'is taken' : 'is ignored'}`;
  const disagreement =
    differs.length === 0 ? {} : { disagreement: { expected: `${own}, as of ${device.id}`, received: others } };
  if (headerWins) return { trace: { ...trace, ...disagreement }, device: differs.length === 0 ? device : null };
  const inks = hasInks(device, header.inks) ? header.inks : namesOf(device);
  const named = chipIn(header.controller ?? '');
  // A profile that names no chip takes a more exact one of the header.
  const { chip } = definitionOf(device);
  const controller = device.controller === null && named?.family === chip.family ? named.id : chip.id;
  const chosen = { ...header, ...nativeSize(device), controller, inks, placement: null };
  return { trace: { ...trace, ...disagreement, header: chosen }, device };
}

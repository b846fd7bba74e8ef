import type { Device, Encoding, InkName } from '../../devices/index.js';
import { chips } from './families/chips.js';
import type { PanelEvent } from './traces/event.js';
import type { Chip, FamilyId } from './families/family.js';
import type { PanelDefinition } from './panel.js';
import type { TraceHeader } from './traces/trace.js';

const chipNamed = (id: string): Chip => chips.find((chip) => chip.id === id)!;

/** The chip in a text such as "UC8176 (IL0398)", "JD79665AA" or "SSD16xx family"; undefined when none is known. */
export function chipIn(text: string): Chip | undefined {
  const words = text.toLowerCase().match(/[a-z]+\d[a-z0-9]*|acep|spectra/g) ?? [];
  for (const word of words) {
    const found = chips
      .filter(({ id }) => word.startsWith(id.toLowerCase()))
      .sort((a, b) => b.id.length - a.id.length)[0];
    if (found) return found;
  }
  for (const word of words) {
    const start = (['ssd', 'uc', 'jd'] as const).find((letters) => word.startsWith(letters));
    if (start) return chipNamed({ ssd: 'SSD16xx', uc: 'UC81xx', jd: 'JD796xx' }[start]);
  }
  return undefined;
}

/** The family that inks need: six or seven in 4 bits, four with colours in 2 bits. */
function familyOfInks(inks: readonly string[]): FamilyId | undefined {
  if (inks.some((ink) => ink === 'blue' || ink === 'green' || ink === 'orange')) return 'six-ink';
  return inks.length === 4 && inks.includes('red') && inks.includes('yellow') ? 'four-ink' : undefined;
}

/** The chip of a panel, and whether it was assumed from inks and commands. */
export function chooseChip(
  name: string | null | undefined,
  inks: readonly string[],
  commands: ReadonlySet<number>,
  busyActive?: number,
): { readonly chip: Chip; readonly assumed: boolean } {
  const named = chipIn(name ?? '');
  const needed = familyOfInks(inks);
  if (needed && named?.family !== needed)
    return { chip: chipNamed(needed === 'six-ink' ? 'Spectra' : 'JD796xx'), assumed: true };
  if (named) return { chip: named, assumed: false };
  const ssd = [0x44, 0x45, 0x4e, 0x4f].filter((command) => commands.has(command)).length;
  const uc = [0x00, 0x50, 0x61, 0x13].filter((command) => commands.has(command)).length;
  const isSsd = ssd === uc ? busyActive !== 0 : ssd > uc;
  return { chip: chipNamed(isSsd ? 'SSD16xx' : 'UC81xx'), assumed: true };
}

/** All command bytes of a trace. */
export const commandsOf = (events: readonly PanelEvent[]): ReadonlySet<number> =>
  new Set(events.flatMap((event) => (event[0] === 'c' ? [event[1]] : [])));

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

function polaritiesOf(device: Device, { family }: Chip): readonly number[] {
  return device.encodings
    .filter(({ level }) => level === 'controller')
    .flatMap(({ init }) => {
      const byte = parseInt((init[family === 'ssd16xx' ? '0x21' : '0x50'] ?? '').slice(0, 2), 16);
      if (family === 'ssd16xx') return [(Number.isNaN(byte) ? 0 : byte) & 0x88];
      if (Number.isNaN(byte)) return [1];
      return [init['0x50']!.length > 2 ? byte & 3 : (byte >> 4) & 3];
    });
}

function greysOfProfile(device: Device): readonly number[] | null {
  const encoding = nativeEncoding(device);
  if (encoding?.planes.length !== 2 || !device.inks.some(({ name }) => name === 'light_gray')) return null;
  const plane = (command: string) => encoding.planes.find((each) => each.command === command);
  const [low, high] = [plane('0x24') ?? plane('0x10'), plane('0x26') ?? plane('0x13')];
  if (!low || !high) return null;
  const greys = [0, 0, 0, 0];
  for (const [ink, { name }] of device.inks.entries()) greys[low.codes[name]! | (high.codes[name]! << 1)] = ink;
  return greys;
}

/** The panel of a profile. The picture is in the controller's native orientation. */
export function definitionOf(device: Device, controller = device.controller): PanelDefinition {
  const encoding = nativeEncoding(device);
  const sent = new Set(encoding?.planes.flatMap(({ command }) => (command ? [Number(command)] : [])) ?? []);
  const name = controller ?? (sent.has(0x24) ? 'SSD16xx' : 'UC81xx');
  const inks = device.inks.map((ink) => ink.name);
  const { chip } = chooseChip(name, inks, sent);
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
  const profile = device ? definitionOf(device) : null;
  const inks = header.inks as readonly InkName[];
  const text = chipIn(header.controller ?? '') ? header.controller : (profile?.chip.id ?? header.controller);
  const { chip, assumed } = chooseChip(text, inks, commandsOf(events), header.busy_active);
  const turn = [0, 90, 180, 270].find((degrees) => degrees === placement?.turn_cw) as 0 | undefined;
  const order = placement?.grey_code_order;
  const definition: PanelDefinition = {
    chip,
    width,
    height,
    inks,
    placement: {
      turn: turn ?? 0,
      mirror: placement?.mirror_x === true,
      ramX: placement ? (placement.ram_x ?? 0) : (profile?.placement.ramX ?? null),
    },
    greys: Array.isArray(order) && order.length === 4 ? order.map((ink) => inRange(ink, inks.length)) : null,
    seconds: profile?.seconds ?? { full: null, partial: null },
    ...(profile?.polarity && { polarity: profile.polarity }),
  };
  return { definition, chipAssumed: assumed };
}

const inRange = (ink: unknown, inks: number): number =>
  Number.isInteger(ink) && (ink as number) >= 0 && (ink as number) < inks ? (ink as number) : 0;

import { type ChipState, register } from './families/family.js';
import { polarity } from './families/uc81xx.js';

/** A push of the ink towards white or black, or to the colour, or a rest, and its length in frames. */
export interface LutPhase {
  readonly level: 'rest' | 'black' | 'white' | 'colour';
  readonly frames: number;
}

const levels = ['rest', 'black', 'white', 'colour'] as const;
const level = (bits: number): LutPhase['level'] => levels[bits & 3]!;

const repeat = (phases: readonly LutPhase[], times: number): readonly LutPhase[] =>
  Array.from({ length: Math.min(times, 256) }, () => phases).flat();

/** Groups of one byte with four levels, four lengths and a count of repeats: UC81xx, six bytes a group. */
function groups(table: Uint8Array): readonly LutPhase[] {
  const phases: LutPhase[] = [];
  for (let at = 0; at + 6 <= table.length; at += 6) {
    const group = [0, 1, 2, 3].map((i) => ({
      level: level(table[at]! >> (6 - 2 * i)),
      frames: table[at + 1 + i]!,
    }));
    phases.push(...repeat(group, table[at + 5]!));
  }
  return phases;
}

interface Split {
  readonly groups: number;
  readonly bytes: number;
  /** Whether repeats are counted from 0. */
  readonly fromZero: boolean;
  /** Where the four lengths of a group are among its bytes. */
  readonly lengths: readonly number[];
}

/** Waveforms of SSD16xx with the levels of all tables first and the lengths after them, by their length in bytes. */
const splits: Readonly<Record<number, Split>> = {
  70: { groups: 7, bytes: 5, fromZero: false, lengths: [0, 1, 2, 3] },
  105: { groups: 10, bytes: 5, fromZero: true, lengths: [0, 1, 2, 3] },
  153: { groups: 12, bytes: 7, fromZero: true, lengths: [0, 1, 3, 4] },
  159: { groups: 12, bytes: 7, fromZero: true, lengths: [0, 1, 3, 4] },
};

function split(table: Uint8Array, { groups, bytes, fromZero, lengths }: Split): readonly (readonly LutPhase[])[] {
  return [0, 1, 2, 3].map((index) =>
    Array.from({ length: groups }, (_, group) => {
      const times = table.subarray(5 * groups + group * bytes, 5 * groups + (group + 1) * bytes);
      const drive = table[index * groups + group]!;
      const phases = lengths.map((at, i) => ({ level: level(drive >> (6 - 2 * i)), frames: times[at] ?? 0 }));
      return repeat(phases, (times[bytes - 1] ?? 0) + (fromZero ? 1 : 0));
    }).flat(),
  );
}

/** SSD1683: blocks of six groups of seven bytes for VCOM and the codes 3 to 0; each of four bytes is a level and frames. */
function blocks(table: Uint8Array): readonly (readonly LutPhase[])[] {
  return [3, 2, 1, 0]
    .map((index) =>
      Array.from({ length: 6 }, (_, group) => {
        const at = 42 * (4 - index) + 7 * group;
        const phases = [1, 2, 3, 4].map((i) => ({
          level: level(table[at + i]! >> 6),
          frames: table[at + i]! & 63,
        }));
        return repeat(phases, Math.max(table[at + 5]!, 1));
      }).flat(),
    )
    .reverse();
}

/** The phases of the codes 0 to 3 in the loaded waveform. Code: plane 0 is bit 0, plane 1 bit 1. null: none that is known. */
export function loadedPhases(state: ChipState): readonly (readonly LutPhase[])[] | null {
  if (state.chip.family === 'ssd16xx') {
    const table = register(state, 0x32);
    if (table.length >= 220) return blocks(table);
    const known = splits[table.length];
    return known ? split(table, known) : null;
  }
  // Old and new pixel black, old white, new white, both white. The polarity bit says which bits are white.
  const tables = [0x24, 0x22, 0x23, 0x21].map((command) => state.registers.get(command));
  if (!(polarity(state) & 1)) tables.reverse();
  return tables.every((table) => table && table.length >= 36) ? tables.map((table) => groups(table!)) : null;
}

/** Whether the loaded waveform leaves unchanged pixels at rest. null: none is loaded. */
export function drivesOnlyChanges(state: ChipState): boolean | null {
  const phases = loadedPhases(state);
  if (!phases) return null;
  const driven = (index: number) =>
    phases[index]!.reduce((sum, { level: push, frames }) => sum + (push === 'rest' ? 0 : frames), 0);
  return driven(0) <= 2 && driven(3) <= 2 && driven(1) + driven(2) > 4;
}

/** Frames of the loaded waveform: the longest of its tables. */
export const framesOf = (phases: readonly (readonly LutPhase[])[]): number =>
  Math.max(...phases.map((table) => table.reduce((sum, { frames }) => sum + frames, 0)));

/**
 * The grey of each code, 0 white to 3 black, by the net push towards black after the last push that all codes share. null
 * where the waveform doesn't tell four greys apart.
 */
export function greysOf(phases: readonly (readonly LutPhase[])[]): readonly number[] | null {
  const timelines = phases.map((table) =>
    table.flatMap((phase) => new Array<LutPhase['level']>(phase.frames).fill(phase.level)),
  );
  const length = Math.max(...timelines.map((frames) => frames.length));
  if (length === 0 || length > 10_000) return null;
  let start = length;
  const shared = (at: number) => {
    const push = timelines[0]![at];
    return push !== undefined && push !== 'rest' && timelines.every((frames) => frames[at] === push);
  };
  while (start > 0 && !shared(start - 1)) start--;
  const net = timelines.map((frames) =>
    frames.slice(start).reduce((sum, push) => sum + (push === 'black' ? 1 : push === 'white' ? -1 : 0), 0),
  );
  if (new Set(net).size < 4) return null;
  const order = [...net].sort((a, b) => a - b);
  return net.map((push) => order.indexOf(push));
}

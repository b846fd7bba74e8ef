import { type ChipState, register } from './families/family.js';
import { polarity } from './families/uc81xx.js';

/** What a table of a waveform drives in each frame: 0 nothing, 1 towards black, 2 towards white, 3 to the colour. */
type Timeline = readonly number[];

/** Four levels, each for a number of frames, and how often all of them are repeated. */
interface FrameGroup {
  readonly levels: readonly number[];
  readonly frames: readonly number[];
  readonly times: number;
}

/** More than the longest known waveform has: a longer one is of another format. */
const maxFrames = 10_000;

function timelineOf(groups: readonly FrameGroup[]): Timeline {
  const timeline: number[] = [];
  for (const { levels, frames, times } of groups)
    for (let i = 0; i < 4 * times && timeline.length < maxFrames; i++)
      for (let frame = 0; frame < (frames[i % 4] ?? 0); frame++) timeline.push(levels[i % 4]!);
  return timeline;
}

const levelsIn = (byte: number): readonly number[] => [6, 4, 2, 0].map((shift) => (byte >> shift) & 3);
const numbersTo = (end: number): readonly number[] => Array.from({ length: end }, (_, i) => i);

/** UC81xx: groups of six bytes with levels, frames and repeats. */
const groupsOfUc = (table: Uint8Array): readonly FrameGroup[] =>
  numbersTo(Math.floor(table.length / 6)).map((i) => {
    const [levels, ...frames] = table.subarray(6 * i, 6 * i + 5);
    return { levels: levelsIn(levels!), frames, times: table[6 * i + 5]! };
  });

/**
 * SSD16xx, by the length in bytes: the number of groups, bytes of each, how many repeats a 0 means, and where the four numbers
 * of frames are among the bytes. The levels of all tables come first.
 */
const layouts: Readonly<
  Record<number, readonly [groups: number, bytes: number, once: number, frames: readonly number[]]>
> = {
  70: [7, 5, 0, [0, 1, 2, 3]],
  105: [10, 5, 1, [0, 1, 2, 3]],
  153: [12, 7, 1, [0, 1, 3, 4]],
  159: [12, 7, 1, [0, 1, 3, 4]],
};

function groupsOfSsd(table: Uint8Array, code: number): readonly FrameGroup[] {
  const [groups, bytes, once, places] = layouts[table.length]!;
  return numbersTo(groups).map((group) => {
    const times = table.subarray(5 * groups + group * bytes).subarray(0, bytes);
    const frames = places.map((place) => times[place]!);
    return { levels: levelsIn(table[code * groups + group]!), frames, times: (times[bytes - 1] ?? 0) + once };
  });
}

/** SSD1683: blocks of six groups of seven bytes for VCOM and the codes 3 to 0; each of four bytes is a level and frames. */
const groupsOfSsd1683 = (table: Uint8Array, code: number): readonly FrameGroup[] =>
  numbersTo(6).map((group) => {
    const bytes = Array.from(table.subarray(42 * (4 - code) + 7 * group).subarray(1, 6));
    return {
      levels: bytes.map((byte) => byte >> 6),
      frames: bytes.map((byte) => byte & 63),
      times: Math.max(bytes[4]!, 1),
    };
  });

/** The loaded waveform by the codes 0 to 3: plane 0 is bit 0, plane 1 bit 1. null: none that is known. */
export function loadedWaveform(state: ChipState): readonly Timeline[] | null {
  const waveform = tablesOf(state);
  return waveform?.every((timeline) => timeline.length < maxFrames) ? waveform : null;
}

function tablesOf(state: ChipState): readonly Timeline[] | null {
  if (state.chip.family === 'ssd16xx') {
    const table = register(state, 0x32);
    const groupsOf = table.length >= 220 ? groupsOfSsd1683 : table.length in layouts ? groupsOfSsd : null;
    return groupsOf && numbersTo(4).map((code) => timelineOf(groupsOf(table, code)));
  }
  // Old and new pixel black, old white, new white, both white. The polarity bit says which bits are white.
  const tables = [0x24, 0x22, 0x23, 0x21].map((command) => register(state, command));
  if (!(polarity(state) & 1)) tables.reverse();
  return tables.every((table) => table.length >= 36) ? tables.map((table) => timelineOf(groupsOfUc(table))) : null;
}

/** Whether the loaded waveform leaves unchanged pixels at rest. null: none is loaded. */
export function drivesOnlyChanges(state: ChipState): boolean | null {
  const pushes = loadedWaveform(state)?.map((timeline) => timeline.filter((level) => level !== 0).length);
  return pushes ? pushes[0]! <= 2 && pushes[3]! <= 2 && pushes[1]! + pushes[2]! > 4 : null;
}

/**
 * The grey of each code, 0 white to 3 black, by the net push towards black after the last push that all codes share. null
 * where the waveform doesn't tell four greys apart.
 */
export function greysOf(waveform: readonly Timeline[]): readonly number[] | null {
  let start = Math.max(...waveform.map((timeline) => timeline.length));
  const isShared = (at: number): boolean => {
    const push = waveform[0]![at] ?? 0;
    return push !== 0 && waveform.every((timeline) => timeline[at] === push);
  };
  while (start > 0 && !isShared(start - 1)) start--;
  const net = waveform.map((timeline) =>
    timeline.slice(start).reduce((sum, level) => sum + (level === 1 ? 1 : level === 2 ? -1 : 0), 0),
  );
  if (new Set(net).size < 4) return null;
  const order = [...net].sort((a, b) => a - b);
  return net.map((push) => order.indexOf(push));
}

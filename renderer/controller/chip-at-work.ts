import { hex } from './families/diagnostics.js';
import type { Chip, ChipEffects, ChipState, Command, Family } from './families/family.js';
import { createRam, type Cursor, writeRam } from './families/ram.js';

/** Parameters kept of a command: more than the longest waveform has. */
const maxParameters = 512;
/** Bytes of one read. */
export const maxRead = 4096;
/** Distinct foreign commands after which the driver is taken to be for another family. */
const foreignCommands = 3;

/** One chip: takes commands and data, and changes its state. */
export interface ChipAtWork {
  readonly state: ChipState;
  command(byte: number): void;
  data(bytes: Uint8Array): void;
  read(length: number): Uint8Array;
  /** Applies the parameters that have come. */
  settle(): void;
  /** Data of the last command begins at the start of the window again. */
  restart(): void;
  reset(): void;
  /** Loses the memory. */
  powerOff(): void;
}

function createState(
  family: Family,
  chip: Chip,
  panel: ChipState['panel'],
  ramX: number,
  effects: ChipEffects,
): ChipState {
  const width = Math.max(chip.width ?? 0, Math.ceil((panel.width + ramX) / 8) * 8);
  const height = Math.max(chip.height ?? 0, panel.height);
  const cursor: Cursor = {
    ...{ left: 0, right: 0, top: 0, bottom: 0, x: 0, y: 0, dx: 1, dy: 1, downFirst: false, full: false },
    wraps: family.wraps,
  };
  const bits = chip.bits ?? family.bits;
  const planes = () => bits.map((each) => createRam(width, height, each));
  const moved = panel.inks.length === 2 && bits.join() === '1,1' ? planes() : null;
  const flags = { newWaveform: false, dirty: false, unshown: false, powered: false, asleep: false, partial: null };
  const state: ChipState = { chip, panel, ram: planes(), moved, registers: new Map(), cursor, ...flags, ...effects };
  family.reset(state);
  return state;
}

/** A command whose parameters or data come. */
interface Current {
  readonly byte: number;
  /** Undefined: it is ignored. */
  readonly command: Command | undefined;
  readonly parameters: number[];
  /** Parameters that were applied. */
  applied: number;
  /** Bytes of data, and bytes that the host has read. */
  written: number;
  read: number;
}

/**
 * @param ramX columns of the memory before the panel's
 * @param families for which a driver may be written
 * @param onData called before data goes to the memory
 */
export function createChip(
  family: Family,
  chip: Chip,
  panel: ChipState['panel'],
  ramX: number,
  effects: ChipEffects,
  families: readonly Family[],
  onData: (cursor: Cursor) => void,
): ChipAtWork {
  const state = createState(family, chip, panel, ramX, effects);
  const { cursor, ram, moved, report } = state;
  const foreign = new Set<number>();
  let current: Current | null = null;

  function settle(): void {
    if (!current || current.parameters.length === current.applied) return;
    current.applied = current.parameters.length;
    const parameters = Uint8Array.from(current.parameters);
    if (current.command?.plane === undefined) state.registers.set(current.byte, parameters);
    current.command?.apply?.(state, parameters);
  }

  function endData(): void {
    const row = Math.abs(cursor.right - cursor.left) + 1;
    if (!current || current.written === 0) return;
    if (current.written % row !== 0)
      report('data-not-whole-rows', {
        expected: `a multiple of ${row} bytes, the width of the window`,
        received: `${current.written} bytes`,
        register: current.byte,
      });
    current.written = 0;
  }

  function isTaken(byte: number, command: Command | undefined): boolean {
    const received = hex(byte);
    if (state.asleep) {
      report('command-in-deep-sleep', { expected: 'a reset pulse first', received, register: byte });
      return false;
    }
    const busyness = command && !command.whileBusy ? state.busyness() : 'idle';
    if (busyness === 'idle') return true;
    const isIgnored = busyness === 'busy';
    report('command-while-busy', {
      expected: 'to wait until BUSY is idle',
      received: `${received}, which is ${isIgnored ? 'ignored' : 'taken, as the time of the refresh is assumed'}`,
      grade: isIgnored ? 'error' : 'warning',
    });
    return !isIgnored;
  }

  function recognise(byte: number): void {
    if (family.commands[byte]) return;
    report('no-such-command', { expected: `a command of ${family.name}`, received: hex(byte), register: byte });
    const others = families.filter(({ wraps, commands }) => wraps !== family.wraps && commands[byte]);
    if (others.length === 0 || foreign.add(byte).size !== foreignCommands) return;
    report('wrong-family', {
      expected: `commands of ${family.name}, as the panel has ${chip.id}`,
      received: `${[...foreign].map(hex).join(', ')}, as of ${others[0]!.name}`,
    });
  }

  function write(plane: number, bytes: Uint8Array, { byte: register, written }: Current): void {
    state.dirty = true;
    onData(cursor);
    if (moved) writeRam(moved[plane]!, { ...cursor }, bytes);
    const outside = writeRam(ram[plane]!, cursor, bytes);
    const { left, right, top, bottom } = cursor;
    const size = (Math.abs(right - left) + 1) * (Math.abs(bottom - top) + 1);
    if (written > size)
      report('write-past-window', {
        expected: `${size} bytes`,
        received: `${written} bytes, which ${family.wraps ? 'begin at its start again' : 'are dropped from there on'}`,
        register,
      });
    if (outside > 0)
      report('write-past-ram', {
        expected: `a window within ${ram[plane]!.stride} bytes and ${ram[plane]!.rows} rows`,
        received: `bytes ${left} to ${right}, rows ${top} to ${bottom}`,
        register,
      });
  }

  function beginsAtStart(): void {
    const { x, y, left, top } = cursor;
    if (!family.wraps || (x === left && y === top)) return;
    const [expected, received] = [`byte ${left}, row ${top}`, `byte ${x}, row ${y}`];
    report('counter-not-at-start', { expected, received, register: y === top ? 0x4e : 0x4f });
  }

  function reset(): void {
    current = null;
    Object.assign(state, { asleep: false, powered: false });
    family.reset(state);
  }

  return {
    state,
    settle,
    reset,
    powerOff() {
      reset();
      for (const { known } of [...ram, ...(moved ?? [])]) known.fill(0);
    },
    restart() {
      endData();
      if (current?.command?.plane !== undefined) current.command.start?.(state);
    },
    command(byte) {
      settle();
      endData();
      const isIgnored = !isTaken(byte, family.commands[byte]);
      const command = isIgnored ? undefined : family.commands[byte];
      if (!isIgnored) recognise(byte);
      current = { byte, command, parameters: [], applied: 0, written: 0, read: 0 };
      command?.start?.(state);
      if (command?.plane !== undefined) beginsAtStart();
    },
    data(bytes) {
      if (!current?.command) return;
      const { command, parameters } = current;
      const wanted = command.plane === undefined ? maxParameters : (command.header ?? 0);
      const head = bytes.subarray(0, Math.max(wanted - parameters.length, 0));
      for (const value of head) parameters.push(value);
      if (command.plane === undefined) return;
      if (parameters.length === command.header) settle();
      const picture = bytes.subarray(head.length);
      if (picture.length === 0) return;
      current.written += picture.length;
      write(command.plane, picture, current);
    },
    read(length) {
      settle();
      const bytes = new Uint8Array(Math.min(Math.max(length, 0), maxRead));
      const answer = current?.command?.read?.(state) ?? [];
      bytes.set(answer.slice(current?.read ?? 0).slice(0, bytes.length));
      if (current) current.read += bytes.length;
      return bytes;
    },
  };
}

import { families } from './families/chips.js';
import { hex } from './families/diagnostics.js';
import { type ChipState, type ChipWires, type Command, type CurrentCommand, firstOf } from './families/family.js';
import { createRam, type Cursor, writeRam } from './families/ram.js';

/** Parameters kept of a command: more than the longest waveform has. */
const maxParameters = 512;
/** Bytes of one read. */
const maxRead = 4096;
/** Distinct foreign commands after which the driver is taken to be for another family. */
const foreignCommands = 3;

/** Builds a chip that was just switched on, with `ramX` columns of memory before the panel's. */
export function createChip(wires: ChipWires, ramX: number): ChipState {
  const { family, chip, part, inks } = wires;
  const width = Math.max(chip.width ?? 0, Math.ceil((part.width + ramX) / 8) * 8);
  const height = Math.max(chip.height ?? 0, part.height);
  const cursor: Cursor = {
    ...{ left: 0, right: 0, top: 0, bottom: 0, x: 0, y: 0, dx: 1, dy: 1, downFirst: false, full: false },
    wraps: family.wraps,
  };
  const bits = chip.bits ?? family.bits;
  const planes = () => bits.map((each) => createRam(width, height, each));
  const moved = inks.length === 2 && bits.join() === '1,1' ? planes() : null;
  const flags = {
    newWaveform: false,
    waveformKnown: false,
    dirty: false,
    unshown: false,
    powered: false,
    asleep: false,
  };
  const memory = { ram: planes(), moved, registers: new Map<number, Uint8Array>(), cursor, partial: null };
  const state: ChipState = { ...wires, ...memory, ...flags, current: null, foreign: new Set() };
  family.reset(state);
  return state;
}

export function resetChip(state: ChipState): void {
  Object.assign(state, { current: null, asleep: false, powered: false });
  state.family.reset(state);
}

/** The chip loses its memory. */
export function powerOff(state: ChipState): void {
  resetChip(state);
  state.waveformKnown = false;
  for (const { known } of [...state.ram, ...(state.moved ?? [])]) known.fill(0);
}

export function takeCommand(state: ChipState, byte: number): void {
  settle(state);
  endData(state);
  const known = state.family.commands[byte];
  const isIgnored = !isTaken(state, byte, known);
  const command = isIgnored ? undefined : known;
  if (!isIgnored && !known) reportForeign(state, byte);
  state.current = { byte, command, parameters: [], applied: 0, written: 0, read: 0 };
  command?.start?.(state);
  if (command?.plane !== undefined) judgeStart(state);
}

/** Takes parameters of the current command, or data for its plane. */
export function takeData(state: ChipState, bytes: Uint8Array): void {
  const { current } = state;
  if (!current?.command) return;
  const { command, parameters } = current;
  const wanted = command.plane === undefined ? maxParameters : (command.header ?? 0);
  const head = bytes.subarray(0, Math.max(wanted - parameters.length, 0));
  for (const value of head) parameters.push(value);
  if (command.plane === undefined) return;
  if (parameters.length === command.header) settle(state);
  const picture = bytes.subarray(head.length);
  if (picture.length === 0) return;
  current.written += picture.length;
  write(state, command.plane, picture, current);
}

/** What the chip answers to a read; zeros where it has no answer. */
export function readChip(state: ChipState | undefined, length: number): Uint8Array {
  const bytes = new Uint8Array(Math.min(Math.max(length, 0), maxRead));
  if (state) settle(state);
  if (!state?.current) return bytes;
  const { current } = state;
  bytes.set((current.command?.read?.(state) ?? []).slice(current.read).slice(0, bytes.length));
  current.read += bytes.length;
  return bytes;
}

/** Data of the current command begins at the start of the window again. */
export function restart(state: ChipState): void {
  endData(state);
  if (state.current?.command?.plane !== undefined) state.current.command.start?.(state);
}

/** Applies the parameters that have come. */
export function settle(state: ChipState): void {
  const { current } = state;
  if (!current || current.parameters.length === current.applied) return;
  current.applied = current.parameters.length;
  const parameters = Uint8Array.from(current.parameters);
  if (current.command?.plane === undefined) state.registers.set(current.byte, parameters);
  current.command?.apply?.(state, parameters);
}

function endData({ cursor, current, report }: ChipState): void {
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

function isTaken({ asleep, family, busyness, report }: ChipState, byte: number, command: Command | undefined): boolean {
  const received = hex(byte);
  if (asleep) {
    // To sleep again changes nothing.
    const grade = byte === family.sleep ? 'note' : 'error';
    report('command-in-deep-sleep', { expected: 'a reset pulse first', received, register: byte, grade });
    return false;
  }
  const now = command && !command.whileBusy ? busyness() : 'idle';
  if (now === 'idle') return true;
  const isIgnored = now === 'busy';
  report('command-while-busy', {
    expected: 'to wait until BUSY is idle',
    received: `${received}, which is ${isIgnored ? 'ignored' : 'taken, as the time of the refresh is assumed'}`,
    grade: isIgnored ? 'error' : 'warning',
  });
  return !isIgnored;
}

function reportForeign({ family, chip, foreign, report }: ChipState, byte: number): void {
  report('no-such-command', { expected: `a command of ${family.name}`, received: hex(byte), register: byte });
  const other = Object.values(families).find(({ wraps, commands }) => wraps !== family.wraps && commands[byte]);
  if (!other || foreign.add(byte).size !== foreignCommands) return;
  report('wrong-family', {
    expected: `commands of ${family.name}, as the panel has ${chip.id}`,
    received: `${[...foreign].map(hex).join(', ')}, as of ${other.name}`,
  });
}

function write(state: ChipState, plane: number, bytes: Uint8Array, { byte, written }: CurrentCommand): void {
  const { cursor, moved, family, report } = state;
  state.dirty = true;
  state.onData(state);
  const ram = state.ram[plane]!;
  if (moved) writeRam(moved[plane]!, { ...cursor }, bytes);
  const outside = writeRam(ram, cursor, bytes);
  const { left, right, top, bottom } = cursor;
  const size = (Math.abs(right - left) + 1) * (Math.abs(bottom - top) + 1);
  if (written > size)
    report('write-past-window', {
      expected: `${size} bytes`,
      received: `${written} bytes, which ${family.wraps ? 'begin at its start again' : 'are dropped from there on'}`,
      register: byte,
    });
  if (outside === 0) return;
  const isAgainst = (right - left) * cursor.dx < 0 || (bottom - top) * cursor.dy < 0;
  const mode = isAgainst ? `, against the directions of 0x11 ${hex(firstOf(state, 0x11, 3))}` : '';
  report('write-past-ram', {
    expected: `a window within ${ram.stride} bytes and ${ram.rows} rows${isAgainst ? ', in the directions of 0x11' : ''}`,
    received: `bytes ${left} to ${right}, rows ${top} to ${bottom}${mode}`,
    register: isAgainst ? 0x11 : byte,
  });
}

function judgeStart({ cursor: { x, y, left, top }, family, report }: ChipState): void {
  if (!family.wraps || (x === left && y === top)) return;
  const [expected, received] = [`byte ${left}, row ${top}`, `byte ${x}, row ${y}`];
  report('counter-not-at-start', { expected, received, register: y === top ? 0x4e : 0x4f });
}

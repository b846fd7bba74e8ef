import { hex, type ReportDiagnostic } from './families/diagnostics.js';
import type { RamArea, Chip, ChipState, Command, Family, UpdateKind } from './families/family.js';
import { createRam, type Cursor, writeRam } from './families/ram.js';

/** Parameters kept of a command: more than the longest waveform has. */
const maxParameters = 512;
/** Distinct foreign commands after which the driver is taken to be for another family. */
const foreignCommands = 3;

/** `assumed`: the seconds of the refresh are assumed, and it may have ended. */
export type Busyness = 'idle' | 'busy' | 'assumed';

export interface ChipContext {
  readonly report: ReportDiagnostic;
  readonly refresh: (kind: UpdateKind, area: RamArea | null) => void;
  readonly busy: (us: number) => void;
  readonly busyness: () => Busyness;
  readonly families: readonly Family[];
}

/** One chip: takes commands and data, and changes its state. */
export interface ChipAtWork {
  readonly state: ChipState;
  /** Called before each change of the memory, with what was written. */
  command(byte: number): void;
  data(bytes: Uint8Array): void;
  read(length: number): Uint8Array;
  /** Ends the parameters of the last command. */
  settle(): void;
  reset(): void;
  /** Loses the memory. */
  powerOff(): void;
}

export interface RamSize {
  readonly width: number;
  readonly height: number;
}

function createState(
  family: Family,
  chip: Chip,
  panel: ChipState['panel'],
  ramX: number,
  surroundings: ChipContext,
): ChipState {
  const width = Math.max(chip.width ?? 0, Math.ceil((panel.width + ramX) / 8) * 8);
  const height = Math.max(chip.height ?? 0, panel.height);
  const cursor: Cursor = {
    ...{ left: 0, right: 0, top: 0, bottom: 0, x: 0, y: 0, dx: 1, dy: 1, downFirst: false, full: false },
    wraps: family.wraps,
  };
  const ram = (chip.bits ?? family.bits).map((bits) => createRam(width, height, bits));
  const { report, refresh, busy } = surroundings;
  const flags = { newWaveform: false, dirty: false, unshown: false, powered: false, asleep: false, partial: null };
  const state: ChipState = { chip, panel, ram, registers: new Map(), cursor, ...flags, report, refresh, busy };
  family.reset(state);
  return state;
}

export function createChip(
  family: Family,
  chip: Chip,
  panel: ChipState['panel'],
  ramX: number,
  surroundings: ChipContext,
  onWrite: (plane: number, cursor: Cursor, bytes: Uint8Array) => void = () => undefined,
): ChipAtWork {
  const state = createState(family, chip, panel, ramX, surroundings);
  const { cursor, ram } = state;
  const foreign = new Set<number>();
  let current: { byte: number; command: Command | undefined; parameters: number[]; written: number } | null = null;

  const { report } = surroundings;

  function settle(): void {
    if (!current) return;
    const { byte, command, parameters, written } = current;
    current = null;
    if (!command) return;
    if (command.plane !== undefined) endOfData(byte, written);
    if (command.plane !== undefined || state.asleep) return;
    const bytes = Uint8Array.from(parameters);
    if (bytes.length > 0) state.registers.set(byte, bytes);
    command.apply?.(state, bytes);
  }

  function endOfData(byte: number, written: number): void {
    const row = Math.abs(cursor.right - cursor.left) + 1;
    if (written > 0 && written % row !== 0)
      report('data-not-whole-rows', {
        message: `The data of ${hex(byte)} ends within a row`,
        expected: `a multiple of ${row} bytes, the width of the window`,
        received: `${written} bytes`,
        register: byte,
      });
  }

  function refused(byte: number, what: string): boolean {
    if (state.asleep) {
      report('command-in-deep-sleep', {
        message: `${what} ${hex(byte)} in deep sleep is ignored`,
        expected: 'a reset pulse first',
        received: hex(byte),
        register: byte,
      });
      return true;
    }
    return false;
  }

  function recognise(byte: number): void {
    const other = surroundings.families.find(({ id, signature }) => id !== family.id && signature.includes(byte));
    if (!family.commands[byte])
      report('no-such-command', {
        message: `No source describes ${hex(byte)} for ${family.name}: it has no effect here`,
        expected: 'a command of the family',
        received: hex(byte),
        register: byte,
      });
    if (!other || family.signature.includes(byte) || family.commands[byte]) return;
    foreign.add(byte);
    if (foreign.size === foreignCommands)
      report('wrong-family', {
        message: `This looks like ${other.name}; the panel has ${chip.id}`,
        expected: `commands of ${family.name}`,
        received: [...foreign].map(hex).join(', '),
      });
  }

  return {
    state,
    settle,
    reset() {
      current = null;
      state.asleep = false;
      state.powered = false;
      family.reset(state);
    },
    powerOff() {
      this.reset();
      for (const { known } of ram) known.fill(0);
    },
    command(byte) {
      settle();
      if (refused(byte, 'Command')) return;
      const command = family.commands[byte];
      const busyness = command?.whileBusy ? 'idle' : surroundings.busyness();
      if (command && busyness !== 'idle') {
        const isSure = busyness === 'busy';
        report('command-while-busy', {
          message: isSure
            ? `Command ${hex(byte)} while BUSY is ignored`
            : `Command ${hex(byte)} before the refresh may have ended: its time is assumed`,
          expected: 'to wait until BUSY is idle',
          received: hex(byte),
          grade: isSure ? 'error' : 'warning',
        });
        if (isSure) return;
      }
      recognise(byte);
      current = { byte, command, parameters: [], written: 0 };
      command?.start?.(state);
      if (command?.plane !== undefined) beginsAtStart(byte);
    },
    data(bytes) {
      if (!current?.command) return;
      const { command, parameters, byte } = current;
      const wanted = command.plane === undefined ? maxParameters : (command.header ?? 0);
      const head = bytes.subarray(0, Math.max(wanted - parameters.length, 0));
      if (head.length > 0) {
        for (const value of head) parameters.push(value);
        if (parameters.length === command.header) command.begin?.(state, Uint8Array.from(parameters));
      }
      if (command.plane === undefined || head.length === bytes.length) return;
      const picture = bytes.subarray(head.length);
      current.written += picture.length;
      state.dirty = true;
      onWrite(command.plane, cursor, picture);
      const { past, outside } = writeRam(ram[command.plane]!, cursor, picture);
      if (past > 0) reportPast(byte, past);
      if (outside > 0) reportOutside(byte);
    },
    read(length) {
      settleIfNeeded();
      const bytes = new Uint8Array(Math.min(length, 4096));
      const answer = current?.command?.read?.(state) ?? [];
      bytes.set(answer.slice(0, bytes.length));
      return bytes;
    },
  };

  function settleIfNeeded(): void {
    if (current && !current.command?.read) settle();
  }

  function reportPast(byte: number, past: number): void {
    report('write-past-window', {
      message: `The data of ${hex(byte)} is longer than the window; the rest is dropped`,
      expected: `${(cursor.right - cursor.left + 1) * (cursor.bottom - cursor.top + 1)} bytes`,
      received: `${past} bytes more`,
      register: byte,
    });
  }

  function reportOutside(byte: number): void {
    report('write-past-ram', {
      message: `Data of ${hex(byte)} goes to columns or rows that the memory does not have`,
      expected: `a window within ${ram[0]!.stride} bytes and ${ram[0]!.rows} rows`,
      received: `bytes ${cursor.left} to ${cursor.right}, rows ${cursor.top} to ${cursor.bottom}`,
      register: byte,
    });
  }

  function beginsAtStart(byte: number): void {
    if (!family.wraps || (cursor.x === cursor.left && cursor.y === cursor.top)) return;
    report('counter-not-at-start', {
      message: `The data of ${hex(byte)} begins in byte ${cursor.x}, row ${cursor.y}: a counter was left there`,
      expected: `byte ${cursor.left}, row ${cursor.top}, where the window begins`,
      received: `byte ${cursor.x}, row ${cursor.y}`,
      register: cursor.y === cursor.top ? 0x4e : 0x4f,
    });
  }
}

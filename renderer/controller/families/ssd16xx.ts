import { type ChipState, type Command, type Family, register, setting, waveformLoaded } from './family.js';
import { hex } from './diagnostics.js';
import { fillRam } from './ram.js';

const word = (bytes: Uint8Array, at: number): number => bytes[at]! | ((bytes[at + 1] ?? 0) << 8);

/** Limits of a window or counter in bytes: one byte counts bytes, two count pixels (SSD1677). */
const column = (bytes: Uint8Array, at: number, wide: boolean): number =>
  wide ? (word(bytes, at * 2) & 0x3ff) >> 3 : bytes[at]! & 0x3f;

function setColumns({ cursor }: ChipState, data: Uint8Array): void {
  if (data.length < 2) return;
  cursor.left = column(data, 0, data.length >= 4);
  cursor.right = column(data, 1, data.length >= 4);
}

function setRows({ cursor }: ChipState, data: Uint8Array): void {
  if (data.length < 2) return;
  const wide = data.length >= 4;
  cursor.top = wide ? word(data, 0) & 0x3ff : data[0]!;
  cursor.bottom = wide ? word(data, 2) & 0x3ff : data[1]!;
}

function setEntryMode({ cursor }: ChipState, [mode = 3]: Uint8Array): void {
  cursor.dx = mode & 1 ? 1 : -1;
  cursor.dy = mode & 2 ? 1 : -1;
  cursor.downFirst = (mode & 4) !== 0;
}

/** Steps of the fill commands: 8, 16, 32 … pixels; 7 is the whole panel. */
const fill =
  (plane: number) =>
  (state: ChipState, [value = 0]: Uint8Array): void => {
    const side = (code: number) => (code === 7 ? Infinity : 8 << code);
    const [high, wide] = [side((value >> 4) & 7), side(value & 7)];
    const first = value & 0x80 ? 1 : 0;
    fillRam(state.ram[plane]!, (x, y) =>
      (first + Math.floor(y / high) + Math.floor((x * 8) / wide)) % 2 === 1 ? 0xff : 0,
    );
    state.busy(1000);
  };

/** The waveform in OTP replaces the loaded one. */
function loadFromOtp(state: ChipState, sequence: number): void {
  if (state.newWaveform)
    state.report('lut-not-enabled', {
      message: 'Bit 4 of 0x22 loads the waveform from OTP over the one that 0x32 loaded, which was never used',
      expected: `0x22 ${hex(sequence & ~0x10)}`,
      received: hex(sequence),
      register: 0x22,
    });
  state.newWaveform = false;
  state.registers.delete(0x32);
}

/** Runs the sequence of 0x22: bits for clock, power, temperature, waveform, mode 2, display, power off. */
function update(state: ChipState): void {
  const sequence = register(state, 0x22, 0xff)[0]!;
  if (sequence & 0xc0) state.powered = true;
  if (sequence & 0x10 && state.registers.has(0x22)) loadFromOtp(state, sequence);
  if (sequence & 0x04) state.refresh(sequence & 0x08 ? 'partial' : 'full', null);
  else if (state.dirty && !(sequence & 0x03)) state.unshown = true;
  if (sequence & 0x03) state.powered = false;
}

function sleep(state: ChipState, [mode = 0]: Uint8Array): void {
  if (!(mode & 3)) return;
  state.asleep = true;
  // Mode 1 retains the memory.
  if ((mode & 3) !== 1) for (const ram of state.ram) ram.known.fill(0);
}

function reset(state: ChipState): void {
  const { cursor, ram } = state;
  Object.assign(cursor, { left: 0, right: ram[0]!.stride - 1, top: 0, bottom: ram[0]!.rows - 1, x: 0, y: 0 });
  Object.assign(cursor, { dx: 1, dy: 1, downFirst: false, full: false });
  state.registers.clear();
}

const software: Command = {
  name: 'Software reset',
  start: (state) => {
    reset(state);
    state.busy(10_000);
  },
};

/** Inverts a bit of RAM, or reads it as 0: one half of the first byte of 0x21. */
const option = (nibble: number, bit: number): number => (nibble & 4 ? 0 : nibble & 8 ? bit ^ 1 : bit);

function inkTable(state: ChipState, greys: readonly number[]): Uint8Array {
  const { inks } = state.panel;
  const options = register(state, 0x21, 0)[0]!;
  return Uint8Array.from({ length: 4 }, (_, code) => {
    const white = option(options & 15, code & 1);
    const accent = option(options >> 4, code >> 1);
    if (inks.includes('light_gray')) return greys[code] ?? 0;
    if (inks.length > 2 && accent) return 2;
    return white ? 0 : 1;
  });
}

/** Solomon Systech SSD16xx and the chips that copied it: two planes, a window and counters that wrap. */
export const ssd16xx: Family = {
  id: 'ssd16xx',
  name: 'SSD16xx',
  planes: ['0x24', '0x26'],
  bits: [1, 1],
  busyLevel: 1,
  wraps: true,
  signature: [0x44, 0x45, 0x4e, 0x4f, 0x3c],
  reset,
  inkTable,
  // Bit 0 of the third byte of 0x01 (TB) scans the rows from the last to the first.
  flips: (state) => ({ x: false, y: (register(state, 0x01, 0, 0, 0)[2]! & 1) === 1 }),
  commands: {
    0x01: setting('Gate driver output'),
    0x03: setting('Gate voltage'),
    0x04: setting('Source voltage'),
    0x08: setting('Program initial code'),
    0x09: setting('Write initial code'),
    0x0a: setting('Read initial code'),
    0x0c: setting('Booster soft start'),
    0x0f: setting('Gate scan start'),
    0x10: { name: 'Deep sleep mode', apply: sleep },
    0x11: { name: 'Data entry mode', apply: setEntryMode },
    0x12: software,
    0x14: setting('HV ready'),
    0x15: setting('VCI detection'),
    0x18: setting('Temperature sensor'),
    0x1a: setting('Write temperature'),
    0x1b: { name: 'Read temperature', read: () => [0x19, 0x00] },
    0x1c: setting('External temperature sensor'),
    0x20: { name: 'Activate display update', start: update },
    0x21: setting('Display update control 1'),
    0x22: setting('Display update control 2'),
    0x24: { name: 'Write black and white RAM', plane: 0 },
    0x26: { name: 'Write red RAM', plane: 1 },
    0x27: { name: 'Read RAM', read: (state) => [state.ram[0]!.bytes[0]!] },
    0x28: setting('VCOM sense'),
    0x29: setting('VCOM sense duration'),
    0x2b: setting('VCOM control'),
    0x2c: setting('VCOM'),
    0x2d: { name: 'Read OTP', read: () => new Array<number>(10).fill(0) },
    0x2e: { name: 'Read user id', read: () => new Array<number>(10).fill(0) },
    0x2f: { name: 'Read status', read: () => [0x01], whileBusy: true },
    0x32: { name: 'Waveform', apply: waveformLoaded },
    0x37: setting('Display option'),
    0x38: setting('User id'),
    0x39: setting('OTP mode'),
    0x3a: setting('Dummy lines'),
    0x3b: setting('Gate line width'),
    0x3c: setting('Border'),
    0x3f: setting('End option'),
    0x41: setting('Read RAM option'),
    0x44: { name: 'RAM columns', apply: setColumns },
    0x45: { name: 'RAM rows', apply: setRows },
    0x46: { name: 'Fill red RAM', apply: fill(1) },
    0x47: { name: 'Fill black and white RAM', apply: fill(0) },
    0x4e: {
      name: 'Column counter',
      apply: ({ cursor }, data) => {
        if (data.length > 0) cursor.x = column(data, 0, data.length >= 2);
      },
    },
    0x4f: {
      name: 'Row counter',
      apply: ({ cursor }, data) => {
        if (data.length > 0) cursor.y = word(data, 0) & 0x3ff;
      },
    },
    0x74: setting('Analog block control'),
    0x7e: setting('Digital block control'),
    0x7f: setting('No operation'),
  },
};

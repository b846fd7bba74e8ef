import { hex } from './diagnostics.js';
import { type ChipState, type Family, firstOf, register, settings, waveformLoaded } from './family.js';

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

/** Fills a plane with black and white in turn. Steps are 8, 16, 32 … pixels; 7 is the whole panel. */
const fill =
  (plane: number) =>
  (state: ChipState, [value = 0]: Uint8Array): void => {
    const side = (code: number) => (code === 7 ? Infinity : 8 << code);
    const [high, wide] = [side((value >> 4) & 7), side(value & 7)];
    for (const { stride, bytes, known } of [state.ram[plane]!, ...(state.moved ? [state.moved[plane]!] : [])]) {
      known.fill(1);
      for (let i = 0; i < bytes.length; i++) {
        const steps = Math.floor(i / stride / high) + Math.floor(((i % stride) * 8) / wide) + (value >> 7);
        bytes[i] = steps % 2 === 1 ? 0xff : 0;
      }
    }
    state.busy(1000);
  };

/** Runs the sequence of 0x22: bits for clock, power, temperature, waveform, mode 2, display, power off. */
function update(state: ChipState): void {
  const sequence = firstOf(state, 0x22, 0xff);
  if (sequence & 0x10) state.waveformKnown = true;
  if (sequence & 0xc0) state.powered = true;
  if (sequence & 0x10 && state.registers.has(0x22)) {
    // The waveform in OTP replaces the loaded one.
    if (state.newWaveform)
      state.report('lut-not-enabled', {
        expected: `0x22 ${hex(sequence & ~0x10)}, without bit 4`,
        received: hex(sequence),
        register: 0x22,
      });
    state.newWaveform = false;
    state.registers.delete(0x32);
  }
  if (sequence & 0x04) state.refresh(sequence & 0x08 ? 'partial' : 'full', null);
  else if (state.dirty && !(sequence & 0x03)) state.unshown = true;
  if (sequence & 0x03) state.powered = false;
}

function sleep(state: ChipState, [mode = 0]: Uint8Array): void {
  if (!(mode & 3)) return;
  state.asleep = true;
  // Mode 1 retains the memory.
  if ((mode & 3) !== 1) for (const { known } of [...state.ram, ...(state.moved ?? [])]) known.fill(0);
}

function reset({ cursor, ram, registers }: ChipState): void {
  Object.assign(cursor, { left: 0, right: ram[0]!.stride - 1, top: 0, bottom: ram[0]!.rows - 1, x: 0, y: 0 });
  Object.assign(cursor, { dx: 1, dy: 1, downFirst: false, full: false });
  registers.clear();
}

function softwareReset(state: ChipState): void {
  reset(state);
  state.busy(10_000);
}

/** Inverts a bit of RAM, or reads it as 0: one half of the first byte of 0x21. */
const option = (nibble: number, bit: number): number => (nibble & 4 ? 0 : nibble & 8 ? bit ^ 1 : bit);

function inkTable(state: ChipState, greys: readonly number[]): Uint8Array {
  const { inks } = state;
  const options = firstOf(state, 0x21);
  return Uint8Array.from({ length: 4 }, (_, code) => {
    const [first, second] = [option(options & 15, code & 1), option(options >> 4, code >> 1)];
    if (inks.includes('light_gray')) return greys[first | (second << 1)]!;
    if (inks.length > 2 && second) return 2;
    return first ? 0 : 1;
  });
}

/** Solomon Systech SSD16xx and the chips that copied it: two planes, a window and counters that wrap. */
export const ssd16xx: Family = {
  id: 'ssd16xx',
  name: 'SSD16xx',
  planes: [0x24, 0x26],
  bits: [1, 1],
  busyLevel: 1,
  wraps: true,
  sleep: 0x10,
  reset,
  inkTable,
  // Bit 0 of the third byte of 0x01 (TB).
  isUpsideDown: (state) => (register(state, 0x01, 0, 0, 0)[2]! & 1) === 1,
  commands: {
    // Gates, sources, booster, OTP, detections, temperature; update control; VCOM, options and user id; borders; NOP.
    ...settings(0x01, 0x03, 0x04, 0x08, 0x09, 0x0a, 0x0c, 0x0f, 0x14, 0x15, 0x18, 0x1a, 0x1c, 0x21, 0x22, 0x28, 0x29),
    ...settings(0x2b, 0x2c, 0x2d, 0x2e, 0x37, 0x38, 0x39, 0x3a, 0x3b, 0x3c, 0x3f, 0x41, 0x74, 0x7e, 0x7f),
    0x10: { apply: sleep },
    0x11: { apply: setEntryMode },
    0x12: { start: softwareReset },
    // 25 °C.
    0x1b: { read: () => [0x19, 0x00] },
    0x20: { start: update },
    0x24: { plane: 0 },
    0x26: { plane: 1 },
    // The first byte is a dummy. Bit 0 of 0x41 chooses the plane.
    0x27: {
      read(state) {
        const { bytes, stride } = state.ram[firstOf(state, 0x41) & 1]!;
        return [0, ...bytes.subarray(state.cursor.y * stride + state.cursor.x).subarray(0, 4096)];
      },
    },
    // The id of the chip, and whether it is busy.
    0x2f: { read: (state) => [state.busyness() === 'idle' ? 0x01 : 0x05], whileBusy: true },
    0x32: { apply: waveformLoaded },
    0x44: { apply: setColumns },
    0x45: { apply: setRows },
    0x46: { apply: fill(1) },
    0x47: { apply: fill(0) },
    0x4e: { apply: ({ cursor }, data) => (cursor.x = column(data, 0, data.length >= 2)) },
    0x4f: { apply: ({ cursor }, data) => (cursor.y = word(data, 0) & 0x3ff) },
  },
};

import { type ChipState, type Command, type Commands, type RamArea, register, settings } from './family.js';

/** What UC81xx, four-ink and six-ink chips share: whole frames or windows of data, power on, refresh, power off. */

const high = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** Pixels across and down as the driver set them: 2 bytes on UC8175, 3 on UC8151, 4 on the others. */
function resolution(state: ChipState): { readonly width: number; readonly height: number } {
  const { width, height } = state.part;
  if (state.chip.chips) return { width, height };
  const set = register(state, 0x61);
  if (set.length >= 4) return { width: high(set, 0), height: high(set, 2) };
  if (set.length === 3) return { width: set[0]!, height: high(set, 1) };
  if (set.length === 2) return { width: set[0]!, height: set[1]! };
  // A row of the memory has whole bytes, and 122 visible columns have 128.
  return { width: Math.ceil(width / 8) * 8, height };
}

/** Points the cursor of a plane to the first byte of the window, or of the frame. */
function begin(state: ChipState, plane: number, area: RamArea | null): void {
  const { bits } = state.ram[plane]!;
  const { x, y, width, height } = area ?? { x: 0, y: 0, ...resolution(state) };
  const right = Math.max(Math.ceil(((x + width) * bits) / 8), 1) - 1;
  Object.assign(state.cursor, { left: (x * bits) >> 3, right, top: y, bottom: y + Math.max(height, 1) - 1 });
  Object.assign(state.cursor, { x: state.cursor.left, y, dx: 1, dy: 1, downFirst: false, full: false });
}

/** A command whose data is the picture of a plane. */
export const picture = (plane: number): Command => ({
  plane,
  start: (state) => {
    begin(state, plane, state.partial);
  },
});

/** A command whose data is x, y, width and height of a window and then its picture (IL91874). */
export const pictureInWindow = (plane: number): Command => ({
  plane,
  header: 8,
  apply: (state, header) => {
    begin(state, plane, areaOf(header));
  },
});

const areaOf = (bytes: Uint8Array): RamArea => ({
  x: high(bytes, 0),
  y: high(bytes, 2),
  width: high(bytes, 4),
  height: high(bytes, 6),
});

/** A refresh of the window in its parameters (IL91874). */
export const refreshOfWindow: Command = {
  apply: (state, bytes) => {
    if (bytes.length >= 8) state.refresh('window', areaOf(bytes));
  },
};

/**
 * Starts the partial mode with first and last columns and rows: one byte a value on UC8175, two for rows on UC8151, two for
 * all on the others. Columns are rounded outwards to multiples of `step`.
 */
export function setWindow(state: ChipState, bytes: Uint8Array, register: number, step: number): void {
  if (bytes.length < 4) return;
  const at = bytes.length >= 8 ? [0, 2, 4, 6] : bytes.length >= 6 ? [0, 1, 2, 4] : [0, 1, 2, 3];
  const wide = bytes.length >= 8 ? 0 : bytes.length >= 6 ? 2 : 4;
  const value = (i: number): number => (i >= wide ? high(bytes, at[i]!) : bytes[at[i]!]!);
  const [left, right, top, bottom] = [value(0), value(1), value(2), value(3)];
  if (right < left || bottom < top) {
    const received = `columns ${left} to ${right}, rows ${top} to ${bottom}`;
    state.report('window-reversed', { expected: 'first, then last columns and rows', received, register });
    return;
  }
  const x = left - (left % step);
  state.partial = { x, y: top, width: right - (right % step) + step - x, height: bottom - top + 1 };
}

function show(state: ChipState): void {
  state.refresh(state.partial ? 'window' : 'full', state.partial);
}

function setPower(powered: boolean): Command {
  return { start: (state) => (state.powered = powered) };
}

const deepSleep: Command = {
  apply(state, [check]) {
    if (check === 0xa5) Object.assign(state, { asleep: true, powered: false });
  },
};

/** Power on, refresh and power off in one command; a7 sleeps after that. */
const automatic: Command = {
  apply(state, [sequence]) {
    if (sequence !== 0xa5 && sequence !== 0xa7) return;
    state.powered = true;
    show(state);
    Object.assign(state, { powered: false, asleep: sequence === 0xa7 });
  },
};

/** Bits of the status: partial mode, power on, power off, idle. */
const status = (state: ChipState): number =>
  (state.partial ? 0x40 : 0) | (state.powered ? 0x04 : 0x02) | (state.busyness() === 'idle' ? 0x01 : 0);

export function resetState(state: ChipState): void {
  state.registers.clear();
  Object.assign(state, { partial: null, powered: false });
  begin(state, 0, null);
}

/** Bit 0 of the panel setting, when it is 0, resets the registers. */
const panelSetting: Command = {
  apply(state, parameters) {
    if (parameters[0]! & 1) return;
    resetState(state);
    state.registers.set(0x00, parameters);
  },
};

export const shared: Commands = {
  // Power, booster, PLL, temperature; VCOM, timing, resolution, revision, measurements; cascade and saving.
  ...settings(0x01, 0x03, 0x05, 0x06, 0x30, 0x41, 0x50, 0x60, 0x61, 0x65, 0x70, 0x80, 0x81, 0x82, 0xe0, 0xe3, 0xe5),
  0x00: panelSetting,
  0x02: setPower(false),
  0x04: setPower(true),
  0x07: deepSleep,
  // All data has come.
  0x11: { read: () => [0x80] },
  0x12: { start: show },
  0x17: automatic,
  // 25 °C.
  0x40: { read: () => [0x19, 0x00] },
  0x71: { read: (state) => [status(state)], whileBusy: true },
};

import { type RamArea, type ChipState, type Command, register, setting } from './family.js';

/** What UC81xx, four-ink and six-ink chips share: whole frames or windows of data, power on, refresh, power off. */

const high = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** Pixels across and down as the driver set them: 2 bytes on UC8175, 3 on UC8151, 4 on the others. */
export function resolution(state: ChipState): { readonly width: number; readonly height: number } {
  if (state.chip.chips) return state.panel;
  const set = register(state, 0x61);
  if (set.length >= 4) return { width: high(set, 0), height: high(set, 2) };
  if (set.length === 3) return { width: set[0]!, height: high(set, 1) };
  if (set.length === 2) return { width: set[0]!, height: set[1]! };
  // A row of the memory has whole bytes, and 122 visible columns have 128.
  return { width: Math.ceil(state.panel.width / 8) * 8, height: state.panel.height };
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
export const data = (name: string, plane: number): Command => ({
  name,
  plane,
  start: (state) => {
    begin(state, plane, state.partial);
  },
});

/** A command whose data is x, y, width and height of a window and then its picture (IL91874). */
export const windowData = (name: string, plane: number): Command => ({
  name,
  plane,
  header: 8,
  begin: (state, head) => {
    begin(state, plane, areaOf(head));
  },
});

export const areaOf = (bytes: Uint8Array): RamArea => ({
  x: high(bytes, 0),
  y: high(bytes, 2),
  width: high(bytes, 4),
  height: high(bytes, 6),
});

/** A window from its first and last columns and rows. Columns are rounded outwards to whole bytes. */
export function between(left: number, right: number, top: number, bottom: number, step: number): RamArea {
  const x = left - (left % step);
  return { x, y: top, width: right - (right % step) + step - x, height: bottom - top + 1 };
}

/** First and last values of two bytes each, as in 0x90 with 9 bytes and in 0x83. */
export const wideWindow = (bytes: Uint8Array, step: number): RamArea =>
  between(high(bytes, 0), high(bytes, 2), high(bytes, 4), high(bytes, 6), step);

export const powerOn: Command = {
  name: 'Power on',
  start: (state) => {
    state.powered = true;
  },
};

export const powerOff: Command = {
  name: 'Power off',
  start: (state) => {
    state.powered = false;
  },
};

export const deepSleep: Command = {
  name: 'Deep sleep',
  apply: (state, [check]) => {
    if (check !== 0xa5) return;
    state.asleep = true;
    state.powered = false;
  },
};

export const refresh: Command = { name: 'Display refresh', start: show };

function show(state: ChipState): void {
  state.refresh(state.partial ? 'window' : 'full', state.partial);
}

/** Power on, refresh and power off in one command; a7 sleeps after that. */
export const automatic: Command = {
  name: 'Automatic sequence',
  apply: (state, [sequence]) => {
    if (sequence !== 0xa5 && sequence !== 0xa7) return;
    state.powered = true;
    show(state);
    state.powered = false;
    state.asleep = sequence === 0xa7;
  },
};

export const status: Command = { name: 'Get status', read: () => [0x02], whileBusy: true };

export function resetState(state: ChipState): void {
  state.registers.clear();
  state.partial = null;
  state.powered = false;
  begin(state, 0, null);
}

/** UD and SHL of 0x00 are not modelled: how they turn a picture depends on the panel's wiring, which no source states. */
export const unturned = { x: false, y: false } as const;

/** Bit 0 of the panel setting, when it is 0, resets the registers. */
export const panelSetting: Command = {
  name: 'Panel setting',
  apply: (state, parameters) => {
    if (parameters.length === 0 || parameters[0]! & 1) return;
    resetState(state);
    state.registers.set(0x00, parameters);
  },
};

/** The settings that only change how pixels are driven. */
export const driving: Readonly<Record<number, Command>> = {
  0x00: panelSetting,
  0x01: setting('Power setting'),
  0x02: powerOff,
  0x03: setting('Power off sequence'),
  0x04: powerOn,
  0x05: setting('Power measure'),
  0x06: setting('Booster soft start'),
  0x07: deepSleep,
  0x11: { name: 'Data stop', read: () => [0x80] },
  0x12: refresh,
  0x17: automatic,
  0x30: setting('PLL'),
  0x40: { name: 'Temperature', read: () => [0x19, 0x00] },
  0x41: setting('Temperature sensor'),
  0x50: setting('VCOM and data interval'),
  0x60: setting('Gate and source timing'),
  0x61: setting('Resolution'),
  0x65: setting('Gate and source start'),
  0x70: { name: 'Revision', read: () => [0x00, 0x00, 0x00] },
  0x71: status,
  0x80: setting('VCOM measurement'),
  0x81: { name: 'VCOM value', read: () => [0x00] },
  0x82: setting('VCOM'),
  0xe0: setting('Cascade'),
  0xe3: setting('Power saving'),
  0xe5: setting('Force temperature'),
};

import { describe, expect, test } from '@jest/globals';
import type { PanelDefinition } from '../../renderer/controller/definition.js';
import { chips, families } from '../../renderer/controller/families/chips.js';
import { createControllerPanel } from '../../renderer/controller/panel.js';
import { type PanelEvent, unpack } from '../../renderer/index.js';

// Each command of a family, in each way in which its memory becomes a picture: a register that changes the picture in one mode does so in all, but for those
// that are listed below.

type TwoPlanes = 'ssd16xx' | 'uc81xx';

interface Mode {
  readonly inks: PanelDefinition['inks'];
  readonly definition?: Partial<PanelDefinition>;
  /** Sent before the picture. */
  readonly start?: readonly PanelEvent[];
  /** Absent: a full refresh. */
  readonly refresh?: readonly PanelEvent[];
}

const send = (command: number, ...bytes: readonly number[]): PanelEvent[] => [
  ['c', command],
  ...(bytes.length > 0 ? [['d', Buffer.from(bytes).toString('hex')] as const] : []),
];
const idle: PanelEvent = ['busy'];
const zeros = (count: number): readonly number[] => new Array<number>(count).fill(0);

/** 16 × 4 pixels with all four codes. */
const low = [0x0f, 0xf0, 0x3c, 0xc3, 0x55, 0xaa, 0xff, 0x00];
const high = [0xff, 0x00, 0x33, 0xcc, 0x0f, 0xf0, 0x99, 0x66];

const two = ['white', 'black'] as const;
const red = ['white', 'black', 'red'] as const;
const greys = ['white', 'black', 'light_gray', 'dark_gray'] as const;
/** Of codes 0 to 3; another order than the assumed ones. */
const stated = [0, 2, 3, 1];

/** Levels of codes 0 to 3, each one frame more towards black. */
const ladder = [0, 0x40, 0x50, 0x54];
const ssdWaveform = send(
  0x32,
  ...ladder.flatMap((levels) => [levels, ...zeros(11)]),
  ...zeros(12),
  ...[1, 1, 0, 1, 1],
  ...zeros(88),
);
const ucWaveform = [
  ...send(0x00, 0x3f),
  ...[0, ...ladder].flatMap((levels, i) => send(0x20 + i, levels, 1, 1, 1, 1, 1, ...zeros(36))),
];
const ssdRefresh = (sequence: number): PanelEvent[] => [...send(0x22, sequence), ...send(0x20), idle];

const wirings: Readonly<
  Record<
    TwoPlanes,
    {
      readonly chip: string;
      readonly start: readonly PanelEvent[];
      readonly picture: readonly PanelEvent[];
      readonly refresh: readonly PanelEvent[];
      readonly modes: Readonly<Record<string, Mode>>;
      /** By the modes that do not read them: registers and their bits. */
      readonly unread: Readonly<Record<string, string>>;
    }
  >
> = {
  ssd16xx: {
    chip: 'SSD16xx',
    start: [...send(0x11, 3), ...send(0x44, 0, 1), ...send(0x45, 0, 0, 3, 0), ...send(0x4e, 0), ...send(0x4f, 0, 0)],
    picture: [...send(0x24, ...low), ...send(0x4e, 0), ...send(0x4f, 0, 0), ...send(0x26, ...high)],
    refresh: ssdRefresh(0xf7),
    modes: {
      two: { inks: two },
      'two, partial': { inks: two, refresh: ssdRefresh(0xff) },
      'two, waveform': { inks: two, start: ssdWaveform, refresh: ssdRefresh(0xc7) },
      red: { inks: red },
      'greys, waveform': { inks: greys, start: ssdWaveform, refresh: ssdRefresh(0xc7) },
      'greys, profile': { inks: greys, definition: { profileGreys: stated } },
      'greys, header': { inks: greys, definition: { greys: stated } },
      'greys, assumed': { inks: greys },
    },
    unread: {
      // Of two inks the second plane is the old picture: only its ghosts depend on it.
      'two; two, partial; two, waveform': '21:67 46:01234567',
      // A waveform orders greys alone, and a software reset forgets it.
      'two; two, partial; two, waveform; red; greys, profile; greys, header; greys, assumed': '12:01234567 32:01234567',
    },
  },
  uc81xx: {
    chip: 'UC8151',
    start: [...send(0x61, 16, 0, 4), ...send(0x50, 0x97)],
    picture: [...send(0x10, ...low), ...send(0x13, ...high)],
    refresh: [...send(0x04), idle, ...send(0x12), idle],
    modes: {
      two: { inks: two },
      'two, window': { inks: two, start: [...send(0x91), ...send(0x90, 0, 15, 0, 0, 0, 3, 1)] },
      'two, waveform': { inks: two, start: ucWaveform },
      red: { inks: red, start: send(0x00, 0x0f) },
      'red, mode of two': { inks: red, start: send(0x00, 0x1f) },
      'greys, waveform': { inks: greys, start: ucWaveform },
      'greys, profile': { inks: greys, definition: { profileGreys: stated, polarity: [1] } },
      'greys, header': { inks: greys, definition: { greys: stated } },
      'greys, assumed': { inks: greys },
    },
    unread: {
      // The header's order is that of the codes as the driver sends them.
      'greys, header': '50:01234567',
      // The data of a window has the window's width.
      'two, window': '61:0123567',
      // Waveforms order greys alone.
      'two; two, window; two, waveform; red; red, mode of two; greys, profile; greys, header; greys, assumed':
        '00:1234567 21:01234567 22:01234567 23:01234567 24:01234567',
    },
  },
};

describe.each(Object.entries(wirings))('%s', (id, { chip, start, picture, refresh, modes, unread }) => {
  const named = chips.find((each) => each.id === chip)!;

  /** The glass after a register was set before or after the picture came. */
  const shown = (mode: Mode, register: readonly PanelEvent[], isLate: boolean): string => {
    const panel = createControllerPanel({
      ...{ chip: { ...named, width: 16, height: 4 }, width: 16, height: 4, inks: mode.inks, greys: null },
      ...{ placement: { turn: 0, mirror: false, ramX: 0 }, seconds: { full: 1, partial: 0.3 } },
      ...mode.definition,
    });
    const before = [...start, ...(mode.start ?? []), ...(isLate ? [] : register)];
    for (const event of [...before, ...picture, ...(isLate ? register : []), ...(mode.refresh ?? refresh)])
      panel.feed(event);
    return Buffer.from(unpack(panel.glass())).toString('hex');
  };

  test('each mode shows the picture with all its inks', () => {
    for (const mode of Object.values(modes)) {
      const inks = new Set(Buffer.from(shown(mode, [], false), 'hex'));
      expect(inks.size).toBe(mode.inks.length);
    }
  });

  test('a register that one mode reads is read in all, but for those with a reason', () => {
    const plain = new Map(Object.values(modes).map((mode) => [mode, shown(mode, [], false)]));
    const registers = Object.entries(families[id as TwoPlanes].commands).filter(([, { plane }]) => plane === undefined);
    const partly = new Map<string, Map<string, string>>();
    for (const command of registers.map(([byte]) => Number(byte)))
      for (let bit = 0; bit < 8; bit++) {
        const set = (count: number) => send(command, ...new Array<number>(count).fill(1 << bit));
        const settings = [
          { register: set(3), isLate: false },
          { register: set(1), isLate: true },
        ];
        const deaf = Object.entries(modes).flatMap(([name, mode]) =>
          settings.some(({ register, isLate }) => shown(mode, register, isLate) !== plain.get(mode)) ? [] : [name],
        );
        if (deaf.length === 0 || deaf.length === Object.keys(modes).length) continue;
        const names = deaf.join('; ');
        const byte = command.toString(16).padStart(2, '0');
        partly.set(names, partly.get(names) ?? new Map<string, string>());
        partly.get(names)!.set(byte, `${partly.get(names)!.get(byte) ?? ''}${bit}`);
      }
    const rows = [...partly].map(([names, bits]) => [names, Array.from(bits, (each) => each.join(':')).join(' ')]);
    expect(Object.fromEntries(rows)).toEqual(unread);
  });
});

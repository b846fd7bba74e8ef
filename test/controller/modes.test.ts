import { describe, expect, test } from '@jest/globals';
import type { PanelDefinition } from '../../renderer/controller/definition.js';
import { chips, families } from '../../renderer/controller/families/chips.js';
import { createControllerPanel } from '../../renderer/controller/panel.js';
import { unpack } from '../../renderer/index.js';
import { eventsOf, hex } from '../support/controller/trace-text.js';

// Each command of a family, in each way in which its memory becomes a picture: a register that changes the picture in one mode does so in all, but for those
// that are listed below.

type TwoPlanes = 'ssd16xx' | 'uc81xx';

interface Mode {
  readonly inks: PanelDefinition['inks'];
  readonly definition?: Partial<PanelDefinition>;
  /** Sent before the picture. */
  readonly start?: string;
  /** Absent: a full refresh. */
  readonly refresh?: string;
}

/** 16 × 4 pixels with all four codes. */
const [low, high] = ['0ff03cc355aaff00', 'ff0033cc0ff09966'];

const two = ['white', 'black'] as const;
const red = ['white', 'black', 'red'] as const;
const greys = ['white', 'black', 'light_gray', 'dark_gray'] as const;
/** Of codes 0 to 3; another order than the assumed ones. */
const stated = [0, 2, 3, 1];

/** Levels of codes 0 to 3, each one frame more towards black. */
const ladder = ['00', '40', '50', '54'];
const ssdWaveform = `32:${ladder.map((levels) => `${levels},00*11`).join()},00*12,0101000101,00*88`;
const ucWaveform = ['00:3f', ...['00', ...ladder].map((levels, i) => `2${i}:${levels},01*5,00*36`)].join(' ');

const wirings: Readonly<
  Record<
    TwoPlanes,
    {
      readonly chip: string;
      readonly start: string;
      readonly picture: string;
      readonly refresh: string;
      readonly modes: Readonly<Record<string, Mode>>;
      /** By the modes that do not read them: registers and their bits. */
      readonly unread: Readonly<Record<string, string>>;
    }
  >
> = {
  ssd16xx: {
    chip: 'SSD16xx',
    start: '11:03 44:0001 45:00000300 4e:00 4f:0000',
    picture: `24:${low} 4e:00 4f:0000 26:${high}`,
    refresh: '22:f7 20 busy',
    modes: {
      two: { inks: two },
      'two, partial': { inks: two, refresh: '22:ff 20 busy' },
      'two, waveform': { inks: two, start: ssdWaveform, refresh: '22:c7 20 busy' },
      red: { inks: red },
      'greys, waveform': { inks: greys, start: ssdWaveform, refresh: '22:c7 20 busy' },
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
    start: '61:100004 50:97',
    picture: `10:${low} 13:${high}`,
    refresh: '04 busy 12 busy',
    modes: {
      two: { inks: two },
      'two, window': { inks: two, start: '91 90:000f0000000301' },
      'two, waveform': { inks: two, start: ucWaveform },
      red: { inks: red, start: '00:0f' },
      'red, mode of two': { inks: red, start: '00:1f' },
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
  const shown = (mode: Mode, register: string, isLate: boolean): string => {
    const panel = createControllerPanel({
      ...{ chip: { ...named, width: 16, height: 4 }, width: 16, height: 4, inks: mode.inks, greys: null },
      ...{ placement: { turn: 0, mirror: false, ramX: 0 }, seconds: { full: 1, partial: 0.3 } },
      ...mode.definition,
    });
    const ordered = isLate ? [picture, register] : [register, picture];
    const trace = [start, mode.start ?? '', ...ordered, mode.refresh ?? refresh].filter(Boolean).join(' ');
    for (const event of eventsOf(trace)) panel.feed(event);
    return Buffer.from(unpack(panel.glass())).toString('hex');
  };

  test('each mode shows the picture with all its inks', () => {
    for (const mode of Object.values(modes)) {
      const inks = new Set(Buffer.from(shown(mode, '', false), 'hex'));
      expect(inks.size).toBe(mode.inks.length);
    }
  });

  test('a register that one mode reads is read in all, but for those with a reason', () => {
    const plain = new Map(Object.values(modes).map((mode) => [mode, shown(mode, '', false)]));
    const registers = Object.entries(families[id as TwoPlanes].commands).filter(([, { plane }]) => plane === undefined);
    const partly = new Map<string, Map<string, string>>();
    for (const command of registers.map(([byte]) => Number(byte)))
      for (let bit = 0; bit < 8; bit++) {
        const set = (count: number) => `${hex(command)}:${hex(1 << bit)}*${count}`;
        const settings = [
          { register: set(3), isLate: false },
          { register: set(1), isLate: true },
        ];
        const deaf = Object.entries(modes).flatMap(([name, mode]) =>
          settings.some(({ register, isLate }) => shown(mode, register, isLate) !== plain.get(mode)) ? [] : [name],
        );
        if (deaf.length === 0 || deaf.length === Object.keys(modes).length) continue;
        const names = deaf.join('; ');
        const byte = hex(command);
        partly.set(names, partly.get(names) ?? new Map<string, string>());
        partly.get(names)!.set(byte, `${partly.get(names)!.get(byte) ?? ''}${bit}`);
      }
    const rows = [...partly].map(([names, bits]) => [names, Array.from(bits, (each) => each.join(':')).join(' ')]);
    expect(Object.fromEntries(rows)).toEqual(unread);
  });
});

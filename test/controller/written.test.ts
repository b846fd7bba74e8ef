import { describe, expect, test } from '@jest/globals';
import { chips, families } from '../../renderer/controller/families/chips.js';
import type { Family, FamilyId } from '../../renderer/controller/families/family.js';
import { createControllerPanel, type ControllerPanel, type PanelDefinition } from '../../renderer/controller/panel.js';
import { type PanelEvent, unpack } from '../../renderer/index.js';

/**
 * What data sheets say, on small panels: each case names the commands that it needs, and must fail when one of them has no
 * effect. A row of the glass is a string: . white, # black, r red, y yellow, o any other ink.
 */
interface Case {
  readonly title: string;
  readonly chip: string;
  readonly inks?: PanelDefinition['inks'];
  readonly size?: readonly [width: number, height: number];
  readonly events: readonly PanelEvent[];
  readonly glass: readonly string[];
  /** Commands whose loss the case must show. `reset` is the pin. */
  readonly needs: readonly (number | 'reset')[];
}

const bwr = ['white', 'black', 'red'] as const;
const fourInks = ['white', 'black', 'yellow', 'red'] as const;
const hex = (...bytes: number[]): string => Buffer.from(bytes).toString('hex');
const send = (command: number, ...bytes: number[]): PanelEvent[] =>
  bytes.length > 0
    ? [
        ['c', command],
        ['d', hex(...bytes)],
      ]
    : [['c', command]];
const pulse: PanelEvent[] = [['rst', 0], ['wait_us', 10_000], ['rst', 1], ['busy']];
const idle: PanelEvent = ['busy'];
const ssdShow = [...send(0x22, 0xf7), ...send(0x20), idle];
const ssdPartial = [...send(0x22, 0xff), ...send(0x20), idle];
const ssdWhite = [...send(0x24, ...new Array<number>(8).fill(0xff)), ...send(0x26, ...new Array<number>(8).fill(0xff))];
const ssdStart = [
  ...send(0x11, 3),
  ...send(0x44, 0, 1),
  ...send(0x45, 0, 0, 3, 0),
  ...send(0x4e, 0),
  ...send(0x4f, 0, 0),
];
const ucShow = [...send(0x04), idle, ...send(0x12), idle];
const ucWhite = [...send(0x61, 16, 0, 4), ...send(0x50, 0x97), ...send(0x13, ...new Array<number>(8).fill(0xff))];
const blank = '.'.repeat(16);
const black = '#'.repeat(16);

const cases: readonly Case[] = [
  {
    title: 'SSD: a window and its counters take the data, which wraps within it',
    chip: 'SSD16xx',
    events: [
      ...ssdStart,
      ...ssdWhite,
      ...send(0x44, 1, 1),
      ...send(0x45, 1, 0, 2, 0),
      ...send(0x4e, 1),
      ...send(0x4f, 2, 0),
      ...send(0x24, 0x0f, 0xf0),
      ...ssdShow,
    ],
    glass: [blank, '............####', '........####....', blank],
    needs: [0x44, 0x45, 0x4f],
  },
  {
    title: 'SSD: 0x4E moves the start of data within the window',
    chip: 'SSD16xx',
    events: [...ssdStart, ...ssdWhite, ...send(0x4e, 1), ...send(0x4f, 1, 0), ...send(0x24, 0, 0x0f), ...ssdShow],
    glass: [blank, '........########', '####............', blank],
    needs: [0x4e, 0x4f],
  },
  {
    title: 'SSD1677: windows and counters count pixels in two bytes',
    chip: 'SSD1677',
    events: [
      ...send(0x11, 3),
      ...send(0x44, 0, 0, 15, 0),
      ...send(0x45, 0, 0, 3, 0),
      ...ssdWhite,
      ...send(0x44, 8, 0, 15, 0),
      ...send(0x45, 2, 0, 3, 0),
      ...send(0x4e, 8, 0),
      ...send(0x4f, 2, 0),
      ...send(0x24, 0, 0x0f),
      ...ssdShow,
    ],
    glass: [blank, blank, '........########', '........####....'],
    needs: [0x44, 0x4e, 0x4f],
  },
  {
    title: 'SSD: 0x21 inverts the black and white plane',
    chip: 'SSD16xx',
    events: [...ssdStart, ...send(0x21, 0x08), ...send(0x24, 0xff, 0xf0, 0, 0, 0, 0, 0, 0), ...ssdShow],
    glass: ['############....', blank, blank, blank],
    needs: [0x21],
  },
  {
    title: 'SSD: 0x21 reads the red plane inverted, or as nothing',
    chip: 'SSD16xx',
    inks: bwr,
    events: [
      ...ssdStart,
      ...ssdWhite,
      ...send(0x26, 0xf0, 0xff, ...new Array<number>(6).fill(0xff)),
      ...send(0x21, 0x80),
      ...ssdShow,
    ],
    glass: ['....rrrr........', blank, blank, blank],
    needs: [0x21],
  },
  {
    title: 'SSD: 0x01 with TB scans the rows from the last',
    chip: 'SSD16xx',
    events: [...ssdStart, ...ssdWhite, ...send(0x01, 3, 0, 1), ...send(0x24, 0, 0xff), ...ssdShow],
    glass: [blank, blank, blank, '########........'],
    needs: [0x01],
  },
  {
    title: 'SSD: a software reset sets the window and the entry mode back, and keeps the memory',
    chip: 'SSD16xx',
    events: [
      ...ssdStart,
      ...ssdWhite,
      ...send(0x44, 1, 1),
      ...send(0x12),
      idle,
      ...send(0x4e, 0),
      ...send(0x4f, 0, 0),
      ...send(0x11, 3),
      ...send(0x24, 0xff, 0xff, 0),
      ...ssdShow,
    ],
    glass: [blank, '########........', blank, blank],
    needs: [0x12],
  },
  {
    title: 'SSD: the reset pin sets the window back, too',
    chip: 'SSD16xx',
    events: [
      ...ssdStart,
      ...ssdWhite,
      ...send(0x44, 1, 1),
      ...pulse,
      ...send(0x11, 3),
      ...send(0x24, 0xff, 0xff, 0),
      ...ssdShow,
    ],
    glass: [blank, '########........', blank, blank],
    needs: ['reset'],
  },
  {
    title: 'SSD: deep sleep ignores all until a reset, and mode 1 keeps the memory',
    chip: 'SSD16xx',
    events: [
      ...ssdStart,
      ...ssdWhite,
      ...send(0x10, 1),
      ...send(0x24, 0, 0, 0, 0),
      ...ssdShow,
      ...pulse,
      ...send(0x11, 3),
      ...send(0x24, 0),
      ...ssdShow,
    ],
    glass: ['########........', blank, blank, blank],
    needs: [0x10],
  },
  {
    title: 'SSD: 0x20 without the display bit of 0x22 shows nothing',
    chip: 'SSD16xx',
    events: [...ssdStart, ...send(0x24, ...new Array<number>(8).fill(0)), ...send(0x22, 0xc0), ...send(0x20), idle],
    glass: [blank, blank, blank, blank],
    needs: [0x22],
  },
  {
    title: 'SSD: 0x47 fills a plane',
    chip: 'SSD16xx',
    events: [...ssdStart, ...ssdWhite, ...send(0x47, 0x77), idle, ...ssdShow],
    glass: [black, black, black, black],
    needs: [0x47],
  },
  {
    title: 'UC: a refresh in the partial mode shows the window alone, whatever else was written',
    chip: 'UC8151',
    events: [
      ...ucWhite,
      ...send(0x13, ...new Array<number>(8).fill(0)),
      ...send(0x91),
      ...send(0x90, 8, 15, 0, 1, 0, 2, 1),
      ...ucShow,
    ],
    glass: [blank, '........########', '........########', blank],
    needs: [0x91, 0x90],
  },
  {
    title: 'UC: 0x92 ends the partial mode: a refresh shows everything again',
    chip: 'UC8151',
    events: [
      ...ucWhite,
      ...send(0x91),
      ...send(0x90, 8, 15, 0, 1, 0, 2, 1),
      ...send(0x13, 0, 0),
      ...send(0x92),
      ...send(0x13, 0x0f, 0xff, 0xff, 0, 0xff, 0xff, 0xff, 0xff),
      ...ucShow,
    ],
    glass: ['####............', '........########', blank, blank],
    needs: [0x92],
  },
  {
    title: 'UC8179: 0x90 has nine bytes, and columns are rounded outwards',
    chip: 'UC8179',
    events: [
      ...send(0x61, 0, 16, 0, 4),
      ...send(0x50, 0x11, 0x07),
      ...send(0x13, ...new Array<number>(8).fill(0xff)),
      ...send(0x91),
      ...send(0x90, 0, 9, 0, 12, 0, 3, 0, 3, 1),
      ...send(0x13, 0),
      ...ucShow,
    ],
    glass: [blank, blank, blank, '........########'],
    needs: [0x90, 0x91],
  },
  {
    title: 'UC8175: 0x90 has one byte a value',
    chip: 'UC8175',
    events: [
      ...send(0x61, 16, 4),
      ...send(0x50, 0x97),
      ...send(0x13, ...new Array<number>(8).fill(0xff)),
      ...send(0x91),
      ...send(0x90, 0, 7, 2, 3, 1),
      ...send(0x13, 0, 0xf0),
      ...ucShow,
    ],
    glass: [blank, blank, '########........', '....####........'],
    needs: [0x90, 0x91],
  },
  {
    title: 'UC: 0x50 says which bit is white, at the moment of the refresh',
    chip: 'UC8151',
    events: [...ucWhite, ...send(0x13, 0xf0, 0, 0, 0, 0, 0, 0, 0), ...send(0x50, 0x87), ...ucShow],
    glass: ['####............', blank, blank, blank],
    needs: [0x50],
  },
  {
    title: 'UC: 0x50 says which bit of the second plane is red',
    chip: 'UC8151',
    inks: bwr,
    events: [
      ...ucWhite,
      ...send(0x10, ...new Array<number>(8).fill(0xff)),
      ...send(0x13, 0xf0, ...new Array<number>(7).fill(0xff)),
      ...send(0x50, 0xb7),
      ...send(0x00, 0x0f),
      ...ucShow,
    ],
    glass: ['....rrrr........', blank, blank, blank],
    needs: [0x50],
  },
  {
    title: 'UC: 0x17 refreshes without 0x12',
    chip: 'UC8151',
    events: [...ucWhite, ...send(0x13, 0, 0, ...new Array<number>(6).fill(0xff)), ...send(0x17, 0xa5), idle],
    glass: [black, blank, blank, blank],
    needs: [0x17],
  },
  {
    title: 'UC: deep sleep ignores all until a reset',
    chip: 'UC8151',
    events: [...ucWhite, ...ucShow, ...send(0x07, 0xa5), ...send(0x13, ...new Array<number>(8).fill(0)), ...ucShow],
    glass: [blank, blank, blank, blank],
    needs: [0x07],
  },
  {
    title: 'UC: a reset ends the partial mode',
    chip: 'UC8151',
    events: [
      ...ucWhite,
      ...send(0x91),
      ...send(0x90, 8, 15, 0, 1, 0, 2, 1),
      ...pulse,
      ...send(0x13, 0, 0),
      ...send(0x50, 0x97),
      ...ucShow,
    ],
    glass: [black, blank, blank, blank],
    needs: ['reset'],
  },
  {
    title: 'four inks: 0x83 is a window, and its last byte 0 ends it',
    chip: 'JD796xx',
    inks: fourInks,
    events: [
      ...send(0x61, 0, 16, 0, 4),
      ...send(0x10, ...new Array<number>(16).fill(0x55)),
      ...send(0x83, 0, 4, 0, 11, 0, 1, 0, 1, 1),
      ...send(0x10, 0x1b, 0xaa),
      ...send(0x04),
      idle,
      ...send(0x12, 0),
      idle,
    ],
    glass: [blank, '....#.yryyyy....', blank, blank],
    needs: [0x83],
  },
  {
    title: 'six inks: four bits a pixel; rows as wide as 0x61 says',
    chip: 'Spectra',
    inks: ['white', 'black', 'yellow', 'red', 'blue', 'green'],
    events: [
      ...send(0x61, 0, 16, 0, 4),
      ...send(0x10, 0x01, 0x23, 0x56, ...new Array<number>(29).fill(0x11)),
      ...send(0x04),
      idle,
      ...send(0x12, 0),
      idle,
    ],
    glass: ['#.yroo..........', blank, blank, blank],
    needs: [0x10],
  },
  {
    title: 'two chips: chip select says which half takes the data',
    chip: 'T133A01',
    inks: ['white', 'black', 'yellow', 'red', 'blue', 'green'],
    events: [
      ['cs', 0, 0],
      ['cs', 1, 1],
      ...send(0x10, ...new Array<number>(16).fill(0x00)),
      ['cs', 1, 0],
      ['cs', 0, 1],
      ...send(0x10, ...new Array<number>(16).fill(0x33)),
      ['cs', 0, 0],
      ...send(0x04),
      idle,
      ...send(0x12, 1),
      idle,
    ],
    glass: new Array<string>(4).fill('########rrrrrrrr'),
    needs: [0x10],
  },
];

/** The eight entry modes: the place of the n-th byte, by the data sheet. */
const entryModes = Array.from({ length: 8 }, (_, mode): Case => {
  const [right, down, downFirst] = [(mode & 1) !== 0, (mode & 2) !== 0, (mode & 4) !== 0];
  const rows = Array.from({ length: 4 }, () => ['', '']);
  for (let n = 0; n < 8; n++) {
    const [across, along] = downFirst ? [n >> 2, n & 3] : [n & 1, n >> 1];
    const bits = (0x10 + n).toString(2).padStart(8, '0');
    const pixels = (right ? bits : Array.from(bits).reverse().join('')).replaceAll('0', '#').replaceAll('1', '.');
    rows[down ? along : 3 - along]![right ? across : 1 - across] = pixels;
  }
  return {
    title: `SSD: entry mode ${mode}`,
    chip: 'SSD16xx',
    events: [
      ...send(0x11, mode),
      ...(right ? send(0x44, 0, 1) : send(0x44, 1, 0)),
      ...(down ? send(0x45, 0, 0, 3, 0) : send(0x45, 3, 0, 0, 0)),
      ...send(0x4e, right ? 0 : 1),
      ...send(0x4f, down ? 0 : 3, 0),
      ...send(0x24, ...Array.from({ length: 8 }, (_, n) => 0x10 + n)),
      ...ssdShow,
    ],
    glass: rows.map((row) => row.join('')),
    needs: mode === 3 ? [] : [0x11],
  };
});

function panelOf(
  { chip, inks = ['white', 'black'], size = [16, 4] }: Pick<Case, 'chip' | 'inks' | 'size'>,
  more: Partial<PanelDefinition> = {},
): ControllerPanel {
  return createControllerPanel({
    chip: {
      ...chips.find(({ id }) => id === chip)!,
      ...(chip.startsWith('SSD') && { width: size[0], height: size[1] }),
    },
    width: size[0],
    height: size[1],
    inks,
    placement: { turn: 0, mirror: false, ramX: 0 },
    greys: null,
    seconds: { full: 1, partial: 0.3 },
    ...more,
  });
}

function glassAfter(panel: ControllerPanel, events: readonly PanelEvent[], width = 16): string[] {
  for (const event of events) panel.feed(event);
  const pixels = unpack(panel.glass());
  const { inks } = panel.definition;
  const letter = (ink: number) => ({ white: '.', black: '#', red: 'r', yellow: 'y' })[inks[ink] as string] ?? 'o';
  const all = Array.from(pixels, letter).join('');
  return Array.from({ length: pixels.length / width }, (_, y) => all.slice(y * width, (y + 1) * width));
}

/** The families without a command, or with a reset that has no effect. */
function without(need: number | 'reset'): Readonly<Record<FamilyId, Family>> {
  const drop = (family: Family): Family => {
    if (need !== 'reset')
      return { ...family, commands: { ...family.commands, [need]: undefined } as unknown as Family['commands'] };
    let isOn = false;
    return {
      ...family,
      reset(state) {
        if (!isOn) family.reset(state);
        isOn = true;
      },
    };
  };
  return Object.fromEntries(Object.entries(families).map(([id, family]) => [id, drop(family)])) as Record<
    FamilyId,
    Family
  >;
}

describe('a data sheet says', () => {
  test.each([...cases, ...entryModes].map((each) => [each.title, each] as const))('%s', (_, each) => {
    expect(glassAfter(panelOf(each), each.events)).toEqual(each.glass);
    for (const need of each.needs) {
      const dropped = glassAfter(panelOf(each, { families: without(need) }), each.events);
      expect([need, dropped.join() === each.glass.join()]).toEqual([need, false]);
    }
  });
});

describe('the old picture', () => {
  const show = (chip: string, events: readonly PanelEvent[]) => {
    const panel = panelOf({ chip });
    const refreshes = events.flatMap((event) => panel.feed(event).refreshes);
    return { panel, last: refreshes.at(-1)!, codes: panel.diagnostics.map(({ code, grade }) => `${grade} ${code}`) };
  };
  const row = (...bytes: number[]) => [...bytes, ...new Array<number>(8 - bytes.length).fill(0xff)];

  test('of an SSD ghosts where it is not what the glass shows, and the picture as driven says where', () => {
    const seeded = [...ssdStart, ...ssdWhite, ...ssdShow];
    const good = show('SSD16xx', [...seeded, ...send(0x24, ...row(0)), ...send(0x26, ...row()), ...ssdPartial]);
    expect([good.last.kind, good.last.ghost, good.codes]).toEqual(['partial', null, []]);
    const bad = show('SSD16xx', [...seeded, ...send(0x24, ...row(0)), ...send(0x26, ...row(0)), ...ssdPartial]);
    expect(bad.codes).toEqual(['warning old-plane-not-seeded']);
    expect([unpack(bad.last.picture)[0], unpack(bad.last.ghost!)[0]]).toEqual([1, 0]);
  });

  test('of a UC8179 is copied if bit 3 of 0x50 says so', () => {
    const twice = (interval: number) => [
      ...send(0x61, 0, 16, 0, 4),
      ...send(0x50, interval, 0x07),
      ...send(0x10, ...row()),
      ...send(0x13, ...row(0)),
      ...send(0x04),
      idle,
      ...send(0x91),
      ...send(0x90, 0, 0, 0, 15, 0, 0, 0, 3, 1),
      ...send(0x12),
      idle,
      ...send(0x13, ...row()),
      ...send(0x12),
      idle,
    ];
    expect(show('UC8179', twice(0x29)).codes).toEqual([]);
    expect(show('UC8179', twice(0x21)).codes).toEqual(['warning old-plane-not-seeded']);
    expect(show('UC8176', twice(0x97)).codes).toEqual(['warning old-plane-not-seeded']);
  });

  test('of an SSD is exchanged where 0x37 says so', () => {
    const twice = [
      ...ssdStart,
      ...ssdWhite,
      ...ssdShow,
      ...send(0x24, ...row(0)),
      ...ssdPartial,
      ...send(0x24, ...row()),
      ...ssdPartial,
    ];
    expect(show('SSD16xx', [...send(0x37, 0, 0, 0, 0, 0, 0x40), ...twice]).codes).toEqual([]);
    expect(show('SSD16xx', twice).codes).toEqual(['note old-plane-not-seeded']);
  });
});

import { describe, expect, test } from '@jest/globals';
import { chips, families } from '../../renderer/controller/families/chips.js';
import { diagnosticKinds } from '../../renderer/controller/families/diagnostics.js';
import type { Family, FamilyId } from '../../renderer/controller/families/family.js';
import type { PanelDefinition } from '../../renderer/controller/definition.js';
import { type EmulatedPanel, createControllerPanel } from '../../renderer/controller/panel.js';
import { type PanelEvent, unpack } from '../../renderer/index.js';

/** What data sheets say, on small panels. A row of the glass is a string: . white, # black, r red, y yellow, o any other ink. */
interface Case {
  readonly title: string;
  readonly chip: string;
  readonly inks?: PanelDefinition['inks'];
  readonly size?: readonly [width: number, height: number];
  readonly events: readonly PanelEvent[];
  /** Absent: white. */
  readonly glass?: readonly string[];
  /** What the host reads, in hexadecimal. */
  readonly reads?: string;
  /** Grades, codes and registers. */
  readonly diagnostics?: readonly string[];
  readonly kinds?: string;
  readonly definition?: Partial<PanelDefinition>;
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

/** One changed pixel beside or in a window of one byte and the rows 1 and 2. */
const beside: readonly Case[] = [0, 1].flatMap((byte) =>
  (
    [
      [7, 1],
      [8, 1],
      [8 * byte, 0],
      [8 * byte, 1],
      [8 * byte + 7, 2],
      [8 * byte, 3],
    ] as const
  ).map(([x, y]): Case => {
    const rows = new Array<number>(8).fill(0xff);
    rows[2 * y + (x >> 3)] = 0xff - (0x80 >> (x & 7));
    const isInside = x >> 3 === byte && (y === 1 || y === 2);
    const window = [...send(0x44, byte, byte), ...send(0x45, 1, 0, 2, 0), ...send(0x4e, byte), ...send(0x4f, 1, 0)];
    return {
      title: `SSD: the pixel ${x}, ${y} is ${isInside ? 'in' : 'beyond'} a window of the byte ${byte} and the rows 1 and 2`,
      chip: 'SSD16xx',
      events: [...ssdStart, ...ssdWhite, ...send(0x24, ...rows), ...window, ...ssdShow],
      diagnostics: isInside ? [] : ['note refresh-beyond-window 0x44'],
      glass: [0, 1, 2, 3].map((row) => (row === y ? `${'.'.repeat(x)}#${'.'.repeat(15 - x)}` : blank)),
    };
  }),
);

const cases: readonly Case[] = [
  ...beside,
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
    diagnostics: ['warning counter-not-at-start 0x4f'],
    glass: [blank, '............####', '........####....', blank],
  },
  {
    title: 'SSD: 0x4E moves the start of data within the window',
    chip: 'SSD16xx',
    events: [...ssdStart, ...ssdWhite, ...send(0x4e, 1), ...send(0x4f, 1, 0), ...send(0x24, 0, 0x0f), ...ssdShow],
    diagnostics: ['warning counter-not-at-start 0x4f'],
    glass: [blank, '........########', '####............', blank],
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
  },
  {
    title: 'SSD: 0x21 inverts the black and white plane',
    chip: 'SSD16xx',
    events: [...ssdStart, ...send(0x21, 0x08), ...send(0x24, 0xff, 0xf0, 0, 0, 0, 0, 0, 0), ...ssdShow],
    glass: ['############....', blank, blank, blank],
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
  },
  {
    title: 'SSD: 0x01 with TB scans the rows from the last',
    chip: 'SSD16xx',
    events: [...ssdStart, ...ssdWhite, ...send(0x01, 3, 0, 1), ...send(0x24, 0, 0xff), ...ssdShow],
    glass: [blank, blank, blank, '########........'],
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
    diagnostics: ['warning data-not-whole-rows 0x24'],
    glass: [blank, '########........', blank, blank],
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
    diagnostics: ['warning data-not-whole-rows 0x24'],
    glass: [blank, '########........', blank, blank],
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
    diagnostics: [
      'error command-in-deep-sleep 0x24',
      'error command-in-deep-sleep 0x22',
      'error command-in-deep-sleep 0x20',
      'warning data-not-whole-rows 0x24',
    ],
    glass: ['########........', blank, blank, blank],
  },
  {
    title: 'SSD: 0x20 without the display bit of 0x22 shows nothing',
    chip: 'SSD16xx',
    events: [
      ...ssdStart,
      ...send(0x24, ...new Array<number>(8).fill(0)),
      ...send(0x22, 0xc0),
      ...send(0x20),
      idle,
      ['refresh_expected', {}],
    ],
    diagnostics: ['warning refresh-shows-nothing 0x22'],
    glass: [blank, blank, blank, blank],
  },
  {
    title: 'SSD: 0x47 fills a plane',
    chip: 'SSD16xx',
    events: [...ssdStart, ...ssdWhite, ...send(0x47, 0x77), idle, ...ssdShow],
    glass: [black, black, black, black],
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
    diagnostics: ['warning old-plane-not-seeded 0x10'],
    glass: [blank, '........########', '........########', blank],
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
    diagnostics: ['warning old-plane-not-seeded 0x10'],
    glass: [blank, blank, blank, '........########'],
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
    diagnostics: ['warning old-plane-not-seeded 0x10'],
    glass: [blank, blank, '########........', '....####........'],
  },
  {
    title: 'UC: 0x50 says which bit is white, at the moment of the refresh',
    chip: 'UC8151',
    events: [...ucWhite, ...send(0x13, 0xf0, 0, 0, 0, 0, 0, 0, 0), ...send(0x50, 0x87), ...ucShow],
    glass: ['####............', blank, blank, blank],
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
  },
  {
    title: 'UC: 0x17 refreshes without 0x12',
    chip: 'UC8151',
    events: [...ucWhite, ...send(0x13, 0, 0, ...new Array<number>(6).fill(0xff)), ...send(0x17, 0xa5), idle],
    glass: [black, blank, blank, blank],
  },
  {
    title: 'UC: deep sleep ignores all until a reset',
    chip: 'UC8151',
    events: [...ucWhite, ...ucShow, ...send(0x07, 0xa5), ...send(0x13, ...new Array<number>(8).fill(0)), ...ucShow],
    diagnostics: [
      'error command-in-deep-sleep 0x13',
      'error command-in-deep-sleep 0x04',
      'error command-in-deep-sleep 0x12',
    ],
    glass: [blank, blank, blank, blank],
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
  },
];

const greys = ['white', 'light_gray', 'dark_gray', 'black'] as const;
const colours = ['white', 'black', 'yellow', 'red', 'blue', 'green'] as const;
/** A waveform of UC81xx without pushes. */
const lut = new Array<number>(42).fill(0);

const moreCases: readonly Case[] = [
  {
    title: 'SSD: power off loses the memory, and makes any reset long enough',
    chip: 'SSD16xx',
    events: [...ssdStart, ...ssdWhite, idle, ['rst', 0], ['pwr', 0], ['pwr', 1], ['rst', 1], ...ssdShow],
    diagnostics: ['error refresh-without-ram 0x24'],
    glass: [blank, blank, blank, blank],
  },
  {
    title: 'SSD: a command while BUSY is ignored',
    chip: 'SSD16xx',
    events: [
      ...ssdStart,
      ...ssdWhite,
      ['wait_us', 1],
      ...send(0x22, 0xf7),
      ...send(0x20),
      ...send(0x47, 0x77),
      idle,
      ...ssdShow,
    ],
    diagnostics: ['error command-while-busy'],
    kinds: 'full full',
  },
  {
    title: 'SSD: after the shortest refresh a command is only doubted where the seconds are assumed',
    chip: 'SSD16xx',
    definition: { seconds: { full: null, partial: null } },
    events: [...ssdStart, ...ssdWhite, ...ssdShow.slice(0, -1), ['wait_us', 300_000], ...send(0x47, 0x77), ...ssdShow],
    diagnostics: ['warning command-while-busy'],
    glass: [black, black, black, black],
  },
  {
    title: 'SSD: the polarity of 0x21 is that of no encoding of the profile',
    chip: 'SSD16xx',
    inks: bwr,
    definition: { polarity: [0x80] },
    events: [...ssdStart, ...ssdWhite, ...send(0x26, ...new Array<number>(8).fill(0)), ...ssdShow],
    diagnostics: ['warning polarity-differs 0x21'],
  },
  {
    title: 'UC: the polarity of 0x50 is that of no encoding of the profile',
    chip: 'UC8151',
    definition: { polarity: [3, 2] },
    events: [...ucWhite, ...ucShow],
    diagnostics: ['warning polarity-differs 0x50'],
  },
  {
    title: 'SSD: without a placement the picture begins where the first window of its width does',
    chip: 'SSD16xx',
    definition: { placement: { turn: 0, mirror: false, ramX: null } },
    events: [
      ...ssdStart,
      ...send(0x44, 1, 2),
      ...send(0x4e, 1),
      ...send(0x24, 0x0f, ...new Array<number>(7).fill(0xff)),
      ...ssdShow,
    ],
    diagnostics: ['note placement-assumed 0x44'],
    glass: ['####............', blank, blank, blank],
  },
  {
    title: 'SSD: the glass may be turned and mirrored against the memory',
    chip: 'SSD16xx',
    size: [16, 8],
    definition: { width: 8, height: 16, placement: { turn: 90, mirror: true, ramX: 0 } },
    events: [...send(0x24, 0x7f, ...new Array<number>(15).fill(0xff)), ...ssdShow],
    glass: ['#.......', ...new Array<string>(15).fill('........')],
  },
  {
    title: 'two chips: after an edge of chip select data begins at the start again',
    chip: 'T133A01',
    inks: colours,
    events: [
      ['cs', 1, 1],
      ...send(0x10, ...new Array<number>(6).fill(0x33)),
      ['cs', 1, 0],
      ['cs', 0, 0],
      ['d', '22'.repeat(16)],
      ['cs', 1, 0],
      ['cs', 0, 1],
      ...send(0x10, ...new Array<number>(16).fill(0x11)),
      ['d1', '0000'],
      ['cs', 0, 0],
      ...send(0x04),
      ...send(0x12, 1),
    ],
    diagnostics: ['warning data-not-whole-rows 0x10'],
    glass: ['yyyyyyyy##......', ...new Array<string>(3).fill('yyyyyyyy........')],
  },

  {
    title: 'SSD: data may go on after a wait, and parameters too',
    chip: 'SSD16xx',
    events: [
      ...ssdStart,
      ...ssdWhite,
      ['c', 0x45],
      ['d', '0100'],
      ['wait_us', 5000],
      ['d', '0200'],
      ['c', 0x4f],
      ['d', '01'],
      ['c', 0x24],
      // After two rows of the window, the first one again.
      ['d', 'ffffffff0f'],
      ['wait_us', 5000],
      ['d', 'f0'],
      ['c', 0x22],
      ['wait_us', 5000],
      ['d', 'f7'],
      ...send(0x20),
      idle,
    ],
    diagnostics: ['warning write-past-window 0x24'],
    glass: [blank, '####........####', blank, blank],
  },
  {
    title: 'SSD: while chip select is high the chip takes no command and no data',
    chip: 'SSD16xx',
    events: [
      ['cs', 0],
      ...ssdStart,
      ...ssdWhite,
      ['c', 0x24],
      ['d', '00'],
      ['cs', 1],
      ['d', 'ffffff'],
      ['c', 0x10],
      ['cs', 0],
      ...send(0x24, 0),
      ['cs', 1],
      ['c', 0x26],
      ['d1', '00'],
      ['cs', 0],
      ...ssdShow,
    ],
    diagnostics: [
      'warning data-without-command',
      'warning data-not-whole-rows 0x24',
      'warning counter-not-at-start 0x4e',
    ],
    glass: [black, blank, blank, blank],
  },
  {
    title: 'SSD: deep sleep in mode 2 loses the memory',
    chip: 'SSD16xx',
    events: [...ssdStart, ...ssdWhite, ...send(0x10, 3), ...pulse, ...ssdShow],
    diagnostics: ['error refresh-without-ram 0x24'],
  },
  {
    title: 'SSD: 0x46 fills the red plane, here in squares of 8 pixels',
    chip: 'SSD16xx',
    inks: bwr,
    events: [...ssdStart, ...ssdWhite, ...send(0x46, 0x80), idle, ...ssdShow],
    glass: new Array<string>(4).fill('rrrrrrrr........'),
  },
  {
    title: 'SSD: reads of temperature, memory and status, idle and busy; the rest is zero',
    chip: 'SSD16xx',
    events: [
      ...ssdStart,
      ...ssdWhite,
      ...send(0x24, 0x5a),
      ['c', 0x1b],
      ['read', 1],
      ['read', 2],
      ...send(0x4e, 0),
      ['c', 0x27],
      ['read', 2],
      ['c', 0x2e],
      ['read', 3],
      ['c', 0x2f],
      ['read', 1],
      ...send(0x22, 0xf7),
      ...send(0x20),
      ['wait_us', 1],
      ['c', 0x2f],
      ['read', 1],
    ],
    diagnostics: ['warning data-not-whole-rows 0x24'],
    reads: '19 0000 005a 000000 01 05',
    glass: ['#.#..#.#........', blank, blank, blank],
  },
  {
    title: 'SSD: bit 4 of 0x22 loads the waveform of OTP over the one of 0x32',
    chip: 'SSD16xx',
    events: [...ssdStart, ...ssdWhite, ...send(0x32, ...new Array<number>(153).fill(0)), ...ssdShow],
    diagnostics: ['warning lut-not-enabled 0x22'],
  },
  {
    title: 'SSD: 0x37 exchanges the planes after a partial refresh',
    chip: 'SSD16xx',
    events: [
      ...send(0x37, 0, 0, 0, 0, 0, 0x40),
      ...ssdStart,
      ...ssdWhite,
      ...ssdShow,
      ...send(0x24, ...new Array<number>(8).fill(0)),
      ...ssdPartial,
      ...send(0x24, ...new Array<number>(8).fill(0xff)),
      ...ssdPartial,
    ],
    kinds: 'full partial partial',
  },
  {
    title: 'SSD: six partial refreshes in a row, and a reset pulse of 10 µs',
    chip: 'SSD16xx',
    events: [
      ...ssdStart,
      ...ssdWhite,
      ...ssdShow,
      ...new Array<PanelEvent[]>(6).fill(ssdPartial).flat(),
      ['rst', 0],
      ['wait_us', 10],
      ['rst', 1],
    ],
    diagnostics: ['note too-many-partials', 'warning reset-too-short'],
  },
  {
    title: 'SSD: a refresh shows changes outside the window, too',
    chip: 'SSD16xx',
    events: [...ssdStart, ...ssdWhite, ...send(0x24, 0, 0), ...send(0x44, 1, 1), ...send(0x4e, 1), ...ssdShow],
    diagnostics: ['note refresh-beyond-window 0x44'],
    glass: [black, blank, blank, blank],
  },
  {
    title: 'SSD: bit 6 of 0x21 bypasses the red plane',
    chip: 'SSD16xx',
    inks: bwr,
    events: [...ssdStart, ...ssdWhite, ...send(0x26, ...new Array<number>(8).fill(0)), ...send(0x21, 0x40), ...ssdShow],
    diagnostics: ['warning plane-ignored 0x21'],
  },
  {
    title: 'SSD: data before a command, and a window past the memory',
    chip: 'SSD16xx',
    events: [['d', '00'], ...ssdStart, ...ssdWhite, ...send(0x44, 0, 2), ...send(0x24, 0, 0, 0), ...ssdShow],
    diagnostics: ['warning data-without-command', 'warning write-past-ram 0x24'],
    glass: [black, blank, blank, blank],
  },
  {
    title: 'SSD: commands of UC81xx',
    chip: 'SSD16xx',
    events: [...send(0x61), ...send(0x13), ...send(0x50), ...send(0x82)],
    diagnostics: [
      'note no-such-command 0x61',
      'note no-such-command 0x13',
      'note no-such-command 0x50',
      'error wrong-family',
      'note no-such-command 0x82',
    ],
  },
  {
    title: 'SSD: four greys without a waveform',
    chip: 'SSD16xx',
    inks: greys,
    events: [...ssdStart, ...ssdWhite, ...send(0x24, 0xf0, 0xff), ...send(0x4e, 0), ...send(0x4f, 0, 0), ...ssdShow],
    diagnostics: ['note grey-order-assumed'],
    glass: ['....oooo........', blank, blank, blank],
  },
  {
    title: 'UC: 0x14 and 0x15 have a window before their data, and 0x16 refreshes one',
    chip: 'IL91874',
    events: [
      ...ucWhite,
      ...send(0x10, ...new Array<number>(8).fill(0xff)),
      ...send(0x14, 0, 8, 0, 1, 0, 8, 0, 2, 0xff, 0xff),
      ...send(0x15, 0, 8, 0, 1, 0, 8, 0, 2, 0x0f, 0xf0),
      ...send(0x04),
      idle,
      ...send(0x16, 0, 0, 0, 0, 0, 16, 0, 4),
      idle,
    ],
    glass: [blank, '........####....', '............####', blank],
    kinds: 'window',
  },
  {
    title: 'UC: 0x14 writes the old picture',
    chip: 'IL91874',
    events: [
      ...ucWhite,
      ...send(0x14, 0, 0, 0, 0, 0, 16, 0, 4, ...new Array<number>(8).fill(0xff)),
      ...send(0x04),
      idle,
      ...send(0x16, 0, 0, 0, 0, 0, 16, 0, 4),
      idle,
    ],
    kinds: 'window',
  },
  ...[0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26].map((command): Case => {
    const title = `UC: the waveform of 0x${command.toString(16)} needs bit 5 of 0x00`;
    const diagnostics = ['warning lut-not-enabled 0x00'];
    return { title, chip: 'UC8151', events: [...ucWhite, ...send(command, ...lut), ...ucShow], diagnostics };
  }),
  {
    title: 'UC: a reversed window is ignored',
    chip: 'UC8151',
    events: [...ucWhite, ...send(0x91), ...send(0x90, 15, 8, 0, 3, 0, 1, 1), ...send(0x13, 0, 0), ...ucShow],
    diagnostics: ['warning window-reversed 0x90'],
    glass: [black, blank, blank, blank],
  },
  {
    title: 'UC: data past the window is dropped, and so is what the memory has no rows for',
    chip: 'UC8151',
    events: [
      ...ucWhite,
      ...send(0x10, ...new Array<number>(8).fill(0xff)),
      ...send(0x91),
      ...send(0x90, 8, 15, 0, 3, 0, 4, 1),
      ...send(0x13, 0, 0, 0),
      ...ucShow,
    ],
    diagnostics: ['warning write-past-window 0x13', 'warning write-past-ram 0x13'],
    glass: [blank, blank, blank, '........########'],
  },
  {
    title: 'UC: the black and white mode of 0x00 has no red plane on a real panel',
    chip: 'UC8151',
    inks: bwr,
    events: [...ucWhite, ...send(0x10, ...new Array<number>(8).fill(0xff)), ...send(0x00, 0x1f), ...ucShow],
    diagnostics: ['warning plane-ignored 0x00'],
    glass: new Array<string>(4).fill('rrrrrrrrrrrrrrrr'),
  },
];

/** What UC81xx, four-ink and six-ink chips share. */
const sharedCases = (
  [
    ['UC8151', ['white', 'black'], 2, 0xff, 0x00],
    ['JD796xx', fourInks, 4, 0x55, 0x00],
    ['Spectra', colours, 8, 0x11, 0x00],
  ] as const
).flatMap(([chip, inks, stride, paper, ink]): Case[] => {
  const plane = chip === 'UC8151' ? 0x13 : 0x10;
  const rows = (count: number, byte: number) => new Array<number>(count * stride).fill(byte);
  const start = [...send(0x61, 0, 16, 0, 4), ...send(plane, ...rows(4, paper))];
  const inked = [...start, ...send(plane, ...rows(1, ink))];
  const shared = { chip, inks };
  const sleeping = [0x04, 0x12].map(
    (command) => `error command-in-deep-sleep 0x${command.toString(16).padStart(2, '0')}`,
  );
  const first = [black, blank, blank, blank];
  const window: Case = {
    ...shared,
    title: `${chip}: 0x83 is a window, unless it is reversed or its last byte is 0`,
    events: [
      ...start,
      ...send(0x83, 0, 8, 0, 15, 0, 3, 0, 3, 1),
      ...send(plane, ...rows(1, ink).slice(0, stride / 2)),
      ...send(0x83, 0, 15, 0, 8, 0, 3, 0, 3, 1),
      ...ucShow,
      ...send(0x83, 0, 0, 0, 7, 0, 0, 0, 0, 0),
      ...send(plane, ...rows(1, ink)),
      ...ucShow,
    ],
    diagnostics: ['warning window-reversed 0x83'],
    glass: [black, blank, blank, '........########'],
    kinds: 'window full',
  };
  return [
    {
      ...shared,
      title: `${chip}: reads of data stop, temperature and status`,
      events: [
        ['c', 0x11],
        ['read', 1],
        ['c', 0x40],
        ['read', 3],
        ['c', 0x70],
        ['read', 1],
        ['c', 0x71],
        ['read', 1],
        ...start,
        ...send(0x04),
        ...send(0x12),
        ['wait_us', 1],
        ['c', 0x71],
        ['read', 1],
        idle,
        ['c', 0x71],
        ['read', 1],
      ],
      reads: '80 190000 00 03 04 05',
    },
    {
      ...shared,
      title: `${chip}: 0x02 ends the power of 0x04`,
      events: [...inked, ...send(0x04), idle, ...send(0x02), ...send(0x12), idle],
      diagnostics: ['error refresh-without-power-on 0x04'],
      glass: first,
    },
    {
      ...shared,
      title: `${chip}: deep sleep needs a5, and ends with a reset`,
      events: [...inked, ...send(0x07, 1), ...ucShow, ...send(0x07, 0xa5), ...ucShow, ...pulse, ...ucShow],
      diagnostics: sleeping,
      glass: first,
      kinds: 'full full',
    },
    {
      ...shared,
      title: `${chip}: 0x17 refreshes, and sleeps after a7`,
      events: [...inked, ...send(0x17, 0xa5), idle, ...send(0x17, 0xa7), idle, ...ucShow],
      diagnostics: sleeping,
      glass: first,
      kinds: 'full full',
    },
    {
      ...shared,
      title: `${chip}: rows are as wide as 0x61 says, until bit 0 of 0x00 resets it`,
      events: [
        ...start,
        ...send(0x61, 0, 8, 0, 4),
        ...send(plane, ...rows(1, ink)),
        ...send(0x00, 0x0e),
        ...send(plane, ...rows(1, ink).slice(0, stride / 2)),
        ...ucShow,
      ],
      diagnostics: [`warning data-not-whole-rows 0x${plane.toString(16)}`],
      glass: ['########........', '########........', blank, blank],
    },
    ...(chip === 'UC8151' ? [] : [window]),
  ];
});

/** Commands that only change how pixels are driven, or nothing. */
const withoutEffect: Readonly<Record<FamilyId, string>> = {
  ssd16xx: '03 04 08 09 0a 0c 0f 14 15 18 1a 1c 28 29 2b 2c 2d 2e 38 39 3a 3b 3c 3f 41 74 7e 7f',
  uc81xx: '01 03 05 06 2a 30 41 42 43 51 60 62 65 70 80 81 82 a0 a1 a2 e0 e3 e5',
  'four-ink': '01 03 05 06 30 41 4d 50 60 62 65 66 70 80 81 82 a5 b4 b5 b6 b7 e0 e3 e4 e5 e6 e7 e9',
  'six-ink': '01 03 05 06 08 13 30 41 50 60 65 70 80 81 82 84 85 86 aa e0 e3 e5',
};

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
  };
});

function panelOf(
  { chip, inks = ['white', 'black'], size = [16, 4] }: Pick<Case, 'chip' | 'inks' | 'size'>,
  more: Partial<PanelDefinition> = {},
): EmulatedPanel {
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

interface Outcome {
  readonly glass: readonly string[];
  readonly reads: string;
  readonly kinds: string;
  readonly diagnostics: readonly string[];
}

function outcomeOf(each: Case, more: Partial<PanelDefinition> = {}): Outcome {
  const panel = panelOf(each, { ...each.definition, ...more });
  const answers = each.events.map((event) => panel.feed(event));
  const { inks, width } = panel.definition;
  const letter = (ink: number) => ({ white: '.', black: '#', red: 'r', yellow: 'y' })[inks[ink] as string] ?? 'o';
  const all = Array.from(unpack(panel.glass()), letter).join('');
  return {
    glass: all.match(new RegExp(`.{${width}}`, 'g'))!,
    reads: answers.flatMap(({ read }) => (read ? [Buffer.from(read).toString('hex')] : [])).join(' '),
    kinds: answers.flatMap(({ refreshes }) => refreshes.map(({ kind, ghost }) => kind + (ghost ? '!' : ''))).join(' '),
    diagnostics: panel.diagnostics.map(({ grade, code, register }) => `${grade} ${code} ${register ?? ''}`.trim()),
  };
}

const greyInks = ['white', 'black', 'light_gray', 'dark_gray'] as const;
/** A waveform of SSD16xx that pushes code 0 not at all, and each next code one frame more towards black. */
const ladder = [0, 0x40, 0x50, 0x54].flatMap((levels) => [levels, ...new Array<number>(11).fill(0)]);
const greyLadder = [...ladder, ...new Array<number>(12).fill(0), 1, 1, 0, 1, 1, 0, 0, ...new Array<number>(86).fill(0)];
/** Code 0 left, code 3 right in the first row; code 0 below. */
const codes03 = (...planes: readonly [number, number]) =>
  planes.flatMap((command) => send(command, 0, 0xff, 0, 0, 0, 0, 0, 0));
const [code3White, code0White] = [
  [1, 3, 2, 0],
  [0, 2, 3, 1],
] as const;
const halves = '........########';
const inverted = '########........';

/** Registers that every mode must read: 0x21 and 0x50 with two, three inks and greys, and the waveform that decides them. */
const modeCases: readonly Case[] = [
  ...([0x00, 0x88] as const).flatMap((options): Case[] => {
    const glass = options === 0 ? [halves, blank, blank, blank] : [inverted, black, black, black];
    const start = [...ssdStart, ...send(0x21, options), ...codes03(0x24, 0x26)];
    const ssd = { chip: 'SSD16xx', inks: greyInks, glass };
    const byWaveform = [...start, ...send(0x32, ...greyLadder), ...send(0x22, 0xc7), ...send(0x20), idle];
    return [
      {
        ...ssd,
        title: `SSD: greys by the loaded waveform, not as the profile says, with 0x21 ${options}`,
        events: byWaveform,
        definition: { profileGreys: code3White },
      },
      {
        ...ssd,
        title: `SSD: greys as the profile says without a waveform, with 0x21 ${options}`,
        events: [...start, ...ssdShow],
        definition: { profileGreys: code0White },
      },
      {
        ...ssd,
        title: `SSD: greys as the header says, with 0x21 ${options}; a waveform that differs is named`,
        events: byWaveform,
        definition: { greys: code3White },
        glass: options === 0 ? [inverted, black, black, black] : [halves, blank, blank, blank],
        diagnostics: ['warning grey-order-differs'],
      },
    ];
  }),
  {
    title: 'SSD: a grey panel whose second plane is bypassed is black and white by OTP',
    chip: 'SSD16xx',
    inks: greyInks,
    events: [...ssdStart, ...send(0x21, 0x40), ...codes03(0x24, 0x26), ...ssdShow],
    definition: { profileGreys: code0White },
    glass: [inverted, black, black, black],
  },
  ...([0x87, 0x97] as const).map((interval): Case => ({
    title: `UC: greys as the profile says, in its polarity: 0x50 ${interval}`,
    chip: 'UC81xx',
    inks: greyInks,
    events: [...send(0x61, 16, 0, 4), ...send(0x50, interval), ...codes03(0x10, 0x13), ...ucShow],
    definition: { profileGreys: code0White, polarity: [0] },
    glass: interval === 0x87 ? [halves, blank, blank, blank] : [inverted, black, black, black],
  })),
  {
    title: 'SSD: a refresh by a loaded waveform, and none was loaded',
    chip: 'SSD16xx',
    events: [...ssdStart, ...ssdWhite, ...send(0x22, 0xc7), ...send(0x20), idle],
    diagnostics: ['note no-waveform-loaded 0x22'],
  },
  {
    title: 'UC: 0x00 selects loaded waveforms, and none was loaded',
    chip: 'UC81xx',
    events: [...send(0x00, 0x3f), ...ucWhite, ...ucShow],
    diagnostics: ['note no-waveform-loaded 0x00'],
  },
  {
    title: 'UC: the mode for a third ink on a panel of two',
    chip: 'UC81xx',
    events: [...send(0x00, 0x0f), ...ucWhite, ...ucShow],
    diagnostics: ['warning three-ink-mode 0x00'],
  },
  {
    title: 'UC: a window is refreshed that no data came for',
    chip: 'UC81xx',
    events: [...send(0x00, 0x1f), ...ucWhite, ...ucShow, ...send(0x91), ...send(0x90, 0, 7, 0, 0, 0, 3, 1), ...ucShow],
    diagnostics: ['note window-not-written', 'warning old-plane-not-seeded 0x10'],
  },
  {
    title: 'Spectra: code 4 is no ink’s',
    chip: 'Spectra',
    inks: ['white', 'black', 'yellow', 'red', 'blue', 'green'],
    events: [...send(0x10, 0x44, ...new Array<number>(31).fill(0x11)), ...ucShow],
    diagnostics: ['warning ink-code-undefined 0x10'],
  },
  {
    title: 'SSD: a host that waits for the other level of BUSY polls for ever',
    chip: 'SSD16xx',
    events: new Array<PanelEvent>(500).fill(['level']),
    diagnostics: ['warning busy-level-wrong'],
  },
  {
    title: 'UC: the same, with 0x71 between the polls',
    chip: 'UC81xx',
    events: new Array<PanelEvent[]>(500).fill([...send(0x71), ['level']]).flat(),
    diagnostics: ['warning busy-level-wrong'],
  },
  {
    title: 'SSD: to sleep in deep sleep does no harm, any other command is an error',
    chip: 'SSD16xx',
    events: [...ssdStart, ...send(0x10, 1), ...send(0x10, 1), ...send(0x24)],
    diagnostics: ['note command-in-deep-sleep 0x10', 'error command-in-deep-sleep 0x24'],
  },
  {
    title: 'SSD: rows against the direction of 0x11',
    chip: 'SSD16xx',
    events: [...ssdStart, ...ssdWhite, ...send(0x11, 1), ...send(0x24, 0, 0, 0, 0), ...ssdShow],
    diagnostics: ['warning write-past-ram 0x11'],
    glass: [black, blank, blank, blank],
  },
];

const everyCase = [...cases, ...moreCases, ...sharedCases, ...entryModes, ...modeCases];

describe('a data sheet says', () => {
  test.each(everyCase.map((each) => [each.title, each] as const))('%s', (_, each) => {
    const { glass, reads, kinds, diagnostics } = outcomeOf(each);
    expect(glass).toEqual(each.glass ?? [blank, blank, blank, blank]);
    expect(reads).toBe(each.reads ?? '');
    expect(diagnostics).toEqual(each.diagnostics ?? []);
    if (each.kinds !== undefined) expect(kinds).toBe(each.kinds);
  });

  test('what a diagnostic is for', () => {
    const shown = new Set(everyCase.flatMap(({ diagnostics = [] }) => diagnostics.map((text) => text.split(' ')[1])));
    const others = Object.keys(diagnosticKinds).filter((code) => !shown.has(code));
    // Of a trace and of a socket, and what needs two refreshes in two ways: tested elsewhere.
    expect(others).toEqual(['header-differs', 'host-stopped', 'chip-assumed', 'unknown-event']);
  });

  test('nothing else: each command has an effect in a case above, but for these', () => {
    const familyOf = ({ chip }: Case) => chips.find(({ id }) => id === chip)!.family;
    const noted = (each: Case, more?: Partial<PanelDefinition>): string => {
      const { diagnostics, ...rest } = outcomeOf(each, more);
      return JSON.stringify([rest, diagnostics.filter((text) => !text.startsWith('note no-such-command'))]);
    };
    const whole = new Map(everyCase.map((each) => [each, noted(each)]));
    const without = (id: FamilyId, command: number) => {
      const { [command]: _, ...commands } = families[id].commands;
      return { families: { ...families, [id]: { ...families[id], commands } } };
    };
    const isNoticed = (id: FamilyId, command: number): boolean =>
      everyCase.some((each) => familyOf(each) === id && noted(each, without(id, command)) !== whole.get(each));
    const unnoticed = Object.entries(families).map(([id, { commands }]) => {
      const bytes = Object.keys(commands).map(Number);
      const idle = bytes.filter((command) => !isNoticed(id as FamilyId, command));
      return [id, idle.map((command) => command.toString(16).padStart(2, '0')).join(' ')];
    });
    expect(Object.fromEntries(unnoticed)).toEqual(withoutEffect);
  });

  test('that a reset has an effect', () => {
    const unresettable = (id: FamilyId): Family => {
      let isOn = false;
      return {
        ...families[id],
        reset(state) {
          if (!isOn) families[id].reset(state);
          isOn = true;
        },
      };
    };
    const kept = { ssd16xx: unresettable('ssd16xx'), uc81xx: unresettable('uc81xx') };
    for (const each of cases.filter(({ title }) => /reset (pin|ends)/.test(title)))
      expect(outcomeOf(each, { families: { ...families, ...kept } }).glass).not.toEqual(each.glass);
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

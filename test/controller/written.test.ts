import { describe, expect, test } from '@jest/globals';
import { chips, families } from '../../renderer/controller/families/chips.js';
import { diagnosticKinds } from '../../renderer/controller/families/diagnostics.js';
import type { Family, FamilyId } from '../../renderer/controller/families/family.js';
import type { PanelDefinition } from '../../renderer/controller/definition.js';
import { type EmulatedPanel, createControllerPanel } from '../../renderer/controller/panel.js';
import { type PanelEvent, unpack } from '../../renderer/index.js';
import { expectRecorded } from '../support/tables/records.js';
import { eventsOf, hex } from '../support/controller/trace-text.js';

/** A row of the glass is a string: . white, # black, r red, y yellow, o any other ink. */
interface Expected {
  readonly inks?: PanelDefinition['inks'];
  readonly size?: readonly [width: number, height: number];
  /** Rows, and pixels at their end, are white if they are left out. */
  readonly glass?: readonly string[];
  /** What the host reads, in hexadecimal. */
  readonly reads?: string;
  /** Grades, codes and registers. */
  readonly diagnostics?: readonly string[];
  readonly kinds?: string;
  readonly definition?: Partial<PanelDefinition>;
}

interface Case extends Expected {
  readonly title: string;
  readonly chip: string;
  readonly events: readonly PanelEvent[];
}

/** What a data sheet says, on a small panel. The title begins with the chip. */
function sheet(title: string, trace: string, expected: Expected): Case {
  const [width, height] = expected.size ?? [16, 4];
  const { width: columns = width, height: rows = height } = expected.definition ?? {};
  const glass = Array.from({ length: rows }, (_, y) => (expected.glass?.[y] ?? '').padEnd(columns, '.'));
  return { title, chip: title.slice(0, title.indexOf(':')), events: eventsOf(trace), ...expected, glass };
}

const greys = ['white', 'light_gray', 'dark_gray', 'black'] as const;
const bwr = ['white', 'black', 'red'] as const;
const fourInks = ['white', 'black', 'yellow', 'red'] as const;
const colours = ['white', 'black', 'yellow', 'red', 'blue', 'green'] as const;
const pulse = 'rst:0 wait_us:10000 rst:1 busy';
const ssdShow = '22:f7 20 busy';
const ssdPartial = '22:ff 20 busy';
const ssdWhite = '24:ff*8 26:ff*8';
const ssdStart = '11:03 44:0001 45:00000300 4e:00 4f:0000';
const ssdReady = `${ssdStart} ${ssdWhite}`;
const ucShow = '04 busy 12 busy';
const ucWhite = '61:100004 50:97 13:ff*8';
const black = '#'.repeat(16);
const four = (row: string): string[] => new Array<string>(4).fill(row);

/** One changed pixel beside or in a window of one byte and the rows 1 and 2. */
const beside: readonly Case[] = [0, 1].flatMap((byte) => {
  const changes = [
    [7, 1],
    [8, 1],
    [8 * byte, 0],
    [8 * byte, 1],
    [8 * byte + 7, 2],
    [8 * byte, 3],
  ] as const;
  return changes.map(([x, y]): Case => {
    const rows = new Array<number>(8).fill(0xff);
    rows[2 * y + (x >> 3)] = 0xff - (0x80 >> (x & 7));
    const isInside = x >> 3 === byte && (y === 1 || y === 2);
    return sheet(
      `SSD16xx: the pixel ${x}, ${y} is ${isInside ? 'in' : 'beyond'} a window of the byte ${byte} and the rows 1 and 2`,
      `${ssdReady} 24:${hex(...rows)} 44:${hex(byte, byte)} 45:01000200 4e:${hex(byte)} 4f:0100 ${ssdShow}`,
      {
        diagnostics: isInside ? [] : ['note refresh-beyond-window 0x44'],
        glass: [0, 1, 2, 3].map((row) => (row === y ? `${'.'.repeat(x)}#` : '')),
      },
    );
  });
});

const cases: readonly Case[] = [
  ...beside,
  sheet(
    'SSD16xx: a window and its counters take the data, which wraps within it',
    `${ssdReady} 44:0101 45:01000200 4e:01 4f:0200 24:0ff0 ${ssdShow}`,
    { diagnostics: ['warning counter-not-at-start 0x4f'], glass: ['', '............####', '........####'] },
  ),
  sheet('SSD16xx: 0x4E moves the start of data within the window', `${ssdReady} 4e:01 4f:0100 24:000f ${ssdShow}`, {
    diagnostics: ['warning counter-not-at-start 0x4f'],
    glass: ['', '........########', '####'],
  }),
  sheet(
    'SSD1677: windows and counters count pixels in two bytes',
    `11:03 44:00000f00 45:00000300 ${ssdWhite} 44:08000f00 45:02000300 4e:0800 4f:0200 24:000f ${ssdShow}`,
    { glass: ['', '', '........########', '........####'] },
  ),
  sheet('SSD16xx: 0x21 inverts the black and white plane', `${ssdStart} 21:08 24:fff0000000000000 ${ssdShow}`, {
    glass: ['############'],
  }),
  sheet('SSD16xx: 0x21 reads the red plane inverted, or as nothing', `${ssdReady} 26:f0ffff*6 21:80 ${ssdShow}`, {
    inks: bwr,
    glass: ['....rrrr'],
  }),
  sheet('SSD16xx: 0x01 with TB scans the rows from the last', `${ssdReady} 01:030001 24:00ff ${ssdShow}`, {
    glass: ['', '', '', '########'],
  }),
  sheet(
    'SSD16xx: a software reset sets the window and the entry mode back, and keeps the memory',
    `${ssdReady} 44:0101 12 busy 4e:00 4f:0000 11:03 24:ffff00 ${ssdShow}`,
    { diagnostics: ['warning data-not-whole-rows 0x24'], glass: ['', '########'] },
  ),
  sheet('SSD16xx: the reset pin sets the window back, too', `${ssdReady} 44:0101 ${pulse} 11:03 24:ffff00 ${ssdShow}`, {
    diagnostics: ['warning data-not-whole-rows 0x24'],
    glass: ['', '########'],
  }),
  sheet(
    'SSD16xx: deep sleep ignores all until a reset, and mode 1 keeps the memory',
    `${ssdReady} 10:01 24:00000000 ${ssdShow} ${pulse} 11:03 24:00 ${ssdShow}`,
    {
      diagnostics: [
        'error command-in-deep-sleep 0x24',
        'error command-in-deep-sleep 0x22',
        'error command-in-deep-sleep 0x20',
        'warning data-not-whole-rows 0x24',
      ],
      glass: ['########'],
    },
  ),
  sheet(
    'SSD16xx: 0x20 without the display bit of 0x22 shows nothing',
    `${ssdStart} 24:00*8 22:c0 20 busy refresh_expected`,
    { diagnostics: ['warning refresh-shows-nothing 0x22'] },
  ),
  sheet('SSD16xx: 0x47 fills a plane', `${ssdReady} 47:77 busy ${ssdShow}`, { glass: four(black) }),
  sheet(
    'UC8151: a refresh in the partial mode shows the window alone, whatever else was written',
    `${ucWhite} 13:00*8 91 90:080f0001000201 ${ucShow}`,
    { diagnostics: ['warning old-plane-not-seeded 0x10'], glass: ['', '........########', '........########'] },
  ),
  sheet(
    'UC8151: 0x92 ends the partial mode: a refresh shows everything again',
    `${ucWhite} 91 90:080f0001000201 13:0000 92 13:0fffff00ffffffff ${ucShow}`,
    { glass: ['####', '........########'] },
  ),
  sheet(
    'UC8179: 0x90 has nine bytes, and columns are rounded outwards',
    `61:00100004 50:1107 13:ff*8 91 90:0009000c0003000301 13:00 ${ucShow}`,
    { diagnostics: ['warning old-plane-not-seeded 0x10'], glass: ['', '', '', '........########'] },
  ),
  sheet('UC8175: 0x90 has one byte a value', `61:1004 50:97 13:ff*8 91 90:0007020301 13:00f0 ${ucShow}`, {
    diagnostics: ['warning old-plane-not-seeded 0x10'],
    glass: ['', '', '########', '....####'],
  }),
  sheet(
    'UC8151: 0x50 says which bit is white, at the moment of the refresh',
    `${ucWhite} 13:f000000000000000 50:87 ${ucShow}`,
    { glass: ['####'] },
  ),
  sheet(
    'UC8151: 0x50 says which bit of the second plane is red',
    `${ucWhite} 10:ff*8 13:f0ff*7 50:b7 00:0f ${ucShow}`,
    { inks: bwr, glass: ['....rrrr'] },
  ),
  sheet('UC8151: 0x17 refreshes without 0x12', `${ucWhite} 13:0000ff*6 17:a5 busy`, { glass: [black] }),
  sheet('UC8151: deep sleep ignores all until a reset', `${ucWhite} ${ucShow} 07:a5 13:00*8 ${ucShow}`, {
    diagnostics: [
      'error command-in-deep-sleep 0x13',
      'error command-in-deep-sleep 0x04',
      'error command-in-deep-sleep 0x12',
    ],
  }),
  sheet('UC8151: a reset ends the partial mode', `${ucWhite} 91 90:080f0001000201 ${pulse} 13:0000 50:97 ${ucShow}`, {
    glass: [black],
  }),
  sheet(
    'JD796xx: four inks: 0x83 is a window, and its last byte 0 ends it',
    `61:00100004 10:55*16 83:0004000b0001000101 10:1baa 04 busy 12:00 busy`,
    { inks: fourInks, glass: ['', '....#.yryyyy'] },
  ),
  sheet(
    'Spectra: six inks: four bits a pixel; rows as wide as 0x61 says',
    `61:00100004 10:01235611*29 04 busy 12:00 busy`,
    { inks: colours, glass: ['#.yroo'] },
  ),
  sheet(
    'T133A01: two chips: chip select says which half takes the data',
    `cs:0,0 cs:1,1 10:00*16 cs:1,0 cs:0,1 10:33*16 cs:0,0 04 busy 12:01 busy`,
    { inks: colours, glass: four('########rrrrrrrr') },
  ),
  sheet(
    'SSD16xx: power off loses the memory, and makes any reset long enough',
    `${ssdReady} busy rst:0 pwr:0 pwr:1 rst:1 ${ssdShow}`,
    { diagnostics: ['error refresh-without-ram 0x24'] },
  ),
  sheet('SSD16xx: a command while BUSY is ignored', `${ssdReady} wait_us:1 22:f7 20 47:77 busy ${ssdShow}`, {
    diagnostics: ['error command-while-busy'],
    kinds: 'full full',
  }),
  sheet(
    'SSD16xx: after the shortest refresh a command is only doubted where the seconds are assumed',
    `${ssdReady} 22:f7 20 wait_us:300000 47:77 ${ssdShow}`,
    {
      definition: { seconds: { full: null, partial: null } },
      diagnostics: ['warning command-while-busy'],
      glass: four(black),
    },
  ),
  sheet('SSD16xx: the polarity of 0x21 is that of no encoding of the profile', `${ssdReady} 26:00*8 ${ssdShow}`, {
    inks: bwr,
    definition: { polarity: [0x80] },
    diagnostics: ['warning polarity-differs 0x21'],
  }),
  sheet('UC8151: the polarity of 0x50 is that of no encoding of the profile', `${ucWhite} ${ucShow}`, {
    definition: { polarity: [3, 2] },
    diagnostics: ['warning polarity-differs 0x50'],
  }),
  sheet(
    'SSD16xx: without a placement the picture begins where the first window of its width does',
    `${ssdStart} 44:0102 4e:01 24:0fff*7 ${ssdShow}`,
    {
      definition: { placement: { turn: 0, mirror: false, ramX: null } },
      diagnostics: ['note placement-assumed 0x44'],
      glass: ['####'],
    },
  ),
  sheet('SSD16xx: the glass may be turned and mirrored against the memory', `24:7fff*15 ${ssdShow}`, {
    size: [16, 8],
    definition: { width: 8, height: 16, placement: { turn: 90, mirror: true, ramX: 0 } },
    glass: ['#'],
  }),
  sheet(
    'T133A01: two chips: after an edge of chip select data begins at the start again',
    `cs:1,1 10:33*6 cs:1,0 cs:0,0 :22*16 cs:1,0 cs:0,1 10:11*16 d1:0000 cs:0,0 04 12:01`,
    {
      inks: colours,
      diagnostics: ['warning data-not-whole-rows 0x10'],
      glass: ['yyyyyyyy##', 'yyyyyyyy', 'yyyyyyyy', 'yyyyyyyy'],
    },
  ),

  sheet(
    'SSD16xx: data may go on after a wait, and parameters too',
    `${ssdReady} 45 :0100 wait_us:5000 :0200 4f :01 24 :ffffffff0f wait_us:5000 :f0 22 wait_us:5000 :f7 20 busy`,
    { diagnostics: ['warning write-past-window 0x24'], glass: ['', '####........####'] },
  ),
  sheet(
    'SSD16xx: while chip select is high the chip takes no command and no data',
    `cs:0 ${ssdReady} 24 :00 cs:1 :ffffff 10 cs:0 24:00 cs:1 26 d1:00 cs:0 ${ssdShow}`,
    {
      diagnostics: [
        'warning data-without-command',
        'warning data-not-whole-rows 0x24',
        'warning counter-not-at-start 0x4e',
      ],
      glass: [black],
    },
  ),
  sheet('SSD16xx: deep sleep in mode 2 loses the memory', `${ssdReady} 10:03 ${pulse} ${ssdShow}`, {
    diagnostics: ['error refresh-without-ram 0x24'],
  }),
  sheet('SSD16xx: 0x46 fills the red plane, here in squares of 8 pixels', `${ssdReady} 46:80 busy ${ssdShow}`, {
    inks: bwr,
    glass: four('rrrrrrrr'),
  }),
  sheet(
    'SSD16xx: reads of temperature, memory and status, idle and busy; the rest is zero',
    `${ssdReady} 24:5a 1b read:1 read:2 4e:00 27 read:2 2e read:3 2f read:1 22:f7 20 wait_us:1 2f read:1`,
    { diagnostics: ['warning data-not-whole-rows 0x24'], reads: '19 0000 005a 000000 01 05', glass: ['#.#..#.#'] },
  ),
  sheet(
    'SSD16xx: bit 0 of 0x41 chooses the plane that is read',
    `${ssdReady} 26:5aff*7 4e:00 4f:0000 27 read:2 41:01 4e:00 4f:0000 27 read:2`,
    { reads: '00ff 005a' },
  ),
  sheet(
    'SSD16xx: the window is turned with the rows of TB',
    `01:030001 ${ssdReady} ${ssdShow} 45:00000100 4e:00 4f:0000 24:00*4 ${ssdShow}`,
    { glass: ['', '', black, black] },
  ),
  sheet('SSD16xx: bit 4 of 0x22 loads the waveform of OTP over the one of 0x32', `${ssdReady} 32:00*153 ${ssdShow}`, {
    diagnostics: ['warning lut-not-enabled 0x22'],
  }),
  sheet(
    'SSD16xx: 0x37 exchanges the planes after a partial refresh',
    `37:000000000040 ${ssdReady} ${ssdShow} 24:00*8 ${ssdPartial} 24:ff*8 ${ssdPartial}`,
    { kinds: 'full partial partial' },
  ),
  sheet(
    'SSD16xx: six partial refreshes in a row, and a reset pulse of 10 µs',
    `${ssdReady} ${ssdShow} ${new Array(6).fill(ssdPartial).join(' ')} rst:0 wait_us:10 rst:1`,
    { diagnostics: ['note too-many-partials', 'warning reset-too-short'] },
  ),
  sheet('SSD16xx: a refresh shows changes outside the window, too', `${ssdReady} 24:0000 44:0101 4e:01 ${ssdShow}`, {
    diagnostics: ['note refresh-beyond-window 0x44'],
    glass: [black],
  }),
  sheet('SSD16xx: bit 6 of 0x21 bypasses the red plane', `${ssdReady} 26:00*8 21:40 ${ssdShow}`, {
    inks: bwr,
    diagnostics: ['warning plane-ignored 0x21'],
  }),
  sheet(
    'SSD16xx: data before a command, and a window past the memory',
    `:00 ${ssdReady} 44:0002 24:000000 ${ssdShow}`,
    { diagnostics: ['warning data-without-command', 'warning write-past-ram 0x24'], glass: [black] },
  ),
  sheet('SSD16xx: commands of UC81xx', `61 13 50 82`, {
    diagnostics: [
      'note no-such-command 0x61',
      'note no-such-command 0x13',
      'note no-such-command 0x50',
      'error wrong-family',
      'note no-such-command 0x82',
    ],
  }),
  sheet('SSD16xx: four greys without a waveform', `${ssdReady} 24:f0ff 4e:00 4f:0000 ${ssdShow}`, {
    inks: greys,
    diagnostics: ['note grey-order-assumed'],
    glass: ['....oooo'],
  }),
  sheet(
    'IL91874: 0x14 and 0x15 have a window before their data, and 0x16 refreshes one',
    `${ucWhite} 10:ff*8 14:0008000100080002ffff 15:00080001000800020ff0 04 busy 16:0000000000100004 busy`,
    { glass: ['', '........####', '............####'], kinds: 'window' },
  ),
  sheet('IL91874: 0x14 writes the old picture', `${ucWhite} 14:0000000000100004ff*8 04 busy 16:0000000000100004 busy`, {
    kinds: 'window',
  }),
  ...[0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26].map((command): Case => {
    const title = `UC8151: the waveform of 0x${command.toString(16)} needs bit 5 of 0x00`;
    const diagnostics = ['warning lut-not-enabled 0x00'];
    return sheet(title, `${ucWhite} ${hex(command)}:00*42 ${ucShow}`, { diagnostics });
  }),
  sheet('UC8151: a reversed window is ignored', `${ucWhite} 91 90:0f080003000101 13:0000 ${ucShow}`, {
    diagnostics: ['warning window-reversed 0x90'],
    glass: [black],
  }),
  sheet(
    'UC8151: data past the window is dropped, and so is what the memory has no rows for',
    `${ucWhite} 10:ff*8 91 90:080f0003000401 13:000000 ${ucShow}`,
    {
      diagnostics: ['warning write-past-window 0x13', 'warning write-past-ram 0x13'],
      glass: ['', '', '', '........########'],
    },
  ),
  sheet(
    'UC8151: the black and white mode of 0x00 has no red plane on a real panel',
    `${ucWhite} 10:ff*8 00:1f ${ucShow}`,
    { inks: bwr, diagnostics: ['warning plane-ignored 0x00'], glass: four('rrrrrrrrrrrrrrrr') },
  ),
];

/** What UC81xx, four-ink and six-ink chips share. */
const sharedCases = (
  [
    ['UC8151', ['white', 'black'], 2, 'ff'],
    ['JD796xx', fourInks, 4, '55'],
    ['Spectra', colours, 8, '11'],
  ] as const
).flatMap(([chip, inks, stride, paper]): Case[] => {
  const plane = chip === 'UC8151' ? '13' : '10';
  const start = `61:00100004 ${plane}:${paper}*${4 * stride}`;
  const [row, halfRow] = [`${plane}:00*${stride}`, `${plane}:00*${stride / 2}`];
  const inked = `${start} ${row}`;
  const sleeping = ['0x04', '0x12'].map((command) => `error command-in-deep-sleep ${command}`);
  const first = [black];
  const window: Case = sheet(
    `${chip}: 0x83 is a window, unless it is reversed or its last byte is 0`,
    `${start} 83:0008000f0003000301 ${halfRow} 83:000f00080003000301 ${ucShow} 83:000000070000000000 ${row} ${ucShow}`,
    {
      inks,
      diagnostics: ['warning window-reversed 0x83'],
      glass: [black, '', '', '........########'],
      kinds: 'window full',
    },
  );
  return [
    sheet(
      `${chip}: reads of data stop, temperature and status`,
      `11 read:1 40 read:3 70 read:1 71 read:1 ${start} 04 12 wait_us:1 71 read:1 busy 71 read:1`,
      { inks, reads: '80 190000 00 03 04 05' },
    ),
    sheet(`${chip}: 0x02 ends the power of 0x04`, `${inked} 04 busy 02 12 busy`, {
      inks,
      diagnostics: ['error refresh-without-power-on 0x04'],
      glass: first,
    }),
    sheet(
      `${chip}: deep sleep needs a5, and ends with a reset`,
      `${inked} 07:01 ${ucShow} 07:a5 ${ucShow} ${pulse} ${ucShow}`,
      { inks, diagnostics: sleeping, glass: first, kinds: 'full full' },
    ),
    sheet(`${chip}: 0x17 refreshes, and sleeps after a7`, `${inked} 17:a5 busy 17:a7 busy ${ucShow}`, {
      inks,
      diagnostics: sleeping,
      glass: first,
      kinds: 'full full',
    }),
    sheet(
      `${chip}: rows are as wide as 0x61 says, until bit 0 of 0x00 resets it`,
      `${start} 61:00080004 ${row} 00:0e ${halfRow} ${ucShow}`,
      { inks, diagnostics: [`warning data-not-whole-rows 0x${plane}`], glass: ['########', '########'] },
    ),
    ...(chip === 'UC8151' ? [] : [window]),
  ];
});

/** Commands that only change how pixels are driven, or nothing. */
const withoutEffect: Readonly<Record<FamilyId, string>> = {
  ssd16xx: '03 04 08 09 0a 0c 0f 14 15 18 1a 1c 28 29 2b 2c 2d 2e 38 39 3a 3b 3c 3f 74 7e 7f',
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
  const window = `${right ? '44:0001 4e:00' : '44:0100 4e:01'} ${down ? '45:00000300 4f:0000' : '45:03000000 4f:0300'}`;
  return sheet(`SSD16xx: entry mode ${mode}`, `11:${hex(mode)} ${window} 24:1011121314151617 ${ssdShow}`, {
    glass: rows.map((row) => row.join('')),
  });
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
const greyLadder = `32:${['00', '40', '50', '54'].map((levels) => `${levels},00*11`).join()},00*12,0101000101,00*88`;
/** Code 0 left, code 3 right in the first row; code 0 below. */
const code03 = '00ff00*6';
const [code3White, code0White] = [
  [1, 3, 2, 0],
  [0, 2, 3, 1],
] as const;
const halves = '........########';
const inverted = '########';

/** Registers that every mode must read: 0x21 and 0x50 with two, three inks and greys, and the waveform that decides them. */
const modeCases: readonly Case[] = [
  ...([0x00, 0x88] as const).flatMap((options): Case[] => {
    const glass = options === 0 ? [halves] : [inverted, black, black, black];
    const start = `${ssdStart} 21:${hex(options)} 24:${code03} 26:${code03}`;
    const byWaveform = `${start} ${greyLadder} 22:c7 20 busy`;
    return [
      sheet(`SSD16xx: greys by the loaded waveform, not as the profile says, with 0x21 ${options}`, byWaveform, {
        ...{ inks: greyInks, glass, definition: { profileGreys: code3White } },
      }),
      sheet(`SSD16xx: greys as the profile says without a waveform, with 0x21 ${options}`, `${start} ${ssdShow}`, {
        ...{ inks: greyInks, glass, definition: { profileGreys: code0White } },
      }),
      sheet(`SSD16xx: greys as the header says, with 0x21 ${options}; a waveform that differs is named`, byWaveform, {
        inks: greyInks,
        definition: { greys: code3White },
        glass: options === 0 ? [inverted, black, black, black] : [halves],
        diagnostics: ['warning grey-order-differs'],
      }),
    ];
  }),
  sheet(
    'SSD16xx: a grey panel whose second plane is bypassed is black and white by OTP',
    `${ssdStart} 21:40 24:${code03} 26:${code03} ${ssdShow}`,
    { inks: greyInks, definition: { profileGreys: code0White }, glass: [inverted, black, black, black] },
  ),
  ...([0x87, 0x97] as const).map((interval): Case =>
    sheet(
      `UC81xx: greys as the profile says, in its polarity: 0x50 ${interval}`,
      `61:100004 50:${hex(interval)} 10:${code03} 13:${code03} ${ucShow}`,
      {
        inks: greyInks,
        definition: { profileGreys: code0White, polarity: [0] },
        glass: interval === 0x87 ? [halves] : [inverted, black, black, black],
      },
    ),
  ),
  sheet('SSD16xx: a refresh by a loaded waveform, and none was loaded', `${ssdReady} 22:c7 20 busy`, {
    diagnostics: ['note no-waveform-loaded 0x22'],
  }),
  sheet('UC81xx: 0x00 selects loaded waveforms, and none was loaded', `00:3f ${ucWhite} ${ucShow}`, {
    diagnostics: ['note no-waveform-loaded 0x00'],
  }),
  sheet('UC81xx: the mode for a third ink on a panel of two', `00:0f ${ucWhite} ${ucShow}`, {
    diagnostics: ['warning three-ink-mode 0x00'],
  }),
  sheet(
    'UC81xx: a window is refreshed that no data came for',
    `00:1f ${ucWhite} ${ucShow} 91 90:00070000000301 ${ucShow}`,
    { diagnostics: ['note window-not-written', 'warning old-plane-not-seeded 0x10'] },
  ),
  sheet('Spectra: code 4 is no ink’s', `10:4411*31 ${ucShow}`, {
    inks: colours,
    diagnostics: ['warning ink-code-undefined 0x10'],
  }),
  sheet(
    'SSD16xx: a host that waits for the other level of BUSY polls for ever',
    new Array(500).fill('level').join(' '),
    { diagnostics: ['warning busy-level-wrong'] },
  ),
  sheet('UC81xx: the same, with 0x71 between the polls', new Array(500).fill('71 level').join(' '), {
    diagnostics: ['warning busy-level-wrong'],
  }),
  sheet('SSD16xx: to sleep in deep sleep does no harm, any other command is an error', `${ssdStart} 10:01 10:01 24`, {
    diagnostics: ['note command-in-deep-sleep 0x10', 'error command-in-deep-sleep 0x24'],
  }),
  sheet('SSD16xx: rows against the direction of 0x11', `${ssdReady} 11:01 24:00000000 ${ssdShow}`, {
    diagnostics: ['warning write-past-ram 0x11'],
    glass: [black],
  }),
];

const everyCase = [...cases, ...sharedCases, ...entryModes, ...modeCases];

describe('a data sheet says', () => {
  test.each(everyCase.map((each) => [each.title, each] as const))('%s', (_, each) => {
    const { glass, reads, kinds, diagnostics } = outcomeOf(each);
    expect(glass).toEqual(each.glass);
    expect(reads).toBe(each.reads ?? '');
    expect(diagnostics).toEqual(each.diagnostics ?? []);
    if (each.kinds !== undefined) expect(kinds).toBe(each.kinds);
  });

  test('and a diagnostic says what was expected and what came', () => {
    const records = everyCase.flatMap((each) => {
      const panel = panelOf(each, each.definition);
      for (const event of each.events) panel.feed(event);
      const lines = panel.diagnostics.map(({ step, count, message, expected, received }) =>
        [step, count, message, expected, received].join(' | '),
      );
      return lines.length > 0 ? [[each.title, lines] as const] : [];
    });
    expectRecorded('diagnostics', records);
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
      return [id, idle.map((command) => hex(command)).join(' ')];
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
  const show = (chip: string, trace: string) => {
    const panel = panelOf({ chip });
    const refreshes = eventsOf(trace).flatMap((event) => panel.feed(event).refreshes);
    return { last: refreshes.at(-1)!, codes: panel.diagnostics.map(({ code, grade }) => `${grade} ${code}`) };
  };
  const [white, black] = ['ff*8', '00ff*7'];

  test('of an SSD ghosts where it is not what the glass shows, and the picture as driven says where', () => {
    const seeded = `${ssdReady} ${ssdShow}`;
    const good = show('SSD16xx', `${seeded} 24:${black} 26:${white} ${ssdPartial}`);
    expect([good.last.kind, good.last.ghost, good.codes]).toEqual(['partial', null, []]);
    const bad = show('SSD16xx', `${seeded} 24:${black} 26:${black} ${ssdPartial}`);
    expect(bad.codes).toEqual(['warning old-plane-not-seeded']);
    expect([unpack(bad.last.picture)[0], unpack(bad.last.ghost!)[0]]).toEqual([1, 0]);
  });

  test.each([
    ['of a UC8179 is copied if bit 3 of 0x50 says so', 'UC8179', '29', []],
    ['of a UC8179 is not copied without it', 'UC8179', '21', ['warning old-plane-not-seeded']],
    ['of a UC8176 is never copied', 'UC8176', '97', ['warning old-plane-not-seeded']],
  ])('%s', (_, chip, interval, codes) => {
    const start = `61:00100004 50:${interval}07 10:${white} 13:${black} 04 busy 91 90:0000000f0000000301`;
    expect(show(chip, `${start} 12 busy 13:${white} 12 busy`).codes).toEqual(codes);
  });

  test('of an SSD is exchanged where 0x37 says so', () => {
    const twice = `${ssdReady} ${ssdShow} 24:${black} ${ssdPartial} 24:${white} ${ssdPartial}`;
    expect(show('SSD16xx', `37:000000000040 ${twice}`).codes).toEqual([]);
    expect(show('SSD16xx', twice).codes).toEqual(['note old-plane-not-seeded']);
  });
});

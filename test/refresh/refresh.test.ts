import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { type Device, loadDevices } from '../../devices/index.js';
import { createFrame, decodePng, encodePng, type Framebuffer, limits, unpack } from '../../renderer/index.js';
import { pack } from '../../renderer/drawing/framebuffer.js';
import { filmRefresh } from '../../renderer/refresh/film.js';
import { shineThrough } from '../../renderer/refresh/ghost.js';
import { phasesOf, stepsOf } from '../../renderer/refresh/phases.js';
import { type WaveformKind, waveformOf } from '../../renderer/refresh/waveforms.js';
import { expectRecorded, shortHash } from '../support/tables/records.js';
import { framesOf } from '../support/pictures/animation.js';

const devices = loadDevices();
const black = devices.get('gooddisplay-gdey0213b74')!;
const red = devices.get('solum-m2-2.9-bwr')!;
const [white, ink, , yellow] = devices.get('gicisky-2.9-bwry')!.inks;
const bw = [white!, ink!];

/** A panel for each known waveform, and some for unknown ones. */
const panels: readonly (readonly [string, Device, readonly WaveformKind[]])[] = [
  ['2.13 V3', black, ['full', 'partial']],
  ['2.9 V2', devices.get('gooddisplay-gdey029t94')!, ['full', 'partial']],
  ['2.9 V2 in grey', devices.get('waveshare-2.9-v2-4gray')!, ['full']],
  ['Inky black', inkyOf('inky-black', []), ['full']],
  ['Inky red', devices.get('inky-phat-red')!, ['full']],
  ['Inky yellow', inkyOf('inky-yellow', [yellow!]), ['full']],
];
function inkyOf(waveform: 'inky-black' | 'inky-yellow', colours: Device['inks']): Device {
  return { ...black, refresh: { ...black.refresh, waveform }, inks: [...bw, ...colours] };
}

/** Stripes of all changes from one ink to another: columns have the old ink, rows the new one. */
function stripes({ width, height, inks }: Device): { from: Framebuffer; to: Framebuffer } {
  const at = (of: (x: number, y: number) => number) =>
    pack(
      Uint8Array.from({ length: width * height }, (_, p) => of(p % width, Math.floor(p / width))),
      width,
      height,
      inks.length,
    );
  return { from: at((x) => (x >> 3) % inks.length), to: at((_, y) => (y >> 3) % inks.length) };
}
const film = (device: Device, kind: WaveformKind = 'full', seconds = 2) => {
  const { from, to } = stripes(device);
  return { from, to, png: filmRefresh(from, to, device, { kind, seconds, basis: 'stated' }, 'ink') };
};

describe('the way of a pixel', () => {
  test('is read with its repetitions', () => {
    expect(stepsOf('W15 (K2 03)x2').map(({ drive, frames }) => `${drive}${frames}`)).toEqual(
      'W15 K2 03 K2 03'.split(' '),
    );
  });

  test.each(panels)('has the same length to each ink of %s, decoded from a driver', (_, device, kinds) => {
    for (const kind of kinds) {
      const { basis, way } = waveformOf(device, kind);
      const lengths = device.inks.map((_ink, i) => stepsOf(way(i)).reduce((sum, { frames }) => sum + frames, 0));
      expect([basis, new Set(lengths).size]).toEqual(['decoded', 1]);
    }
  });

  test('has the frames that the driver’s table has', () => {
    const frames = panels.map(([, device]) =>
      stepsOf(waveformOf(device, 'full').way(0)).reduce((sum, one) => sum + one.frames, 0),
    );
    expect(frames).toEqual([121, 222, 174, 800, 3744, 3872]);
  });

  test.each([...devices.values()].filter(({ refresh }) => refresh.waveform === null))(
    'of $id is a placeholder that says so',
    (device) => {
      for (const kind of ['full', 'partial'] as const) {
        const { basis, source, way } = waveformOf(device, kind);
        expect([basis, source]).toEqual(['placeholder', expect.stringContaining('no source')]);
        const lengths = device.inks.map((_ink, i) => stepsOf(way(i)).reduce((sum, { frames }) => sum + frames, 0));
        expect(new Set(lengths).size).toBe(1);
      }
    },
  );
});

describe('the phases of a refresh', () => {
  const changes = [
    { from: 0, to: 0 },
    { from: 0, to: 1 },
    { from: 1, to: 0 },
  ];
  const inks = { W: 0, K: 1, R: 1 };
  const said = (kind: WaveformKind) =>
    phasesOf(changes, waveformOf(black, kind), inks).map(
      (phase) => `${phase.inks.join('')} ${Math.round(phase.until * 121)}`,
    );

  test('of 2.13 V3 are seven flashes of fifteen frames', () => {
    expect(said('full')).toEqual(['101 15', '111 30', '000 45', '111 60', '000 75', '111 90', '000 105', '010 121']);
  });

  test('of a partial one move what changes, once', () => {
    expect(said('partial')).toEqual(['010 121']);
    expect(phasesOf(changes, waveformOf(red, 'partial'), inks)).toEqual([{ inks: [0, 1, 0], until: 1 }]);
  });

  test('of a panel with greys end with a short push to the grey', () => {
    const grey = devices.get('waveshare-2.9-v2-4gray')!;
    const to = grey.inks.findIndex(({ name }) => name === 'light_gray');
    const phases = phasesOf([{ from: 0, to }], waveformOf(grey, 'full'), { W: 0, K: 3, R: 3 });
    expect(phases.map((phase) => phase.inks[0])).toEqual([0, 3, 0, 3, 0, to]);
  });

  test('of a panel with colours show black first, then one colour after the other', () => {
    const phases = phasesOf(
      [0, 1, 2].map((to) => ({ from: 0, to })),
      waveformOf(red, 'full'),
      { W: 0, K: 1, R: 2 },
    );
    expect(phases.map((phase) => phase.inks.join(''))).toEqual([
      ...['111', '000', '111', '000', '111', '000', '111', '000'],
      ...['010', '012'],
    ]);
  });
});

describe('the animation', () => {
  test.each([...panels.map(([, device, kinds]) => [device, kinds] as const), [red, ['full', 'partial']] as const])(
    'begins and ends with the pictures, in the panel’s own time and inks: $id',
    (device, kinds) => {
      for (const kind of kinds) {
        const { from, to, png } = film(device, kind);
        const { frames, still, plays, comment } = framesOf(png);
        const [first, ...rest] = frames;
        const last = rest.pop()!;
        expect([first!.ms, last.ms, plays]).toEqual([500, 1000, 1]);
        expect(rest.reduce((sum, { ms }) => sum + ms, 0)).toBe(2000);
        expect(rest.every(({ ms }) => ms >= 20)).toBe(true);
        expect(frames.length).toBeLessThanOrEqual(limits.animation.frames);
        const pixels = (one: Buffer) => Buffer.from(unpack(decodePng(one)));
        expect(pixels(first!.png).equals(unpack(from))).toBe(true);
        for (const one of [last.png, still]) expect(pixels(one).equals(unpack(to))).toBe(true);
        for (const one of frames) expect(Math.max(...pixels(one.png))).toBeLessThan(device.inks.length);
        expect(comment).toMatch(`A ${kind} refresh of 2 s (stated). Waveform: ${waveformOf(device, kind).basis}: `);
      }
    },
  );

  test('of a partial refresh changes only what differs', () => {
    const { from, to, png } = film(black, 'partial', 0.5);
    const [was, will] = [unpack(from), unpack(to)];
    for (const { png: one } of framesOf(png).frames)
      unpack(decodePng(one)).forEach((pixel, p) => {
        if (was[p] === will[p] && pixel !== will[p]) throw new Error(`Pixel ${p} flashes`);
      });
  });

  test('is the same each time, and is a picture of the end for readers without animations', () => {
    const { to, png } = film(red);
    expect(film(red).png.equals(png)).toBe(true);
    expect(PNG.sync.read(png).data.equals(PNG.sync.read(encodePng(to, red)).data)).toBe(true);
    const refresh = { kind: 'full', seconds: 2, basis: 'stated' } as const;
    const measured = PNG.sync.read(encodePng(to, red, { view: 'panel' })).data;
    expect(PNG.sync.read(filmRefresh(to, to, red, refresh, 'panel')).data.equals(measured)).toBe(true);
  });

  test('shows no picture for longer than an animation can', () => {
    const { frames } = framesOf(film(black, 'partial', 200).png);
    expect(frames.map(({ ms }) => ms)).toEqual([500, 65_535, 1000]);
  });

  test('has as many frames as its limits allow, and still takes the panel’s time', () => {
    const large = { ...inkyOf('inky-yellow', [yellow!]), width: 1600, height: 1200 };
    const { frames } = framesOf(film(large, 'full', 15).png);
    expect(frames.length).toBe(4);
    expect(frames.slice(1, -1).reduce((sum, { ms }) => sum + ms, 0)).toBe(15_000);
    const small = framesOf(film(inkyOf('inky-yellow', [yellow!]), 'full', 15).png).frames;
    expect(small.length).toBeGreaterThan(40);
    // It begins with yellow.
    expect(unpack(decodePng(small[1]!.png)).every((ink) => ink === 2)).toBe(true);
  });

  test('is refused for pictures of another panel', () => {
    const other = createFrame(8, 8, 2);
    expect(() => filmRefresh(other, other, red, { kind: 'full', seconds: 1, basis: 'stated' }, 'ink')).toThrow(
      RangeError,
    );
  });
});

describe('a ghost', () => {
  test('is one in five of the pixels that differ, always the same ones', () => {
    const [blank, full] = [createFrame(20, 10, 2), pack(new Uint8Array(200).fill(1), 20, 10, 2)];
    const shown = unpack(shineThrough(blank, full));
    expect(shown.filter((pixel) => pixel === 1)).toHaveLength(40);
    // Stripes up and down would look like a defect of the panel.
    for (let x = 0; x < 20; x++) expect(shown.filter((pixel, p) => p % 20 === x && pixel === 1)).toHaveLength(2);
    // So would diagonal lines.
    const touching = [19, 20, 21].flatMap((by) =>
      [...shown.keys()].filter((p) => p % 20 > 0 && p % 20 < 19 && (shown[p] ?? 0) + (shown[p + by] ?? 0) > 1),
    );
    expect(touching).toEqual([]);
    expect(unpack(shineThrough(blank, full))).toEqual(shown);
    expect(unpack(shineThrough(full, full))).toEqual(unpack(full));
    expect(() => shineThrough(blank, createFrame(20, 10, 3))).toThrow(RangeError);
  });
});

test('each panel is driven from ink to ink as before', () => {
  const records = new Map<string, string[]>();
  for (const device of devices.values())
    for (const kind of ['full', 'partial'] as const) {
      const waveform = waveformOf(device, kind);
      const inks = device.inks.map((_, ink) => ink);
      const changes = inks.flatMap((from) => inks.map((to) => ({ from, to })));
      const indexOf = (name: string) => device.inks.findIndex((each) => each.name === name);
      const drive = { W: indexOf('white'), K: indexOf('black'), R: inks.length - 1 };
      const phases = changes.map(({ from, to }) => {
        const way = phasesOf([{ from, to }], waveform, drive).map(
          ({ inks: look, until }) => `${look.join()} ${until.toFixed(4)}`,
        );
        return `${from}→${to}: ${way.join(' | ')}`;
      });
      const title = `${kind}: ${waveform.basis}, ${waveform.source}, ${waveform.onlyChanged ? 'only what changes' : 'all'}, ${device.inks.map(({ name }) => name).join()}`;
      const { png } = film({ ...device, width: 64, height: 64 }, kind);
      records.set(title, [...phases, `film: ${shortHash(png)}`]);
    }
  expectRecorded('waveforms', [...records]);
});

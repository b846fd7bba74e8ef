import { describe, expect, test } from '@jest/globals';
import { type Device, loadDevices } from '../../devices/index.js';
import { getBit, everySecond } from '../../renderer/shapes/stencil.js';
import { roundedBox } from '../../renderer/shapes/rounded-box.js';
import { arrangeGround } from '../../renderer/slots/ground.js';
import { isReadable } from '../../renderer/slots/ink-table.js';
import { chooseInk, type InkUse } from '../../renderer/slots/inks.js';
import type { Slot } from '../../renderer/slots/slot.js';
import type { LayoutInk } from '../../renderer/layout/document.js';
import { rowsOf } from '../support/tables/table.js';

type PanelInk = Device['inks'][number];

const devices = loadDevices();
const panels = {
  bw: devices.get('gooddisplay-gdey0213b74')!,
  bwr: devices.get('solum-m2-2.9-bwr')!,
  bwry: devices.get('gicisky-2.9-bwry')!,
  gray: devices.get('waveshare-4.2-v2-4gray')!,
  bwy: devices.get('hanshow-nebular-3.5-bwy')!,
  six: devices.get('gooddisplay-gdep073e01')!,
  seven: devices.get('waveshare-5.65-f-acep')!,
};

describe('an ink that a layout names', () => {
  test.each(
    rowsOf(`
      none → text → white → bwr → black | none → text → red → bwr → white | none → text → yellow → bwry → black
      accent → fill → white → bwr → red | accent → fill → white → bw → black | accent → fill → black → bw → white
      accent → text → white → bwr → red | accent → text → black → bwr → white | accent → fill → white → gray → black
      accent → text → white → gray → black | accent → fill → white → bwy → yellow
      accent → text → white → bwy → black | accent → fill → white → six → red | accent → text → white → seven → red
      red → fill → white → bw → black → warned | red → text → black → bw → white → warned
      yellow → text → white → bwry → black → warned | yellow → fill → white → bwry → yellow
      white → fill → white → bwr → white | white → text → white → bwr → black → warned
      accent → line → white → bwy → black | red → text → black → bwr → white → warned
      red → text → yellow → bwry → red | none → text → green → six → white | none → text → blue → seven → white
      none → text → orange → seven → black | none → text → dark_gray → gray → white
      green → fill → white → six → green | blue → text → white → six → blue | orange → line → white → seven → orange
      light_gray → text → white → gray → light_gray | green → fill → white → bwry → black → warned
      green → text → white → gray → dark_gray → warned | blue → text → black → gray → white → warned
      orange → fill → white → six → yellow and red → warned | orange → fill → white → bwy → yellow → warned
      orange → text → white → six → red → warned | orange → text → red → bwr → white → warned
      yellow → fill → white → gray → light_gray → warned | light_gray → fill → white → bwr → white → warned
      light_gray → line → white → bwr → black → warned | dark_gray → line → black → bwr → white → warned
      offer → fill → white → bwry → yellow | offer → fill → white → bwr → red | offer → text → white → bwry → red
      offer → text → yellow → bwry → black | rule → line → white → gray → light_gray
      rule → line → white → six → black | rule → line → black → bw → white
      good → fill → white → six → yellow and green | poor → fill → white → six → yellow and red
      poor → fill → white → seven → orange | worst → fill → white → bwry → black | fair → text → white → seven → black
  `),
  )('%s for %s on %s of a %s panel is %s %s', (name, use, backdrop, panel, expected, warned = '') => {
    const device = panels[panel as keyof typeof panels];
    const index = device.inks.findIndex((ink) => ink.name === backdrop);
    const { ink, mixed, warnings } = chooseInk(
      name === 'none' ? undefined : (name as LayoutInk),
      use as InkUse,
      index,
      device,
    );
    const names = [ink, mixed].flatMap((each) => (each === undefined ? [] : [device.inks[each]!.name]));
    expect([names.join(' and '), warnings.map(({ shown }) => shown)]).toEqual([
      expected,
      warned === '' ? [] : [expected],
    ]);
    for (const { message } of warnings)
      expect(message).toMatch(
        new RegExp(
          `^(The panel has no ${name} ink|Text in ${name} can’t be read on .+); ${expected} (is|are) used instead$`,
        ),
      );
  });

  test('is readable as measured on every panel', () => {
    const contrasts = [...devices.values()].flatMap(({ id, inks }) =>
      inks.flatMap((text) =>
        inks
          .filter((ground) => isReadable(text.name, ground.name))
          .map((ground) => ({ id, text: text.name, ground: ground.name, contrast: contrastOf(text, ground) })),
      ),
    );
    expect(contrasts.filter(({ contrast }) => contrast < 2)).toEqual([]);
    const plain = contrasts.filter(({ text, ground }) => [text, ground].some((name) => /^(black|white)$/.test(name)));
    expect(plain.filter(({ contrast }) => contrast < 2.7)).toEqual([]);
    expect(contrasts.length).toBeGreaterThan(300);
  });

  test('is not readable on white or black where its contrast is below 2 on every panel', () => {
    const pairs = [...devices.values()].flatMap(({ inks }) =>
      inks.flatMap((text) =>
        inks
          .filter(({ name }) => name === 'white' || name === 'black')
          .map((ground) => ({ pair: `${text.name} on ${ground.name}`, contrast: contrastOf(text, ground) })),
      ),
    );
    const best = new Map<string, number>();
    for (const { pair, contrast } of pairs) best.set(pair, Math.max(contrast, best.get(pair) ?? 0));
    const weak = [...best].filter(([, contrast]) => contrast < 2).map(([pair]) => pair);
    expect(weak).toEqual(expect.arrayContaining(['yellow on white']));
    for (const pair of weak) expect(isReadable(...(pair.split(' on ') as [string, string]))).toBe(false);
  });
});

/** The contrast of two inks by WCAG 2.2. */
function contrastOf(...inks: readonly [PanelInk, PanelInk]): number {
  const [low, high] = inks.map(({ measured }) => luminance(measured)).toSorted((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

describe('a fill of two inks', () => {
  test('has each in every second pixel, in both directions, and only within its shape', () => {
    const half = everySecond(roundedBox(40, 12, 6));
    const inked = [...Array(12).keys()].flatMap((y) => [...Array(40).keys()].map((x) => getBit(half, x, y)));
    expect(getBit(half, 0, 0) || getBit(half, 1, 0)).toBe(false);
    for (let y = 2; y < 10; y++) for (let x = 6; x < 34; x++) expect(inked[y * 40 + x]).toBe((x + y) % 2 === 1);
  });

  test('is drawn on its shape', () => {
    const area = { x: 3, y: 5, width: 40, height: 12 };
    const slot = { area, backdrop: 0 } as Slot;
    const { marks } = arrangeGround({ type: 'box', fill: 'good', children: [] }, slot, panels.six, undefined);
    const names = marks.map((mark) => ('ink' in mark ? panels.six.inks[mark.ink]!.name : ''));
    expect(names).toEqual(['yellow', 'green']);
    expect(marks[1]).toMatchObject({ kind: 'stencil', x: 3, y: 5, stencil: { width: 40, height: 12 } });
  });
});

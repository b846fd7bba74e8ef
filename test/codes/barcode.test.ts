import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { typesetter } from '../support/rulers/renderers.js';
import { loadPanels as loadDevices } from '../support/devices/panels.js';
import { type Bars, checkDigit, encodeBars, type Symbology } from '../../renderer/codes/barcode.js';
import { type BarcodeOptions, createBarcodeFitter } from '../../renderer/codes/barcode-box.js';
import { draw } from '../../renderer/drawing/draw.js';
import type { Mark, StencilMark } from '../../renderer/drawing/marks.js';
import { unpack } from '../../renderer/drawing/framebuffer.js';
import { digitalLink } from '../../renderer/codes/digital-link.js';
import { encodeQr } from '../../renderer/codes/qr.js';
import { createQrFitter } from '../../renderer/codes/qr-box.js';
import { getBit, type Stencil } from '../../renderer/shapes/stencil.js';
import type { Rectangle } from '../../renderer/shapes/rectangle.js';
import { inkOf } from '../support/labels/marks.js';
import { plainRuler } from '../support/labels/plain-ruler.js';
import { runs } from '../support/labels/share.js';
import { expectRecorded, shortHash } from '../support/tables/records.js';
import { scanBarcode, scanCode128, scanQr, zbarText } from '../support/pictures/scan.js';
import { cellsOf } from '../support/tables/table.js';

const fitBars = createBarcodeFitter(typesetter);
const fitQr = createQrFitter(typesetter);
const densities = [...new Set([...loadDevices().values()].map(({ dpi }) => dpi.value))];

const digits = (count: number) =>
  fc
    .string({ unit: fc.integer({ min: 0, max: 9 }).map(String), minLength: count - 1, maxLength: count - 1 })
    .map((body) => body + checkDigit(body));

/** The texts of each symbology. An EAN-13 that begins with 0 has the bars of a UPC-A, and is read as one. */
const texts: Readonly<Record<Symbology, fc.Arbitrary<string>>> = {
  ean13: digits(13).filter((text) => !text.startsWith('0')),
  ean8: digits(8),
  upca: digits(12),
  code128: fc
    .string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)), maxLength: 24 })
    .filter((text) => text.trim() !== ''),
};
const formats = { ean13: 'EAN_13', ean8: 'EAN_8', upca: 'UPC_A', code128: 'CODE_128' } as const;
const symbologies = Object.keys(formats) as Symbology[];

const alignment = fc.record({
  align: fc.constantFrom('start', 'center', 'end'),
  valign: fc.constantFrom('top', 'middle', 'bottom'),
});

function barsOf(text: string, symbology: Symbology | 'auto'): Bars {
  const bars = encodeBars(text, symbology);
  if ('reason' in bars) throw new Error(bars.reason);
  return bars;
}

function reasonOf(outcome: object): string | undefined {
  return 'reason' in outcome ? (outcome.reason as string) : undefined;
}

/** The least whole px that are at least `mm`. */
const pixels = (mm: number, dpi: number) => Math.ceil((mm * dpi) / 25.4);

/** The marks as pixels, all within the area, surrounded by `ink`: in black, a quiet zone outside the area would not be blank. */
function drawIn(
  area: Rectangle,
  marks: readonly Mark[],
  ink = 1,
): { pixels: Uint8Array; width: number; height: number } {
  const width = area.width + area.x * 2;
  const height = area.height + area.y * 2;
  const drawn = unpack(draw({ width, height, marks, warnings: [] }, 2, typesetter));
  let outside = 0;
  for (let i = 0; i < drawn.length; i++) {
    const [x, y] = [(i % width) - area.x, Math.floor(i / width) - area.y];
    if (x < 0 || y < 0 || x >= area.width || y >= area.height) {
      outside += drawn[i]!;
      drawn[i] = ink;
    }
  }
  expect(outside).toBe(0);
  return { pixels: drawn, width, height };
}

/** Whether a Code 128 begins with its start symbol C. */
const startsInPairs = (modules: Uint8Array) => modules.slice(0, 11).join('') === '11010011100';

/** The modules of a stencil; fails where a module is not a complete block of pixels. */
function modulesOf({ stencil }: { stencil: Stencil }, columns: number, rows: number): Uint8Array {
  const [across, down] = [stencil.width / columns, stencil.height / rows];
  expect([across % 1, down % 1]).toEqual([0, 0]);
  const modules = new Uint8Array(columns * rows);
  for (let y = 0; y < stencil.height; y++) {
    for (let x = 0; x < stencil.width; x++) {
      const [column, row] = [Math.floor(x / across), Math.floor(y / down)];
      const bit = Number(getBit(stencil, x, y));
      if (x % across === 0 && y % down === 0) modules[row * columns + column] = bit;
      if (modules[row * columns + column] !== bit) throw new Error(`Expected one ink in module ${column}, ${row}`);
    }
  }
  return modules;
}

const stencilOf = (marks: readonly Mark[]) => marks.find((mark): mark is StencilMark => mark.kind === 'stencil');

const printed = (marks: readonly Mark[]) =>
  marks.flatMap((mark) => (mark.kind === 'text' ? [mark.word.text] : [])).join(' ');

describe('a barcode’s text', () => {
  test.each<[string, Symbology, number, string]>([
    ['4006381333931', 'ean13', 11 + 95 + 7, '4 006381 333931'],
    ['036000291452', 'upca', 9 + 95 + 9, '0 36000 29145 2'],
    ['96385074', 'ean8', 7 + 67 + 7, '9638 5074'],
    ['A-1', 'code128', 10 + 6 * 11 + 2 + 10, 'A-1'],
    ['12345678901234', 'code128', 10 + 10 * 11 + 2 + 10, '12345678901234'],
    ['ABCDEFGHIJKLM', 'code128', 10 + 16 * 11 + 2 + 10, 'ABCDEFGHIJKLM'],
    ['A  1', 'code128', 10 + 7 * 11 + 2 + 10, 'A 1'],
  ])('%s becomes %s of itself: %i modules with the quiet zones, printed as %s', (text, symbology, count, groups) => {
    const bars = barsOf(text, 'auto');
    expect(bars.symbology).toBe(symbology);
    expect(bars.quiet.left + bars.modules.length + bars.quiet.right).toBe(count);
    expect([bars.modules[0], bars.modules.at(-1)]).toEqual([1, 1]);
    expect(bars.groups.join(' ')).toBe(groups);
    expect(bars.text).toBe(text);
  });

  test.each<[string, Symbology | 'auto', string]>([
    ['4006381333932', 'ean13', 'Expected the check digit 1 for 4006381333932 but received 2'],
    ['4006381333932', 'auto', 'Expected the check digit 1 for 4006381333932 but received 2'],
    ['036000291453', 'auto', 'Expected the check digit 2 for 036000291453 but received 3'],
    ['96385075', 'auto', 'Expected the check digit 4 for 96385075 but received 5'],
    ['400638133393', 'ean13', 'Expected 13 digits for EAN-13 but received "400638133393"'],
    ['A-1', 'ean8', 'Expected 8 digits for EAN-8 but received "A-1"'],
    ['٠٣٦٠٠٠٢٩١٤٥٢', 'upca', 'Expected 12 digits for UPC-A but received "٠٣٦٠٠٠٢٩١٤٥٢"'],
    ['Käse', 'auto', 'Expected printable ASCII for Code 128 but received "ä"'],
    ['A\t1', 'code128', 'Expected printable ASCII for Code 128 but received "\\t"'],
    ['A\u007f', 'code128', 'Expected printable ASCII for Code 128 but received "\u007f"'],
    ['', 'auto', 'Expected a text for the barcode but received none'],
    ['  ', 'code128', 'Expected a text for the barcode but received none'],
  ])('%j is refused as %s: %s', (text, symbology, reason) => {
    expect(reasonOf(encodeBars(text, symbology))).toBe(reason);
  });

  test('with any digit changed is refused', () => {
    fc.assert(
      fc.property(texts.ean13, fc.nat(12), fc.integer({ min: 1, max: 9 }), (text, at, by) => {
        const wrong = text.slice(0, at) + String((Number(text[at]) + by) % 10) + text.slice(at + 1);
        expect(reasonOf(encodeBars(wrong, 'auto'))).toContain('Expected the check digit');
      }),
    );
  });
});

describe('a barcode in its box', () => {
  test.each(symbologies)('%s is read by a scanner on every panel, wherever it is', (symbology) => {
    fc.assert(
      fc.property(
        texts[symbology],
        fc.constantFrom(...densities),
        alignment,
        fc.boolean(),
        fc.constantFrom('long', 'even'),
        fc.nat(260),
        fc.nat(60),
        (text, dpi, aligned, below, guards, wider, higher) => {
          const { modules, quiet, groups } = barsOf(text, symbology);
          const count = quiet.left + modules.length + quiet.right;
          const area = {
            x: 3,
            y: 5,
            width: count * pixels(0.264, dpi) + wider,
            height: pixels(3, dpi) + (below ? 16 : 0) + higher,
          };
          const { marks, omitted } = fitBars(text, area, { symbology, digits: below, guards, ...aligned }, dpi, 1);
          expect(omitted).toBeUndefined();
          // ZXing reads a Code 128 that begins with pairs of digits on paper, but never beside a black frame.
          const frame = drawIn(area, marks, startsInPairs(modules) ? 0 : 1);
          const read = symbology === 'code128' ? scanCode128 : scanBarcode;
          expect(read(frame.pixels, frame.width, frame.height)).toEqual({ text, format: formats[symbology] });

          const mark = stencilOf(marks)!;
          expect(modulesOf(mark, modules.length, 1)).toEqual(modules);
          const scale = mark.stencil.width / modules.length;
          expect((scale * 25.4) / dpi).toBeGreaterThanOrEqual(0.264);
          expect((scale * 25.4) / dpi).toBeLessThanOrEqual(0.66);
          // One pixel more would exceed the box or the limits of GS1.
          expect((scale + 1) * count > area.width || ((scale + 1) * 25.4) / dpi > 0.66).toBe(true);
          expect(mark.x - area.x).toBeGreaterThanOrEqual(quiet.left * scale);
          expect(area.x + area.width - mark.x - mark.stencil.width).toBeGreaterThanOrEqual(quiet.right * scale);
          expect(mark.stencil.height).toBeGreaterThanOrEqual(pixels(3, dpi));
          expect(printed(marks).replaceAll(' ', '')).toBe(below ? groups.join('') : '');
          for (const word of marks.filter(({ kind }) => kind === 'text'))
            expect(inkOf(word).y).toBeGreaterThan(mark.y + mark.stencil.height);
        },
      ),
      { numRuns: runs(25) },
    );
  });

  test('stays in its box with its digits, also where those are wider than the bars', () => {
    const measure: typeof plainRuler.measure = (text, font) => {
      const word = plainRuler.measure(text, font);
      return { ...word, right: word.right * 2, advance: word.advance * 2 };
    };
    const fitWide = createBarcodeFitter({ ...plainRuler, measure });
    const wide = ['1234567890'.repeat(2), 'WWWWWWWW', '4006381333931', '96385074'];
    for (const text of wide)
      for (const align of ['start', 'center', 'end'] as const)
        for (const guards of ['long', 'even'] as const)
          for (let width = 60; width < 340; width += 4) {
            const area = { x: 7, y: 5, width, height: 40 };
            const { marks } = (guards === 'long' ? fitBars : fitWide)(
              text,
              area,
              { symbology: 'auto', digits: true, guards, align },
              96,
              1,
            );
            const inks = marks.map(inkOf);
            const [left, right] = [
              Math.min(...inks.map(({ x }) => x)),
              Math.max(...inks.map((ink) => ink.x + ink.width)),
            ];
            const [top, end] = [
              Math.min(...inks.map(({ y }) => y)),
              Math.max(...inks.map((ink) => ink.y + ink.height)),
            ];
            if (marks.length > 0)
              expect([text, align, guards, width, left >= 7, right <= 7 + width, top >= 5, end <= 45]).toEqual([
                ...[text, align, guards, width],
                ...[true, true, true, true],
              ]);
          }
  });

  test('an EAN-13 that begins with 0 is the UPC-A of the other digits', () => {
    expect(barsOf('0036000291452', 'auto').modules).toEqual(barsOf('036000291452', 'auto').modules);
  });

  const options: BarcodeOptions = { symbology: 'auto', digits: true };
  const ean = '4006381333931';

  test.each<[string, readonly [width: number, height: number], number, string, Partial<BarcodeOptions>?, string?]>([
    ['is too narrow', [140, 40], 111.2, '113 modules of 2 px need 226 px but the box is 140 px wide'],
    ['is one pixel too narrow', [225, 40], 111.2, '113 modules of 2 px need 226 px but the box is 225 px wide'],
    ['would be finer than GS1 allows', [200, 60], 188.1, '113 modules of 2 px need 226 px but the box is 200 px wide'],
    ['is too low', [296, 23], 111.2, 'Bars of 3 mm and the text below them need 24 px but the box is 23 px high'],
    ['is too low even bare', [296, 16], 144.5, 'Bars of 3 mm need 18 px but the box is 16 px high', { digits: false }],
    ['has large pixels', [400, 100], 38, 'Expected modules of 0.264 to 0.66 mm but a pixel of the panel is 0.668 mm'],
    [
      ...(['has a wrong number', [296, 40], 111.2] as const),
      ...(['Expected the check digit 1 for 4006381333932 but received 2', {}, '4006381333932'] as const),
    ],
  ])('that %s has no bars but the digits, and the reason', (_, [width, height], dpi, reason, more = {}, text = ean) => {
    const area = { x: 2, y: 2, width, height };
    const { marks, omitted } = fitBars(text, area, { ...options, ...more }, dpi, 1);
    expect(omitted).toEqual({ reason, shown: text, missing: [] });
    expect(stencilOf(marks)).toBeUndefined();
    expect(printed(marks)).toBe(text);
    drawIn(area, marks);
  });

  test('of just the size that they need has bars', () => {
    expect(fitBars(ean, { x: 0, y: 0, width: 226, height: 26 }, options, 111.2, 1).omitted).toBeUndefined();
  });

  test('without room for all of the digits prints none: half a number is another number', () => {
    const narrow = { x: 0, y: 0, width: 40, height: 18 };
    for (const box of [narrow, { ...narrow, height: 6 }])
      expect(fitBars(ean, box, options, 111.2, 1)).toMatchObject({ marks: [], omitted: { shown: '' } });
  });
});

describe('a QR code', () => {
  const text = fc.oneof(
    fc.webUrl().filter((url) => url.length < 60),
    fc.string({ unit: fc.constantFrom(...Array.from('ab 0^%$:/AZ-äß€日本語ไทย😀')), minLength: 1, maxLength: 24 }),
  );

  test('is read by a scanner on every panel, wherever it is', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...densities),
        alignment,
        fc.nat(80),
        fc.nat(80),
        (value, dpi, aligned, w, h) => {
          const qr = encodeQr(value);
          if ('reason' in qr) throw new Error(qr.reason);
          const least = (qr.size + 8) * pixels(0.33, dpi);
          const area = { x: 3, y: 4, width: least + w, height: least + h };
          const { marks, omitted } = fitQr(value, area, aligned, dpi, 1);
          expect(omitted).toBeUndefined();
          const frame = drawIn(area, marks, 0);
          expect(scanQr(frame.pixels, frame.width, frame.height)).toEqual({ text: value, format: 'QR_CODE' });

          const mark = stencilOf(marks)!;
          expect(modulesOf(mark, qr.size, qr.size)).toEqual(qr.modules);
          const scale = mark.stencil.width / qr.size;
          expect((scale + 1) * (qr.size + 8)).toBeGreaterThan(Math.min(area.width, area.height));
          const { x, y, stencil } = mark;
          const blank = [
            x - area.x,
            y - area.y,
            area.x + area.width - x - stencil.width,
            area.y + area.height - y - stencil.height,
          ];
          for (const side of blank) expect(side).toBeGreaterThanOrEqual(4 * scale);
        },
      ),
      { numRuns: runs(15) },
    );
  });

  const url = 'https://example.com/p/4006381333931';

  test.each([
    ['is omitted, and its text printed in full', 250, 60, url],
    ['for its text either leaves the box blank', 60, 20, ''],
  ])('without room %s', (_, width, height, shown) => {
    const { marks, omitted } = fitQr(url, { x: 0, y: 0, width, height }, {}, 111.2, 1);
    const reason = `37 modules of 2 px need 74 px but the box is ${width}×${height} px`;
    expect(omitted).toEqual({ reason, shown, missing: [] });
    expect(printed(marks).replaceAll(' ', '')).toBe(shown);
    if (shown === '') expect(marks).toEqual([]);
  });

  test('with more bytes than version 40 holds is refused, with as many is not', () => {
    expect(reasonOf(encodeQr('é'.repeat(1166)))).toBe('Expected at most 2330 bytes for the QR code but received 2332');
    expect(reasonOf(encodeQr('x'.repeat(2332)))).toBe('Expected at most 2331 bytes for the QR code but received 2332');
    expect(encodeQr('é'.repeat(1165))).toMatchObject({ size: 177 });
    expect(encodeQr('x'.repeat(2331))).toMatchObject({ size: 177 });
  });

  const scripts = cellsOf(`
      Käse 3,50 € | Żółty ser | Молоко | 牛乳 | ミルク | 우유 | חלב | حليب | ไทย | ñ | ü | ½ kg | °C | 5 ¢
    `);

  test.each(scripts)('of %j is read by another scanner, which guesses where nothing says UTF-8', async (value) => {
    const area = { x: 0, y: 0, width: 160, height: 160 };
    const { pixels, width, height } = drawIn(area, fitQr(value, area, {}, 111.2, 1).marks, 0);
    expect(await zbarText(pixels, width, height)).toBe(value);
    expect(scanQr(pixels, width, height)?.text).toBe(value);
  });

  test('of an address has its letters beyond ASCII in percents', () => {
    for (const scheme of ['https', 'HTTP']) {
      const written = `${scheme}://example.com/k%C3%A4se?q=%F0%9F%90%9F%20a#x`;
      expect(encodeQr(`${scheme}://example.com/käse?q=🐟%20a#x`)).toEqual(encodeQr(written));
    }
    expect(encodeQr('Käse')).not.toEqual(encodeQr('K%C3%A4se'));
  });

  test('of nothing is refused', () => {
    expect(reasonOf(encodeQr(''))).toBe('Expected a text for the QR code but received none');
  });
});

describe('the bars and digits of goods', () => {
  const area = { x: 0, y: 0, width: 260, height: 60 };
  const fit = (text: string, options: Partial<BarcodeOptions> = {}, box: Rectangle = area, dpi = 111.2) => {
    const { marks } = fitBars(text, box, { symbology: 'auto', digits: true, ...options }, dpi, 1);
    const stencils = marks.filter((mark): mark is StencilMark => mark.kind === 'stencil');
    const words = marks.flatMap((mark) => (mark.kind === 'text' ? [{ text: mark.word.text, ...inkOf(mark) }] : []));
    return { marks, stencils, words };
  };

  test.each<[string, string, readonly number[]]>([
    ['EAN-13', '4006381333931', [0, 2, 46, 48, 92, 94]],
    ['EAN-8', '96385074', [0, 2, 32, 34, 64, 66]],
    ['UPC-A', '036000291452', [0, 2, 6, 7, 9, 46, 48, 85, 86, 88, 89, 92, 94]],
  ])('%s: only guard bars are five modules longer', (_, text, runs) => {
    const { stencils } = fit(text);
    const { modules } = barsOf(text, 'auto');
    const [upper, ...guards] = stencils as [StencilMark, ...StencilMark[]];
    expect(modulesOf(upper, modules.length, 1)).toEqual(modules);
    expect(upper.stencil.height).toBe(area.height - 5 * 2);
    const long = guards.flatMap((guard) => {
      expect([guard.y, guard.stencil.height]).toEqual([upper.stencil.height, 5 * 2]);
      const columns = guard.stencil.width / 2;
      return Array.from(modulesOf(guard, columns, 1)).flatMap((bar, i) => (bar ? [(guard.x - upper.x) / 2 + i] : []));
    });
    expect(long).toEqual(runs);
  });

  test.each(['4006381333931', '96385074', '036000291452'])('%s: each digit is below its own bars', (text) => {
    const { stencils, words } = fit(text);
    expect(words.map((word) => word.text).join('')).toBe(text);
    const first = { 13: 1, 12: 1, 8: 0 }[text.length]!;
    const half = text.length === 8 ? 4 : 6;
    for (const [i, word] of words.entries()) {
      // The outer digits of a UPC-A are beside the bars, as is the first of an EAN-13.
      if (i < first || (text.length === 12 && i === 11)) continue;
      const place = text.length === 13 ? i - 1 : i;
      const left = stencils[0]!.x + (3 + place * 7 + (place >= half ? 5 : 0)) * 2;
      expect(word.x).toBeGreaterThanOrEqual(left);
      expect(word.x + word.width).toBeLessThanOrEqual(left + 14);
      expect(word.y).toBeGreaterThan(stencils[0]!.stencil.height);
    }
    for (const word of words) expect([word.x >= 0, word.x + word.width <= area.width]).toEqual([true, true]);
    if (first === 1) expect(words[0]!.x + words[0]!.width).toBeLessThan(stencils[0]!.x);
    if (text.length === 12) expect(words[11]!.x).toBeGreaterThan(stencils[0]!.x + stencils[0]!.stencil.width);
  });

  test('are even if the layout requires it, if no digits are printed, and if the bars would be low', () => {
    const ean = '4006381333931';
    expect(fit(ean).stencils).toHaveLength(4);
    expect(fit(ean, { guards: 'even' }).stencils).toHaveLength(1);
    expect(fit(ean, { digits: false }).stencils).toHaveLength(1);
    // Bars of twice the guards' five modules of 2 px, and the guards.
    expect(fit(ean, {}, { ...area, height: 30 }).stencils).toHaveLength(4);
    expect(fit(ean, {}, { ...area, height: 29 }).stencils).toHaveLength(1);
    // 3 mm are 23 px.
    expect(fit(ean, {}, { ...area, height: 33 }, 188.1).stencils[0]!.stencil.height).toBe(23);
    expect(fit(ean, {}, { ...area, height: 32 }, 188.1).stencils).toHaveLength(0);
    expect(fit('ABC-1').stencils).toHaveLength(1);
  });

  test('have even bars above digits of the size of texts for staff', () => {
    const size = (dpi: number) => {
      const { marks } = fit('4006381333931', { guards: 'even' }, { ...area, width: 400 }, dpi);
      return marks.flatMap((mark) => (mark.kind === 'text' ? [mark.word.font.size] : []))[0];
    };
    expect([size(111.2), size(188.1)]).toEqual([12, 16]);
  });

  test('have digits narrower than their bars where a module is one pixel', () => {
    const { stencils, words } = fit('4006381333931', {}, { x: 0, y: 0, width: 120, height: 60 }, 60);
    expect(stencils.map(({ stencil }) => stencil.width)).toEqual([95, 3, 5, 3]);
    for (const { width } of words) expect(width).toBeLessThan(7);
  });
});

describe('a GS1 Digital Link', () => {
  test.each([
    ['4006381333931', 'https://id.gs1.org', 'https://id.gs1.org/01/04006381333931'],
    ['96385074', 'https://id.gs1.org', 'https://id.gs1.org/01/00000096385074'],
    ['036000291452', 'https://id.gs1.org/', 'https://id.gs1.org/01/00036000291452'],
    ['14006381333938', 'https://shop.example/gs1//', 'https://shop.example/gs1/01/14006381333938'],
  ])('of %s at %s is %s', (gtin, resolver, link) => {
    expect(digitalLink(gtin, resolver)).toEqual({ link });
    const { marks, omitted } = fitQr(gtin, { x: 0, y: 0, width: 200, height: 200 }, { resolver }, 111.2, 1);
    expect(omitted).toBeUndefined();
    const frame = drawIn({ x: 0, y: 0, width: 200, height: 200 }, marks, 0);
    expect(scanQr(frame.pixels, frame.width, frame.height)?.text).toBe(link);
  });

  test.each([
    ['4006381333932', 'Expected the check digit 1 for 4006381333932 but received 2'],
    ['14006381333931', 'Expected the check digit 8 for 14006381333931 but received 1'],
    ['400638133', 'Expected a GTIN of 8, 12, 13 or 14 digits but received "400638133"'],
    ['MILK-1', 'Expected a GTIN of 8, 12, 13 or 14 digits but received "MILK-1"'],
    ['٩٦٣٨٥٠٧٤', 'Expected a GTIN of 8, 12, 13 or 14 digits but received "٩٦٣٨٥٠٧٤"'],
  ])('of %s is refused, and its digits are printed beside nothing', (gtin, reason) => {
    expect(digitalLink(gtin, 'https://id.gs1.org')).toEqual({ reason });
    const area = { x: 0, y: 0, width: 200, height: 40 };
    const { marks, omitted } = fitQr(gtin, area, { resolver: 'https://id.gs1.org' }, 111.2, 1);
    expect(omitted).toMatchObject({ reason, shown: gtin });
    expect(stencilOf(marks)).toBeUndefined();
    for (const mark of marks) expect(inkOf(mark).x).toBeGreaterThanOrEqual(8);
  });

  test('without room is the number, not the address', () => {
    const area = { x: 0, y: 0, width: 200, height: 40 };
    const { omitted } = fitQr('4006381333931', area, { resolver: 'https://id.gs1.org' }, 111.2, 1);
    expect(omitted).toMatchObject({
      reason: '37 modules of 2 px need 74 px but the box is 200×40 px',
      shown: '4006381333931',
    });
  });
});

describe('the capacity of a QR code', () => {
  test.each([
    ['numeric', '1', 34, 21],
    ['numeric', '1', 35, 25],
    ['alphanumeric', 'A', 20, 21],
    ['alphanumeric', 'A', 21, 25],
    ['byte', 'a', 14, 21],
    ['byte', 'a', 15, 25],
    // Two bytes each, and the mark of UTF-8.
    ['UTF-8', 'é', 6, 21],
    ['UTF-8', 'é', 7, 25],
    ['UTF-8', 'é', 12, 25],
    ['UTF-8', 'é', 13, 29],
    // The last version of 8 and the first of 16 bits for the length, then of 11 and of 13.
    ['byte', 'a', 180, 53],
    ['byte', 'a', 214, 61],
    ['alphanumeric', 'A', 1542, 121],
    ['alphanumeric', 'A', 1638, 129],
  ] as const)('%s: %j %i times takes %i modules', (_, character, count, size) => {
    expect(encodeQr(character.repeat(count))).toMatchObject({ size });
  });

  test('has the highest level of correction for which the version has room', () => {
    // The two bits of the level are below the finder at the left, masked with 10 (ISO/IEC 18004, 7.9.1).
    const levelOf = (text: string) => {
      const qr = encodeQr(text);
      if ('reason' in qr) throw new Error(qr.reason);
      return (qr.modules[8 * qr.size]! ^ 1) * 2 + qr.modules[8 * qr.size + 1]!;
    };
    expect(['a'.repeat(7), 'a'.repeat(8), 'a'.repeat(11), 'a'.repeat(12), 'a'.repeat(14)].map(levelOf)).toEqual([
      0b10, 0b11, 0b11, 0b00, 0b00,
    ]);
  });
});

describe('the libraries for the symbols', () => {
  test('are loaded by the first symbol of their kind and not before', () => {
    const script = `
      import { createRequire } from 'node:module';
      import { createBarcodeFitter } from './dist/renderer/codes/barcode-box.js';
      import { createQrFitter } from './dist/renderer/codes/qr-box.js';
      import { createTypesetter } from './dist/renderer/typeset/typesetter.js';
      const { cache } = createRequire(import.meta.url);
      const loaded = () => ['jsbarcode', 'qr'].filter((name) => Object.keys(cache).some((file) => file.endsWith(name + '-encoder.cjs')));
      const typesetter = createTypesetter();
      const bars = createBarcodeFitter(typesetter);
      const qr = createQrFitter(typesetter);
      const before = loaded();
      bars('96385074', { x: 0, y: 0, width: 200, height: 40 }, { symbology: 'auto', digits: true }, 120, 1);
      const between = loaded();
      qr('x', { x: 0, y: 0, width: 200, height: 200 }, {}, 120, 1);
      process.stdout.write(JSON.stringify([before, between, loaded()]));`;
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })).toBe(
      '[[],["jsbarcode"],["jsbarcode","qr"]]',
    );
  });
});

test('texts have the same modules, or the same refusal, as before', () => {
  const digit = fc.constantFrom(...Array.from('0123456789'));
  const text = fc.oneof(
    ...[7, 8, 11, 12, 13, 14].map((length) => fc.string({ unit: digit, minLength: length, maxLength: length })),
    ...Object.values(texts),
    fc.string({ unit: fc.constantFrom(...Array.from('AZaz09 -/é漢\u0003')), maxLength: 30 }),
  );
  const records = fc.sample(text, { numRuns: 250, seed: 1 }).map((each, i) => {
    const bars = (['auto', 'code128', 'ean13'] as const).map((symbology) => hashOfModules(encodeBars(each, symbology)));
    return [
      `${i} ${JSON.stringify(each)}`,
      [...bars, hashOfModules(encodeQr(each)), JSON.stringify(digitalLink(each, 'https://id.example'))],
    ] as const;
  });
  expectRecorded('codes', records);
});

/** A refusal in full, modules by their hash. */
function hashOfModules(encoded: object): string {
  const text = JSON.stringify(encoded, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
  return 'reason' in encoded ? text : shortHash(text);
}

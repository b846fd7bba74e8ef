import { describe, expect, test } from '@jest/globals';
import { parseCoverage } from '../../fonts/coverage.js';
import {
  bitmapScale,
  chainOf,
  describeFont,
  faces,
  type FontName,
  formatCoverage,
  hanRegionOf,
  openFont,
  openFonts,
} from '../../fonts/index.js';
import { rowsOf } from '../support/tables/table.js';

describe('the characters that a font has', () => {
  test('are written as ranges, sorted by number and each once, and read back', () => {
    const points = [0x21, 0x7e, 0x20, 0x9, 0x21, 0x10ffff];
    const written = formatCoverage(points);
    expect(written).toBe('9 20-21 7e 10ffff');
    const coverage = parseCoverage(written);
    expect(points.filter((point) => !coverage.has(point))).toEqual([]);
    expect([0, 8, 0xa, 0x1f, 0x22, 0x7d, 0x7f, 0x10fffe].filter((point) => coverage.has(point))).toEqual([]);
  });
});

describe('the fonts of a face', () => {
  test('are those for the size, best first', () => {
    expect(faces.regular.chain(12)[0]).toBe('condensed-12');
    expect(faces.bold.chain(12)[0]).toBe('bold-12');
    expect(faces.regular.chain(13).slice(0, 2)).toEqual(['regular-13', 'galmuri-11-condensed']);
    expect(faces.regular.chain(14).slice(0, 2)).toEqual(['regular-14', 'inter-500']);
    expect([20, 22].map((size) => faces.bold.chain(size).includes('noto-sans-jp-700'))).toEqual([false, true]);
    const bitmaps = (size: number) => faces.bold.chain(size, 'TC').filter((name) => /^(fusion|unifont)/.test(name));
    expect(bitmaps(18)).toEqual(['unifont', 'fusion-pixel-12-tc', 'unifont']);
    expect(bitmaps(21)).toEqual(['unifont', 'fusion-pixel-12-tc', 'unifont']);
    expect(bitmaps(22)).toEqual(['fusion-pixel-12-tc', 'unifont']);
  });

  test('are searched without missing ones', () => {
    const fonts = openFonts();
    const chain = chainOf(['unifont', 'inter-500'], {
      get: (name: FontName) => (name === 'unifont' ? undefined : fonts.get(name)),
    });
    expect([chain.at(0)?.name, chain.at(1)]).toEqual(['inter-500', undefined]);
  });

  test('that are bitmaps are drawn at the nearest multiple of their size, the smaller of two', () => {
    expect([5, 23, 24, 25, 40, 41].map((size) => bitmapScale(16, size))).toEqual([1, 1, 1, 2, 2, 3]);
  });

  test('cut a character with its own cut at a size, and others with the usual one', () => {
    const source = describeFont('inter-500');
    const cuts = { 20: { cut: 100, repairs: { é: [90, 0.5, 1], o: [80] } } };
    const font = openFont('inter-500', { ...source, measured: { ...source.measured, cuts } }, '');
    expect(['é', 'o', 'x'].map((text) => font.cut(20, text))).toEqual([
      { cut: 90, dx: 0.5, grow: 1 },
      { cut: 80, dx: 0, grow: 0 },
      { cut: 100, dx: 0, grow: 0 },
    ]);
    expect(font.cut(21, 'é')).toEqual({ cut: 128, dx: 0, grow: 0 });
  });

  test('that are precomputed kern a letter with a mark like the letter', () => {
    const { drawn } = openFonts().get('bold-20')!;
    expect(drawn!.gap('A', 'V')).toBeLessThan(drawn!.gap('H', 'V') - 1);
    expect(drawn!.gap('T', 'ö')).toBeCloseTo(drawn!.gap('T', 'o'));
    expect(drawn!.gap('Ä', 'V')).toBeCloseTo(drawn!.gap('A', 'V'));
  });
});

describe('Han characters', () => {
  test.each(
    rowsOf(`
      ja-JP → JP | zh-CN → SC | zh-SG → SC | zh-Hans-HK → SC | zh-TW → TC | zh-HK → TC | zh-MO → TC | zh-Hant → TC
      yue → TC | ko-KR → KR | kok-IN → JP | de-DE → JP
  `),
  )('of %s have the forms of %s', (locale, region) => {
    expect(hanRegionOf(locale)).toBe(region);
  });
});

import { describe, expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { changedParts } from '../../server/page/state/binding.js';
import { callLanguages, writeCalls } from '../../server/page/state/calls.js';
import { currencyOf } from '../../server/page/state/currency.js';
import { apiPrice, typedPrice } from '../../server/page/state/decimals.js';
import { bindingOf, inLocale, previewFields } from '../../server/page/state/fields.js';
import { firstEditorState, layoutIn, readEditorState, writeEditorState } from '../../server/page/state/editor-state.js';
import { fitTimes, panelIn, scaleOf, tagScale } from '../../server/page/state/fit.js';
import { nameOf, namedApart } from '../../server/page/state/panels.js';
import { firstState, type PreviewState, readState, writeState } from '../../server/page/state/preview-state.js';
import { readValue, writeValue } from '../../server/page/state/rows.js';

test('a preview asks for the date that was chosen, and for none if none was', () => {
  const fieldsOf = (date: string) => previewFields({ ...firstState, date }, { id: 'standard' });
  expect(fieldsOf('2026-11-20')).toHaveProperty('date', '2026-11-20');
  expect(fieldsOf('')).not.toHaveProperty('date');
});

describe('a typed price', () => {
  test.each([
    ['3,50', '3.50'],
    ['3.50', '3.50'],
    [' 12 ', '12.00'],
    ['007.10', '7.10'],
    ['٣٫٥٠', '3.50'],
    ['३.५९', '3.59'],
    ['9999999.99', '9999999.99'],
    ['3,5', '3.50'],
    ['1 234,00', '1234.00'],
    ['1.234,50', '1234.50'],
  ])('%s is %s for the API', (typed, sent) => {
    expect(apiPrice(typed)).toBe(sent);
  });

  test.each(['', '3,500', '1.234', '-1', '3,50 €', 'a'])('%s is none', (typed) => {
    expect(apiPrice(typed)).toBeNull();
  });

  test('is written as the locale writes it, and what is no price stays', () => {
    expect(['de-DE', 'en-US', 'fr-FR'].map((locale) => typedPrice('3.50', locale))).toEqual(['3,50', '3.50', '3,50']);
    expect(['3,5', '3,500', 'x'].map((price) => typedPrice(price, 'en-US'))).toEqual(['3.50', '3,500', 'x']);
  });

  test('follows the locale, and so does the currency', () => {
    const layout = { id: 'promotion', data: { was: { type: 'price' } } } as const;
    const german = inLocale({ ...firstState, currency: 'GBP', data: { was: '4.99' } }, 'de-DE', layout);
    expect(german).toMatchObject({ price: '3,50', data: { was: '4,99' }, currency: '' });
    expect(bindingOf(german, layout)).toMatchObject({ currency: 'EUR', data: { was: '4.99' } });
    const found = ['en-GB', 'de-CH', 'ja-JP', 'fil-PH', 'mt-MT', 'sr-Latn-RS'].map(currencyOf);
    expect(found).toEqual(['GBP', 'CHF', 'JPY', 'PHP', 'EUR', 'RSD']);
  });
});

test('a picture of a tag has the panel and its margin, another one only the panel', () => {
  const panel = { width: 296, height: 128 };
  const picture = (naturalWidth: number, naturalHeight: number) => ({ naturalWidth, naturalHeight });
  expect(tagScale(panel)).toBe(3);
  expect(panelIn(picture((296 + 30) * 3, (128 + 30) * 3), panel)).toEqual({ ...panel, margin: 15 });
  expect(panelIn(picture(296, 128), panel)).toEqual({ ...panel, margin: 0 });
  // The picture of the former panel stays until that of this one comes.
  expect(panelIn(picture(400, 300), panel)).toEqual({ width: 400, height: 300, margin: 0 });
  expect(panelIn(picture(978, 474))).toEqual({ width: 978, height: 474, margin: 0 });
  expect([tagScale({ width: 800, height: 480 }), tagScale({ width: 1872, height: 1404 })]).toEqual([2, 1]);
});

describe('an address', () => {
  test('says nothing at the first visit', () => {
    expect(writeState(firstState)).toBe('');
    expect(readState('')).toEqual(firstState);
  });

  test('says all that is shown, and is read as it was written', () => {
    const state: PreviewState = {
      ...firstState,
      ...{ device: 'nowhere-9.7', layout: 'menu', locale: 'de-DE', currency: 'CHF' },
      ...{ name: 'Brot & <img onerror=alert(1)>', price: '3,60', sku: '4006381333931', date: '2026-11-20' },
      ...{ data: { empty: '', rows: [{ name: 'Soup', price: '4,00' }], odd: '[{' } },
      ...{ zoom: 3, view: 'panel', show: 'shelf', grid: true, boxes: true },
    };
    expect(readState(writeState(state))).toEqual(state);
    expect(new URLSearchParams(writeState(state)).get('price')).toBe('3.60');
    expect(readState(writeState({ ...state, price: '3,' })).price).toBe('3,');
  });

  test('with nonsense where few things can stand shows what a first visit does', () => {
    expect(readState('?zoom=0.5&view=x&show=y')).toEqual(firstState);
    expect(readState('?zoom=999').zoom).toBe('fit');
  });
});

test('an address of the editor is read as it was written; a broken escape stays', () => {
  const state = { ...firstEditorState, box: '1.0', content: 'long', show: 'both', locale: 'de-DE' } as const;
  expect(readEditorState(writeEditorState(state))).toEqual(state);
  expect(readEditorState(writeEditorState({ ...state, box: null })).box).toBeNull();
  expect([writeEditorState(firstEditorState), readEditorState('?content=x').content]).toEqual(['', 'usual']);
  expect(['/layouts/k%C3%A4se/', '/layouts/%', '/layouts/'].map(layoutIn)).toEqual(['käse', '%', null]);
});

test('rows of data are lines, whose empty cells keep their places', () => {
  const field = { type: 'list', columns: { name: 'text', size: 'text', price: 'price' } } as const;
  const rows: readonly Readonly<Record<string, string>>[] = [
    { name: 'Soup', price: '4.00' },
    { name: 'Tea', size: 'S' },
  ];
  expect(writeValue(rows, field)).toBe('Soup |  | 4.00\nTea | S | ');
  expect(readValue(writeValue(rows, field), field)).toEqual(rows);
  expect([readValue(' ', field), readValue('a|b', { type: 'text' })]).toEqual([' ', 'a|b']);
});

describe('a label fits', () => {
  const small = { width: 296, height: 128 };
  const large = { width: 800, height: 480 };

  test('at the largest whole number of screen pixels that leaves room for its case', () => {
    const room = { width: 912, height: 400 };
    expect(fitTimes(small, room, 1)).toBe(2);
    expect(scaleOf('fit', small, room, 1.25, 4, 111) * 1.25).toBe(3);
    expect(scaleOf(3, small, room, 1.25, 4, 111)).toBe(3 / 1.25);
  });

  test('whole, also where the room has fewer pixels than the panel', () => {
    const room = { width: 912, height: 380 };
    const scale = scaleOf('fit', large, room, 1, 4, 125);
    expect(scale).toBeLessThan(1);
    expect([large.width * scale < room.width, large.height * scale < room.height]).toEqual([true, true]);
  });

  test('in real size, by the panel’s dpi and the screen that was calibrated', () => {
    expect(scaleOf('real', small, small, 2, 5, 127)).toBeCloseTo(1);
  });
});

test('bindings differ in parts; the order of data, of the members of rows and of sets of rules is no difference', () => {
  const binding = { ...bindingOf(firstState, { id: 'standard' }), data: { a: [{ x: '1', y: '2' }], b: '3' } };
  const turned = { ...binding, data: { b: '3', a: [{ y: '2', x: '1' }] } };
  expect(changedParts(binding, turned)).toEqual([]);
  expect(changedParts({ ...binding, lint: ['de', 'at'] }, { ...binding, lint: ['at', 'de'] })).toEqual([]);
  expect(changedParts(binding, { ...binding, lint_strict: true })).toEqual(['lint']);
  const rows = { a: [{ x: '2', y: '2' }], b: '3' };
  const parts = changedParts(binding, { ...binding, layout: 'minimal', data: rows, sku: '1' });
  expect(parts).toEqual(['layout', 'data', 'sku']);
});

test('no two panels are shown by the same name, also if two files have the same line', () => {
  const shipped = [...loadDevices().values()];
  const [first] = shipped;
  const shown = namedApart([...shipped, { ...first!, id: 'my-own' }]);
  expect(new Set(shown.map(nameOf)).size).toBe(shipped.length + 1);
  expect(nameOf(shown.at(-1)!)).toBe(`${nameOf(first!)} (my-own)`);
  expect(nameOf(shown[1]!)).toBe(nameOf(shipped[1]!));
});

test('a call in each language has the address and the body, whatever is in it', () => {
  const body = { product_name: `Ben's """ 'best' \\ 🧀` };
  for (const language of callLanguages) {
    const text = writeCalls(language, [{ method: 'POST', url: 'http://localhost:3000/api/esl/update', body }]);
    expect(text).toContain('http://localhost:3000/api/esl/update');
    expect(text).toContain('🧀');
  }
  expect(writeCalls('curl', [{ method: 'POST', url: 'http://h/', body }])).toContain("Ben'\\''s");
});

import { describe, expect, test } from '@jest/globals';
import { type Form, forms, formsOf, isSmall, type PriceAppearance, takeForm } from '../../renderer/price/forms.js';
import { formatPrice } from '../../renderer/price/price.js';

const names = (of: readonly Form[]) => of.map(({ cents, sign }) => `${cents} ${sign}`);
const inAppearance = (locale: string, currency: string, appearance: PriceAppearance, struck = false) =>
  formsOf(formatPrice('1299.00', locale, currency), struck, appearance).map(names);
const plain = ['plain beside', 'plain small', 'plain apart'];
const written = (locale: string, currency: string, struck = false) => inAppearance(locale, currency, {}, struck).flat();

describe('the forms of a price', () => {
  test('are, from the most usual on', () => {
    expect(names(forms).join(', ')).toBe(
      'raised under, raised beside, plain beside, plain small, raised apart, plain apart',
    );
  });

  test('are all open to a locale that raises decimals, but a symbol that is read first is never below the cents', () => {
    expect(written('en-US', 'USD')).toEqual(names(forms).filter((name) => name !== 'raised under'));
    expect(written('de-DE', 'EUR')).toEqual(names(forms));
  });

  test('are plain where nothing is raised, and in a price that is struck through', () => {
    expect(written('en-GB', 'GBP')).toEqual(plain);
    expect(written('ja-JP', 'JPY')).toEqual(plain);
    expect(written('de-DE', 'EUR', true)).toEqual(plain);
  });

  test('have no smaller sign where it is small in any case', () => {
    expect(written('de-CH', 'CHF')).toEqual(['plain beside', 'plain apart']);
    expect(written('hu-HU', 'HUF')).toEqual(['plain beside', 'plain apart']);
    expect(['kr', 'Ft', 'R', 'R$', 'S/', 'CHF', '\u200fد.إ.'].filter((sign) => !isSmall(sign))).toEqual([]);
    expect(['$', '€', '₪', '₫', '৳'].filter(isSmall)).toEqual([]);
  });

  test('keep the sign beside an amount in the smaller unit, which would be a larger amount without it', () => {
    const pence = formatPrice('0.99', 'en-GB', 'GBP');
    expect(
      formsOf(pence, false)
        .flat()
        .map(({ sign }) => sign),
    ).toEqual(['beside']);
    const { sign, integer, decimals } = formatPrice('0.99', 'en-GB', 'GBP', { signed: false });
    expect([sign, integer, decimals]).toEqual(['£', '0', '99']);
  });
});

describe('the appearance that a layout wants', () => {
  const all = names(forms);

  test('precedes the forms in which the price is largest', () => {
    expect(inAppearance('de-DE', 'EUR', {})).toEqual([all]);
    expect(inAppearance('de-DE', 'EUR', { style: 'auto', sign: 'auto' })).toEqual([all]);
    expect(inAppearance('de-DE', 'EUR', { style: 'plain' })).toEqual([plain]);
    expect(inAppearance('de-DE', 'EUR', { style: 'raised' })).toEqual([
      ['raised under', 'raised beside', 'raised apart'],
      plain,
    ]);
  });

  test('never raises where the locale does not, or where a line would hide it', () => {
    expect(inAppearance('en-GB', 'GBP', { style: 'raised' }).flat()).toEqual(plain);
    expect(inAppearance('de-DE', 'EUR', { style: 'raised' }, true).flat()).toEqual(plain);
  });

  test('may be of the sign: full where there is room for it, small, or none', () => {
    expect(inAppearance('de-DE', 'EUR', { sign: 'full', style: 'plain' })).toEqual([['plain full'], plain]);
    expect(inAppearance('de-DE', 'EUR', { sign: 'full' })[0]).toEqual(['raised full', 'plain full']);
    expect(inAppearance('de-DE', 'EUR', { sign: 'small', style: 'plain' })).toEqual([
      ['plain small', 'plain apart'],
      plain,
    ]);
    expect(inAppearance('de-DE', 'EUR', { sign: 'none' })).toEqual([['raised none', 'plain none']]);
    expect(inAppearance('de-CH', 'CHF', { sign: 'small' })).toEqual([['plain beside', 'plain apart']]);
  });
});

describe('the form that is taken', () => {
  /** The forms that fit, each with its largest size. */
  const take = (sizes: Readonly<Record<string, number>>) => {
    const taken = takeForm(forms, (form, least) => {
      const size = sizes[names([form])[0]!];
      return size === undefined || size < least ? undefined : { form, size };
    });
    return taken && [...names([taken.form]), taken.size];
  };

  test('is the most usual one that fits', () => {
    expect(take({ 'raised beside': 40, 'plain beside': 40, 'raised under': 40 })).toEqual(['raised under', 40]);
    expect(take({ 'plain beside': 40, 'plain small': 40 })).toEqual(['plain beside', 40]);
    expect(take({})).toBeUndefined();
  });

  test.each(names(forms).slice(1))('is another one, %s, only where its digits are 30 %% larger', (other) => {
    expect(take({ 'raised under': 100, [other]: 129 })).toEqual(['raised under', 100]);
    expect(take({ 'raised under': 100, [other]: 130 })).toEqual([other, 130]);
  });

  test('has a full sign, or none, beside plain cents only for 30 %', () => {
    const worth = (sign: 'full' | 'none') =>
      formsOf(formatPrice('1.00', 'de-DE', 'EUR'), false, { sign })[0]!.map((form) => form.worth);
    expect([worth('full'), worth('none')]).toEqual([
      [1, 1.3],
      [1, 1.3],
    ]);
  });

  test('has a symbol that is read first on its own line only for 60 %', () => {
    // One that is read first would be read last there.
    const worth = (locale: string) => formsOf(formatPrice('1.00', locale, 'EUR'), false)[0]!.at(-1)!.worth;
    expect([worth('de-DE'), worth('en-IE')]).toEqual([1.3, 1.6]);
  });
});

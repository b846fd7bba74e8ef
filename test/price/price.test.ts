import { describe, expect, test } from '@jest/globals';
import { formatPrice } from '../../renderer/price/price.js';
import { written } from '../support/labels/written.js';

describe('a price', () => {
  // Written down here, so that no version of ICU has a say in it.
  test.each([
    ['en-US', 'USD', '$1,234[50]'],
    ['en-GB', 'GBP', '£1,234.50'],
    ['en-IE', 'EUR', '€1,234[50]'],
    ['de-DE', 'EUR', '1.234[50] €'],
    ['de-AT', 'EUR', '€ 1.234[50]'],
    ['nl-NL', 'EUR', '€ 1.234[50]'],
    ['de-CH', 'CHF', 'CHF 1’234.50'],
    ['fr-FR', 'EUR', '1\u202f234[50] €'],
    ['fr-CA', 'CAD', '1\u202f234[50] $'],
    ['es-ES', 'EUR', '1234[50] €'],
    ['it-IT', 'EUR', '1234[50] €'],
    ['pt-PT', 'EUR', '1234[50] €'],
    ['pl-PL', 'PLN', '1234[50] zł'],
    ['pt-BR', 'BRL', 'R$ 1.234[50]'],
    ['fi-FI', 'EUR', '1\u202f234[50] €'],
    ['sv-SE', 'SEK', '1\u202f234[50] kr'],
    ['nb-NO', 'NOK', '1\u202f234[50] kr'],
    ['da-DK', 'DKK', '1.234[50] kr.'],
    ['cs-CZ', 'CZK', '1\u202f234[50] Kč'],
    ['tr-TR', 'TRY', '₺1.234[50]'],
    ['en-IN', 'INR', '₹1,234.50'],
    ['hi-IN', 'INR', '₹1,234.50'],
    ['ja-JP', 'USD', '$1,234.50'],
    ['zh-CN', 'CNY', '¥1,234.50'],
    ['th-TH', 'THB', '฿1,234.50'],
    ['en-GB', 'KWD', 'KWD 1,234.500'],
  ])('of %s in %s is written %s', (locale, currency, expected) => {
    expect(written(formatPrice('1234.50', locale, currency))).toBe(expected);
  });

  test.each([
    ['ja-JP', 'JPY', '¥1,235'],
    ['ko-KR', 'KRW', '₩1,235'],
    ['hu-HU', 'HUF', '1235 Ft'],
    ['vi-VN', 'VND', '1.235 ₫'],
  ])('of %s in %s has no decimals: %s', (locale, currency, expected) => {
    expect(written(formatPrice('1235.00', locale, currency))).toBe(expected);
  });

  test.each([
    ['en-US', 'USD', '$9,999,999[99]'],
    ['en-IN', 'INR', '₹99,99,999.99'],
    ['es-ES', 'EUR', '9.999.999[99] €'],
  ])('of seven digits is grouped as %s does: %s', (locale, currency, expected) => {
    expect(written(formatPrice('9999999.99', locale, currency))).toBe(expected);
  });

  test.each([
    ['en-CA', 'USD', 'USD 3[50]'],
    ['sv-SE', 'NOK', '3[50] NOK'],
    ['en-GB', 'USD', '$3.50'],
    ['en-US', 'CHF', 'CHF 3[50]'],
  ])('of %s in %s has the code where the sign is none, or the home currency’s: %s', (locale, currency, expected) => {
    expect(written(formatPrice('3.50', locale, currency))).toBe(expected);
  });

  test('in yen has no decimals, and the separator goes with them', () => {
    expect(written(formatPrice('498.00', 'ja-JP', 'JPY'))).toBe('¥498');
  });

  test('with cents in a currency that has none is refused, never rounded', () => {
    expect(() => formatPrice('3.50', 'ja-JP', 'JPY')).toThrow('Expected no cents for price in JPY but received "3.50"');
  });

  test('of letters stands apart from the digits', () => {
    expect(written(formatPrice('3.00', 'en-US', 'SEK'))).toBe('kr 3[00]');
    expect(written(formatPrice('3.00', 'en-US', 'DKK'))).toBe('kr. 3[00]');
  });

  // Raised parts in brackets; signs that are right-to-left text begin with U+200F.
  test.each([
    ['ar-AE', 'AED', '\u200fد.إ. 1,234.50'],
    ['ar-BH', 'BHD', '\u200fد.ب. ١٬٢٣٤٫٥٠٠'],
    ['ar-EG', 'EGP', '\u200fج.م. ١٬٢٣٤٫٥٠'],
    ['ar-JO', 'JOD', '\u200fد.أ. ١٬٢٣٤٫٥٠٠'],
    ['ar-KW', 'KWD', '\u200fد.ك. ١٬٢٣٤٫٥٠٠'],
    ['ar-MA', 'MAD', '\u200fد.م. 1.234,50'],
    ['ar-OM', 'OMR', '\u200fر.ع. ١٬٢٣٤٫٥٠٠'],
    ['ar-QA', 'QAR', '\u200fر.ق. ١٬٢٣٤٫٥٠'],
    ['ar-SA', 'SAR', '\u200fر.س. ١٬٢٣٤٫٥٠'],
    ['ar-TN', 'TND', '\u200fد.ت. 1.234,500'],
    ['ar-EG', 'USD', '$ ١٬٢٣٤٫٥٠'],
    ['ar-EG', 'CHF', 'CHF ١٬٢٣٤٫٥٠'],
    ['fa-IR', 'EUR', '€۱٬۲۳۴٫۵۰'],
    ['he-IL', 'ILS', '₪ 1,234.50'],
    ['ur-PK', 'PKR', 'Rs 1,234.50'],
    ['bn-BD', 'BDT', '১,২৩৪.৫০৳'],
    ['bn-IN', 'INR', '₹১,২৩৪.৫০'],
    ['mr-IN', 'INR', '₹१,२३४.५०'],
    ['ne-NP', 'NPR', 'रू १,२३४.५०'],
    ['ta-IN', 'INR', '₹1,234.50'],
    ['en-HK', 'HKD', '$1,234.50'],
    ['en-PH', 'PHP', '₱1,234.50'],
    ['en-SG', 'SGD', '$1,234.50'],
    ['fil-PH', 'PHP', '₱1,234.50'],
    ['id-ID', 'IDR', 'Rp 1.234,50'],
    ['ms-MY', 'MYR', 'RM 1,234.50'],
    ['zh-HK', 'HKD', '$1,234.50'],
    ['en-KE', 'KES', 'Ksh 1,234.50'],
    ['en-NG', 'NGN', '₦1,234.50'],
    ['en-ZA', 'ZAR', 'R 1\u202f234[50]'],
    ['es-AR', 'ARS', '$ 1.234[50]'],
    ['es-CO', 'COP', '$ 1.234[50]'],
    ['es-PE', 'PEN', 'S/ 1,234[50]'],
    ['az-AZ', 'AZN', '1.234,50 ₼'],
    ['bs-BA', 'BAM', '1.234[50] KM'],
    ['ca-ES', 'EUR', '1.234[50] €'],
    ['de-LU', 'EUR', '1.234[50] €'],
    ['el-CY', 'EUR', '1.234[50] €'],
    ['en-MT', 'EUR', '€1,234[50]'],
    ['fr-LU', 'EUR', '1.234[50] €'],
    ['hy-AM', 'AMD', '1234,50 ֏'],
    ['ka-GE', 'GEL', '1234,50 ₾'],
    ['kk-KZ', 'KZT', '1\u202f234,50 ₸'],
    ['mk-MK', 'MKD', '1.234[50] ден.'],
    ['mt-MT', 'EUR', '€1,234[50]'],
    ['ru-RU', 'RUB', '1\u202f234[50] ₽'],
    ['sq-AL', 'ALL', '1234[50] Lekë'],
    ['sr-RS', 'RSD', '1.234[50] RSD'],
  ])('of %s in %s, as the eye sees it, is %s', (locale, currency, expected) => {
    expect(written(formatPrice('1234.50', locale, currency))).toBe(expected);
  });

  test.each([
    ['es-CL', 'CLP', '$1.235'],
    ['fa-IR', 'IRR', '\u200fریال ۱٬۲۳۵'],
    ['is-IS', 'ISK', '1.235 kr.'],
    ['zh-TW', 'TWD', '$1,235'],
  ])('of %s in %s has whole units alone: %s', (locale, currency, expected) => {
    expect(written(formatPrice('1235.00', locale, currency))).toBe(expected);
  });

  test.each([
    ['bn-BD', 'BDT', '৯৯,৯৯,৯৯৯.৯৯৳'],
    ['mr-IN', 'INR', '₹९९,९९,९९९.९९'],
    ['ar-KW', 'KWD', '\u200fد.ك. ٩٬٩٩٩٬٩٩٩٫٩٩٠'],
    ['ka-GE', 'GEL', '9\u202f999\u202f999,99 ₾'],
  ])('of seven digits in its own script is grouped as %s does: %s', (locale, currency, expected) => {
    expect(written(formatPrice('9999999.99', locale, currency))).toBe(expected);
  });

  test.each([
    ['en-GB', 'KWD', 'KWD 1.250'],
    ['en-US', 'EGP', 'EGP 1[25]'],
    ['fa-IR', 'SAR', 'SAR ۱٫۲۵'],
    ['hi-IN', 'NPR', 'NPR 1.25'],
    ['is-IS', 'DKK', '1[25] DKK'],
    ['da-DK', 'SEK', '1[25] SEK'],
  ])('of %s in %s has the code where its readers do not know the word, or know it as another’s: %s', (...row) => {
    const [locale, currency, expected] = row;
    expect(written(formatPrice('1.25', locale, currency))).toBe(expected);
  });

  test.each([
    ['xx-XX', 'USD', 'for locale but received "xx-XX"'],
    ['en-US', 'constructor', 'for currency but received "constructor"'],
  ])('of locale %s in %s is refused by name', (locale, currency, message) => {
    expect(() => formatPrice('1.00', locale, currency)).toThrow(message);
  });
});

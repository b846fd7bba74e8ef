import { currencyMeanings } from '../../../../renderer/amounts/amount.js';

/** What a number format of a workbook shows besides the number. */
export interface NumberFormat {
  readonly before: string;
  readonly after: string;
  /** Decimals at least and at most; -1: it shows no number. */
  readonly decimals: number;
  readonly most: number;
  /** 100 for percent, 0.001 for thousands. */
  readonly factor: number;
}

/** Words in quotes, a character after a backslash, a gap, a symbol of a currency, other brackets, digits, other characters. */
const part =
  /"([^"]*)"|\\(.)|[_*](.)|\[\$([^[\]-]*)(?:-([^[\]]*))?\]|\[[^[\]]*\]|(General|[0#?](?:[0#?.,]*[0#?])?)(,*)|(.)/gsu;

/** The currencies of languages whose symbol several currencies have, by the language's code ([MS-LCID]). */
const currencies = new Map(
  '406 DKK,414 NOK,814 NOK,41D SEK,81D SEK,40F ISK,1009 CAD,C0C CAD,C09 AUD,1409 NZD,4809 SGD,C04 HKD,404 TWD,80A MXN,240A COP,2C0A ARS,340A CLP,411 JPY,804 CNY'
    .split(',')
    .map((pair) => pair.split(' ') as [code: string, currency: string]),
);

/** The symbol of a format, or the code of its currency where it names the language of one that shares the symbol. */
function symbolIn(symbol: string, language = ''): string {
  const currency = currencies.get(language.replace(/^0+/, '').toUpperCase());
  const meanings = currencyMeanings(symbol).filter((meaning) => !meaning.isMinor);
  return currency && meanings.some((meaning) => meaning.currency === currency) ? currency : symbol;
}

/** A format that shows other digits than those of the number: no amount. */
const unreadable: NumberFormat = { before: '', after: ' in another format', decimals: 0, most: Infinity, factor: 1 };

/** The parts of a format for positive and negative numbers, zero and texts. */
const sectionsOf = (code: string): readonly string[] =>
  code.replaceAll(/"[^"]*"|\\.|;/g, (each) => (each === ';' ? '\0' : each)).split('\0');

/** Whether a format shows other texts than those of its cells. */
export function changesTexts(code: string): boolean {
  const sections = sectionsOf(code);
  const section = sections[3] ?? sections.find((one) => one.replaceAll(/"[^"]*"|\\./g, '').includes('@'));
  return section !== undefined && section.replaceAll(/[_*].|\[(?!\$)[^[\]]*\]|\s/g, '') !== '@';
}

/**
 * Reads the part of a format for a number. Undefined: it shows a number alone, with two decimals or more, or a day, a fraction or an exponent.
 * Negative numbers, which are no prices, have the format of positive ones.
 */
export function readFormat(code: string, stored = '1'): NumberFormat | undefined {
  if (/\[[<>=]/.test(code)) return unreadable;
  const [usual = '', , zero = usual] = sectionsOf(code);
  const section = Number(stored) === 0 ? zero : usual;
  let [before, after, digits, factor] = ['', '', '', 1];
  for (const [, quoted, escaped, gap, sign, language, number, thousands, other] of section.matchAll(part)) {
    if (number !== undefined) {
      if (digits !== '') return /[.,]/.test(after) ? unreadable : undefined;
      digits = number;
      factor /= 1000 ** thousands!.length;
      continue;
    }
    if (other !== undefined && /[\p{L}@]/u.test(other)) return undefined;
    if (other === '%') factor *= 100;
    const symbol = sign === undefined ? undefined : symbolIn(sign, language);
    const text = quoted ?? escaped ?? symbol ?? other ?? (gap === undefined ? '' : ' ');
    if (digits === '') before += text;
    else after += text;
  }
  const [, fraction = ''] = digits.split('.');
  const isText = digits === '' || (Number(stored) === 0 && !/[0G]/.test(digits));
  if (isText && code === '') return undefined;
  const most = digits === 'General' ? Infinity : fraction.length;
  if (!isText && most > 1 && (before + after).trim() === '' && factor === 1) return undefined;
  const decimals = isText ? -1 : fraction.replaceAll(/[^0]/g, '').length;
  return { before: before.trimStart(), after: after.trimEnd(), decimals, most, factor };
}

/** A number as its format shows it, with a point and without groups, and with all of its stored decimals. Empty: a dash, or nothing. */
export function shownIn({ before, after, decimals, most, factor }: NumberFormat, stored: string): string {
  const text = before + after;
  if (decimals < 0) return /[^\s\p{Sc}–—-]/u.test(text) ? text.trim() : '';
  const number = String(Number((Number(stored) * factor).toPrecision(15)));
  const fraction = /^-?\d+(?:\.(\d+))?$/.exec(number)?.[1] ?? '';
  const padded = fraction.length < decimals ? Number(number).toFixed(decimals) : number;
  return `${before}${padded}${after}${most < 2 && fraction.length > most ? unreadable.after : ''}`;
}

import { currencyDecimals } from './currencies.js';
import { currencyMeanings, type WordMeaning } from './currency-words.js';
import { inAscii } from './digits.js';

export { currencyDecimals, currencyMeanings };

/** The decimal signs that a source of amounts, such as a file, may declare. */
export const decimalSigns = ['point', 'comma'] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/** Amounts in which a decimal sign is used, for messages. */
export const amountExamples: Readonly<Record<DecimalSign, string>> = {
  point: '"3.50" or "1,234.50"',
  comma: '"3,50" or "1.234,50"',
};

/** Why a text is no amount. */
export type AmountFault = 'ambiguous' | 'currency' | 'words' | 'sign' | 'currency_decimals' | 'range' | 'format';

/** What is known of an amount besides its text. */
export interface AmountContext {
  /** The ISO 4217 code of the label or article: an amount in another currency is refused. */
  readonly currency?: string | undefined;
  /** The currency of an amount without one, and of a sign that several currencies have. That of a text replaces it. */
  readonly otherwise?: string | undefined;
  /** The currency or smaller unit of all amounts of the source, as its name has it: "EUR", "€", "cents". */
  readonly word?: string | undefined;
  /** The decimal sign that the source declares. */
  readonly decimal?: DecimalSign | null | undefined;
}

/** An amount as a field `price` has it, "1234.50", and its currency; undefined: neither text nor context names one. */
export interface Amount {
  readonly price: string;
  readonly currency: string | undefined;
}

/** Why a text was refused. */
export interface RefusedAmount {
  readonly reason: AmountFault;
  /** The part of a message after "Expected". */
  readonly expected: string;
  /** The part after "as". */
  readonly because?: string;
  /** What the text would mean: its readings, or its currencies. */
  readonly found?: string;
  /** That of an amount with several readings. */
  readonly currency?: string | undefined;
}

export function isRefused(read: Amount | RefusedAmount): read is RefusedAmount {
  return 'reason' in read;
}

/** The sentence of a problem. @param received the text, cut */
export function amountMessage({ expected, because, found }: RefusedAmount, field: string, received: string): string {
  const reason = because === undefined ? '' : `, as ${because},`;
  const meaning = found === undefined ? '' : `, which is ${found}`;
  return `Expected ${expected} for ${field}${reason} but received "${received}"${meaning}`;
}

/** In UTF-16 units. Longer texts are not parsed. */
const maxTextUnits = 64;

const usualForm = /^(?:0|[1-9][0-9]{0,6})\.[0-9]{2}$/;
/** What precedes a number, with the full stop of an abbreviation ("Rs.99"), the number, a dash for its decimals ("3.–"), and what follows. */
const amountForm = /^([^0-9]*?)((?:(?<!\p{L})[.,٫])?[0-9](?:[0-9.,٫' ]*[0-9])?)(?:([.,:] ?[-–—]{1,2}|\/-)|)([^0-9]*)$/u;
/** Superscripts, fractions and numbers in circles: 3⁹⁹ may be 3.99, and 12² has a footnote. */
const otherNumber = /\p{No}/u;
const signForm = /^[-−–+(]|[-−–+)]$/;

/**
 * Reads an amount as people and programs write it, in the digits of any script of the product: "3.50", "1.234,50 €", "¥1200",
 * "99 ct". The only place that turns a text into an amount. What has two readings is refused: "3.000" without a declared decimal sign.
 */
export function readAmount(text: string, context: AmountContext = {}): Amount | RefusedAmount {
  const usual = context.currency ?? context.otherwise;
  // Most are as the interface has them.
  if (
    context.decimal !== 'comma' &&
    context.word === undefined &&
    usualForm.test(text) &&
    currencyDecimals(usual) === 2
  )
    return { price: text, currency: usual };
  const bare = text.length > maxTextUnits || otherNumber.test(text) ? '' : plain(text);
  const [, before = '', digits, dash, after = ''] = amountForm.exec(bare) ?? [];
  const [head, tail] = [before.trim(), after.trim()];
  if (digits === undefined) return refused(/[0-9]/.test(bare) ? textFault(bare) : 'format', context);
  if (signForm.test(head) || signForm.test(tail)) return refused('sign', context);
  const own = meaningsOf(head, tail, usual);
  if (!own) return refused(textFault(head + tail), context);
  const named = currencyMeanings(context.word ?? '');
  const meanings = [own, named].some((each) => each.length === 0)
    ? [...own, ...named]
    : own.filter(({ currency }) => named.some((one) => one.currency === currency));
  if (own.length > 0 && meanings.length === 0)
    return inOtherCurrency(own, { currency: meaningIn(named, context)?.currency });
  const meaning = meaningIn(meanings, context);
  if (meanings.length > 0 && !meaning) return inOtherCurrency(meanings, context);
  const currency = meaning?.currency ?? usual;
  // Their smaller units are out of use: 99 fillér are not 99 Ft.
  if (meaning?.isMinor && currencyDecimals(currency) === 0)
    return { ...refused('currency_decimals', { currency }), expected: 'a whole amount' };
  const readings = readingsOf(dash === undefined ? digits : `${digits}٫00`, currency, context.decimal);
  const known = { ...context, currency };
  if (readings.length === 0) return refused('format', known, /^0[0-9]/.test(digits) ? 'no leading zero' : undefined);
  const prices = readings.map((reading) => written(meaning?.isMinor ? inMajor(reading, currency) : reading, currency));
  if (prices.length > 1) return { ...refused('ambiguous', known), found: prices.join(' or '), currency };
  return priceFault(prices[0]!, currency) ?? { price: prices[0]!, currency };
}

/** Whether a text is an amount of zero in any currency. Tills and shops write that where they have no reduced or former price. */
export function isZeroAmount(text: string): boolean {
  const read = readAmount(text);
  if (!isRefused(read)) return thousandths(read.price) === 0;
  // A symbol of several currencies, and no digit but 0.
  return read.reason === 'currency' && !/[1-9]/.test(plain(text));
}

/** The currency that a code, a symbol or a word names; undefined: none, or several, none of which is the usual one. */
export function readCurrency(text: string, otherwise?: string): string | undefined {
  const meanings = text.length > maxTextUnits ? [] : currencyMeanings(text).filter(({ isMinor }) => !isMinor);
  return meaningIn(meanings, { otherwise })?.currency;
}

/** With ASCII digits, single blanks, and one sign for each separator. */
function plain(text: string): string {
  return inAscii(text.normalize('NFKC'))
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .replaceAll(/[’٬]/g, "'")
    .replaceAll(/\s+/g, ' ');
}

function textFault(text: string): AmountFault {
  return /\p{L}/u.test(text) ? 'words' : 'format';
}

/** What the texts around a number mean together: none if there are none; undefined if they are not those of one currency. */
function meaningsOf(head: string, tail: string, usual?: string): readonly WordMeaning[] | undefined {
  // Smaller units follow their number: "Rp 5" is rupiah, "5 Rp" may be Rappen.
  const first = currencyMeanings(head).filter(({ isMinor }) => !isMinor);
  const second = currencyMeanings(tail).filter(({ currency, isShared }) => !isShared || currency === usual);
  if (head === '' && tail === '') return [];
  const both = first.filter(({ currency }) => second.some((other) => other.currency === currency && !other.isMinor));
  const meanings = head === '' ? second : tail === '' ? first : both;
  return meanings.length > 0 ? meanings : undefined;
}

/** The meaning in the known currency; without one, in the only currency that has it. */
function meaningIn(meanings: readonly WordMeaning[], { currency, otherwise }: AmountContext): WordMeaning | undefined {
  if (currency !== undefined) return meanings.find((meaning) => meaning.currency === currency);
  const usual = meanings.find((meaning) => meaning.currency === otherwise);
  return usual ?? (meanings.length === 1 ? meanings[0] : undefined);
}

function inOtherCurrency(meanings: readonly WordMeaning[], { currency }: AmountContext): RefusedAmount {
  const found = [...new Set(meanings.map((meaning) => meaning.currency))].join(' or ');
  return {
    reason: 'currency',
    expected: currency === undefined ? 'the code of a currency' : `an amount in ${currency}`,
    found: `in ${found}`,
  };
}

/** A whole number and its decimals, in digits. */
interface Reading {
  readonly whole: string;
  readonly decimals: string;
}

/** Digits in groups of three, in groups of a lakh, or in none; and decimals. */
function numberForm(decimalSign: string, groupSigns: string): RegExp {
  const thousands = `[1-9]\\d{0,2}(?<thousand>${groupSigns})\\d{3}(?:\\k<thousand>\\d{3})*`;
  const lakhs = `[1-9]\\d?(?<lakh>${groupSigns})\\d{2}(?:\\k<lakh>\\d{2})*\\k<lakh>\\d{3}`;
  return new RegExp(`^(?<whole>${thousands}|${lakhs}|0|[1-9]\\d*|)(?:[${decimalSign}٫](?<decimals>\\d+))?$`);
}

const numberForms: Readonly<Record<DecimalSign, RegExp>> = {
  point: numberForm('.', "[,' ]"),
  comma: numberForm(',', "[.' ]"),
};

/** The different readings of a number with each decimal sign, or with the declared one; none: it is no number. */
function readingsOf(
  text: string,
  currency: string | undefined,
  declared: DecimalSign | null = null,
): readonly Reading[] {
  const found = (declared ? [declared] : decimalSigns).flatMap((sign): readonly Reading[] => {
    const { whole, decimals = '' } = numberForms[sign].exec(text)?.groups ?? {};
    if (whole === undefined || whole + decimals === '') return [];
    return [{ whole: whole.replaceAll(/[^0-9]/g, ''), decimals }];
  });
  const [one, other] = found;
  if (!one || !other || one.decimals === other.decimals) return found.slice(0, 1);
  const digits = currencyDecimals(currency);
  if (digits === 3) return one.decimals === '' ? found : [one];
  // Yen have no decimals, but programs add zeros: 100.000 may be 100. A shop in Jakarta means thousands.
  const isWhole = digits === 0 && (groupedByPoint.has(currency!) || !/^0+$/.test(one.decimals));
  return isWhole ? found.filter(({ decimals }) => decimals === '') : found;
}

/** The currencies without decimals whose countries write a point between thousands. */
const groupedByPoint: ReadonlySet<string> = new Set(['CLP', 'HUF', 'IDR', 'ISK', 'VND']);

/** An amount in hundredths or thousandths of a currency's unit. */
function inMajor({ whole, decimals }: Reading, currency: string | undefined): Reading {
  const shift = currencyDecimals(currency);
  const digits = whole.padStart(shift + 1, '0');
  return { whole: digits.slice(0, digits.length - shift), decimals: digits.slice(digits.length - shift) + decimals };
}

/** As a field `price` has it: with as many decimals as the currency, two at least, and others only if they are not zero. */
function written({ whole, decimals }: Reading, currency: string | undefined): string {
  const least = Math.max(2, currencyDecimals(currency));
  const rest = decimals.slice(least).replace(/(?<!0)0+$/, '');
  return `${whole.replace(/^0+(?=[0-9])/, '') || '0'}.${decimals.slice(0, least).padEnd(least, '0')}${rest}`;
}

/** Digits of a whole amount, without and with decimals in its currency: 9,999,999,999 rupiah and 9,999,999.99 dollars. */
const [mostWholeDigits, mostDigits] = [10, 7];

/** JSON Schema's pattern of prices in any currency. */
export const pricePattern = `^(0|[1-9][0-9]{0,${mostWholeDigits - 1}})\\.[0-9]{2,3}$`;
const priceForm = /^(0|[1-9][0-9]*)\.([0-9]{2,3})$/;

/**
 * The rule that a field `price` breaks in a currency: "digits, a dot and two digits", without a leading zero, at most 9999999.99.
 * A currency with three decimals may have three, and one without has ".00" and at most 9999999999.00.
 * @param currency absent: a rule that holds in all
 */
export function priceFault(price: string, currency?: string): RefusedAmount | undefined {
  const [, whole, decimals = ''] = priceForm.exec(price) ?? [];
  if (whole === undefined)
    return refused('format', { currency }, /^0[0-9]+\.[0-9]{2,3}$/.test(price) ? 'no leading zero' : wireForm);
  const most = currency === undefined || currencyDecimals(currency) === 0 ? mostWholeDigits : mostDigits;
  if (whole.length > most) return refused('range', { currency });
  const isExact =
    currencyDecimals(currency) === 0
      ? decimals === '00'
      : currency === undefined || decimals.length <= Math.max(2, currencyDecimals(currency));
  return isExact ? undefined : refused('currency_decimals', { currency });
}

/** A price of any currency in thousandths: "3.50" → 3500; NaN for other texts. */
export function thousandths(price: string): number {
  const [, whole, decimals = ''] = priceForm.exec(price) ?? [];
  return whole === undefined || whole.length > mostWholeDigits ? NaN : Number(whole + decimals.padEnd(3, '0'));
}

/** The price of thousandths of a currency's unit: 3500 → "3.50", in dinars "3.500". */
export function priceOf(amount: number, currency: string): string {
  const decimals = Math.max(2, currencyDecimals(currency));
  return (amount / 1000).toFixed(decimals);
}

const wireForm = 'digits, a dot and two digits, such as "3.50",';

const expectedAmounts: Readonly<Partial<Record<AmountFault, string>>> = {
  ambiguous: 'an amount with one reading',
  words: 'an amount without words other than a currency',
  sign: 'an amount without a sign',
};

function refused(reason: AmountFault, { currency, decimal }: AmountContext, expected?: string): RefusedAmount {
  const decimals = currencyDecimals(currency);
  if (reason === 'currency_decimals')
    return decimals === 0
      ? { reason, expected: '.00', because: `${currency} has no decimals` }
      : { reason, expected: `at most ${decimals} decimals`, because: `${currency} has no more` };
  if (reason === 'range') return { reason, expected: `at most ${mostOf(currency)}` };
  const usual = decimal ? `a number such as ${amountExamples[decimal]}` : 'an amount such as "3.50"';
  return { reason, expected: expected ?? expectedAmounts[reason] ?? usual };
}

function mostOf(currency: string | undefined): string {
  const decimals = currencyDecimals(currency);
  return currency === undefined || decimals === 0
    ? `${'9'.repeat(mostWholeDigits)}.00`
    : `${'9'.repeat(mostDigits)}.${'9'.repeat(decimals)}`;
}

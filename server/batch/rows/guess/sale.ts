import { plainName } from './synonyms.js';

/** Names of columns with the first and the last day of a sale, or both, or whether there is one, as {@link plainName} has them. */
const dateColumns = {
  from: 'datesalepricestarts salepricestarts salepricestart specialfromdate specialpricefromdate specialfrom salefrom salestart salestartdate salestarts promofrom promostart promostartdate offerfrom offerstart offerstartdate discountstart validfrom offervalidfrom salepricefrom startdate datestart aktionsbeginn datedébutpromo inizioofferta fechainiciooferta desde aktionvon aktionab angebotvon angebotab gültigvon gültigab débutpromo datedébut',
  until:
    'datesalepriceends salepriceends salepriceend specialtodate specialpricetodate specialto saleto saleend saleenddate saleends promoto promoend promoenddate offeruntil offerend offerenddate discountend validto validuntil offervaliduntil salepriceto enddate dateend aktionsende datefinpromo fineofferta fechafinoferta hasta validthrough aktionbis angebotbis gültigbis finpromo datefin',
  range: 'salepriceeffectivedate',
  isOn: 'onsale isonsale saleactive promoactive promotionactive offeractive specialactive aktionaktiv angebotaktiv',
} as const;

type DateKind = keyof typeof dateColumns;

const kinds = new Map(
  Object.entries(dateColumns).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as DateKind])),
);

/** The columns of prices that only some rows have, and of the days of these prices. */
export interface Sale {
  readonly columns: readonly number[];
  readonly dates: readonly { readonly column: number; readonly kind: DateKind }[];
}

/**
 * The sale of a file with several columns of prices: all but the last one that is read.
 * @param isFree whether a column has no field, and may have days
 */
export function saleIn(
  names: readonly string[],
  fields: readonly (string | null)[],
  order: readonly number[],
  isFree: (column: number) => boolean,
): Sale | undefined {
  const columns = order.filter((i) => fields[i] === 'price').slice(0, -1);
  if (columns.length === 0) return undefined;
  const dates = names.flatMap((name, column) => {
    const kind = isFree(column) ? kinds.get(plainName(name)) : undefined;
    return kind ? [{ column, kind }] : [];
  });
  return { columns, dates };
}

/** Whether a day is one of a sale. @returns the text that can't be read, if that is so */
export function isSaleDay(
  { dates }: Sale,
  textOf: (column: number) => string,
  day: string,
): boolean | { readonly unread: string } {
  for (const { column, kind } of dates) {
    const text = textOf(column).trim();
    if (text === '') continue;
    if (kind === 'isOn') {
      if (no.test(text)) return false;
      continue;
    }
    const parts = kind === 'range' ? text.split('/') : [text];
    const [from, until] = kind === 'until' ? [undefined, parts[0]] : parts;
    const begun = from === undefined ? [true] : daysIn(from).map((first) => first <= day);
    const open = until === undefined ? [true] : daysIn(until).map((last) => day <= last);
    if (parts.length !== (kind === 'range' ? 2 : 1) || !isSure(begun) || !isSure(open)) return { unread: text };
    if (!begun[0] || !open[0]) return false;
  }
  return true;
}

const no = /^(?:n|no|f|false|0|off|inactive|inaktiv|nein|non|nie|nej)$/i;

/** Whether all readings of a day say the same. */
function isSure(answers: readonly boolean[]): boolean {
  return new Set(answers).size === 1;
}

/** The days that a text may mean, YYYY-MM-DD: both orders of "1/2/2026"; none for other texts. */
function daysIn(text: string): readonly string[] {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text.trim()) ?? [];
  if (year !== undefined) return dayOf(year, month!, day!);
  const [, first, sign, second, last] = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/.exec(text.trim()) ?? [];
  if (first === undefined) return [];
  const fullYear = last!.padStart(4, '20');
  return [...dayOf(fullYear, second!, first), ...(sign === '.' ? [] : dayOf(fullYear, first, second!))];
}

function dayOf(year: string, month: string, day: string): readonly string[] {
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  return isDay ? [`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`] : [];
}

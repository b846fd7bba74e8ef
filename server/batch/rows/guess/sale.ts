import { daysIn } from './days.js';
import { isReduced, plainName } from './synonyms.js';

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

/** Words before the first and the last day of a sale, in names that also say of what these days are. */
const [beginning, ending] = [
  /start|begin|début|debut|inici|inizi|empieza|comienza|começa|rozpocz|zač|začiat|kezd|начал|почат|έναρξ|başla|開始|开始|시작|(?<!\p{L})(?:from|ab|von|vanaf|från|fra|od|desde|dal|с|від)(?!\p{L})/iu,
  /until|through|expir|(?<!\p{L})end(?:s|date|ing)?(?!\p{L})|end(?:e|et)(?!\p{L})|enddatum|eind|slut|termina|zakończ|kone?c|végé|оконч|кінец|заверш|λήξ|bitiş|終了|结束|結束|종료|(?<!\p{L})(?:to|bis|tot|till?|do|hasta|al|fine?|fim|по|до)(?!\p{L})/iu,
];
const validity = /valid|gültig|geldig|giltig|gyldig|ważn|platn|действ|geçerli|有効|有效/i;
const period = /dates?(?!\p{L})|days|period|zeitraum|dauer|laufzeit|fechas|looptijd|период|期間|期间/iu;

function kindOf(name: string): DateKind | undefined {
  const words = name.normalize('NFC').replaceAll('_', ' ');
  if (kinds.has(plainName(name)) || !(isReduced(words) || validity.test(words))) return kinds.get(plainName(name));
  const [from, until] = [beginning.test(words), ending.test(words)];
  if (from === until) return from || period.test(words) ? 'range' : undefined;
  return from ? 'from' : 'until';
}

/** The columns of prices that only some rows have, and of the days of these prices. */
export interface Sale {
  readonly columns: readonly number[];
  readonly dates: readonly { readonly column: number; readonly kind: DateKind }[];
}

/**
 * The sale of a file: of its columns of prices, the reduced ones, and all but the last one that is read.
 * @param isFree whether a column has no field, and may have days
 */
export function saleIn(
  names: readonly string[],
  fields: readonly (string | null)[],
  order: readonly number[],
  isFree: (column: number) => boolean,
): Sale | undefined {
  const priced = order.filter((i) => fields[i] === 'price');
  const columns = priced.filter((i) => i !== priced.at(-1) || isReduced(names[i]!));
  if (columns.length === 0) return undefined;
  const dates = names.flatMap((name, column) => {
    const kind = isFree(column) ? kindOf(name) : undefined;
    return kind ? [{ column, kind }] : [];
  });
  return { columns, dates };
}

/** Whether a day is one of a sale. @returns the text that can't be read, if that is so */
export function isSaleDay(
  { dates }: Sale,
  textOf: (column: number) => string,
  day: string,
  isDayFirst: () => boolean | undefined,
): boolean | { readonly unread: string } {
  for (const { column, kind } of dates) {
    const text = textOf(column).trim();
    if (text === '') continue;
    if (kind === 'isOn') {
      if (no.test(text)) return false;
      continue;
    }
    const parts =
      kind === 'range'
        ? text.split(/\/(?=\d{4}-)|(?<!\s)\s+(?:[-–—]|to|till|bis|au|al|a|até|t\/m|do|по)\s+|[–—]/)
        : [text];
    const [from, until] = kind === 'until' ? [undefined, parts[0]] : parts;
    const begun = from === undefined ? [true] : daysIn(from, isDayFirst).map((first) => first <= day);
    const open = until === undefined ? [true] : daysIn(until, isDayFirst).map((last) => day <= last);
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

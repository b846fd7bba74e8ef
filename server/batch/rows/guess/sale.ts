import { daysIn } from './days.js';
import { setOf } from './price-words.js';
import { isReduced, plainName } from './synonyms.js';

type DateKind = 'from' | 'until' | 'range' | 'isOn';

/** Names of columns that say whether there is a sale, as {@link plainName} has them. */
const isOnNames = setOf(
  'onsale isonsale saleactive promoactive promotionactive offeractive specialactive aktionaktiv angebotaktiv',
);

/** Words before the first and the last day of a sale, in names that also say of what these days are. */
const [beginning, ending] = [
  /effective|start|begin|début|debut|inici|inizi|empieza|comienza|começa|rozpocz|zač|začiat|kezd|начал|почат|έναρξ|başla|開始|开始|시작|(?<!\p{L})(?:from|ab|von|vanaf|från|fra|od|desde|dal|с|від)(?!\p{L})/iu,
  /until|through|expir|(?<!\p{L})end(?:s|date|ing)?(?!\p{L})|end(?:e|et)(?!\p{L})|enddatum|eind|slut|termina|zakończ|kone?c|végé|оконч|кінец|заверш|λήξ|bitiş|終了|结束|結束|종료|(?<!\p{L})(?:to|bis|tot|till?|do|hasta|al|fine?|fim|по|до)(?!\p{L})/iu,
];
const validity =
  /valid|effective|active (?:from|to|till|until)|gültig|geldig|giltig|gyldig|ważn|platn|действ|geçerli|有効|有效/i;
const period = /dates?(?!\p{L})|days|period|zeitraum|dauer|laufzeit|fechas|looptijd|период|期間|期间/iu;

/** Words of the first day, the last day and days, of which a column's whole name may consist beside a reduced price: "Von", "Data fine". */
const bare = [
  'start starts starting startdate startdatum startdato begin begins beginn begindatum beginning effective activation ab von vom van from från fra od desde dal dalla inicio início inizio debut début с від начало начала початок alkaa alkaen başlangıç kezdete kezdet začátek začiatek początek έναρξη 開始 開始日 开始 开始日期 開始日期 시작 시작일',
  'end ends ending enddate ende enddatum einde einddatum eind slut slutdatum slutdato slutt expires expiry expiration finish stop bis tot till til to until thru through do hasta al alla au fin fine fim até по до конец окончание окончания кінець закінчення päättyy bitiş vége konec koniec λήξη 終了 終了日 结束 结束日期 結束日期 종료 종료일',
  'de du available verfügbar week woche date day datum dato data fecha дата dt tag jour día zum',
].map(setOf);

/** Where a name has no blank between its words: "validFrom", "salestart". */
const gap =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=valid|sale|price|promo|special|offer|gültig|date)(?=from|to|until|start|end|date)/gu;

function kindOf(name: string): DateKind | undefined {
  if (isOnNames.has(plainName(name))) return 'isOn';
  const words = name.normalize('NFC').replaceAll('_', ' ').replaceAll(gap, ' ');
  const each = words.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const isBare = each.every((word) => bare.some((some) => some.has(word)));
  if (!isBare && !isReduced(words) && !validity.test(words)) return undefined;
  const until = ending.test(words) || (isBare && each.some((word) => bare[1]!.has(word)));
  const isOf = !until && /^d[eu]$/i.test(words);
  const from = isOf || beginning.test(words) || (isBare && each.some((word) => bare[0]!.has(word)));
  if (from === until) return from || (!isBare && period.test(words)) ? 'range' : undefined;
  return from ? 'from' : 'until';
}

/** The columns of prices that only some rows have, and of the days of these prices. */
export interface Sale {
  readonly columns: readonly number[];
  readonly dates: readonly { readonly column: number; readonly kind: DateKind }[];
  /** Whether it is the only price of the file, which is valid on some days. */
  readonly isOnly?: boolean;
}

/**
 * The sale of a file: of its columns of prices, the reduced ones, and all but the last one that is read; a file's only price where the
 * names of other columns say when it is valid.
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
  const hasSale = columns.length > 0;
  const dates = names.flatMap((name, column) => {
    const kind = isFree(column) && (hasSale || validity.test(name)) ? kindOf(name) : undefined;
    return kind && (hasSale || kind !== 'isOn') ? [{ column, kind }] : [];
  });
  return hasSale ? { columns, dates } : dates.length > 0 ? { columns: priced, dates, isOnly: true } : undefined;
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
    const parts = text.split(/\/(?=\d{4}-)|(?<!\s)\s+(?:[-–—]|to|till|bis|au|al|a|até|t\/m|do|по)\s+|[–—]/);
    const [from, until] = kind === 'until' && parts.length === 1 ? [undefined, parts[0]] : parts;
    const begun = from === undefined ? [true] : daysIn(from, isDayFirst).map((first) => first <= day);
    const open = until === undefined ? [true] : daysIn(until, isDayFirst).map((last) => day <= last);
    if ((kind === 'range' && parts.length !== 2) || parts.length > 2 || !isSure(begun) || !isSure(open))
      return { unread: text };
    if (!begun[0] || !open[0]) return false;
  }
  return true;
}

/** How a column says no. */
export const no = /^(?:n|no|f|false|0|off|inactive|inaktiv|nein|non|nie|nej)$/i;

/** Whether all readings of a day say the same. */
function isSure(answers: readonly boolean[]): boolean {
  return new Set(answers).size === 1;
}

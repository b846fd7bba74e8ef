import { currencyMeanings } from '../../../../renderer/amounts/amount.js';
import { fieldEntries } from '../../../../renderer/fields.js';
import { fieldNamed } from '../row-fields.js';
import { currencyWords, isCurrencyWord, isSellingPrice, saysTaxIncluded, setOf, withoutTax } from './price-words.js';

/** The fields by common column names, in lower case without blanks, hyphens and underscores. */
const fieldsByWord = new Map<string, string>(
  fieldEntries.flatMap(([field, { columns }]) => columns.split(' ').map((word) => [word, field] as const)),
);

const bracket = /[([]([^()[\]]*)[)\]]/g;

/** A column's name, and what its brackets or its end add: "Price (EUR)", "Preis in Cent", "price_eur". */
function partsOf(name: string) {
  const whole = name.normalize('NFC');
  const brackets = Array.from(whole.matchAll(bracket), ([all, text]) => ({
    text: text!,
    isSquare: all.startsWith('['),
  }));
  const words = whole
    .replaceAll(bracket, ' ')
    .replaceAll(/\p{Sc}/gu, ' $& ')
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const isIn = words.at(-2)?.toLowerCase() === 'in';
  if (words.length > 1 && isCurrencyWord(last) && (isIn || isPlainCurrency(last))) {
    brackets.push({ text: last, isSquare: false });
    words.splice(isIn ? -2 : -1);
  }
  return { bare: words.join(' '), brackets };
}

/** A symbol, a code or a smaller unit: "real" and "sol" are other words, too. */
function isPlainCurrency(word: string): boolean {
  return (
    /\p{Sc}/u.test(word) ||
    currencyMeanings(word).some(({ currency, isMinor }) => isMinor || currency.toLowerCase() === word.toLowerCase())
  );
}

/**
 * Guesses a column's field by common names in some languages. What follows in brackets is ignored, "Price [Main]", unless it makes a price
 * another one: "Price (net)". The user confirms it.
 */
export function fieldGuessed(name: string): string | undefined {
  const { bare, brackets } = partsOf(name);
  const field = fieldOf(bare) ?? fieldOf(withoutTax(bare));
  const isOther = field === 'price' && brackets.some(({ text, isSquare }) => !isSellingPrice(text, isSquare));
  return isOther ? undefined : field;
}

function fieldOf(bare: string): string | undefined {
  return fieldNamed(bare) ?? fieldsByWord.get(plainOf(bare));
}

function plainOf(bare: string): string {
  return bare.toLowerCase().replaceAll(/[\s_?-]+/g, '');
}

/** A name in lower case without brackets, blanks, hyphens and underscores. */
export function plainName(name: string): string {
  return plainOf(partsOf(name).bare);
}

/** The currency or smaller unit of a column's amounts by its name, as a word; undefined: none, or several. */
export function currencyIn(name: string): string | undefined {
  const words = partsOf(name).brackets.flatMap(({ text, isSquare }) =>
    // A shop may be called "Real".
    currencyWords(text).filter((word) => !isSquare || /^[A-Z]{3}$|\p{Sc}/u.test(word)),
  );
  return words.length === 1 ? words[0] : undefined;
}

/** A measure in brackets, as in "Content (ml)". */
const measure = /^\p{L}{1,3}$/u;

/** What follows the numbers of each column: the currency of amounts, the measure of quantities. */
export function wordsAfter(
  names: readonly string[],
  isQuantity: (column: number) => boolean,
): readonly (string | undefined)[] {
  return names.map((name, i) =>
    isQuantity(i)
      ? partsOf(name).brackets.find(({ text, isSquare }) => !isSquare && measure.test(text))?.text
      : currencyIn(name),
  );
}

const weighed = setOf(
  'soldbyweight sellbyweight byweight weighed nachgewicht gewichtsartikel waagenartikel vendutoapeso venduaupoids vendidoporpeso ventaporpeso',
);

/** Quantities that prices are for, of several pieces. */
const pricedFor = setOf('preiseinheit preispro pricequantity priceunit priceper per');

/** Columns of an amount, and of the unit that it is in: "Inhalt;Einheit" with "500;g". */
const contentNames = setOf(
  'content contents netcontent netcontents inhalt nettoinhalt füllmenge nettofüllmenge füllgewicht gewicht nettogewicht volume volumen purchaseunit contenance contenu contenuto contenido conteúdo inhoud',
);
const contentUnits = setOf(
  'unit grundeinheit unitofmeasure unitofmeasurement uom me einheit mengeneinheit inhaltseinheit contentunit sizeunit unité unite unidad unità unidade eenheid',
);

/** Columns that say more of the unit: which rows are sold by weight, the units that follow their precision, for how many a price is, and amounts beside their unit. */
export function unitColumns(
  names: readonly string[],
  fields: readonly (string | null)[],
  isFree: (column: number) => boolean,
) {
  const plain = names.map(plainName);
  const freeOf = (all: ReadonlySet<string>) => {
    const column = plain.findIndex((name, i) => all.has(name) && isFree(i));
    return column < 0 ? undefined : { column, name: names[column]! };
  };
  const precise = plain.indexOf('unitandprecision');
  const [number, unit] = [contentNames, contentUnits].map((all) =>
    plain.findIndex((name, i) => all.has(name) && (isFree(i) || fields[i] === 'unit')),
  ) as [number, number];
  const hasContent = number >= 0 && unit >= 0 && [number, unit].some((i) => fields[i] === 'unit');
  return {
    weighed: freeOf(weighed),
    pricedFor: freeOf(pricedFor),
    precise: precise < 0 ? undefined : precise,
    content: hasContent ? { number, unit } : undefined,
  };
}

/** Names that are often those of a stock, of a number or a description, or of a price that is not paid: others come before them. */
const vague = setOf(
  'units quantity menge quantité quantite artikel item product produkt article producto prodotto description beschreibung listprice',
);

/** A price that only some rows have, in place of another column's. */
const reduced = /sale(?!s)|offer|promo|special|aktion|angebot|solde|oferta|rabat/i;

/**
 * The fields of columns that have none yet, by {@link fieldGuessed}, each once; the price twice where one of two columns is a reduced one.
 * A price with its taxes comes before others; null: such a price takes the place of this column.
 * @param fields those of the columns; undefined: unknown, null: ignored
 * @param isChosen whether a person chose the field of a column
 */
export function guessColumns(
  names: readonly string[],
  fields: readonly (string | null | undefined)[],
  isChosen: (column: number) => boolean,
): readonly (string | null | undefined)[] {
  const hasTax = names.map((name) => saysTaxIncluded(name.replaceAll(/[()[\]]/g, ' ')));
  const isReduced = names.map((name) => reduced.test(name));
  const guesses: (string | null | undefined)[] = names.map(() => undefined);
  const columnsOf = (field: string) => names.flatMap((_, i) => ((guesses[i] ?? fields[i]) === field ? [i] : []));
  const rank = (i: number) => (hasTax[i] ? 0 : vague.has(plainName(names[i]!)) ? 2 : 1);
  for (const i of Array.from(names.keys()).sort((a, b) => rank(a) - rank(b) || a - b)) {
    const guess = fields[i] === undefined ? fieldGuessed(names[i]!) : undefined;
    if (guess === undefined) continue;
    const others = columnsOf(guess);
    const isAlone = others.length === 0;
    if (!isAlone && (guess !== 'price' || others.some(isChosen))) continue;
    const same = others.filter((other) => isReduced[other] === isReduced[i]);
    const isBetter = hasTax[i] && !same.some((other) => hasTax[other]);
    if (same.length > 0 && !isBetter) continue;
    for (const other of same) guesses[other] = null;
    guesses[i] = guess;
  }
  return guesses;
}

/** The columns in the order in which they fill a field: of several for one, the first that is not empty counts, and a reduced price first. */
export function columnOrder(names: readonly string[]): readonly number[] {
  const rank = (i: number) => (reduced.test(names[i]!) ? 0 : 1);
  return names.map((_, i) => i).sort((a, b) => rank(a) - rank(b) || a - b);
}

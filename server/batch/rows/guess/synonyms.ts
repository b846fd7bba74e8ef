import { currencyMeanings } from '../../../../renderer/amounts/amount.js';
import { fieldEntries } from '../../../../renderer/fields.js';
import { fieldNamed } from '../row-fields.js';
import { currencyWords, isCurrencyWord, isSellingPrice, saysTaxIncluded, setOf, withoutTax } from './price-words.js';
import { sizeNames } from './sizes.js';

/** The fields by common column names, as {@link plainOf} has them. */
const fieldsByWord = new Map<string, string>(
  fieldEntries.flatMap(([field, { columns }]) =>
    [field, ...columns.split(' ')].map((word) => [plainOf(word), field] as const),
  ),
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
  // Odoo's name of a cost.
  const isCost = name.trim() === 'standard_price';
  const isOther = isCost || brackets.some(({ text, isSquare }) => !isSellingPrice(text, isSquare));
  return isOther && field === 'price' ? undefined : field;
}

/** Whether a column's name is that of a field, or nearly. */
export const isKnownName = (name: string): boolean => fieldGuessed(name) !== undefined || pricedPer(name) !== undefined;

function fieldOf(bare: string): string | undefined {
  return fieldNamed(bare) ?? fieldsByWord.get(plainOf(bare));
}

function plainOf(bare: string): string {
  // The dot is that of a Turkish İ in lower case.
  return bare.toLowerCase().replaceAll(/[\s_?*:.'’¿¡-]+|\u0307/g, '');
}

/** What a price is for, at the end of a column's name: "Price [€/m²]", "Preis pro 100 g". */
const perForm =
  /(?:\/|(?<!\p{L})(?:per|pro|je|par|au|al|por|à|a|pr|på|za|за|na)(?!\p{L}))\s*((?:\d+ ?)?(?:kg|kilo|g|l|liter|litre|litro|cl|ml|m|m²|m³|m2|m3|qm|sqm|lfm|ft|ft²|sqft|yd|lb|oz|gal|st|stk|stück|pcs?|piece|pièce|pezzo|pieza|each|кг|л|шт))[)\]]?(\s*[([][^()[\]]*[)\]])?$/iu;

const usualUnits: Readonly<Record<string, string>> = { qm: 'm²', sqm: 'm²', m2: 'm²', m3: 'm³', kilo: 'kg' };

/** The unit that a column's name says that its prices are for, and the name without it; undefined: it is no such name. */
export function pricedPer(name: string): { readonly rest: string; readonly unit: string } | undefined {
  const trimmed = name.normalize('NFC').trim();
  const [whole, unit, end = ''] = perForm.exec(trimmed) ?? [];
  if (whole === undefined) return undefined;
  const before = trimmed.slice(0, -whole.length).replace(/[([]([^()[\]]*)$/, ' ($1)');
  const rest = (isCurrencyWord(before.trim()) ? `Price (${before})` : before) + end;
  if (fieldGuessed(rest) !== 'price') return undefined;
  return { rest, unit: usualUnits[unit!.toLowerCase()] ?? unit! };
}

/** A name in lower case without brackets, blanks and punctuation. */
export function plainName(name: string): string {
  return plainOf(partsOf(name).bare);
}

/** The currency or smaller unit of a column's amounts by its name, as a word; undefined: none, or several. */
export function currencyIn(name: string): string | undefined {
  const words = partsOf(pricedPer(name)?.rest ?? name).brackets.flatMap(({ text, isSquare }) =>
    // A shop may be called "Real".
    currencyWords(text).filter((word) => !isSquare || /^[A-Z]{3}$|\p{Sc}/u.test(word)),
  );
  return words.length === 1 ? words[0] : undefined;
}

/** A measure in brackets, as in "Content (ml)"; in a name that may be that of a stock, one that no stock is counted in. */
const measureOf = (name: string): RegExp => (vague.has(plainName(name)) ? /^(?:m?g|[mcd]l|oz)$/i : /^\p{L}{1,3}$/u);

/** What follows the numbers of each column: the currency of amounts, the measure of quantities. */
export function wordsAfter(
  names: readonly string[],
  isQuantity: (column: number) => boolean,
): readonly (string | undefined)[] {
  return names.map((name, i) =>
    isQuantity(i)
      ? partsOf(name).brackets.find(({ text, isSquare }) => !isSquare && measureOf(name).test(text))?.text
      : currencyIn(name),
  );
}

const weighed = setOf(
  'soldbyweight sellbyweight byweight weighed nachgewicht gewichtsartikel waagenartikel vendutoapeso venduaupoids vendidoporpeso ventaporpeso',
);

/** Quantities that prices are for, of several pieces. */
const pricedFor = setOf(
  'preiseinheit preispro preisje preisfür preismenge preisbasis bezugsmenge pricequantity priceunit pricingunit pricebasis pricebase pricebasequantity priceper pricefor per pe prixpar prixpour unitédeprix quantitédeprix preciopor prezzoper preçopor prijsper prijseenheid prisper prisenhet prisenhed abmenge staffelmenge staffelab quantitybreak qtybreak tierquantity tierqty fromquantity quantityfrom qtyfrom',
);

/** Whether a row's price includes its taxes; how much less is paid than its price; the price before, which a discount may explain. */
const taxFlags = setOf(
  'taxincluded taxesincluded taxinclusive includestax includestaxes includetax pricesincludetax priceincludestax priceincludestaxes priceincludesvat vatincluded vatinclusive includesvat gstincluded gstinclusive istaxincluded mwstinklusive mwstenthalten inklmwst inklusivemwst ivaincluido ivaincluida ivaincluso ivainclusa btwinbegrepen inclusiefbtw taxeincluse taxesincluses tvaincluse inklmoms',
);
const discounts = setOf(
  'discount discounts discountpercent discountpercentage discountpct discountrate discountvalue discountamount rabatt rabattprozent rabattinprozent nachlass preisnachlass remise réduction sconto descuento desconto korting rabat zniżka sleva zľava kedvezmény alennus indirim скидка знижка έκπτωση 割引 割引率 折扣 할인 할인율',
);
const former =
  /old|previous|former|(?<!\p{L})was|before|compare|msrp|rrp|uvp|list|original|alte?r?(?!\p{L})|vorher|bisher|statt|ancien|anterior|vecchio|precedente|oud/iu;

/** Columns of an amount, and of the unit that it is in: "Inhalt;Einheit" with "500;g". */
const contentNames = setOf(
  'content contents netcontent netcontents inhalt nettoinhalt füllmenge nettofüllmenge füllgewicht gewicht nettogewicht volume volumen purchaseunit contenance contenu contenuto contenido conteúdo inhoud',
);
const contentUnits = setOf(
  'unit grundeinheit unitofmeasure unitofmeasurement uom me einheit mengeneinheit inhaltseinheit contentunit sizeunit unité unite unidad unità unidade eenheid',
);

/** Columns that say more of the unit: which rows are sold by weight, the units that follow their precision, for how many a price is, and amounts beside their unit, and columns that may have sizes. */
export function unitColumns(
  names: readonly string[],
  fields: readonly (string | null)[],
  isFree: (column: number) => boolean,
) {
  const plain = names.map(plainName);
  const mayHave = (i: number) => isFree(i) || fields[i] === 'unit';
  const freeOf = (all: ReadonlySet<string>, isOpen = isFree) => {
    const column = plain.findIndex((name, i) => all.has(name) && isOpen(i));
    return column < 0 ? undefined : { column, name: names[column]! };
  };
  const precise = plain.indexOf('unitandprecision');
  const [number, unit] = [contentNames, contentUnits].map((all) =>
    plain.findIndex((name, i) => all.has(name) && mayHave(i)),
  ) as [number, number];
  const hasContent = number >= 0 && unit >= 0 && [number, unit].some((i) => fields[i] === 'unit');
  return {
    weighed: freeOf(weighed),
    pricedFor: freeOf(pricedFor, mayHave),
    taxed: freeOf(taxFlags),
    discounts: names.some((name, i) => isFree(i) && former.test(name))
      ? []
      : plain.flatMap((name, i) => (discounts.has(name.replaceAll('%', '')) && isFree(i) ? [i] : [])),
    sizes: plain.flatMap((name, i) => (sizeNames.has(name) && mayHave(i) ? [i] : [])),
    precise: precise < 0 ? undefined : precise,
    content: hasContent ? { number, unit } : undefined,
  };
}

/** Names that are often those of a stock, of a number of the program or a description, or of a price that is not paid: others come before them. */
const vague = setOf(
  'units quantity menge quantité quantite artikel item product produkt article producto prodotto description beschreibung descripción descrizione descrição descricao beschrijving beskrivning beskrivelse opis popis descriere leírás kuvaus описание περιγραφή listprice prezzodilistino 定価 定價 정가 productid 規格 规格 규격',
);

/** Words of a price that only some rows have, in place of another column's. */
const reduced =
  /sale(?!s)|offer|promo|special|aktion|angebot|sold[eé]|oferta|rabat|discount|reduced|clearance|rédui|remisé|rebaj|descuento|desconto|saldo|scont|actieprij|aanbieding|korting|reapris|kampanj|tilbud|udsalg|tilboð|tarjous|alennus|akci[jóo]|akčn|akcn|zľav|zlev|slev|zniž|sniž|wyprzeda|obniż|kedvezm|redus|soodus|nuolaid|скид|акц[иі]|промо|распродаж|знижк|προσφορ|έκπτ|ndirim|kampanya|مخفض|تخفيض|العرض|ویژه|מבצע|セール|特価|特別|促[销銷]|特[价價]|折扣|優惠|할인|세일|특가|พิเศษ|ราคาลด|โปร|khuyến|giảm|obral|diskon/i;

export const isReduced = (name: string): boolean => reduced.test(name.normalize('NFC'));

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
  const guesses: (string | null | undefined)[] = names.map(() => undefined);
  const columnsOf = (field: string) => names.flatMap((_, i) => ((guesses[i] ?? fields[i]) === field ? [i] : []));
  const plain = names.map(plainName);
  const rank = (i: number) => (hasTax[i] ? 0 : pricedFor.has(plain[i]!) ? 3 : vague.has(plain[i]!) ? 2 : 1);
  for (const i of Array.from(names.keys()).sort((a, b) => rank(a) - rank(b) || a - b)) {
    const guess = fields[i] === undefined ? fieldGuessed(names[i]!) : undefined;
    if (guess === undefined) continue;
    const others = columnsOf(guess);
    const isAlone = others.length === 0;
    if (!isAlone && (guess !== 'price' || others.some(isChosen))) continue;
    const same = others.filter((other) => isReduced(names[other]!) === isReduced(names[i]!));
    const isBetter = hasTax[i] && !same.some((other) => hasTax[other]);
    if (same.length > 0 && !isBetter) continue;
    for (const other of same) guesses[other] = null;
    guesses[i] = guess;
  }
  if (columnsOf('price').length + columnsOf('unit').length > 0) return guesses;
  const per = names.findIndex((name, i) => fields[i] === undefined && pricedPer(name));
  return per < 0 ? guesses : guesses.with(per, 'price');
}

/** The columns in the order in which they fill a field: of several for one, the first that is not empty counts, and a reduced price first. */
export function columnOrder(names: readonly string[]): readonly number[] {
  const rank = (i: number) => (isReduced(names[i]!) ? 0 : 1);
  return names.map((_, i) => i).sort((a, b) => rank(a) - rank(b) || a - b);
}

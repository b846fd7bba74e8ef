import { currencyMeanings } from '../../../../renderer/amounts/amount.js';

/** A set of words that blanks separate. */
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that say that a price includes its taxes, in lower case. */
const taxIncluded = setOf(
  'incl included including inclusive inc with inkl inklusive brutto gross ttc ivato inclusa incluso incluida incluido incluído com con compris comprise inclusief',
);

/** Words that leave a price what a buyer pays. */
const neutral = setOf(
  'tax taxes vat gst hst sales mwst ust steuer steuern iva tva taxe btw moms in retail rrp msrp uvp pvp selling sale offer promo promotion special regular normal main default standard current price preis prix precio prezzo shop store online pos web each ea piece pc pcs stück stk st',
);

/** Words that make it another price. Square brackets may have any others: the names of shops. */
const otherPrice = setOf(
  'net netto excl exkl excluded excluding exclusive ex ht hors ohne without senza sin sem esclusa escluso excluida excluido excluído zzgl plus cost costs costo coste custo coût purchase buying supplier wholesale trade dealer einkauf einkaufspreis ek ek-preis kosten achat compra acquisto inkoop zakup grossiste gros ingrosso mayorista großhandel grosshandel händler old previous former was before alt vorher bisher ancien ancienne avant anterior antes vecchio precedente oud per pro par por al je kg g lb oz l ml m m² m2 qm 100g 100ml',
);

/** A word or symbol of a currency, or of a smaller unit. Letters alone are those of other units, too. */
export function isCurrencyWord(word: string): boolean {
  return (word.length > 1 || /\p{Sc}/u.test(word)) && currencyMeanings(word).length > 0;
}

/** The words of currencies in a text: "€", "in cents"; the whole text if it is one. */
export function currencyWords(text: string): readonly string[] {
  return isCurrencyWord(text.trim()) ? [text.trim()] : wordsOf(text).filter(isCurrencyWord);
}

/** Whether all of these words say that taxes are included. */
export function saysTaxIncluded(text: string): boolean {
  const words = lowerWordsOf(text);
  return words.some((word) => taxIncluded.has(word)) && !words.some((word) => otherPrice.has(word));
}

/** Whether a price whose name has this text in brackets is what a buyer pays. In square brackets, unknown words are the names of shops. */
export function isSellingPrice(text: string, isSquare: boolean): boolean {
  const words = lowerWordsOf(text);
  const hasTax = saysTaxIncluded(text);
  if (words.some((word) => otherPrice.has(word))) return false;
  const currencies = currencyWords(text);
  if (currencies.length > 0 && currencies.length === words.length) return currencies.length === 1;
  if (currencies.length > 1) return false;
  const isKnown = (word: string) =>
    taxIncluded.has(word) || neutral.has(word) || isCurrencyWord(word) || (hasTax && /^\d*%?$/.test(word));
  return isSquare || words.every(isKnown);
}

/** The words of a price's name without those about its taxes; the same if it does not include them. */
export function withoutTax(name: string): string {
  if (!saysTaxIncluded(name)) return name;
  return lowerWordsOf(name)
    .filter((word) => !taxIncluded.has(word) && !taxNames.has(word))
    .join(' ');
}

const taxNames = setOf('tax taxes vat gst hst mwst ust iva tva taxe btw moms');

function lowerWordsOf(text: string): readonly string[] {
  return wordsOf(text.toLowerCase());
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,;:/.+_-]+/).filter((word) => word !== '');
}

import { setOf } from './price-words.js';

/** Columns that may have sizes of clothes and shoes, or quantities. */
export const sizeNames = setOf(
  'size größe grösse kleidergröße konfektionsgröße schuhgröße taille pointure talla talle tamaño taglia misura tamanho maat schoenmaat storlek størrelse koko rozmiar velikost veľkosť méret mărime marime veličina velikosti beden размер розмір μέγεθος サイズ 尺码 尺碼 사이즈 shoesize clothingsize',
);

const letters =
  '(?:\\dx+|x*)[sl]|m|(?:extra |x*-?)(?:small|large)|medium|klein|mittel|gro(?:ß|ss)|petite?|moyenn?e?|grande?|pequeñ[oa]|median[oa]|piccol[oa]|medi[oa]';
const number = '1?\\d?\\d(?:[.,]5| ?[½⅓⅔]| [12]/[23])?';
const one = `(?:(?:eu|uk|us|fr|it) ?)?(?:${letters}|${number})`;
const sizeForm = new RegExp(
  `^(?:${one}(?: ?[/x×–-] ?${one})?|w ?\\d\\d[ /]*l ?\\d\\d|one size|onesize|os|einheitsgröße|taille unique|talla única|taglia unica)$`,
  'i',
);

/** Whether a text may be a size of clothes or shoes: "XL", "38/40", "One size". L and M are also units. */
export const isSize = (text: string): boolean => sizeForm.test(text.trim());

/** Whether a column has sizes: one that is nothing else, or only texts that may be sizes. */
export function hasSizes(texts: readonly string[]): boolean {
  return (
    texts.some((text) => isSize(text) && /^(?:s|\d?x+[sl])$/i.test(text)) ||
    (texts.length > 0 && texts.every((text) => isSize(text) && !/^[lm]$/.test(text)))
  );
}

import { fieldEntries } from '../../../renderer/fields.js';
import { fieldNamed } from './row-fields.js';

/** The fields by common column names, in lower case without blanks, hyphens and underscores. */
const fieldsByWord = new Map<string, string>(
  fieldEntries.flatMap(([field, { columns }]) => columns.split(' ').map((word) => [word, field] as const)),
);

/** Guesses a column's field by common names in some languages, without what follows in brackets: "Price [Main]". The user confirms it. */
export function fieldGuessed(name: string): string | undefined {
  const whole = name.normalize('NFC');
  const at = /[\])]$/.test(whole) ? Math.max(whole.lastIndexOf('['), whole.lastIndexOf('(')) : -1;
  const bare = at > 0 ? whole.slice(0, at).trimEnd() : whole;
  return fieldNamed(bare) ?? fieldsByWord.get(bare.toLowerCase().replace(/[\s_-]+/g, ''));
}

/** A price that only some rows have, in place of another column's. */
const reduced = /sale(?!s)|offer|promo|special|aktion|angebot|solde|oferta|rabat/i;

/**
 * The fields of columns that have none yet, by {@link fieldGuessed}, each once; the price twice where one of two columns is a reduced one.
 * @param fields those of the columns; undefined: unknown, null: ignored
 */
export function guessColumns(
  names: readonly string[],
  fields: readonly (string | null | undefined)[],
): readonly (string | undefined)[] {
  const taken = new Map<string, readonly string[]>(fields.flatMap((field) => (field ? [[field, []]] : [])));
  return names.map((name, i) => {
    const guess = fields[i] === undefined ? fieldGuessed(name) : undefined;
    if (guess === undefined) return undefined;
    const others = taken.get(guess);
    const isPair = guess === 'price' && others?.length === 1 && reduced.test(others[0]!) !== reduced.test(name);
    if (others && !isPair) return undefined;
    taken.set(guess, [...(others ?? []), name]);
    return guess;
  });
}

/** The columns in the order in which they fill a field: of several for one, the first that is not empty counts, and a reduced price first. */
export function columnOrder(names: readonly string[]): readonly number[] {
  const rank = (i: number) => (reduced.test(names[i]!) ? 0 : 1);
  return names.map((_, i) => i).sort((a, b) => rank(a) - rank(b) || a - b);
}

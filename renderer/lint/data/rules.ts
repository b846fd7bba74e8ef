import type { Content } from '../../content.js';
import type { RuleFault, WarningRule } from '../rule.js';
import { damageOf } from './damage.js';
import { linkFault, numberFault, sheetDay } from './numbers.js';

const laws = [{ set: 'data' }] as const;

/** Fields of words, and of days. */
const texts = /^(?:product_name|unit)$/;
const days = /(?:^|_)(?:until|from|date|day|before|starts?|ends?|expiry|expires)(?:_|$)/;
/** Damage that other fields may have undamaged. Spreadsheets store days from 2009 to 2064 as such numbers; such years are errors, or no day. */
const fieldSigns: readonly (readonly [fields: RegExp, name: string, form: RegExp])[] = [
  [texts, 'a day of a spreadsheet', sheetDay],
  [texts, 'no value', /^[\p{P}\p{Sc}]+$/u],
  [texts, 'a currency', /^(?:EUR|USD|GBP|CHF|CAD|AUD|SEK|NOK|DKK|PLN|CZK|HUF|RON|JPY|CNY|INR|BRL|MXN|ZAR)$/],
  [/^promotion$/, 'a number without words', /^-?[0-9]+(?:[.,][0-9]+)?$/],
  [days, 'the number of a spreadsheet for a day', /^[45][0-9]{4}(?:\.[0-9]+)?$/],
  [days, 'a year of another time', /^(?!20)[0-9]{4}-[0-9]{2}-[0-9]{2}$|[0-9][./-](?:0[0-9]{3}|1899|19[0-9]{2}|9999)$/],
];

/** Names of fields that hold article numbers, `sku` also in `data`. */
const numberNames: ReadonlySet<string> = new Set(['sku', 'gtin', 'ean', 'upc', 'barcode']);

/** The rules of damaged data, which every answer has as warnings. */
export const dataRules: readonly WarningRule[] = [
  {
    code: 'TEXT_DAMAGED',
    grade: 'error',
    laws,
    mend: 'Send the text as people write it: decode entities, and read the file in its own encoding.',
    assumed: 'that no shop means such a text',
    unknown: 'Damage that leaves usual letters.',
    check: ({ content }) =>
      faultsIn(content, (text, name) => {
        const isOther = numberNames.has(name) && numberFault(text) !== undefined;
        const [, sign] = fieldSigns.find(([fields, , form]) => fields.test(name) && form.test(text)) ?? [];
        const damage = isOther ? undefined : sign === undefined ? damageOf(text) : { name: sign, found: text };
        return damage && { is: `has ${damage.name}, "${damage.found}"`, wanted: 'words', drawn: damage.found };
      }),
  },
  {
    code: 'NUMBER_DAMAGED',
    grade: 'error',
    laws,
    mend: 'Send the number as a text, digit by digit as it is on the pack.',
    assumed: 'that numbers of 11 to 14 digits are GTINs',
    check: ({ content }) =>
      faultsIn(content, (text, name) => {
        const fault = numberNames.has(name) ? numberFault(text) : linkFault(text, content.sku);
        if (fault === undefined) return undefined;
        return { is: `is "${text}", which ${fault}`, wanted: 'the number of the pack', drawn: text };
      }),
  },
];

/** What is at fault with a text; `is` comes after its field. */
type TextFault = { readonly is: string } & Pick<RuleFault, 'wanted' | 'drawn'>;

/**
 * The faults of the texts that people and scanners read: most labels have none.
 * @param find of a text and its name where it is a field of data or the SKU, else empty
 */
function faultsIn(
  { product_name, unit, sku, date, data }: Content,
  find: (text: string, name: string) => TextFault | undefined,
): readonly RuleFault[] {
  const faults: RuleFault[] = [];
  const add = (text: string, field: string, name = ''): void => {
    const fault = find(text, name);
    if (!fault) return;
    const { is, ...rest } = fault;
    faults.push({ message: `${field} ${is}`, ...rest, fields: [field] });
  };
  for (const [name, text] of Object.entries({ product_name, unit, sku, date })) add(text, name, name);
  for (const name of Object.keys(data)) {
    const value = data[name]!;
    if (typeof value === 'string') add(value, `data.${name}`, name);
    else
      for (const [i, row] of value.entries())
        for (const [column, text] of Object.entries(row)) add(text, `data.${name}.${i}.${column}`);
  }
  return faults;
}

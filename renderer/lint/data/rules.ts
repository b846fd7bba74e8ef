import type { Content } from '../../content.js';
import { none, type RuleFault, type WarningRule } from '../rule.js';
import { damageOf, mayBeDamaged } from './damage.js';
import { linkFault, numberFault } from './numbers.js';

const laws = [{ set: 'data' }] as const;

const textDamaged: WarningRule = {
  code: 'TEXT_DAMAGED',
  grade: 'error',
  laws,
  mend: 'Send the text as people write it: decode entities, and read the file in its own encoding.',
  assumed: 'that no shop means such a text',
  unknown: 'Damage that leaves usual letters.',
  check: ({ content }) =>
    textsOf(content, mayBeDamaged).flatMap(([field, text]): readonly RuleFault[] => {
      const damage = damageOf(text);
      if (!damage) return none;
      const message = `${field} has ${damage.name}, "${damage.found}"`;
      return [{ message, wanted: 'words', drawn: damage.found, fields: [field] }];
    }),
};

/** Fields of `data` that hold article numbers. */
const numberFields = /^(?:sku|data\.(?:sku|gtin|ean|upc|barcode))$/;

const numberDamaged: WarningRule = {
  code: 'NUMBER_DAMAGED',
  grade: 'error',
  laws,
  mend: 'Send the number as a text, digit by digit as it is on the pack.',
  assumed: 'that numbers of 11 to 14 digits are GTINs',
  check: ({ content }) =>
    textsOf(content, mayBeNumber).flatMap(([field, text]): readonly RuleFault[] => {
      const fault = numberFields.test(field) ? numberFault(text) : linkFault(text, content.sku);
      if (fault === undefined) return none;
      return [
        {
          message: `${field} is "${text}", which ${fault}`,
          wanted: 'the number of the pack',
          drawn: text,
          fields: [field],
        },
      ];
    }),
};

/** The rules of damaged data, which every answer has as warnings. */
export const dataRules: readonly WarningRule[] = [textDamaged, numberDamaged];

/** The texts that people and scanners read, by their fields, as far as they may be of interest: most labels have none. */
function textsOf({ product_name, unit, sku, data }: Content, isWanted: (text: string) => boolean): readonly Named[] {
  const texts: Named[] = [];
  const add = (field: string, text: string): void => {
    if (isWanted(text)) texts.push([field, text]);
  };
  add('product_name', product_name);
  add('unit', unit);
  add('sku', sku);
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'string') add(`data.${name}`, value);
    else
      for (const [i, row] of value.entries())
        for (const [column, text] of Object.entries(row)) add(`data.${name}.${i}.${column}`, text);
  }
  return texts.length > 0 ? texts : nothing;
}

type Named = readonly [field: string, text: string];
const nothing: readonly Named[] = [];

/** Whether a text may be an article's number or an address. */
function mayBeNumber(text: string): boolean {
  return /^(?:(?:['’`]|="?)?[0-9]|https?:)/i.test(text);
}

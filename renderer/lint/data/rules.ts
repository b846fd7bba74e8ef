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
    faultsIn(content, (text, field) => {
      if (!mayBeDamaged(text)) return none;
      const damage = damageOf(text);
      if (!damage) return none;
      const message = `${field} has ${damage.name}, "${damage.found}"`;
      return [{ message, wanted: 'words', drawn: damage.found, fields: [field] }];
    }),
};

/** Names of fields that hold article numbers, `sku` also in `data`. */
const numberNames: ReadonlySet<string> = new Set(['sku', 'gtin', 'ean', 'upc', 'barcode']);

const numberDamaged: WarningRule = {
  code: 'NUMBER_DAMAGED',
  grade: 'error',
  laws,
  mend: 'Send the number as a text, digit by digit as it is on the pack.',
  assumed: 'that numbers of 11 to 14 digits are GTINs',
  check: ({ content }) =>
    faultsIn(content, (text, field, name) => {
      const fault = numberNames.has(name) ? numberFault(text) : linkFault(text, content.sku);
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

/**
 * The faults of the texts that people and scanners read: most labels have none.
 * @param check of a field and its name, which is that in `data`
 */
function faultsIn(
  { product_name, unit, sku, data }: Content,
  check: (text: string, field: string, name: string) => readonly RuleFault[],
): readonly RuleFault[] {
  let faults = none;
  const add = (text: string, field: string, name: string): void => {
    const more = check(text, field, name);
    if (more.length > 0) faults = [...faults, ...more];
  };
  for (const [name, text] of Object.entries({ product_name, unit, sku })) add(text, name, name);
  for (const name of Object.keys(data)) {
    const value = data[name]!;
    if (typeof value === 'string') add(value, `data.${name}`, name);
    else
      for (const [i, row] of value.entries())
        for (const [column, text] of Object.entries(row)) add(text, `data.${name}.${i}.${column}`, '');
  }
  return faults;
}

import { saleIn } from './sale.js';
import { columnOrder, pricedPer, unitColumns, wordsAfter } from './synonyms.js';
import { variantsIn } from './variants.js';

/** See {@link columnRules}. */
export type ColumnRules = ReturnType<typeof columnRules>;

/**
 * What the names of columns say of their cells: see the functions that it calls. `helping` are the columns without a field that are read
 * all the same.
 * @param fields those of the columns; null: ignored
 * @param isFree whether a column has no field, and may say more of another one
 * @param order the order in which columns fill a field
 */
export function columnRules(
  names: readonly string[],
  fields: readonly (string | null)[],
  isFree: (column: number) => boolean,
  order = columnOrder(names),
) {
  const sale = saleIn(names, fields, order, isFree);
  const variants = variantsIn(names, fields, isFree);
  const units = unitColumns(names, fields, isFree);
  const { weighed, pricedFor, taxed, precise, content } = units;
  const ofVariants = variants ? [variants.product, variants.kind, ...variants.options] : [];
  const single = [...(sale?.dates ?? []), weighed, pricedFor, taxed].map((one) => one?.column);
  const helping = new Set(
    [...single, precise, content?.number, content?.unit, ...ofVariants, ...units.sizes, ...units.discounts].filter(
      (i) => i !== undefined,
    ),
  );
  const words = wordsAfter(names, (i) => fields[i] === 'unit' || i === content?.number);
  const per = fields.includes('unit') ? undefined : pricedPer(names[fields.indexOf('price')] ?? '')?.unit;
  const least = names.findLastIndex((name) => name.trim() !== '') + 1;
  return { least, per, order, words, sale, variants, helping, ...units };
}

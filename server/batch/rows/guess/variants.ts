import { type ColumnFields, fits, type RowCell, textOf } from '../csv.js';
import { setOf } from './price-words.js';
import { isSize } from './sizes.js';
import { plainName } from './synonyms.js';

/** See {@link variantsIn}. */
export type Variants = NonNullable<ReturnType<typeof variantsIn>>;

const columnNames = ['handle urlhandle producthandle', 'type producttype typ tipo'].map(setOf);
const parents = setOf('parent übergeordnetesprodukt superior genitore hoofd ascendente överordnad');
const optionForm =
  /^(?:option\dvalue|optionvalue\d|variationname|variantname|variantvalues|attribute?\d(?:value|wert)|val(?:eurdelattribut|ordelatributo)\d|variantoption(?:one|two|three)value)$/;
/** What programs write where a product has no variants. */
const plainOption = /^(?:|default title|default|regular)$/i;
const headOnly = /^(?:variable|grouped|configurable)$/i;

/** A text as words between blanks: "Shirt" does not have the size S. */
const wordsOf = (text: string): string => ` ${text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;

/**
 * The columns of a file with a row for each variant of a product, of which only the first may have the product's name: `product` says of
 * which one a row is, `options` complete the name ("Large"), and `kind` says which products have variants in place of a price; -1: none does.
 * @param isFree whether a column has no field
 */
export function variantsIn(
  names: readonly string[],
  fields: readonly (string | null)[],
  isFree: (column: number) => boolean,
) {
  const plain = names.map((name, i) => (isFree(i) ? plainName(name) : ''));
  const name = fields.indexOf('product_name');
  const options = plain.flatMap((one, i) => (optionForm.test(one) ? [i] : []));
  const [product, type] = columnNames.map((all) => plain.findIndex((one) => all.has(one)));
  const kind = plain.some((one) => parents.has(one)) || plain[type!] === 'producttype' ? type : -1;
  if (name < 0 || (options.length === 0 && product === -1 && kind === -1)) return undefined;
  return { name, product: product!, options, kind: kind! };
}

const none = { product: -1, options: [], kind: -1 };

/**
 * A function of the rows of a file, in their order: completes names of variants. Null: the row has no article: it adds a picture to a
 * product, or is the head of its variants.
 */
export function completeVariants(
  table: ColumnFields & { readonly variants?: Variants | undefined; readonly sizes?: readonly number[] },
) {
  const { variants, sizes = [], columns: fields } = table;
  const { name, product, options, kind } = variants ?? { ...none, name: fields.indexOf('product_name') };
  let above = { product: '', name: '' };
  return (cells: readonly RowCell[]): readonly RowCell[] | null => {
    // The reader of a row refuses it.
    if (!fits(cells, table)) return cells;
    const text = (i: number) => textOf(cells[i] ?? '').trim();
    const isEmpty = (field: string) => fields.every((one, i) => one !== field || text(i) === '');
    const own = text(name);
    const of = text(product);
    if (own !== '') above = { product: of, name: own };
    const isOther = own === '' && of !== '' && of === above.product;
    const all = new Set([...options.map(text), ...sizes.map(text).filter(isSize)]);
    const values = [...all].filter((value) => !plainOption.test(value));
    if (isEmpty('price') && (headOnly.test(text(kind)) || (isOther && isEmpty('sku') && values.length === 0)))
      return null;
    const first = isOther ? above.name : own;
    const fullName = [first, ...values.filter((value) => !wordsOf(first).includes(wordsOf(value)))].join(', ');
    return fullName === own || (own === '' && !isOther) ? cells : cells.with(name, fullName);
  };
}

import type { Binding, DataValue, Update } from '../../renderer/index.js';

type Linked = Update & Pick<Binding, 'device' | 'layout' | 'locale' | 'currency'>;

/** What a link to the page puts into its fields: a link shows another person the same. */
export function readLink(): { readonly fields: Partial<Linked>; readonly data: Binding['data'] } {
  const all = [...new URLSearchParams(location.hash.slice(1))];
  const inData = (name: string) => name.startsWith('data.');
  return {
    fields: Object.fromEntries(all.filter(([name]) => !inData(name))),
    data: Object.fromEntries(
      all.filter(([name]) => inData(name)).map(([name, text]) => [name.slice('data.'.length), valueOf(text)]),
    ),
  };
}

/** Puts what is in the fields into the address. */
export function writeLink(
  { product_name, price, unit }: Update,
  { device, layout, locale, currency }: Binding,
  data: Binding['data'],
): void {
  const fields = { product_name, price, unit, device, layout, locale, currency } satisfies Linked;
  const texts = Object.entries(data).map(([name, value]) => [`data.${name}`, textOf(value)] as const);
  const query = new URLSearchParams({ ...fields, ...Object.fromEntries(texts) });
  history.replaceState(null, '', `#${query.toString()}`);
}

/** A list stands in a link as JSON. */
function textOf(value: DataValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function valueOf(text: string): DataValue {
  try {
    return text.startsWith('[{') ? (JSON.parse(text) as DataValue) : text;
  } catch {
    return text;
  }
}

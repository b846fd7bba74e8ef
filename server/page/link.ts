import type { Binding, Update } from '../../renderer/index.js';

type Linked = Update & Pick<Binding, 'device' | 'layout' | 'locale' | 'currency'>;

/** What a link to the page puts into its fields: a link shows another person the same. */
export function readLink(): { readonly fields: Partial<Linked>; readonly data: Readonly<Record<string, string>> } {
  const all = [...new URLSearchParams(location.hash.slice(1))];
  const inData = (name: string) => name.startsWith('data.');
  return {
    fields: Object.fromEntries(all.filter(([name]) => !inData(name))),
    data: Object.fromEntries(
      all.filter(([name]) => inData(name)).map(([name, text]) => [name.slice('data.'.length), text]),
    ),
  };
}

/** Puts what is in the fields into the address. */
export function writeLink(
  { product_name, price, unit }: Update,
  { device, layout, locale, currency }: Binding,
  data: Readonly<Record<string, string>>,
): void {
  const fields = { product_name, price, unit, device, layout, locale, currency } satisfies Linked;
  const texts = Object.entries(data).map(([name, text]) => [`data.${name}`, text] as const);
  const query = new URLSearchParams({ ...fields, ...Object.fromEntries(texts) });
  history.replaceState(null, '', `#${query.toString()}`);
}

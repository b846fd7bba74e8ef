export interface ComparedRevision {
  readonly device: string;
  readonly layout: string;
  readonly locale: string;
  readonly currency: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<'product_name' | 'price' | 'unit' | 'sku', string>> | null;
}

/** The changes between two revisions, in texts for people. The price comes first. */
export function changesOf(before: ComparedRevision, after: ComparedRevision) {
  const names = new Set([...Object.keys(before.data), ...Object.keys(after.data)]);
  const pairs: [field: string, from: string, to: string][] = [
    ['price', moneyOf(before), moneyOf(after)],
    ['product_name', before.content?.product_name ?? '', after.content?.product_name ?? ''],
    ['unit', before.content?.unit ?? '', after.content?.unit ?? ''],
    ['sku', before.content?.sku ?? '', after.content?.sku ?? ''],
    ...[...names].map((name): [string, string, string] => [name, textOf(before.data[name]), textOf(after.data[name])]),
    ['layout', before.layout, after.layout],
    ['device', before.device, after.device],
    ['locale', before.locale, after.locale],
  ];
  return pairs.filter(([, from, to]) => from !== to).map(([field, from, to]) => ({ field, from, to }));
}

/** Formats a price; unformatted if the browser does not know the locale. */
export function money(price: string, locale: string, currency: string): string {
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      numberingSystem: 'latn',
    }).format(Number(price));
  } catch {
    return `${price} ${currency}`;
  }
}

function moneyOf({ content, locale, currency }: ComparedRevision): string {
  return content ? money(content.price, locale, currency) : '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

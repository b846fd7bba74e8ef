import { type Binding, type Content, compose, defaultBinding, type Update } from '../../../renderer/index.js';
import type { Device } from '../../../devices/index.js';

export interface Case {
  readonly update: Update;
  readonly binding?: Partial<Binding>;
}

function named(product_name: string, price: string, unit: string, locale?: string, currency?: string): Case {
  const update = { product_name, price, unit };
  return locale === undefined || currency === undefined ? { update } : { update, binding: { locale, currency } };
}

const salmon = 'Organic Fairtrade Smoked Wild Alaskan Salmon Fillets, Skinless & Boneless, 2 × 125 g';
const company = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter';

/** The labels that every panel must show well: shortest, longest, accents, widest price, an unbreakable word, other scripts. */
export const cases: Readonly<Record<string, Case>> = {
  short: named('Milk', '0.99', 'pc'),
  long: named(salmon, '9999999.99', '100 g'),
  accented: named('Müller Süßkäse-Törtchen à la crème brûlée', '12.49', 'Stück', 'de-DE', 'EUR'),
  'widest-price': named('Gold bar', '9999999.99', 'kg', 'sv-SE', 'SEK'),
  unbreakable: named(company, '3.50', '1 L', 'en-GB', 'GBP'),
  greek: named('Σοκολάτα γάλακτος', '2.10', 'τεμ.', 'fr-FR', 'EUR'),
  cyrillic: named('Молоко пастеризованное 3,2 %', '89.90', 'шт', 'en-IE', 'EUR'),
  japanese: named('日本の緑茶 ティーバッグ', '498.00', '1袋', 'ja-JP', 'JPY'),
};

/** The content of a case on a device, on a fixed day, with a SKU. */
export function contentOf({ update, binding }: Case, device: Device): Content {
  const bound = { ...defaultBinding, device: device.id, sku: '4006381333931', ...binding };
  return compose(update, bound, device, '2026-11-20');
}

import { type Binding, type Content, compose, defaultBinding, type Update } from '../../../renderer/index.js';
import type { Device } from '../../../devices/index.js';

export interface Case {
  readonly update: Update;
  readonly binding?: Partial<Binding>;
}

/** What every panel must show well: the shortest, the longest, accents, the widest price, a word without a break, other scripts. */
export const cases: Readonly<Record<string, Case>> = {
  short: { update: { product_name: 'Milk', price: '0.99', unit: 'pc' } },
  long: {
    update: {
      product_name: 'Organic Fairtrade Smoked Wild Alaskan Salmon Fillets, Skinless & Boneless, 2 × 125 g',
      price: '9999999.99',
      unit: '100 g',
    },
  },
  accented: {
    update: { product_name: 'Müller Süßkäse-Törtchen à la crème brûlée', price: '12.49', unit: 'Stück' },
    binding: { locale: 'de-DE', currency: 'EUR' },
  },
  'widest-price': {
    update: { product_name: 'Gold bar', price: '9999999.99', unit: 'kg' },
    binding: { locale: 'sv-SE', currency: 'SEK' },
  },
  unbreakable: {
    update: {
      product_name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter',
      price: '3.50',
      unit: '1 L',
    },
    binding: { locale: 'en-GB', currency: 'GBP' },
  },
  greek: {
    update: { product_name: 'Σοκολάτα γάλακτος', price: '2.10', unit: 'τεμ.' },
    binding: { locale: 'fr-FR', currency: 'EUR' },
  },
  cyrillic: {
    update: { product_name: 'Молоко пастеризованное 3,2 %', price: '89.90', unit: 'шт' },
    binding: { locale: 'en-IE', currency: 'EUR' },
  },
  japanese: {
    update: { product_name: '日本の緑茶 ティーバッグ', price: '498.00', unit: '1袋' },
    binding: { locale: 'ja-JP', currency: 'JPY' },
  },
};

/** The content of a case on a device, on a fixed day, with a SKU. */
export function contentOf({ update, binding }: Case, device: Device): Content {
  return compose(
    update,
    { ...defaultBinding, device: device.id, sku: '4006381333931', ...binding },
    device,
    '2026-11-20',
  );
}

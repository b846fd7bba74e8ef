import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Device } from '../../../devices/index.js';
import { type Content, currencyDecimals, type Layout } from '../../../renderer/index.js';
import { localeRules } from '../../../renderer/price/locales.js';
import { inMoney } from '../labels/products.js';
import { latinNames, namesOfLocale, shelfNames, thirdOf, thirds } from './names.js';

/** What shops of a place write on every label. */
export interface Place {
  /** What a price is for: a piece, volumes and weights, packs of several. The second to fourth are those of unit prices. */
  readonly units: readonly string[];
  /** Prices of three, four and five digits in the place's currency. */
  readonly prices: readonly string[];
  readonly promotion: string;
  readonly valid_until: string;
  readonly programme: string;
  readonly back_on: string;
  /** A name of one short word. */
  readonly milk: string;
}

const file = join('test', 'support', 'shelf', 'places.json');

/** Locale → place, for the locales that are measured. */
export const places = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Place>>;

/** All labels of a locale for a layout and panel: each name with each unit. */
export const labelsOfLocale = namesOfLocale * 10;

/** Has no factor in common with the number of names, nor is it a multiple of three: neighbours differ in length. */
const step = 77;

/**
 * What label number `at` of a locale's {@link labelsOfLocale} says, on a fixed day. In the first 200 each name comes once,
 * in the next 200 again with other units, and so on; a few labels from the start have names of all lengths and all units.
 */
export function shelfContent(locale: string, at: number, layout: Layout, device: Device): Content {
  const place = places[locale]!;
  const names = shelfNames.get(locale)!;
  const chosen = (at * step) % names.length;
  const unit = place.units[(chosen + Math.floor(at / names.length)) % place.units.length]!;
  const price = place.prices[at % place.prices.length]!;
  const currency = localeRules[locale]!.home;
  const { promotion, valid_until, programme, back_on } = place;
  const data: Readonly<Record<string, string>> = {
    previous_price: share(price, 1.25, currency),
    lowest_price: at % 2 ? share(price, 1.2, currency) : '',
    member_price: share(price, 0.9, currency),
    offer_price: share(price, 1.8, currency),
    deposit: share(price, 0.1, currency),
    unit_price: share(price, 2.4, currency),
    unit_quantity: place.units[1 + (at % 3)]!,
    promotion,
    valid_until,
    programme,
    back_on,
    second_name: secondName(names[chosen]!, chosen),
  };
  const declared = Object.entries(layout.data ?? {});
  return {
    product_name: names[chosen]!,
    unit,
    price,
    sku: '4006381333931',
    date: '2026-11-20',
    model_line: device.model_line,
    locale,
    currency,
    data: Object.fromEntries(
      declared.map(([name, field]) => {
        // What "valid_until" says in words, a date says as a day.
        const ofPlace = field.type === 'date' ? undefined : data[name];
        return [name, ofPlace ?? inMoney(field.example, field, place.prices) ?? field.values?.[0] ?? name];
      }),
    ),
  };
}

const latinThirds = thirds.map((_, third) => latinNames.filter((name) => thirdOf(name) === third));

/** Another Latin name, of the same third as the name number `chosen`. */
function secondName(name: string, chosen: number): string {
  const third = latinThirds[thirdOf(name)]!;
  const at = third.indexOf(name);
  return third[((at < 0 ? chosen : at) + 20) % third.length]!;
}

/** A price times `factor`, in whole cents, or whole units of a currency without cents. */
function share(price: string, factor: number, currency: string): string {
  const digits = Math.min(2, currencyDecimals(currency));
  return Number((Number(price) * factor).toFixed(digits)).toFixed(2);
}

import type { Content } from '../../../renderer/index.js';
import type { DataField, Layout } from '../../../renderer/layout/document.js';
import { localeRules } from '../../../renderer/price/locales.js';
import type { Device } from '../../../devices/index.js';

/** A product as labelled in local shops. Prices are in the local currency. */
interface Product {
  readonly product_name: string;
  readonly unit: string;
  readonly price: string;
  /** The fields of the shipped layouts that differ by place; the others have the layout's example. */
  readonly data: Readonly<Record<string, string>>;
}

/** Two lines a locale: a name, a unit, a unit of quantity and prices; then other texts of a shop. */
const texts = `
en-US | Organic whole milk | 1 gal | 1 qt | 5.49 6.99 4.99 1.37 9.99 6.49 0.10
  Week 48 offer | 30 Nov | With club card | 24 Nov | Leche entera orgánica | California
en-GB | Organic semi-skimmed milk | 2 L | 1 L | 2.15 2.70 1.95 1.08 4.00 2.60 0.20
  Half-term offer | 30 Nov | With loyalty card | 24 Nov | Llaeth hanner sgim organig | Somerset
de-DE | Bio-Vollmilch 3,8 % Fett | 1 L | 1 L | 1.79 2.29 1.59 1.79 3.29 2.19 0.25
  Wochenangebot | 30.11. | Mit Kundenkarte | 24.11. | Organik tam yağlı süt | Spanien
fr-FR | Lait demi-écrémé bio | 1 L | 1 L | 1.49 1.85 1.35 1.49 2.70 1.79 0.15
  Offre de la semaine | 30 nov. | Avec la carte | 24 nov. | Organic semi-skimmed milk | Normandie
fr-CH | Gruyère AOP surchoix | 200 g | 100 g | 4.95 6.20 4.40 2.48 8.90 5.95 0.30
  Action | 30.11. | Prix Club | 24.11. | Greyerzer AOP surchoix | Valais
pl-PL | Mleko świeże 3,2% tłuszczu | 1 l | 1 l | 4.29 5.49 3.99 4.29 7.99 5.29 0.50
  Oferta tygodnia | 30.11 | Z kartą klubową | 24.11 | Свіже молоко 3,2% | Mazowsze
ar-EG | حليب كامل الدسم طازج | 1 لتر | 1 لتر | 42.50 55.00 39.75 42.50 79.00 52.00 2.00
  عرض الأسبوع | 30 نوفمبر | ببطاقة النادي | 24 نوفمبر | Fresh whole milk | مصر
he-IL | חלב טרי 3% בקרטון | 1 ליטר | 1 ליטר | 7.10 8.90 6.50 7.10 12.90 8.50 0.30
  מבצע השבוע | 30.11 | לחברי מועדון | 24.11 | Свежее молоко 3% | ישראל
hi-IN | ताज़ा फुल क्रीम दूध | 1 लीटर | 1 लीटर | 68.00 75.00 64.00 68.00 125.00 72.00 5.00
  साप्ताहिक ऑफ़र | 30 नवंबर | क्लब कार्ड के साथ | 24 नवंबर | Full cream milk | हिमाचल प्रदेश
th-TH | นมสดพาสเจอร์ไรส์ | 1 ลิตร | 1 ลิตร | 52.00 65.00 48.00 52.00 95.00 62.00 3.00
  โปรประจำสัปดาห์ | 30 พ.ย. | ราคาสมาชิก | 24 พ.ย. | Pasteurised milk | เชียงใหม่
ja-JP | 北海道産 有機牛乳 | 1本 | 1L | 298.00 378.00 268.00 298.00 548.00 358.00 10.00
  今週の特売 | 11月30日 | 会員価格 | 11月24日 | Organic whole milk | 北海道
zh-CN | 有机全脂纯牛奶 | 1升 | 1升 | 19.90 25.90 17.90 19.90 35.80 24.90 0.50
  本周特惠 | 11月30日 | 会员专享价 | 11月24日 | Organic whole milk | 山东烟台
zh-TW | 有機全脂鮮乳 | 936毫升 | 1公升 | 95.00 115.00 89.00 101.00 179.00 112.00 2.00
  本週優惠 | 11月30日 | 會員優惠價 | 11月24日 | Organic whole milk | 台灣
ko-KR | 유기농 신선한 우유 | 900mL | 100mL | 4980.00 5980.00 4480.00 553.00 8980.00 5780.00 130.00
  이번 주 특가 | 11월 30일 | 회원 전용가 | 11월 24일 | Organic whole milk | 제주`;

/** Locale → a product in its language and script. */
export const products: Readonly<Record<string, Product>> = Object.fromEntries(
  texts
    .trim()
    .split(/\n(?=\S)/)
    .map((lines) => {
      const [locale, product_name, unit, unit_quantity, amounts, ...words] = lines.split(/ \| |\n {2}/);
      const [price, previous_price, member_price, unit_price, offer_price, lowest_price, deposit] = amounts!.split(' ');
      const [promotion, valid_until, programme, back_on, second_name, origin] = words;
      const prices = { previous_price, member_price, unit_price, offer_price, lowest_price, deposit };
      const said = { unit_quantity, promotion, valid_until, programme, back_on, second_name, origin };
      return [locale!, { product_name, unit, price, data: { ...prices, ...said } } as Product];
    }),
);

/** The content of a place's product with a layout on a device, on a fixed day. */
export function productContent(locale: string, layout: Layout, device: Device): Content {
  const { data, ...update } = products[locale]!;
  return {
    ...update,
    sku: '4006381333931',
    date: '2026-11-20',
    model_line: device.model_line,
    locale,
    currency: localeRules[locale]!.home,
    data: Object.fromEntries(
      Object.entries(layout.data ?? {}).flatMap(([name, field]) => {
        const { type, example, values, required } = field;
        // "valid_until" is words in a text field, and a day in a date field.
        const ofPlace = type === 'date' ? undefined : data[name];
        const value = ofPlace ?? inMoney(example, field, Object.values(data).slice(0, 3)) ?? values?.[1];
        return value === undefined && !required ? [] : [[name, value ?? name]];
      }),
    ),
  };
}

/** An example with the prices of its rows, if it is a list, taken from those of a place in turn. */
export function inMoney(example: DataField['example'], { columns = {} }: DataField, prices: readonly string[]) {
  if (example === undefined || typeof example === 'string') return example;
  return example.map((row, i) =>
    Object.fromEntries(
      Object.entries(row).map(([name, text]) => [name, columns[name] === 'price' ? prices[i % prices.length]! : text]),
    ),
  );
}

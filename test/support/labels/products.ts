import type { Content } from '../../../renderer/index.js';
import type { DataField, Layout } from '../../../renderer/layout/document.js';
import { localeRules } from '../../../renderer/price/locales.js';
import type { Device } from '../../../devices/index.js';

/** A product as a shop of the place labels it. Prices in the currency of the place. */
interface Product {
  readonly product_name: string;
  readonly unit: string;
  readonly price: string;
  /** The fields of the shipped layouts that differ from place to place; the others have the layout's example. */
  readonly data: Readonly<Record<string, string>>;
}

/** Locale → a product in its language and script. */
export const products: Readonly<Record<string, Product>> = {
  'en-US': product('Organic whole milk', '1 gal', ['5.49', '6.99', '4.99', '1.37'], {
    unit_quantity: '1 qt',
    promotion: 'Week 48 offer',
    valid_until: '30 Nov',
    programme: 'With club card',
    back_on: '24 Nov',
    second_name: 'Leche entera orgánica',
    origin: 'California',
    offer_price: '9.99',
    lowest_price: '6.49',
    deposit: '0.10',
  }),
  'en-GB': product('Organic semi-skimmed milk', '2 L', ['2.15', '2.70', '1.95', '1.08'], {
    unit_quantity: '1 L',
    promotion: 'Half-term offer',
    valid_until: '30 Nov',
    programme: 'With loyalty card',
    back_on: '24 Nov',
    second_name: 'Llaeth hanner sgim organig',
    origin: 'Somerset',
    offer_price: '4.00',
    lowest_price: '2.60',
    deposit: '0.20',
  }),
  'de-DE': product('Bio-Vollmilch 3,8 % Fett', '1 L', ['1.79', '2.29', '1.59', '1.79'], {
    unit_quantity: '1 L',
    promotion: 'Wochenangebot',
    valid_until: '30.11.',
    programme: 'Mit Kundenkarte',
    back_on: '24.11.',
    second_name: 'Organik tam yağlı süt',
    origin: 'Spanien',
    offer_price: '3.29',
    lowest_price: '2.19',
    deposit: '0.25',
  }),
  'fr-FR': product('Lait demi-écrémé bio', '1 L', ['1.49', '1.85', '1.35', '1.49'], {
    unit_quantity: '1 L',
    promotion: 'Offre de la semaine',
    valid_until: '30 nov.',
    programme: 'Avec la carte',
    back_on: '24 nov.',
    second_name: 'Organic semi-skimmed milk',
    origin: 'Normandie',
    offer_price: '2.70',
    lowest_price: '1.79',
    deposit: '0.15',
  }),
  'fr-CH': product('Gruyère AOP surchoix', '200 g', ['4.95', '6.20', '4.40', '2.48'], {
    unit_quantity: '100 g',
    promotion: 'Action',
    valid_until: '30.11.',
    programme: 'Prix Club',
    back_on: '24.11.',
    second_name: 'Greyerzer AOP surchoix',
    origin: 'Valais',
    offer_price: '8.90',
    lowest_price: '5.95',
    deposit: '0.30',
  }),
  'pl-PL': product('Mleko świeże 3,2% tłuszczu', '1 l', ['4.29', '5.49', '3.99', '4.29'], {
    unit_quantity: '1 l',
    promotion: 'Oferta tygodnia',
    valid_until: '30.11',
    programme: 'Z kartą klubową',
    back_on: '24.11',
    second_name: 'Свіже молоко 3,2%',
    origin: 'Mazowsze',
    offer_price: '7.99',
    lowest_price: '5.29',
    deposit: '0.50',
  }),
  'ar-EG': product('حليب كامل الدسم طازج', '1 لتر', ['42.50', '55.00', '39.75', '42.50'], {
    unit_quantity: '1 لتر',
    promotion: 'عرض الأسبوع',
    valid_until: '30 نوفمبر',
    programme: 'ببطاقة النادي',
    back_on: '24 نوفمبر',
    second_name: 'Fresh whole milk',
    origin: 'مصر',
    offer_price: '79.00',
    lowest_price: '52.00',
    deposit: '2.00',
  }),
  'he-IL': product('חלב טרי 3% בקרטון', '1 ליטר', ['7.10', '8.90', '6.50', '7.10'], {
    unit_quantity: '1 ליטר',
    promotion: 'מבצע השבוע',
    valid_until: '30.11',
    programme: 'לחברי מועדון',
    back_on: '24.11',
    second_name: 'Свежее молоко 3%',
    origin: 'ישראל',
    offer_price: '12.90',
    lowest_price: '8.50',
    deposit: '0.30',
  }),
  'hi-IN': product('ताज़ा फुल क्रीम दूध', '1 लीटर', ['68.00', '75.00', '64.00', '68.00'], {
    unit_quantity: '1 लीटर',
    promotion: 'साप्ताहिक ऑफ़र',
    valid_until: '30 नवंबर',
    programme: 'क्लब कार्ड के साथ',
    back_on: '24 नवंबर',
    second_name: 'Full cream milk',
    origin: 'हिमाचल प्रदेश',
    offer_price: '125.00',
    lowest_price: '72.00',
    deposit: '5.00',
  }),
  'th-TH': product('นมสดพาสเจอร์ไรส์', '1 ลิตร', ['52.00', '65.00', '48.00', '52.00'], {
    unit_quantity: '1 ลิตร',
    promotion: 'โปรประจำสัปดาห์',
    valid_until: '30 พ.ย.',
    programme: 'ราคาสมาชิก',
    back_on: '24 พ.ย.',
    second_name: 'Pasteurised milk',
    origin: 'เชียงใหม่',
    offer_price: '95.00',
    lowest_price: '62.00',
    deposit: '3.00',
  }),
  'ja-JP': product('北海道産 有機牛乳', '1本', ['298.00', '378.00', '268.00', '298.00'], {
    unit_quantity: '1L',
    promotion: '今週の特売',
    valid_until: '11月30日',
    programme: '会員価格',
    back_on: '11月24日',
    second_name: 'Organic whole milk',
    origin: '北海道',
    offer_price: '548.00',
    lowest_price: '358.00',
    deposit: '10.00',
  }),
  'zh-CN': product('有机全脂纯牛奶', '1升', ['19.90', '25.90', '17.90', '19.90'], {
    unit_quantity: '1升',
    promotion: '本周特惠',
    valid_until: '11月30日',
    programme: '会员专享价',
    back_on: '11月24日',
    second_name: 'Organic whole milk',
    origin: '山东烟台',
    offer_price: '35.80',
    lowest_price: '24.90',
    deposit: '0.50',
  }),
  'zh-TW': product('有機全脂鮮乳', '936毫升', ['95.00', '115.00', '89.00', '101.00'], {
    unit_quantity: '1公升',
    promotion: '本週優惠',
    valid_until: '11月30日',
    programme: '會員優惠價',
    back_on: '11月24日',
    second_name: 'Organic whole milk',
    origin: '台灣',
    offer_price: '179.00',
    lowest_price: '112.00',
    deposit: '2.00',
  }),
  'ko-KR': product('유기농 신선한 우유', '900mL', ['4980.00', '5980.00', '4480.00', '553.00'], {
    unit_quantity: '100mL',
    promotion: '이번 주 특가',
    valid_until: '11월 30일',
    programme: '회원 전용가',
    back_on: '11월 24일',
    second_name: 'Organic whole milk',
    origin: '제주',
    offer_price: '8980.00',
    lowest_price: '5780.00',
    deposit: '130.00',
  }),
};

function product(
  product_name: string,
  unit: string,
  [price, previous_price, member_price, unit_price]: readonly [string, string, string, string],
  data: Readonly<Record<string, string>>,
): Product {
  return { product_name, unit, price, data: { previous_price, member_price, unit_price, ...data } };
}

/** What the label of the place's product says with a layout on a device, on a fixed day. */
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
        // What "valid_until" says in words, a date says as a day.
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

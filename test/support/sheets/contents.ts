import type { Device } from '../../../devices/index.js';
import { type Content, currencyDecimals, type DataValue } from '../../../renderer/index.js';
import type { Layout } from '../../../renderer/layout/document.js';
import { productContent, products } from '../labels/products.js';

/** The amount of text on a label: the minimum of a layout, a shop's usual texts, or a long name, pack and prices. */
export const amounts = ['short', 'usual', 'long'] as const;
export type Amount = (typeof amounts)[number];

/** What differs from a usual product: prices are those of the usual one times `factor`, those in lists times ten at most. */
interface Extreme {
  readonly product_name: string;
  readonly unit: string;
  readonly factor: number;
}

/** Locales, each with a name of one short word and one as long as shops write them, and their units. */
const texts = `
en-US | Milk | each | Fairtrade Smoked Wild Alaskan Salmon Fillets, Skinless & Boneless, Family Pack | 12 × 12 fl oz
en-GB | Milk | each | Slow-Cooked British Beef & Ale Pie with Buttery Shortcrust Pastry, Twin Pack | 12 × 330 ml
de-DE | Milch | Stück | Bio-Rinderkraftbrühe mit Gemüseeinlage und Eierteigwaren, küchenfertig | 12 × 0,7 L
fr-FR | Lait | la pièce | Filets de maquereaux marinés au muscadet et aux aromates, sans conservateur | 12 × 70 cl
fr-CH | Lait | pce | Fondue moitié-moitié Gruyère AOP et Vacherin fribourgeois AOP prête à l’emploi | 12 × 200 g
pl-PL | Mleko | szt. | Pierogi ręcznie lepione z kapustą i grzybami leśnymi, gotowe do odgrzania | 12 × 0,7 l
ar-EG | حليب | قطعة | عصير مانجو طبيعي بقطع الفاكهة بدون سكر مضاف وبدون مواد حافظة حجم عائلي | 12 × 330 مل
he-IL | חלב | יחידה | מיץ ענבים טבעי ללא סוכר מוסף בטעם וניל באריזה משפחתית ללא גלוטן | 12 × 0.7 ליטר
hi-IN | दूध | नग | शुद्ध टमाटर सूप उत्तम गुणवत्ता बिना चीनी परिवार पैक कम वसा विटामिन युक्त | 12 × 600 मिली
th-TH | นม | ชิ้น | เครื่องดื่มธัญพืชรวมผสมน้ำผึ้งแท้ ปลอดสารกันบูด ไม่เติมน้ำตาล แพ็กครอบครัว | 12 × 600 มล.
ja-JP | 牛乳 | 1個 | 北海道産小麦100%使用 食物繊維たっぷり 砂糖不使用 化学調味料無添加 ファミリーサイズ | 12本×500ml
zh-CN | 牛奶 | 个 | 手工荞麦挂面 高钙高蛋白 儿童营养早餐 独立小包装 产地直供 非油炸更健康 | 12瓶×550毫升
zh-TW | 牛奶 | 個 | 手工蕎麥麵條 高鈣高蛋白 兒童營養早餐 獨立小包裝 產地直送 非油炸更健康 | 12瓶×550毫升
ko-KR | 우유 | 1개 | 국내산 유기농 통곡물 시리얼 설탕 무첨가 식이섬유 듬뿍 온 가족 대용량 묶음 | 12개×500mL`;

const extremes = Object.fromEntries(
  texts
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string, string, string, string])
    .map(([locale, word, unit, product_name, pack]): [string, Readonly<Record<'short' | 'long', Extreme>>] => [
      locale,
      { short: { product_name: word, unit, factor: 0.2 }, long: { product_name, unit: pack, factor: 250 } },
    ]),
);

/** Locale after locale, in the order of the rows of a contact sheet. */
export const sheetLocales = Object.keys(extremes);

/** The content of a label of a contact sheet. A short one only has the data that its layout requires. */
export function sheetContent(amount: Amount, locale: string, layout: Layout, device: Device): Content {
  const usual = productContent(locale, layout, device);
  if (amount === 'usual') return usual;
  const { factor, ...words } = extremes[locale]![amount];
  const times = (price: string) => timesIn(usual.currency, price, factor);
  const declared = Object.entries(layout.data ?? {}).filter(([, { required }]) => amount === 'long' || required);
  const data: Record<string, DataValue> = {};
  for (const [name, { type, columns = {} }] of declared) {
    const value = usual.data[name];
    if (value === undefined) continue;
    const inRow = ([column, text]: readonly [string, string]) => {
      if (columns[column] === 'price') return [column, timesIn(usual.currency, text, Math.min(10, factor))];
      return [column, columns[column] === 'text' && amount === 'long' ? products[locale]!.product_name : text];
    };
    const row = (of: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(of).map(inRow)) as typeof of;
    if (typeof value === 'string') data[name] = type === 'price' ? times(value) : value;
    else data[name] = (amount === 'short' ? value.slice(0, 1) : value).map(row);
  }
  return { ...usual, ...words, price: times(usual.price), data };
}

/** A price times `factor`, in whole cents, or whole units of a currency without cents. */
function timesIn(currency: string, price: string, factor: number): string {
  const digits = Math.min(2, currencyDecimals(currency));
  return Number((Number(price) * factor).toFixed(digits)).toFixed(2);
}

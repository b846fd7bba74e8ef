/** What is measured. Quantities of one measure can be compared. */
type Measure = 'mass' | 'volume' | 'length' | 'area' | 'pieces' | 'US mass' | 'US volume' | 'imperial volume';

/** A unit of a quantity. */
export interface Unit {
  readonly measure: Measure;
  /** The symbol of its base unit, in the script of this one; undefined for a base unit that keeps its spelling. */
  readonly sign?: string;
  /** Its power of ten relative to its base unit: -3 for g, as prices are for 1 kg. */
  readonly power: number;
  /** The size of the base unit in the measure's smallest unit: a gallon is 128 fluid ounces. Metric units have 1. */
  readonly times: number;
  /** How many it is: 12 for a dozen. Absent: one. */
  readonly count?: number;
}

/** A unit that prices are given for. */
interface Base {
  readonly measure: Measure;
  readonly sign: string;
  /** Its names that keep their spelling. */
  readonly own?: string;
  /** The names that its symbol replaces, each with its power of ten. */
  readonly names?: Readonly<Record<string, number>>;
  readonly times?: number;
  readonly count?: number;
}

/** Names with one power of ten. */
function named(power: number, all: string): Readonly<Record<string, number>> {
  return Object.fromEntries(all.split(',').map((name) => [name, power]));
}

/** Twelve pieces, by the names of a dozen. */
function dozens(sign: string, names: string): readonly Base[] {
  return [{ measure: 'pieces', sign, names: named(0, names), count: 12 }];
}

/**
 * Names are in lower case, without a trailing full stop, and separated by commas in `own`. Metric units are of the SI, with the
 * abbreviations of CLDR 48 and of packs on shelves; US units follow NIST Handbook 130, which requires prices per unit that the
 * pack names. A Latin litre is "L", which can't be read as a 1.
 */
const bases: readonly Base[] = [
  {
    measure: 'mass',
    sign: 'kg',
    names: {
      ...named(0, 'kg,kgs,kilo,kilos,kilogram,kilograms,kilogramm,kilogramme,kilogrammes,kilogramo,kilogramos'),
      ...named(-1, 'hg'),
      ...named(-2, 'dag,dkg,deka'),
      ...named(-3, 'g,gr,grs,gm,gms,gram,grams,gramm,gramme,grammes,grammi,gramo,gramos,grama,gramas'),
      ...named(-6, 'mg'),
    },
  },
  {
    measure: 'mass',
    sign: 'кг',
    own: 'кг',
    names: { ...named(0, 'килограмм,кило'), ...named(-3, 'г,гр,грамм,граммов'), мг: -6 },
  },
  { measure: 'mass', sign: 'كجم', own: 'كجم,كيلو', names: { جم: -3, جرام: -3, ملجم: -6 } },
  { measure: 'mass', sign: 'كغم', own: 'كغم,كغ', names: { غم: -3, غ: -3, غرام: -3, ملغ: -6 } },
  { measure: 'mass', sign: 'کیلوگرم', own: 'کیلوگرم,کیلو', names: { گرم: -3 } },
  { measure: 'mass', sign: 'کلوگرام', own: 'کلوگرام,کلو', names: { گرام: -3 } },
  { measure: 'mass', sign: 'ק״ג', own: 'ק"ג,קג,קילו', names: { גרם: -3, "ג'": -3, 'מ"ג': -6 } },
  { measure: 'mass', sign: '公斤', own: '公斤', names: { 公克: -3 } },
  { measure: 'mass', sign: '千克', own: '千克', names: { 克: -3, 毫克: -6 } },
  { measure: 'mass', sign: 'kg', names: { キログラム: 0, キロ: 0, グラム: -3, 킬로그램: 0, 그램: -3 } },
  { measure: 'mass', sign: 'กก.', own: 'กก,กิโลกรัม,กิโล', names: { กรัม: -3, ก: -3, มก: -6 } },
  { measure: 'mass', sign: 'किग्रा', own: 'किग्रा,कि.ग्रा,किलो,किलोग्राम', names: { ग्राम: -3, ग्रा: -3 } },
  { measure: 'mass', sign: 'কেজি', own: 'কেজি', names: { গ্রাম: -3 } },
  { measure: 'mass', sign: 'კგ', own: 'კგ', names: { გ: -3, გრ: -3 } },
  { measure: 'mass', sign: 'կգ', own: 'կգ', names: { գ: -3, գր: -3 } },
  {
    measure: 'volume',
    sign: 'L',
    names: {
      ...named(0, 'l,lt,ltr,ltrs,litre,litres,liter,liters,litro,litros,litri,litr'),
      ...named(-1, 'dl'),
      ...named(-2, 'cl'),
      ...named(-3, 'ml,millilitre,millilitres,milliliter,milliliters,mililitro,mililitros'),
    },
  },
  { measure: 'volume', sign: 'л', own: 'л', names: { ...named(0, 'литр,литра,литров'), дл: -1, мл: -3 } },
  { measure: 'volume', sign: 'لتر', own: 'لتر,ليتر', names: { مل: -3, ملل: -3, ملليلتر: -3 } },
  { measure: 'volume', sign: 'لیتر', own: 'لیتر', names: { 'میلی لیتر': -3 } },
  { measure: 'volume', sign: 'لیٹر', own: 'لیٹر', names: { 'ملی لیٹر': -3 } },
  { measure: 'volume', sign: 'ליטר', own: 'ליטר', names: { 'מ"ל': -3, מל: -3 } },
  { measure: 'volume', sign: '升', own: '升,公升', names: { 分升: -1, 厘升: -2, 毫升: -3 } },
  { measure: 'volume', sign: 'L', names: { リットル: 0, ミリリットル: -3, 리터: 0, 밀리리터: -3 } },
  { measure: 'volume', sign: 'ลิตร', own: 'ลิตร', names: { มล: -3, มิลลิลิตร: -3 } },
  { measure: 'volume', sign: 'लीटर', own: 'लीटर', names: { 'मि.ली': -3, मिली: -3, मिलीलीटर: -3 } },
  { measure: 'volume', sign: 'লিটার', own: 'লিটার', names: { মিলি: -3 } },
  { measure: 'volume', sign: 'ლ', own: 'ლ', names: { მლ: -3 } },
  { measure: 'volume', sign: 'լ', own: 'լ', names: { մլ: -3 } },
  { measure: 'mass', sign: 'κιλό', own: 'κιλό', names: { ...named(0, 'κιλά'), ...named(-3, 'γρ,γραμμάρια') } },
  { measure: 'volume', sign: 'λίτρο', own: 'λίτρο', names: named(0, 'λίτρα') },
  { measure: 'length', sign: 'm', names: { m: 0, dm: -1, cm: -2, mm: -3 } },
  { measure: 'length', sign: 'м', own: 'м', names: { см: -2, мм: -3 } },
  { measure: 'length', sign: '米', own: '米', names: { 厘米: -2, 毫米: -3 } },
  { measure: 'area', sign: 'm²', names: { m2: 0, qm: 0, sqm: 0, dm2: -2, cm2: -4 } },
  { measure: 'area', sign: 'м²', names: { м2: 0 } },
  { measure: 'US mass', sign: 'oz', names: { oz: 0, ounce: 0, ounces: 0 } },
  { measure: 'US mass', sign: 'lb', names: { lb: 0, lbs: 0, pound: 0, pounds: 0 }, times: 16 },
  { measure: 'US volume', sign: 'fl oz', names: named(0, 'fl oz,fl. oz,fl.oz,floz,fluid oz,fluid ounce,fluid ounces') },
  { measure: 'US volume', sign: 'pt', names: { pt: 0, pts: 0, pint: 0, pints: 0 }, times: 16 },
  { measure: 'US volume', sign: 'qt', names: { qt: 0, qts: 0, quart: 0, quarts: 0 }, times: 32 },
  { measure: 'US volume', sign: 'gal', names: { gal: 0, gals: 0, gallon: 0, gallons: 0 }, times: 128 },
  // Pieces, whose names are one for a piece and for many in most languages.
  { measure: 'pieces', sign: 'pc', own: 'pc', names: { pcs: 0 } },
  { measure: 'pieces', sign: 'piece', own: 'piece,ea,each,ct', names: { pieces: 0 } },
  { measure: 'pieces', sign: 'Stück', own: 'stück,st,stk,kpl,tk,gab,vnt,db,ks,kom,szt,adet,əd,buc,pz' },
  { measure: 'pieces', sign: 'stuk', own: 'stuk', names: { stuks: 0 } },
  { measure: 'pieces', sign: 'pièce', own: 'pièce,pce', names: { pièces: 0, pces: 0 } },
  { measure: 'pieces', sign: 'ud.', own: 'ud,un,unid', names: { uds: 0, unidad: 0, unidades: 0 } },
  { measure: 'pieces', sign: 'шт.', own: 'шт,бр', names: { штук: 0 } },
  { measure: 'pieces', sign: 'τεμ.', own: 'τεμ', names: { τεμάχια: 0 } },
  { measure: 'pieces', sign: 'قطعة', own: 'قطعة,عدد', names: { قطع: 0 } },
  { measure: 'pieces', sign: 'יח׳', own: "יח',יחידה", names: { יח: 0, יחידות: 0 } },
  { measure: 'pieces', sign: '個', own: '個', names: { 個入: 0, 個入り: 0, コ: 0, 入: 0 } },
  { measure: 'pieces', sign: '本', own: '本', names: { 本入: 0, 本入り: 0 } },
  { measure: 'pieces', sign: '枚', own: '枚', names: { 枚入: 0, 枚入り: 0 } },
  { measure: 'pieces', sign: '袋', own: '袋,个,片,瓶,包,盒,cái', names: { 袋入: 0, 袋入り: 0 } },
  { measure: 'pieces', sign: '개', own: '개', names: { 개입: 0 } },
  { measure: 'pieces', sign: 'ชิ้น', own: 'ชิ้น,नग' },
  ...dozens('piece', 'dozen,dozens,doz,dz,a dozen'),
  ...dozens('Stück', 'dutzend,ein dutzend,tuzin,tucet,dussin,dusin'),
  ...dozens('stuk', 'dozijn,een dozijn'),
  ...dozens('pièce', 'douzaine,douzaines,une douzaine'),
  ...dozens('ud.', 'docena,docenas,una docena,dúzia,uma dúzia,dozzina,una dozzina'),
  ...dozens('шт.', 'дюжина,дюжины'),
];

/** The units by their names. */
export const units: ReadonlyMap<string, Unit> = new Map(
  bases.flatMap(({ measure, sign, own, names = {}, times = 1, count = 1 }) => [
    ...(own?.split(',') ?? []).map((name): [string, Unit] => [normal(name), { measure, power: 0, times, count }]),
    ...Object.entries(names).map(([name, power]): [string, Unit] => [
      normal(name),
      { measure, sign, power, times, count },
    ]),
  ]),
);

/**
 * A text in which each sign of a quantity is written one way: compatible characters as one (㎏, ℓ, m², ５), quotes of Hebrew
 * abbreviations straight, in lower case, without marks of direction, with single blanks.
 */
export function normal(text: string): string {
  return text
    .replaceAll(/[¼-¾⅐-⅞]/g, ' $&')
    .normalize('NFKC')
    .replaceAll(/[\u200c\u200e\u200f\u061c℮]/g, '')
    .replaceAll('״', '"')
    .replaceAll(/[׳’]/g, "'")
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();
}

import { currencyRules } from './currencies.js';

/**
 * The words for currencies in amounts besides their codes and symbols in {@link currencyRules}, and those of their smaller units.
 * Sources: the names and symbols of CLDR 48 in the languages of the currency and in English, and what shops there write. In lower
 * case, without a last full stop, separated by commas.
 */
const words: Readonly<Record<string, readonly [major: string, minor?: string]>> = {
  AED: ['dh,dhs,dirham,dirhams,د.إ,درهم', 'fils,فلس'],
  ALL: ['lek,lekë'],
  AMD: ['dram,դր,դրամ'],
  ARS: ['ar$,peso,pesos', 'centavo,centavos,ctvs'],
  AUD: ['a$,au$,dollar,dollars', '¢,c,cent,cents'],
  AZN: ['man,manat', 'qəpik'],
  BAM: ['km,км', 'feninga,pf'],
  BDT: ['tk,taka,টাকা', 'paisa,পয়সা'],
  BHD: ['bd,dinar,dinars,د.ب,دينار', 'fils,فلس'],
  BRL: ['real,reais', 'centavo,centavos'],
  CAD: ['c$,ca$,cad$,dollar,dollars', '¢,c,cent,cents'],
  CHF: ['fr,sfr,franken,franc,francs,franchi', 'rp,rappen,ct,cts,centime,centimes,centesimi'],
  CLP: ['cl$,clp$,peso,pesos'],
  CNY: ['cn¥,rmb,yuan,元,人民币', 'fen,分'],
  COP: ['co$,col$,peso,pesos'],
  CZK: ['koruna,koruny,korun,kc', 'hal,haléř,haléře,haléřů'],
  DKK: ['kr,krone,kroner', 'øre'],
  EGP: ['le,e£,pound,pounds,ج.م,جنيه', 'pt,piastre,piastres,piaster,piasters,قرش'],
  EUR: [
    'euro,euros,eur.,ευρώ,евро,eurot,euroa,eurų,evro,evrov',
    '¢,c,ct,cts,cent,cents,céntimo,céntimos,centime,centimes,centesimi,cêntimos,centů,centov,senttiä,snt,λεπτά,λεπτ,евроцент,цент',
  ],
  GBP: ['pound,pounds', 'p,penny,pence'],
  GEL: ['lari,ლარი', 'tetri,თეთრი'],
  HKD: ['hk$,dollar,dollars', '¢,c,cent,cents'],
  HUF: ['forint', 'fillér'],
  IDR: ['rupiah', 'sen'],
  ILS: ['nis,shekel,shekels,ש"ח,ש״ח,שח,שקל,שקלים', "agora,agorot,אגורות,אג',אג׳"],
  INR: ['rs,rupee,rupees,रु,रुपये,টাকা', 'paise,paisa,पैसे'],
  IRR: ['ریال,rial,rials'],
  ISK: ['króna,krónur', 'aur,aurar'],
  // Not qirsh, hundredths: small units are read with all decimals of their currency.
  JOD: ['jd,dinar,dinars,د.أ,دينار', 'fils,فلس'],
  JPY: ['jp¥,yen,円,えん', 'sen,銭'],
  KES: ['sh,shs,/=,kshs,shilling,shillings', 'cent,cents'],
  KRW: ['won,원'],
  KWD: ['kd,dinar,dinars,د.ك,دينار', 'fils,فلس'],
  KZT: ['тг,тенге,теңге', 'тиын'],
  MAD: ['dh,dhs,dirham,dirhams,د.م,درهم', 'centime,centimes,سنتيم'],
  MKD: ['ден,денар,денари,den', 'дени'],
  MXN: ['mx$,mex$,peso,pesos', '¢,centavo,centavos,ctvs'],
  MYR: ['ringgit', 'sen'],
  NGN: ['naira', 'kobo'],
  NOK: ['krone,kroner', 'øre'],
  NPR: ['rs,re,रु,रू,रुपैयाँ', 'paisa,पैसा'],
  NZD: ['nz$,dollar,dollars', '¢,c,cent,cents'],
  OMR: ['ro,rial,rials,ر.ع,ريال', 'baisa,بيسة'],
  PEN: ['s/,s/.,sol,soles', 'céntimo,céntimos,cts'],
  PHP: ['piso,peso,pesos', 'centavo,centavos,sentimo'],
  PKR: ['rs,rupee,rupees,روپے,روپیہ', 'paisa,پیسے'],
  PLN: ['zl,złoty,złote,złotych', 'gr,grosz,grosze,groszy'],
  QAR: ['qr,riyal,riyals,ر.ق,ريال', 'dirham,درهم'],
  RON: ['leu,lei', 'ban,bani'],
  RSD: ['din,дин,dinar,dinara,динар,динара,динари', 'para,пара'],
  RUB: ['руб,р,рубль,рубля,рублей', 'коп,к,копейка,копейки,копеек'],
  SAR: ['sr,riyal,riyals,ر.س,ريال', 'halala,halalas,هللة'],
  SEK: ['krona,kronor', 'öre'],
  SGD: ['s$,sg$,dollar,dollars', '¢,c,cent,cents'],
  THB: ['baht,บาท,บ', 'satang,สต,สตางค์'],
  TND: ['dt,dinar,dinars,د.ت,دينار', 'millime,millimes,مليم'],
  TRY: ['tl,lira', 'kuruş,krş'],
  TWD: ['nt$,ntd,元,圓,dollar,dollars'],
  UAH: ['грн,гривня,гривні,гривень', 'коп,копійка,копійки,копійок'],
  USD: ['us$,usd$,u$s,dollar,dollars', '¢,c,ct,cts,cent,cents'],
  VND: ['đ,d,vnđ,đồng,dong', 'xu'],
  ZAR: ['rand', 'c,cent,cents'],
};

/** A currency that a word may mean, or a hundredth or thousandth of its unit. */
export interface WordMeaning {
  readonly currency: string;
  readonly isMinor: boolean;
}

const meanings = new Map<string, WordMeaning[]>();
for (const [currency, { sign = '', local = {} }] of Object.entries(currencyRules)) {
  const [major = '', minor = ''] = words[currency] ?? [];
  const add = (names: readonly string[], isMinor: boolean) => {
    for (const name of new Set(names.map(plainWord)))
      if (name !== '') meanings.set(name, [...(meanings.get(name) ?? []), { currency, isMinor }]);
  };
  add([currency, sign, ...Object.values(local), ...major.split(',')], false);
  add(minor.split(','), true);
}

/** What a word or symbol of a currency may mean; none for another text. */
export function currencyMeanings(text: string): readonly WordMeaning[] {
  return meanings.get(plainWord(text)) ?? [];
}

/** Without what writers of the same word do differently: case, compatible characters, marks of direction, a last full stop. */
function plainWord(text: string): string {
  const word = text
    .normalize('NFKC')
    .replaceAll(/[\u200e\u200f\u061c\s]/g, '')
    .toLowerCase();
  return word.endsWith('.') ? word.slice(0, -1) : word;
}

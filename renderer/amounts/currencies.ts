export interface CurrencyRule {
  /** The number of decimals of a price. */
  readonly decimals: 0 | 2 | 3;
  /** The symbol that every reader knows; without one, the code is written. */
  readonly sign?: string;
  /** Language → the symbol or word that only its readers know. */
  readonly local?: Readonly<Record<string, string>>;
  /** Other words for it in amounts, and those for its smaller unit, in lower case, without a last full stop, separated by commas. */
  readonly words: readonly [major: string, minor?: string];
}

/** A leading U+200F marks a symbol that is right-to-left text. */
const rightToLeftMark = '\u200f';

function arabic(decimals: 2 | 3, word: string, ...words: CurrencyRule['words']): CurrencyRule {
  return { decimals, local: { ar: rightToLeftMark + word }, words };
}

/**
 * By ISO 4217 code. The decimals are those of ISO 4217; the symbols are CLDR 48's narrow ones, or its words where a
 * language has them. HUF, IDR, IRR and TWD have no decimals here: their smaller units exist on paper only, as no
 * coin is worth less than 5 Ft, 50 rupiah, 1 rial or 1 NT$. The words are the names and symbols of CLDR 48 in the languages of
 * the currency and in English, and what shops there write.
 */
export const currencyRules: Readonly<Record<string, CurrencyRule>> = {
  AED: arabic(2, 'د.إ.', 'dh,dhs,dirham,dirhams,د.إ,درهم', 'fils,فلس'),
  ALL: { decimals: 2, local: { sq: 'Lekë' }, words: ['lek,lekë'] },
  AMD: { decimals: 2, local: { hy: '֏' }, words: ['dram,դր,դրամ'] },
  ARS: { decimals: 2, sign: '$', words: ['ar$,peso,pesos', 'centavo,centavos,ctvs'] },
  AUD: { decimals: 2, sign: '$', words: ['a$,au$,dollar,dollars', '¢,c,cent,cents'] },
  AZN: { decimals: 2, sign: '₼', words: ['man,manat', 'qəpik'] },
  BAM: { decimals: 2, local: { bs: 'KM' }, words: ['km,км', 'feninga,pf'] },
  BDT: { decimals: 2, local: { bn: '৳' }, words: ['tk,taka,টাকা', 'paisa,পয়সা'] },
  BHD: arabic(3, 'د.ب.', 'bd,dinar,dinars,د.ب,دينار', 'fils,فلس'),
  BRL: { decimals: 2, sign: 'R$', words: ['real,reais', 'centavo,centavos'] },
  CAD: { decimals: 2, sign: '$', words: ['c$,ca$,cad$,dollar,dollars', '¢,c,cent,cents'] },
  CHF: { decimals: 2, words: ['fr,sfr,franken,franc,francs,franchi', 'rp,rappen,ct,cts,centime,centimes,centesimi'] },
  CLP: { decimals: 0, sign: '$', words: ['cl$,clp$,peso,pesos'] },
  CNY: { decimals: 2, sign: '¥', words: ['cn¥,rmb,yuan,元,人民币', 'fen,分'] },
  COP: { decimals: 2, sign: '$', words: ['co$,col$,peso,pesos', 'centavo,centavos'] },
  CZK: { decimals: 2, sign: 'Kč', words: ['koruna,koruny,korun,kc', 'hal,haléř,haléře,haléřů'] },
  DKK: { decimals: 2, sign: 'kr.', words: ['kr,krone,kroner', 'øre'] },
  EGP: arabic(2, 'ج.م.', 'le,e£,pound,pounds,ج.م,جنيه', 'pt,piastre,piastres,piaster,piasters,قرش'),
  EUR: {
    decimals: 2,
    sign: '€',
    words: [
      'euro,euros,eur.,ευρώ,евро,eurot,euroa,eurų,evro,evrov',
      '¢,c,ct,cts,cent,cents,céntimo,céntimos,centime,centimes,centesimi,cêntimos,centů,centov,senttiä,snt,λεπτά,λεπτ,евроцент,цент',
    ],
  },
  GBP: { decimals: 2, sign: '£', words: ['pound,pounds', 'p,penny,pence'] },
  GEL: { decimals: 2, sign: '₾', words: ['lari,ლარი', 'tetri,თეთრი'] },
  HKD: { decimals: 2, sign: '$', words: ['hk$,dollar,dollars', '¢,c,cent,cents'] },
  HUF: { decimals: 0, sign: 'Ft', words: ['forint', 'fillér'] },
  IDR: { decimals: 0, sign: 'Rp', words: ['rupiah', 'sen'] },
  ILS: { decimals: 2, sign: '₪', words: ['nis,shekel,shekels,ש"ח,ש״ח,שח,שקל,שקלים', "agora,agorot,אגורות,אג',אג׳"] },
  INR: { decimals: 2, sign: '₹', words: ['rs,rupee,rupees,रु,रुपये,টাকা', 'paise,paisa,पैसे'] },
  IRR: { decimals: 0, local: { fa: rightToLeftMark + 'ریال' }, words: ['ریال,rial,rials'] },
  ISK: { decimals: 0, sign: 'kr', local: { is: 'kr.' }, words: ['króna,krónur', 'aur,aurar'] },
  // Not qirsh, hundredths: small units are read with all decimals of their currency.
  JOD: arabic(3, 'د.أ.', 'jd,dinar,dinars,د.أ,دينار', 'fils,فلس'),
  JPY: { decimals: 0, sign: '¥', words: ['jp¥,yen,円,えん', 'sen,銭'] },
  KES: { decimals: 2, sign: 'Ksh', words: ['sh,shs,/=,kshs,shilling,shillings', 'cent,cents'] },
  KRW: { decimals: 0, sign: '₩', local: { ko: '원' }, words: ['won,원'] },
  KWD: arabic(3, 'د.ك.', 'kd,dinar,dinars,د.ك,دينار', 'fils,فلس'),
  KZT: { decimals: 2, sign: '₸', words: ['тг,тенге,теңге', 'тиын'] },
  MAD: arabic(2, 'د.م.', 'dh,dhs,dirham,dirhams,د.م,درهم', 'centime,centimes,سنتيم'),
  MKD: { decimals: 2, local: { mk: 'ден.' }, words: ['ден,денар,денари,den', 'дени'] },
  MXN: { decimals: 2, sign: '$', words: ['mx$,mex$,peso,pesos', '¢,centavo,centavos,ctvs'] },
  MYR: { decimals: 2, sign: 'RM', words: ['ringgit', 'sen'] },
  NGN: { decimals: 2, sign: '₦', words: ['naira', 'kobo'] },
  NOK: { decimals: 2, sign: 'kr', words: ['krone,kroner', 'øre'] },
  NPR: { decimals: 2, local: { ne: 'रू' }, words: ['rs,re,रु,रू,रुपैयाँ', 'paisa,पैसा'] },
  NZD: { decimals: 2, sign: '$', words: ['nz$,dollar,dollars', '¢,c,cent,cents'] },
  OMR: arabic(3, 'ر.ع.', 'ro,rial,rials,ر.ع,ريال', 'baisa,بيسة'),
  PEN: { decimals: 2, local: { es: 'S/' }, words: ['s/,s/.,sol,soles', 'céntimo,céntimos,cts'] },
  PHP: { decimals: 2, sign: '₱', words: ['piso,peso,pesos', 'centavo,centavos,sentimo'] },
  PKR: { decimals: 2, local: { ur: 'Rs' }, words: ['rs,rupee,rupees,روپے,روپیہ', 'paisa,پیسے'] },
  PLN: { decimals: 2, sign: 'zł', words: ['zl,złoty,złote,złotych', 'gr,grosz,grosze,groszy'] },
  QAR: arabic(2, 'ر.ق.', 'qr,riyal,riyals,ر.ق,ريال', 'dirham,درهم'),
  RON: { decimals: 2, sign: 'lei', words: ['leu,lei', 'ban,bani'] },
  RSD: { decimals: 2, words: ['din,дин,dinar,dinara,динар,динара,динари', 'para,пара'] },
  RUB: { decimals: 2, sign: '₽', words: ['руб,р,рубль,рубля,рублей', 'коп,к,копейка,копейки,копеек'] },
  SAR: arabic(2, 'ر.س.', 'sr,riyal,riyals,ر.س,ريال', 'halala,halalas,هللة'),
  SEK: { decimals: 2, sign: 'kr', words: ['krona,kronor', 'öre'] },
  SGD: { decimals: 2, sign: '$', words: ['s$,sg$,dollar,dollars', '¢,c,cent,cents'] },
  THB: { decimals: 2, sign: '฿', words: ['baht,บาท,บ', 'satang,สต,สตางค์'] },
  TND: arabic(3, 'د.ت.', 'dt,dinar,dinars,د.ت,دينار', 'millime,millimes,مليم'),
  TRY: { decimals: 2, sign: '₺', words: ['tl,lira', 'kuruş,krş'] },
  TWD: { decimals: 0, sign: '$', words: ['nt$,ntd,元,圓,dollar,dollars'] },
  UAH: { decimals: 2, sign: '₴', words: ['грн,гривня,гривні,гривень', 'коп,копійка,копійки,копійок'] },
  USD: { decimals: 2, sign: '$', words: ['us$,usd$,u$s,dollar,dollars', '¢,c,ct,cts,cent,cents'] },
  VND: { decimals: 0, sign: '₫', words: ['đ,d,vnđ,đồng,dong', 'xu'] },
  ZAR: { decimals: 2, sign: 'R', words: ['rand', 'c,cent,cents'] },
};

/** How many decimals a currency has: 0 for the yen, 2 for the euro and an unknown one, 3 for the Kuwaiti dinar. */
export function currencyDecimals(currency = ''): number {
  return Object.hasOwn(currencyRules, currency) ? currencyRules[currency]!.decimals : 2;
}

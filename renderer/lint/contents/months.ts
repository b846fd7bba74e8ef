/** How the months begin in a language, January first; `|` separates spellings. */
type MonthNames = readonly [languages: string, names: string];

/**
 * The shortest beginnings of at least three letters that tell the months of a language apart, of the forms of CLDR 48 in and
 * outside of dates. Languages that write months as numbers have none.
 */
const names: readonly MonthNames[] = [
  ['en', 'jan feb mar apr may jun jul aug sep oct nov dec'],
  ['de', 'jan|jän feb mär|mrz apr mai jun jul aug sep okt nov dez'],
  ['fr', 'jan fév mar avr mai juin juil aoû sep oct nov déc'],
  ['it', 'gen feb mar apr mag giu lug ago set ott nov dic'],
  ['es', 'ene feb mar abr may jun jul ago sep|set oct nov dic'],
  ['pt', 'jan fev mar abr mai jun jul ago set out nov dez'],
  ['ca', 'gen feb mar abr mai jun jul ag set oct nov des'],
  ['nl', 'jan feb maa|mrt apr mei jun jul aug sep okt nov dec'],
  ['da sv', 'jan feb mar apr maj jun jul aug sep okt nov dec'],
  ['nb', 'jan feb mar apr mai jun jul aug sep okt nov des'],
  ['is', 'jan feb mar apr maí jún júl ágú sep okt nóv des'],
  ['fi', 'tam hel maa huh tou kes hei elo syy lok mar jou'],
  ['et', 'jaa vee mär apr mai juun juul aug sep okt nov det'],
  ['lv', 'jan feb mar apr mai jūn jūl aug sep okt nov dec'],
  ['lt', 'sau vas kov bal geg bir lie rugp rugs spa lap gru'],
  ['pl', 'sty lut mar kwi maj cze lip sie wrz paź lis gru'],
  ['cs', 'led úno bře dub kvě červen|červn|čvn červene|červenc|čvc srp zář říj lis pro'],
  ['sk', 'jan feb mar apr máj jún júl aug sep okt nov dec'],
  ['hu', 'jan feb már ápr máj jún júl aug sze okt nov dec'],
  ['ro', 'ian feb mar apr mai iun iul aug sep oct noi|nov dec'],
  ['hr', 'sij vel ožu tra svi lip srp kol ruj lis stu pro'],
  ['sl bs', 'jan feb mar apr maj jun jul avg|aug sep okt nov dec'],
  ['sr', 'јан|jan феб|feb мар|mar апр|apr мај|maj јун|jun јул|jul авг|avg сеп|sep окт|okt нов|nov дец|dec'],
  ['mk', 'јан фев мар апр мај јун јул авг сеп окт ное дек'],
  ['bg', 'яну фев мар апр май юни юли авг сеп окт ное дек'],
  ['ru', 'янв фев мар апр май|мая июн июл авг сен окт ноя дек'],
  ['uk', 'січ лют бер кві тра чер лип сер вер жов лис гру'],
  ['kk', 'қаң ақп нау сәу мам мау шіл там қыр қаз қар жел'],
  ['el', 'ιαν φεβ μαρ απρ μαΐ ιουν ιουλ αυγ σεπ οκτ νοε δεκ'],
  ['sq', 'jan shk mar pri maj qer kor gus sht tet nën dhj'],
  ['mt', 'jan fra mar apr mej ġun lul aww set ott nov diċ'],
  ['tr', 'oca şub mar nis may haz tem ağu eyl eki kas ara'],
  ['az', 'yan fev mar apr may iyun|iyn iyul|iyl avq sen okt noy dek'],
  ['hy', 'հունվ|հնվ փետ|փտվ մար|մրտ ապր մայ|մյս հունի|հնս հուլ|հլս օգո|օգս սեպ հոկ նոյ դեկ'],
  ['ka', 'იან თებ მარ აპრ მაი ივნ ივლ აგვ სექ ოქტ ნოე დეკ'],
  [
    'ar',
    'ينا|جان فبر|شبا|فيف مار|آذا أبر|نيس|أفر ماي|أيا يون|حزي|جوا يول|تمو|جوي أغس|آب|غشت|أوت سبت|أيل|شتن أكت نوف|نون ديس|دجن',
  ],
  ['fa', 'ژان فور مار آور مه ژوئن ژوئی اوت سپت اکت نوا دسا'],
  ['ur', 'جنو فرو مار اپر مئی جون جول اگس ستم اکت نوم دسم'],
  ['he', 'ינו פבר מרץ אפר מאי יונ יול אוג ספט אוק נוב דצמ'],
  ['hi', 'जनव|जन॰ फ़र मार अप् मई जून जुल अगस|अग॰ सित अक् नवं|नव॰ दिस'],
  ['mr', 'जान फेब मार एप् मे जून जुल ऑग सप् ऑक् नोव डिस'],
  ['ne', 'जनव फेब मार अप् मे जुन जुल अगस सेप अक् नोभ डिस'],
  ['bn', 'জান ফেব মার এপ্ মে জুন জুল আগ সেপ অক্ নভে ডিস'],
  ['ta', 'ஜன பிப மார ஏப் மே ஜூன ஜூல ஆக செப அக் நவ டிச'],
  ['th', 'มกร|ม.ค กุม|ก.พ มีน|มี. เมษ|เม. พฤษ|พ.ค มิถ|มิ. กรก|ก.ค สิง|ส.ค กัน|ก.ย ตุล|ต.ค พฤศ|พ.ย ธัน|ธ.ค'],
  ['id ms', 'jan feb mar|mac apr mei jun jul agu|ogo sep okt nov des|dis'],
  ['fil', 'ene peb mar abr may hun hul ago set okt nob dis'],
];

/** Without accents on letters of Latin, Greek and Cyrillic, which capitals and hurried hands leave out. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Language → the beginnings of its months, the longest first, each with its month from 1. */
const byLanguage: ReadonlyMap<string, readonly (readonly [beginning: string, month: number])[]> = new Map(
  names.flatMap(([languages, months]) => {
    const beginnings = months
      .split(' ')
      .flatMap((spellings, index) => spellings.split('|').map((each) => [folded(each), index + 1] as const))
      .sort(([a], [b]) => b.length - a.length);
    return languages.split(' ').map((language) => [language, beginnings] as const);
  }),
);

/** The month that a word names in a locale's language, or else in English: 1 to 12. */
export function monthOf(word: string, locale: string): number | undefined {
  const text = folded(word);
  for (const language of [locale.slice(0, locale.indexOf('-')), 'en']) {
    const found = byLanguage.get(language)?.find(([beginning]) => text.startsWith(beginning));
    if (found) return found[1];
  }
  return undefined;
}

/** Date patterns with and without the year, and the locales that use them. */
type DatePatterns = readonly [short: string, day: string, locales: string];

/**
 * In a pattern, `d` and `M` are numbers, `dd` and `MM` have two digits, and `y` is the year; other characters are literal.
 * U+00A0 is a blank at which no line ends, and U+200F makes a date run from right to left.
 *
 * Source: CLDR 48, as Node 20.20.2 (ICU 78.2) writes numeric dates of the Gregorian calendar with the skeletons yMd and Md, with
 * U+00A0 for each blank. Without the year, Chinese, Japanese and Korean have the skeleton MMMd, as their shops write
 * 11月22日, and 11/22 may be a fraction.
 */
const patterns: readonly DatePatterns[] = [
  ['M/d/y', 'M/d', 'en-US en-PH fil-PH'],
  ['M/d/y', 'MM-dd', 'mt-MT'],
  ['d/M/y', 'd/M', 'en-IE es-ES es-MX nl-BE el-GR hi-IN th-TH vi-VN ur-PK bn-BD bn-IN mr-IN ta-IN'],
  ['d/M/y', 'd/M', 'id-ID es-AR es-CO es-PE ca-ES el-CY'],
  ['d/M/y', 'dd/MM', 'en-IN en-HK'],
  ['d/M/y', 'd-M', 'ms-MY'],
  ['d/MM/y', 'd/M', 'en-NZ'],
  ['dd/MM/y', 'dd/MM', 'en-GB fr-FR fr-BE it-IT it-CH pt-PT pt-BR en-SG en-KE en-NG en-MT fr-LU'],
  ['dd/MM/y', 'd/M', 'en-AU'],
  ['d\u200f/M\u200f/y', 'd\u200f/M', 'ar-AE ar-BH ar-EG ar-JO ar-KW ar-MA ar-OM ar-QA ar-SA ar-TN'],
  ['d.M.y', 'd.M.', 'de-DE de-AT de-CH de-LU nb-NO fi-FI is-IS'],
  ['d.M.y', 'd.M', 'da-DK et-EE he-IL ka-GE sq-AL'],
  ['d.M.y\u00a0г.', 'd.M', 'mk-MK'],
  ['d.MM.y', 'd.MM', 'pl-PL'],
  ['d.MM.y.', 'dd.MM.', 'lv-LV'],
  ['d.MM.y\u00a0г.', 'd.MM', 'bg-BG'],
  ['dd.MM.y', 'dd.MM.', 'fr-CH'],
  ['dd.MM.y', 'dd.MM', 'ro-RO uk-UA az-AZ hy-AM kk-KZ ru-RU'],
  ['dd.MM.y', 'd/M', 'tr-TR'],
  ['d.\u00a0M.\u00a0y', 'd.\u00a0M.', 'cs-CZ sk-SK sl-SI'],
  ['d.\u00a0M.\u00a0y.', 'd.\u00a0M.', 'bs-BA sr-RS'],
  ['dd.\u00a0MM.\u00a0y.', 'dd.\u00a0MM.', 'hr-HR'],
  ['d-M-y', 'd-M', 'nl-NL'],
  ['dd-MM-y', 'dd-MM', 'es-CL'],
  ['y-MM-dd', 'MM-dd', 'en-CA fr-CA ne-NP'],
  ['y-MM-dd', 'MM-d', 'lt-LT'],
  ['y-MM-dd', 'd/M', 'sv-SE'],
  ['y/M/d', 'M/d', 'fa-IR'],
  ['y/MM/dd', 'MM/dd', 'en-ZA'],
  ['y/M/d', 'M月d日', 'ja-JP zh-CN zh-TW'],
  ['d/M/y', 'M月d日', 'zh-HK'],
  ['y.\u00a0M.\u00a0d.', 'M월\u00a0d일', 'ko-KR'],
  ['y.\u00a0MM.\u00a0dd.', 'M.\u00a0d.', 'hu-HU'],
];

export const datePatterns: ReadonlyMap<string, { readonly short: string; readonly day: string }> = new Map(
  patterns.flatMap(([short, day, locales]) => locales.split(' ').map((locale) => [locale, { short, day }] as const)),
);

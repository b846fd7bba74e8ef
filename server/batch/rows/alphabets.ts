/** The letters beyond ASCII of a language, in lower case, in each of its encodings. Source: the exemplar characters of CLDR 48. */
export interface Alphabet {
  readonly languages: string;
  readonly letters: string;
  readonly encodings: string;
}

const [western, central, cyrillic] = [
  'windows-1252 iso-8859-15 macintosh ibm437 ibm850',
  'windows-1250 iso-8859-2 ibm852',
  'windows-1251 koi8-r ibm866',
];

export const alphabets: readonly Alphabet[] = [
  { languages: 'de', letters: 'äöüß', encodings: western },
  { languages: 'fr', letters: 'àâæçéèêëîïôœùûüÿ', encodings: western },
  { languages: 'es ca fil', letters: 'áéíóúüñàèïòç', encodings: western },
  { languages: 'pt', letters: 'áâãàçéêíóôõúü', encodings: western },
  { languages: 'it', letters: 'àèéìíîòóùú', encodings: western },
  { languages: 'sv fi', letters: 'åäöéü', encodings: western },
  { languages: 'da nb', letters: 'æøåéü', encodings: western },
  { languages: 'is', letters: 'áðéíóúýþæö', encodings: western },
  { languages: 'nl en id ms', letters: 'éëïóöüèêçàñ', encodings: western },
  { languages: 'sq', letters: 'çë', encodings: 'windows-1252' },
  { languages: 'pl', letters: 'ąćęłńóśźż', encodings: central },
  { languages: 'cs sk', letters: 'áäčďéěíĺľňóôöřŕšťúůüýž', encodings: central },
  { languages: 'hu', letters: 'áéíóöőúüű', encodings: central },
  { languages: 'ro', letters: 'ăâîşţșț', encodings: central },
  { languages: 'hr bs sl', letters: 'čćđšž', encodings: central },
  { languages: 'de', letters: 'äöüß', encodings: central },
  { languages: 'ru', letters: 'абвгдежзийклмнопрстуфхцчшщъыьэюяё', encodings: cyrillic },
  { languages: 'uk', letters: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя', encodings: 'windows-1251' },
  { languages: 'bg', letters: 'абвгдежзийклмнопрстуфхцчшщъьюя', encodings: 'windows-1251' },
  { languages: 'sr mk', letters: 'абвгдѓђежзѕијклљмнњопрстќћуфхцчџш', encodings: 'windows-1251' },
  { languages: 'el', letters: 'αάβγδεέζηήθιίϊΐκλμνξοόπρσςτυύϋΰφχψωώ', encodings: 'windows-1253 iso-8859-7' },
  { languages: 'tr az', letters: 'çğıöşüâîûi\u0307', encodings: 'windows-1254' },
  { languages: 'he', letters: 'אבגדהוזחטיךכלםמןנסעףפץצקרשת', encodings: 'windows-1255' },
  { languages: 'ar', letters: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي', encodings: 'windows-1256' },
  { languages: 'et lv lt', letters: 'āčēģīķļņšūžąęėįųõäöü', encodings: 'windows-1257' },
];

/** Scripts whose letters are too many to list, and their encodings. */
export const scripts: readonly (Pick<Alphabet, 'languages' | 'encodings'> & { readonly form: RegExp })[] = [
  { languages: 'th', form: /\p{Script=Thai}/u, encodings: 'windows-874' },
  { languages: 'ja', form: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u, encodings: 'shift_jis euc-jp' },
  { languages: 'zh', form: /\p{Script=Han}/u, encodings: 'gb18030 big5' },
  { languages: 'ko', form: /\p{Script=Hangul}/u, encodings: 'euc-kr' },
];

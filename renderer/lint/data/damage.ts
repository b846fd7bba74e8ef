/** A kind of damage: what a text has, and the text of its first occurrence. */
interface Damage {
  readonly name: string;
  readonly found: string;
}

/** The characters of Windows-1252 for the bytes after the first one of a letter in UTF-8; the others are quotes and other punctuation. */
const usual = '\\u00a0«»‘’“”–—…•™';
const rare = '\\u0080-\\u009f\\u00a1-\\u00aa\\u00ac-\\u00ba\\u00bc-\\u00bf€‚ƒ„†‡ˆ‰Š‹ŒŽ˜š›œžŸ';
/** UTF-8 that was read as Windows-1252: a first byte, and as many others as it announces, not all of them as in a sentence; as 1250 and as 1251. */
const misreadForm = new RegExp(
  `[ĂĹ][¡-¿‚„…†‡‰‹ĽźżľłŠŚŤŽŹ]|(?:[РС][\\u00a0-\\u00bf\\u2000-\\u2122ЂЃѓЉЊЌЋЏђљњќћџЎўЈҐЁЄЇІіґёєјЅѕї]){3}|[ÂÃ][${rare}${usual}]|[ÄÅÎÏÐÑØÙ][${rare}](?=.)|[à-ï](?:[${rare}][${rare}${usual}]|[${usual}][${rare}])|ï»¿`,
  'u',
);

type Sign = readonly [name: string, form: RegExp, except?: RegExp];

/** Signs of damage by their names, and texts that have them undamaged. None is in the words of a shop: tested with the texts of each locale. */
const signs: readonly Sign[] = [
  ['an HTML entity', /&(?:#[0-9]{2,7}|#x[0-9a-f]{2,6}|[a-z]{2,8}[0-9]{0,2});/i],
  [
    'an HTML tag',
    /<\/?(?:a|b|br|div|em|font|h[1-6]|i|img|li|ol|p|script|small|span|strong|style|sub|sup|table|td|tr|u|ul)(?:\s[^<>]*)?\/?>/i,
  ],
  // Of Excel in English, German, French, Spanish and Dutch, and of LibreOffice.
  [
    'an error of a spreadsheet',
    /#(?:N\/A|N\/D|NV(?![\p{L}])|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|BEZUG!|WERT!|ZAHL!|VALEUR!|NOM\?|NOMBRE!|¡REF!|¡VALOR!|¿NOMBRE\?|WAARDE!|VERW!|NAAM\?|GETAL!)|#{4,}|^Err:[0-9]{3}$/u,
  ],
  [
    'a placeholder',
    /\{\{[^{}]*\}\}|[$#]?\{[a-z_][\w.:]*\}|<%[^<%]*%>|\[\[[^[\]]*\]\]|%[A-Z][A-Z_]{2,40}%|__[A-Z][A-Z_]{1,40}__|\{[0-9]\}|<<\w{1,40}>>|@@\w{1,40}@@|%\([a-z_]\w{0,40}\)s|\{%[^{}%]*%\}|^%[sd]$|%[0-9]\$[sd]|\$[a-z_]{2,40}\$|<\?(?:=|php\s)/i,
  ],
  [
    'no value',
    /^[(<]?(?:null|NULL|nil|None|undefined|NaN|nan|NaT|<?NA>|N\/A|n\/a|-?Infinity)[)>]?$|^\[object Object\]$|(?<![\p{L}\p{N}])(?:undefined|NaN|\[object Object\])(?![\p{L}\p{N}])/u,
  ],
  [
    'an encoded character',
    /%(?:2[0-9A-F]|C[23]%[89AB][0-9A-F])|=\?[\w-]{2,20}\?[QB]\?|=C[23]=[89AB][0-9A-F]/i,
    /^https?:/i,
  ],
  ['a time as programs write it', /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}/],
  ['a formula of a spreadsheet', /^=[A-Z]{2,20}\(/],
  ['a letter in UTF-7', /\+A[M-P][AEIMQUYcgkosw048]-|\+B[A-D][A-Za-z0-9+/]{6,80}-/],
  ['an escape of a program', /\\(?:[nrt]|[0-3][0-7]{2}|u[0-9a-f]{4}|x[0-9a-f]{2})/i],
  ['an encoded character', /(?<=\p{L})[%=][89A-F][0-9A-F](?=\p{Ll})/u, /^https?:/i],
  // ISO 646 of German and Swedish scales.
  ['letters of another encoding', /\p{L}[{}~](?=\p{Ll})/u],
  [
    'a placeholder',
    /^\$\(?[a-z_]{2,40}\)?$|^\{[a-z][\w ]*\}$|^(?:@[a-z_]{2,40}@|~[a-z_]{2,40}~|#[a-z_]{2,40}#|<[a-z][\w -]{2,40}>|\[[a-z][\w -]{2,40}\])$|^(?:product|item|article)[ _]?(?:name|title)$|^lorem ipsum|^\[?(?:translation missing|missing (?:translation|"))/i,
  ],
  ['a truth value of a spreadsheet', /^(?:true|TRUE|false|FALSE|WAHR|FALSCH|VRAI|FAUX|VERDADERO|FALSO|VERO)$/],
  ['a rounded number of a spreadsheet', /^-?[0-9](?:[.,][0-9]{1,15})?e\+[0-9]{1,3}$/i],
  ['a number with the rounding of a program', /(?<![0-9.,])[0-9]{1,9}\.[0-9]{0,12}(?:0{6}|9{6})[0-9]{1,5}(?![0-9])/],
  ['the notation of a program', /^[bu]?(?:'[^']{1,200}'|\[["'].*["']\]|\{["'].*\})$/],
  ['a question mark in place of a letter', /\p{L}\?{1,4}(?=\p{Ll})|^\?{3,}$/u, /^https?:/i],
];

/** Those of letters beyond ASCII. */
const otherSigns: readonly Sign[] = [
  ['a replacement character', /\ufffd/],
  ['an unassigned or private character', /[\p{Cn}\p{Co}]/u],
  ['letters of another encoding', misreadForm],
  // Windows-1250 and 1251 and DOS that were read as 1252, KOI8-R and DOS as 1251, and UTF-8 and Windows-1252 as Mac Roman.
  [
    'letters of another encoding',
    /\p{L}[³¹¿¸ˆ„‚†‡‰](?=\p{Ll})|^[^“”„]*\p{L}”(?=\p{Ll})|(?<!\p{L})[а-яё][А-ЯЁ]{3,}(?!\p{L})|®«|[«¬]®|√[^\s\d]|[├┬┼╬][\u0080-\uffff]|¯(?=\p{L})|(?<![\p{L}\p{M}])[À-ÖØ-öø-ÿ]{3,}(?![\p{L}\p{M}])|\p{L}[□▯¤](?=\p{Ll})/u,
  ],
];

/** What a text has, begins with or contains that has a sign of damage, and what one beyond ASCII has: most have none. */
const [mayHaveSign, mayBeSign, mayHaveOther] = [
  /[&<#{}[%_@$\\?=~]|\+[AB0-9]|[0-9]:[0-9]/,
  /^(?:[bu]?'|\(?(?:null|NULL|nil|None|undefined|nan|NaT|N\/A|n\/a|-?Infinity)|NA$|Err:|true|TRUE|false|FALS|WAHR|VRAI|FAUX|VER[DO]|(?:[Pp]roduct|PRODUCT|[Ii]tem|ITEM|[Aa]rticle|ARTICLE)[ _]?(?:[Nn]ame|NAME|[Tt]itle|TITLE)|[Ll]orem|[Tt]ranslation m|[Mm]issing )/,
  /[^\0-\x7f]{2}|[³¹¿¸ˆ„‚†‡‰”√¯¤□▯\ufffd\p{Cn}\p{Co}]/u,
];

/** The damage of a text that a program did to it: undefined where it has none. */
export function damageOf(text: string): Damage | undefined {
  return (
    (mayHaveSign.test(text) || mayBeSign.test(text) || /undefined|NaN|000000|999999/.test(text)
      ? firstOf(signs, text)
      : undefined) ?? (mayHaveOther.test(text) ? firstOf(otherSigns, text) : undefined)
  );
}

function firstOf(all: readonly Sign[], text: string): Damage | undefined {
  for (const [name, form, except] of all) {
    if (except?.test(text)) continue;
    const [found] = form.exec(text) ?? [];
    if (found !== undefined) return { name, found };
  }
  return undefined;
}

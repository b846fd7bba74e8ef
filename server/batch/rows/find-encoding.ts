import { alphabets, scripts } from './alphabets.js';

/** The supported encodings, named as in the WHATWG Encoding Standard, or by IANA. */
export const encodings = [
  ...['utf-8', 'utf-16le', 'utf-16be'],
  ...['windows-1252', 'windows-1250', 'windows-1251', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256'],
  ...['windows-1257', 'windows-874', 'iso-8859-2', 'iso-8859-7', 'iso-8859-15', 'macintosh', 'koi8-r', 'ibm866'],
  ...['ibm437', 'ibm850', 'ibm852'],
  ...['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'],
] as const;
export type TextEncoding = (typeof encodings)[number];

/** Bytes at the beginning of a file from which its encoding is detected. */
export const headSize = 64 * 1024;

const marks: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** An encoding, and why it was chosen. */
export interface FoundEncoding {
  readonly encoding: TextEncoding;
  /** Whether the text is that of no other encoding, or that of the locale. */
  readonly isCertain: boolean;
  /** What the text may be, the most likely first, each with up to three of its words; one where that is certain. */
  readonly possible: readonly { readonly encoding: TextEncoding; readonly words: readonly string[] }[];
}

/**
 * Detects the encoding of a text: by its byte order mark; UTF-16 if zeros are at even or odd offsets only; UTF-8 unless more of its
 * sequences are wrong than are multi-byte and right; else one in which all letters are those of a language that is written in it.
 * @param head the first {@link headSize} bytes, or all
 * @param locale of the labels, if it was given: decides between several
 */
export function findEncoding(head: Uint8Array, locale?: string): FoundEncoding {
  const sure = (encoding: TextEncoding): FoundEncoding => ({ encoding, isCertain: true, possible: [] });
  const marked = marks.find(([, mark]) => mark.every((byte, i) => head[i] === byte));
  if (marked) return sure(marked[0]);
  const utf16 = zerosOf(head);
  if (utf16) return sure(utf16);
  const { right, wrong } = countCharacters(head);
  if (wrong <= right) return sure('utf-8');
  const texts = encodings.slice(3).flatMap((encoding) => {
    const text = decoded(head, encoding);
    const words = strangeWords(text);
    const languages = words && languagesOf(words, encoding);
    // Signs alone are no evidence of another encoding.
    const hasEvidence = encoding === 'windows-1252' || words?.length !== 0;
    return words && languages && hasEvidence ? [{ encoding, words, languages, isDoubtful: doubtful.test(text) }] : [];
  });
  const whole = texts.filter(({ languages }) => languages.length > 0);
  const own = locale?.split('-', 1)[0];
  const ofLocale = whole.filter(({ languages }) => languages.includes(own!));
  const known = ofLocale.length > 0 ? ofLocale : whole.length > 0 ? whole : texts;
  const ranks: readonly ((one: (typeof texts)[number]) => boolean)[] = [
    ({ encoding }) => !wide.has(encoding),
    ({ encoding, words, isDoubtful }) =>
      !old.has(encoding) && !(isDoubtful && words.length === 0) && !hasBlank.test(decoded(head, encoding)),
    ({ words, isDoubtful }) => words.length === 0 && !isDoubtful,
  ];
  const found = ranks.reduce((left, isBetter) => (left.some(isBetter) ? left.filter(isBetter) : left), known);
  const different = found.filter(
    ({ words }, i) => found.findIndex((other) => other.words.join() === words.join()) === i,
  );
  const encoding = different[0]?.encoding ?? 'windows-1252';
  const shown = different.length > 0 ? different : [{ encoding, words: strangeWords(decoded(head, encoding)) ?? [] }];
  const possible = shown.map(({ encoding: one, words }) => ({ encoding: one, words: words.slice(0, 3) }));
  return { encoding, isCertain: different.length === 1 && whole.length > 0, possible };
}

/** Encodings of old systems, and those of two bytes a letter: bytes of others make some sense in them, so they are found last. */
const old: ReadonlySet<string> = new Set(['macintosh', 'ibm866', 'ibm437', 'ibm850', 'ibm852']);
const wide: ReadonlySet<string> = new Set(['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr']);

/** The text of bytes, of which the last may be a part of a character. */
export function decoded(bytes: Uint8Array, encoding: TextEncoding): string {
  const latin1 = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return byTable(latin1, encoding) ?? new TextDecoder(encoding).decode(bytes, { stream: true });
}

/** What no text has: other characters than those of texts, signs within words, marks without a letter, capitals within words. */
const impossible = [
  /[\ufffd\u0080-\u009f\u2500-\u259f\p{Co}]/u,
  /(?<=\p{L})(?:[\u00a1-\u00a9\u00ab-\u00b6\u00b8-\u00bf‘“”„‚«»—†‡…‰‹›\p{Sc}](?=\p{L})|[¶¬¯¿]|(?<!l)·(?=\p{L})|[^\P{Nd}0-9])/u,
  /(?<!\p{L})[¶¬¯]|\p{L}[‚„]|(?<![\p{L}\p{M}])[\p{M}ะาำๅ]|[A-Za-z][\p{M}؟،؛]|[®©](?=\p{L})|\p{Sc}[^\P{L}A-Za-z]/u,
  /\p{Ll}[^\P{Lu}A-Z]|[A-Z][^\P{Lu}A-Z]\p{Ll}/u,
  // Greek has one accent a word, and another sigma at its end; so has Hebrew with some letters.
  /[άέήίόύώΐΰϊϋ]\p{Script=Greek}*[άέήίόύώΐΰϊϋ]|\p{Script=Greek}σ(?!\p{L})|ς(?=\p{L})|[ךםןףץ](?=\p{L})/u,
];
/** A blank without a break where none is written: it is á in DOS, and „‚“ is é. */
const hasBlank = /[\p{L} ]\u00a0[\p{L}‚]/u;
/** Signs after a letter, such as ¹: another encoding may have letters there. */
const doubtful = /\p{L}[^\w\s.,;:!?%’”»)\]\p{L}\p{M}-]/u;

/** The different words that have letters beyond ASCII; undefined: the text has what no text has. */
function strangeWords(text: string): readonly string[] | undefined {
  if (impossible.some((form) => form.test(text))) return undefined;
  return [...new Set(text.match(/[\p{L}\p{M}]+/gu))].filter((word) => /[^\P{L}A-Za-z]/u.test(word));
}

/** The languages of an encoding that have all letters of some words; none: each word has its own; undefined: some have none. */
function languagesOf(words: readonly string[], encoding: string): readonly string[] | undefined {
  const known = [
    ...alphabets.map(({ letters, ...of }) => ({ ...of, has: (word: string) => isIn(word, letters) })),
    ...scripts.map(({ form, ...of }) => ({
      ...of,
      has: (word: string) => Array.from(word).every((letter) => form.test(letter)),
    })),
  ].filter((one) => one.encodings.split(' ').includes(encoding));
  const whole = known.filter(({ has }) => words.every(has)).flatMap(({ languages }) => languages.split(' '));
  if (whole.length > 0) return whole;
  return words.every((word) => known.some(({ has }) => has(word))) ? [] : undefined;
}

/** Whether the letters of a word beyond ASCII are some of these. Other scripts than the Latin one are not mixed with it. */
function isIn(word: string, letters: string): boolean {
  const isLatin = /\p{Script=Latin}/u.test(letters[0]!);
  return Array.from(word.toLowerCase()).every((letter) => (/[a-z]/.test(letter) ? isLatin : letters.includes(letter)));
}

/** The minimum share of ASCII in UTF-16 texts: separators, digits and line breaks are ASCII in every script. */
const minAsciiShare = 0.05;

/** Detects UTF-16 by zeros, the high bytes of ASCII. */
function zerosOf(head: Uint8Array): TextEncoding | undefined {
  const zeros = [0, 0];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2]!++;
  const [even, odd] = zeros as [number, number];
  const least = Math.max(1, (head.length / 2) * minAsciiShare);
  if (odd >= least && odd > 8 * even) return 'utf-16le';
  return even >= least && even > 8 * odd ? 'utf-16be' : undefined;
}

/** Counts valid multi-byte characters and invalid sequences of UTF-8. */
function countCharacters(bytes: Uint8Array): { right: number; wrong: number } {
  let [right, wrong] = [0, 0];
  for (let at = 0; at < bytes.length;) {
    const length = lengthOf(bytes[at]!);
    let size = 1;
    while (size < length && at + size < bytes.length && (bytes[at + size]! & 0xc0) === 0x80) size++;
    // The head is cut within a character.
    if (size < length && at + size === bytes.length) break;
    if (length === 0 || size < length) wrong++;
    else if (length > 1) right++;
    at += size;
  }
  return { right, wrong };
}

/** The length of a UTF-8 character by its first byte; 0: invalid. */
function lengthOf(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/**
 * The characters from the byte 0x80 on of encodings that TextDecoder lacks, those of DOS, and of Windows-1252, which Node's TextDecoder
 * confuses with Latin-1 (nodejs/node#56542). Missing ones are those of Latin-1. Source: https://unicode.org/Public/MAPPINGS/VENDORS/MICSFT
 */
const tables: Readonly<Partial<Record<TextEncoding, string>>> = {
  'windows-1252': '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ',
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\xad˝˛ˇ˘§÷¸°¨˙űŘř■\xa0',
};

/** Decodes Latin-1 by such a table; undefined: TextDecoder has the encoding. */
export function byTable(latin1: string, encoding: TextEncoding): string | undefined {
  const table = tables[encoding];
  return table && latin1.replace(/[\x80-\xff]/g, (character) => table[character.charCodeAt(0) - 0x80] ?? character);
}

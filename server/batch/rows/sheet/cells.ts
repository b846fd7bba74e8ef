import type { RowCell } from '../csv.js';
import { changesTexts, readFormat, shownIn } from './number-format.js';
import { escaped, tagsOf } from './xml.js';

/** Excel's error values. */
const errors =
  /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|GETTING_DATA|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|EXTERNAL!)$/;
/** Represents a formula without a stored value. */
const uncalculated = '#FORMULA?';
/** Represents a text whose format shows another one. */
const otherText = '#TEXT?';

/**
 * The XML of a sheet that the library can read: errors, formulas without a value and numbers in formats are texts, which
 * {@link cellOf} reads. The library would read the first two as empty cells, and lose the formats.
 * @param styles XML
 */
export function readableXml(xml: string, styles: string): string {
  return withFormats(withErrors(xml), valueWriters(styles));
}

function withErrors(xml: string): string {
  return xml
    .replace(
      /<((?:\w+:)?)c\b([^<>]*)>\s*<\1f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/\1f>)\s*<\/\1c>/g,
      (_, prefix: string, attributes: string) =>
        `<${prefix}c${attributes.replace(/\s[ts]\s*=\s*(?:"[^"]*"|'[^']*')/g, '')} t="str"><${prefix}v>${uncalculated}</${prefix}v></${prefix}c>`,
    )
    .replace(/(<(?:\w+:)?c\b[^<>]*\st\s*=\s*)(?:"e"|'e')/g, '$1"str"');
}

/** A number as the library finds it. */
export function numberOf(text: string): RowCell {
  return Number.isFinite(Number(text)) ? { number: text } : { error: text };
}

/** A value as the library returns it. */
export type Value = RowCell | Date | boolean | null;

export function cellOf(value: Value): RowCell {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value !== 'string') return value;
  const [, number, shown] = shownForm.exec(value) ?? [];
  if (shown !== undefined) return shown === '' ? '' : { number: number!, shown };
  if (value === uncalculated)
    return { error: 'of a formula that has not been calculated: save the workbook in a spreadsheet program' };
  if (value === otherText) return { error: 'of a format that shows another text' };
  return errors.test(value) ? { error: value } : value;
}

const formatTag = /<(?:\w+:)?numFmt\s([^<>]*)>/g;
const styleTag = /<(?:\w+:)?xf\s([^<>]*)>/g;

/** The text that the workbook shows for a number or a text; undefined: the stored one. */
type WriteValue = (stored: string, isText: boolean) => string | undefined;

/** Formats that each workbook has without naming them. */
const builtInFormats = [
  ['9', '0%'],
  ['10', '0.00%'],
] as const;

/** How values are shown by style, where a format adds zeros, a currency or words. */
function valueWriters(styles: string): ReadonlyMap<string, WriteValue> {
  const named = tagsOf(styles, formatTag).map(({ numFmtId, formatCode }) => [numFmtId, formatCode ?? ''] as const);
  const codes = new Map<string | undefined, string>([...builtInFormats, ...named]);
  const cells = styles.slice(styles.search(/<(?:\w+:)?cellXfs\b/), styles.search(/<\/(?:\w+:)?cellXfs>/));
  return new Map(
    tagsOf(cells, styleTag).flatMap(({ numFmtId }, style) => {
      const write = writerOf(codes.get(numFmtId) ?? '');
      return write ? [[String(style), write] as const] : [];
    }),
  );
}

function writerOf(code: string): WriteValue | undefined {
  const zeros = code.replaceAll(/[\\"]/g, '');
  if (/^0(?:[ -]?0)+$/.test(zeros)) return (stored, isText) => (isText ? undefined : withZeros(stored, zeros));
  const [usual, zero, hasOther] = [readFormat(code), readFormat(code, '0'), changesTexts(code)];
  if (!usual && !zero && !hasOther) return undefined;
  return (stored, isText) => {
    if (isText) return hasOther ? otherText : undefined;
    const format = Number(stored) === 0 ? zero : usual;
    return format && `${shownMark}${stored}|${shownIn(format, stored)}`;
  };
}

/** Begins the text of a number whose format shows more, with the stored number. */
const shownMark = '#SHOWN?';
const shownForm = /^#SHOWN\?([^|]*)\|(.*)$/s;

/** Turns numbers in such formats into texts. */
function withFormats(xml: string, writers: ReadonlyMap<string, WriteValue>): string {
  if (writers.size === 0) return xml;
  return xml.replace(
    /<((?:\w+:)?)c\b([^<>]*)(?<!\/)>\s*(?:<\1f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/\1f>)\s*)?<\1v>([^<]*)<\/\1v>\s*<\/\1c>/g,
    (whole, prefix: string, attributes: string, stored: string) => {
      const [, style] = /\ss\s*=\s*["']([0-9]+)["']/.exec(attributes) ?? [];
      const kind = /\st\s*=\s*["'](\w+)["']/.exec(attributes)?.[1] ?? 'n';
      const isNumber = kind === 'n' && stored.trim() !== '' && Number.isFinite(Number(stored));
      const isText = kind === 's' || kind === 'str';
      const written = isNumber || isText ? writers.get(style ?? '0')?.(stored, isText) : undefined;
      if (written === undefined) return whole;
      const bare = attributes.replace(/\st\s*=\s*["']\w+["']/, '');
      return `<${prefix}c${bare} t="str"><${prefix}v>${escaped(written)}</${prefix}v></${prefix}c>`;
    },
  );
}

/** A whole number in a format of zeros, digits with blanks and hyphens between them: 36000291452 in 0000000000000 is 0036000291452. */
function withZeros(stored: string, format: string): string | undefined {
  if (!/^[0-9]{1,15}$/.test(stored)) return undefined;
  let rest = stored.padStart(format.replaceAll(/[^0]/g, '').length, '0');
  const last = Array.from(format.slice(1)).reverse();
  const written = last.reduce((text, sign) => {
    if (sign !== '0') return sign + text;
    const digit = rest.at(-1)!;
    rest = rest.slice(0, -1);
    return digit + text;
  }, '');
  return rest + written;
}

/** Why the bytes of a row can't be read. */
export type Fault = 'stray_quote' | 'text_after_quote' | 'open_quote' | 'too_long';

/** Where a row ends. */
export interface RowEnd {
  /** The offset of the byte after its line break. */
  readonly end: number;
  /** Line breaks up to `end`. None: the input ends there, or the row is too long and its rest was not looked at. */
  readonly breaks: number;
  readonly fault: Fault | null;
}

/**
 * Finds the end of the row that starts at `start`; undefined when more bytes are needed to tell. `final`: no more will
 * come.
 */
export type FindRow = (bytes: Uint8Array, start: number, final: boolean) => RowEnd | undefined;

/** The longest row in bytes: twice what a label with thirty-two data fields full of emoji takes. */
export const longestRow = 64 * 1024;

const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d];

/** NDJSON: a row is a line. */
export const findLine: FindRow = (bytes, start, final) => {
  const at = bytes.indexOf(lineFeed, start);
  if (at < 0 && !final && bytes.length - start <= longestRow) return undefined;
  const end = at < 0 ? bytes.length : at + 1;
  return end - start > longestRow ? tooLong(start) : { end, breaks: at < 0 ? 0 : 1, fault: null };
};

/**
 * CSV (RFC 4180; LF or CRLF): a row is a line, or several where a quoted field contains line breaks. Of a row whose quotes
 * are wrong only the first line is given up, so that one stray quote does not swallow the rows after it.
 * @param delimiter the byte that parts the columns: a comma, a semicolon, a tab
 */
export function findDelimitedRow(
  bytes: Uint8Array,
  start: number,
  final: boolean,
  delimiter: number,
): RowEnd | undefined {
  const { length } = bytes;
  let at = start;
  let breaks = 0;

  const whole = (end: number, broken: 0 | 1): RowEnd =>
    end - start > longestRow ? failed('too_long')! : { end, breaks: breaks + broken, fault: null };
  const failed = (fault: Fault): RowEnd | undefined => {
    const line = findLine(bytes, start, final);
    if (!line || line.fault) return line;
    const looked = Math.min(at + 1, length) - start;
    return { ...line, fault: looked > longestRow ? 'too_long' : fault };
  };
  const unfinished = (): RowEnd | undefined => (length - start > longestRow ? failed('too_long') : undefined);

  for (; ; at++) {
    let byte: number | undefined;
    if (at < length && bytes[at] === quote) {
      for (;;) {
        at++;
        while (at < length && (byte = bytes[at]) !== quote) {
          if (byte === lineFeed) breaks++;
          at++;
        }
        if (at === length) return final ? failed('open_quote') : unfinished();
        if (at + 1 === length && !final) return unfinished();
        at++;
        if (bytes[at] !== quote) break;
      }
      if (at === length) return whole(at, 0);
      byte = bytes[at];
      if (byte === carriageReturn) {
        if (at + 1 === length && !final) return unfinished();
        if (bytes[at + 1] === lineFeed) return whole(at + 2, 1);
      }
      if (byte === lineFeed) return whole(at + 1, 1);
      if (byte !== delimiter) return failed(breaks > 0 ? 'open_quote' : 'text_after_quote');
    } else {
      while (at < length && (byte = bytes[at]) !== delimiter && byte !== lineFeed && byte !== quote) at++;
      if (at === length) return final ? whole(at, 0) : unfinished();
      if (byte === lineFeed) return whole(at + 1, 1);
      if (byte === quote) return failed('stray_quote');
    }
  }
}

function tooLong(start: number): RowEnd {
  return { end: start + longestRow, breaks: 0, fault: 'too_long' };
}

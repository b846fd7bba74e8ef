/** Why a row can't be read. */
export type RowFault = 'stray_quote' | 'text_after_quote' | 'open_quote' | 'too_long';

export interface RowEnd {
  /** The offset of the byte after its line break. */
  readonly end: number;
  /** Line breaks up to `end`. None: the input ends there, or the row is too long and was not read to its end. */
  readonly breaks: number;
  readonly fault: RowFault | null;
}

/** Finds the end of the row at `start`. Undefined: it needs more bytes. `final`: there are no more. */
export type FindRow = (bytes: Uint8Array, start: number, final: boolean) => RowEnd | undefined;

/** Twice the size of a label with thirty-two data fields full of emoji. */
export const maxRowBytes = 64 * 1024;

const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d];

/** NDJSON: a row is a line. */
export const findLine: FindRow = (bytes, start, final) => {
  const at = bytes.indexOf(lineFeed, start);
  if (at < 0 && !final && bytes.length - start <= maxRowBytes) return undefined;
  const end = at < 0 ? bytes.length : at + 1;
  return end - start > maxRowBytes ? tooLong(start) : { end, breaks: at < 0 ? 0 : 1, fault: null };
};

/**
 * CSV (RFC 4180; LF or CRLF): a row is a line, or several if quoted fields contain line breaks. A row with wrong quotes loses
 * only its first line, so that a stray quote does not swallow the rows after it.
 * @param delimiter as a byte
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

  const complete = (end: number, broken: 0 | 1): RowEnd =>
    end - start > maxRowBytes ? failed('too_long')! : { end, breaks: breaks + broken, fault: null };
  const failed = (fault: RowFault): RowEnd | undefined => {
    const line = findLine(bytes, start, final);
    if (!line || line.fault) return line;
    const scanned = Math.min(at + 1, length) - start;
    return { ...line, fault: scanned > maxRowBytes ? 'too_long' : fault };
  };
  const unfinished = (): RowEnd | undefined => (length - start > maxRowBytes ? failed('too_long') : undefined);

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
      if (at === length) return complete(at, 0);
      byte = bytes[at];
      if (byte === carriageReturn) {
        if (at + 1 === length && !final) return unfinished();
        if (bytes[at + 1] === lineFeed) return complete(at + 2, 1);
      }
      if (byte === lineFeed) return complete(at + 1, 1);
      if (byte !== delimiter) return failed(breaks > 0 ? 'open_quote' : 'text_after_quote');
    } else {
      while (at < length && (byte = bytes[at]) !== delimiter && byte !== lineFeed && byte !== quote) at++;
      if (at === length) return final ? complete(at, 0) : unfinished();
      if (byte === lineFeed) return complete(at + 1, 1);
      if (byte === quote) return failed('stray_quote');
    }
  }
}

function tooLong(start: number): RowEnd {
  return { end: start + maxRowBytes, breaks: 0, fault: 'too_long' };
}

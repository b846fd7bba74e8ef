import { byTable, type TextEncoding } from '../rows/find-encoding.js';

type Decode = (chunk: Uint8Array, final: boolean) => Uint8Array;

/** Invalid UTF-8: marks its row as broken. */
const broken = Buffer.of(0xff);

/**
 * A decoder for a stream of bytes; null: they are UTF-8.
 * @param alone whether a lone carriage return ends a line, as in files of old Macs
 */
export function createDecode(encoding: TextEncoding, alone: boolean): Decode | null {
  const decode = decoderOf(encoding);
  if (!alone) return decode;
  return (chunk, final) => {
    const bytes = Buffer.from(decode ? decode(chunk, final) : chunk);
    for (let at = bytes.indexOf(0x0d); at >= 0; at = bytes.indexOf(0x0d, at + 1)) bytes[at] = 0x0a;
    return bytes;
  };
}

function decoderOf(encoding: TextEncoding): Decode | null {
  if (encoding === 'utf-8') return null;
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return decodeUtf16(encoding === 'utf-16be');
  if (byTable('', encoding) !== undefined)
    return (chunk) => Buffer.from(byTable(Buffer.from(chunk).toString('latin1'), encoding)!);
  const decoder = new TextDecoder(encoding);
  return (chunk, final) => withBroken(decoder.decode(chunk, { stream: !final }));
}

/** A lone surrogate breaks only its row: see {@link broken}. TextDecoder would lose it. */
function decodeUtf16(bigEndian: boolean): Decode {
  let rest: Uint8Array = new Uint8Array(0);
  return (chunk, final) => {
    const all = Buffer.concat([rest, chunk]);
    let length = all.length - (all.length % 2);
    // The chunk ends within a surrogate pair.
    const last = length === 0 ? 0 : all[length - (bigEndian ? 2 : 1)]!;
    if (!final && (last & 0xfc) === 0xd8) length -= 2;
    rest = all.subarray(length);
    const units = all.subarray(0, length);
    const text = (bigEndian ? units.swap16() : units).toString('utf16le');
    const bytes = text.isWellFormed() ? Buffer.from(text) : withBroken(text);
    return final && rest.length > 0 ? Buffer.concat([bytes, broken]) : bytes;
  };
}

/** A text in UTF-8, in which what is no character breaks only its row. */
function withBroken(text: string): Uint8Array {
  const parts = text.split(/(\p{Surrogate}|\ufffd)/u);
  return Buffer.concat(parts.map((part, i) => (i % 2 === 1 ? broken : Buffer.from(part))));
}

/** The supported encodings, named as in the WHATWG Encoding Standard. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof encodings)[number];

/** Bytes at the beginning of a file from which its encoding is detected. */
export const headSize = 64 * 1024;

const marks: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Bytes without a character in Windows-1252. */
const undefinedBytes = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/**
 * Detects the encoding of a text: by its byte order mark; UTF-16 if zeros are at even or odd offsets only; Windows-1252 if
 * more UTF-8 sequences are wrong than are multi-byte and right; else UTF-8.
 * @param head the first {@link headSize} bytes, or all
 */
export function findEncoding(head: Uint8Array): TextEncoding {
  const marked = marks.find(([, mark]) => mark.every((byte, i) => head[i] === byte));
  if (marked) return marked[0];
  const wide = zerosOf(head);
  if (wide) return wide;
  const { right, wrong } = countCharacters(head);
  return wrong > right && !undefinedBytes.some((byte) => head.includes(byte)) ? 'windows-1252' : 'utf-8';
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

/** The characters of the bytes 0x80 to 0x9F; undefined bytes stay. */
const special = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes Windows-1252 from Latin-1. Node's TextDecoder confuses the two (nodejs/node#56542). */
export function fromWindows1252(latin1: string): string {
  return latin1.replace(/[\x80-\x9f]/g, (character) => special[character.charCodeAt(0) - 0x80]!);
}

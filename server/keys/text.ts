import { hash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What a key is for: a shop, or trials. The server treats both alike; people and scanners for secrets tell them apart. */
export const modes = ['live', 'test'] as const;
export type Mode = (typeof modes)[number];

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Characters of the parts of a key. 43 hold 32 random bytes, and 6 hold a CRC-32. */
const lengths = { id: 12, random: 43, checksum: 6 } as const;

const form = new RegExp(
  `^(esl_(${modes.join('|')})_([0-9A-Za-z]{${lengths.id}})_[0-9A-Za-z]{${lengths.random}})([0-9A-Za-z]{${lengths.checksum}})$`,
);

/** What is said of a key without its secret. */
export interface KeyName {
  readonly mode: Mode;
  readonly id: string;
}

/** Makes a key: `esl_<live|test>_<id>_<secret>`. Its secret ends with a checksum of all before. */
export function makeKey(mode: Mode): KeyName & { readonly text: string } {
  const id = Array.from({ length: lengths.id }, () => letters[randomInt(letters.length)]).join('');
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), lengths.random);
  const before = `esl_${mode}_${id}_${secret}`;
  return { mode, id, text: before + checksumOf(before) };
}

/** Reads a key. Null: it is none, or a character of it is missing or wrong. Nothing is looked up for that. */
export function readKey(text: string): KeyName | null {
  const [, before, mode, id, checksum] = form.exec(text) ?? [];
  return before !== undefined && checksumOf(before) === checksum ? { mode: mode as Mode, id: id! } : null;
}

/** The SHA-256 of a whole key, which is all that is stored of its secret. A fast hash is right for 256 random bits. */
export function hashKey(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Whatever begins as a key does, also where an address has changed its underscores. */
const secrets = /(esl(?:_|%5f)(?:live|test)(?:_|%5f)[0-9a-z]{12})(?:_|%5f)[0-9a-z]+/gi;

/** A text without the secrets of keys in it, for logs and errors. */
export function withoutSecrets(text: string): string {
  return text.replace(secrets, '$1_…');
}

function checksumOf(text: string): string {
  return base62(BigInt(crc32(text)), lengths.checksum);
}

function base62(value: bigint, length: number): string {
  let [text, left] = ['', value];
  for (let i = 0; i < length; i++) {
    text = letters[Number(left % 62n)]! + text;
    left /= 62n;
  }
  return text;
}

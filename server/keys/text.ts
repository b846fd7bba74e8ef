import { hash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** For a shop, or for tests. Only people and secret scanners use the difference. */
export const modes = ['live', 'test'] as const;
export type Mode = (typeof modes)[number];

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Characters per part of a key. 43 hold 32 random bytes, and 6 a CRC-32. */
const lengths = { id: 12, random: 43, checksum: 6 } as const;

const form = new RegExp(
  `^(esl_(${modes.join('|')})_([0-9A-Za-z]{${lengths.id}})_[0-9A-Za-z]{${lengths.random}})([0-9A-Za-z]{${lengths.checksum}})$`,
);

type KeyName = Readonly<{ mode: Mode; id: string }>;

/** Makes a key: `esl_<live|test>_<id>_<secret>`. The secret ends with a checksum of the text before. */
export function makeKey(mode: Mode): KeyName & { readonly text: string } {
  const id = Array.from({ length: lengths.id }, () => letters[randomInt(letters.length)]).join('');
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), lengths.random);
  const before = `esl_${mode}_${id}_${secret}`;
  return { mode, id, text: before + checksumOf(before) };
}

/** Checks the form and checksum of a key, without a lookup. Null: a character is missing or wrong. */
export function readKey(text: string): KeyName | null {
  const [, before, mode, id, checksum] = form.exec(text) ?? [];
  return before !== undefined && checksumOf(before) === checksum ? { mode: mode as Mode, id: id! } : null;
}

/** The SHA-256 of a key; the store holds nothing else of the secret. A fast hash is safe for 256 random bits. */
export function hashKey(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Text that begins like a key, also with escaped underscores. */
const keys = /(esl(?:_|%5f)(?:live|test)(?:_|%5f)[0-9a-z]{12})(?:_|%5f)[0-9a-z]+/gi;
/** The secret of a webhook, and of an address the user, the password and what its query names as a secret. */
const others: readonly (readonly [RegExp, string])[] = [
  [/whsec_[\w+/=-]+/g, 'whsec_…'],
  [/:\/\/[^\s/?#"'@]*:[^\s/?#"']*@/g, '://…@'],
  [/([?&](?:access_token|api_?key|auth|key|password|secret|sig|signature|token)=)[^\s&#"'\\]+/gi, '$1…'],
];

/** Removes secrets, of which keys keep their ids, from a text for logs and errors. */
export function withoutSecrets(text: string): string {
  const named = text.replace(keys, '$1_…');
  return others.reduce((rest, [pattern, mask]) => rest.replace(pattern, mask), named);
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

import { inAscii } from './digits.js';

/** A whole number in the digits of any script; undefined for any other text. */
export function countIn(text: string | undefined): number | undefined {
  const digits = text === undefined ? '' : inAscii(text).trim();
  return /^[0-9]{1,4}$/.test(digits) ? Number(digits) : undefined;
}

import type { Reason } from './field-problem.js';

/** A text as it will be drawn, or why it can't be. */
export type Cleaned =
  | { readonly ok: true; readonly text: string; readonly removed: readonly string[] }
  | { readonly ok: false; readonly reason: Reason; readonly expected: string };

/** Zero-width space, soft hyphen, BOM: common in copied catalogue text, invisible on a label. */
const invisible = /[\u200b\u00ad\ufeff]/g;
const refused: readonly (readonly [RegExp, Reason, string])[] = [
  // eslint-disable-next-line no-control-regex -- these are the characters that we look for
  [/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/, 'control_character', 'no control characters or line breaks'],
  // They can turn the digits of a price around. LRM, RLM, ALM, ZWJ and ZWNJ stay: scripts need them.
  [/[\u202a-\u202e\u2066-\u2069]/, 'bidi_control', 'no bidi overrides or isolates (U+202A–E, U+2066–9)'],
];

/** What most names are: one blank between words of letters and signs that NFC leaves as they are. */
const plain = /^[!-~\u00a1-\u00ac\u00ae-\u02ff]+(?: [!-~\u00a1-\u00ac\u00ae-\u02ff]+)*$/;

/**
 * The clean form of a text field: NFC, without invisible characters, blanks folded and trimmed.
 * Cleaning twice changes nothing more.
 */
export function clean(text: string): Cleaned {
  if (plain.test(text)) return { ok: true, text, removed: [] };
  if (!text.isWellFormed()) return { ok: false, reason: 'lone_surrogate', expected: 'whole Unicode characters' };
  for (const [pattern, reason, expected] of refused) if (pattern.test(text)) return { ok: false, reason, expected };
  const removed = [...new Set(text.match(invisible) ?? [])].map(codePoint);
  // Invisible characters go first: they can stand between blanks, or between a letter and its accent.
  const folded = text
    .replace(invisible, '')
    .replace(/\p{White_Space}+/gu, ' ')
    .trim()
    .normalize('NFC');
  return { ok: true, text: folded, removed };
}

/** At most `limit` code points of `text`, and whole ones, for echoing what came. */
export function cut(text: string, limit = 64): string {
  // 2 UTF-16 units a code point at most, so the rest need not be walked.
  const points = Array.from(text.slice(0, limit * 2 + 2).toWellFormed());
  return points.length > limit ? `${points.slice(0, limit).join('')}…` : points.join('');
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

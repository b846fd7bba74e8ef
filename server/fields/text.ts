import { limits } from '../../renderer/index.js';
import type { Reason } from './field-problem.js';

/** A text as it will be drawn, or why it can not be drawn. */
export type Cleaned = { readonly ok: true; readonly text: string; readonly removed: readonly string[] } | TextRefusal;

export interface TextRefusal {
  readonly ok: false;
  readonly reason: Reason;
  readonly expected: string;
}

/** Zero-width space, soft hyphen and BOM: common in text copied from a catalogue, invisible on a label. */
const invisible = /[\u200b\u00ad\ufeff]/g;
const refused: readonly (readonly [RegExp, Reason, string])[] = [
  // oxlint-disable-next-line no-control-regex -- these are the characters that we look for
  [/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/, 'control_character', 'no control characters or line breaks'],
  // They can reverse the digits of a price. LRM, RLM, ALM, ZWJ and ZWNJ are allowed: some scripts need them.
  [/[\u202a-\u202e\u2066-\u2069]/, 'bidi_control', 'no bidi overrides or isolates (U+202A–E, U+2066–9)'],
];

/** A fast path for most names: words separated by one blank, of characters that NFC leaves unchanged. */
const plain = /^[!-~\u00a1-\u00ac\u00ae-\u02ff]+(?: [!-~\u00a1-\u00ac\u00ae-\u02ff]+)*$/;

/**
 * The clean form of a text field: NFC, without invisible characters, blanks folded and trimmed. A clean text stays as
 * it is. To normalise a long row of marks takes seconds: a text that NFC can't bring down to `longest` code points is
 * left for the schema to refuse.
 */
export function clean(text: string, longest: number): Cleaned {
  if (plain.test(text)) return { ok: true, text, removed: [] };
  const refusal = refusalOf(text);
  if (refusal) return refusal;
  const removed = [...new Set(text.match(invisible) ?? [])].map(codePoint);
  // Invisible characters are removed first: they can stand between two blanks, or between a letter and its accent.
  const folded = text
    .replace(invisible, '')
    .replace(/\p{White_Space}+/gu, ' ')
    .trim();
  const hopeless = folded.length > longest * limits.unitsPerCodePoint;
  return { ok: true, text: hopeless ? folded : folded.normalize('NFC'), removed };
}

/** Why a text is refused, be it drawn or a name; null when it is not. */
export function refusalOf(text: string): TextRefusal | null {
  if (!text.isWellFormed()) return { ok: false, reason: 'lone_surrogate', expected: 'whole Unicode characters' };
  const found = refused.find(([pattern]) => pattern.test(text));
  return found ? { ok: false, reason: found[1], expected: found[2] } : null;
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * A text without what a terminal takes for a command: C0 and C1 controls, except the end of a line and the tab, and characters
 * that turn the direction of text. Names in files, and what servers send, may have any. Each becomes `�`.
 */
export function safeText(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '�');
}

/** A name without ends of lines and tabs, which {@link safeText} keeps: a name cannot pretend to be another line of output. */
export function oneLine(name: string): string {
  return name.replace(/[\n\t]/g, '�');
}

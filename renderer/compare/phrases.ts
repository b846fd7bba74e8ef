import { splitGraphemes } from '../text/graphemes.js';
import type { BoxChange } from './change.js';

type Altered = Extract<BoxChange, { kind: 'altered' }>;

export type ColourName = (colour: number) => string;

/** "moved 3 px left and 2 px up", "changed from black to red". */
export function alteredWords({ dx, dy, colours }: Altered, nameOf: ColourName): string {
  const ways = waysOf(dx, dy, ['left', 'right', 'up', 'down']);
  const changes = colours.map(([from, to]) => `from ${nameOf(from)} to ${nameOf(to)}`);
  return [
    ...(ways.length === 0 ? [] : [`moved ${ways.join(' and ')}`]),
    ...(changes.length === 0 ? [] : [`changed ${changes.join(' and ')}`]),
  ].join(' and ');
}

/** "2 px lower and now red instead of black": the changes of an otherwise unchanged thing. */
export function nowWords({ dx, dy, colours }: Altered, nameOf: ColourName): string {
  const changes = colours.map(([from, to]) => `${nameOf(to)} instead of ${nameOf(from)}`);
  const now = changes.length === 0 ? [] : [`now ${changes.join(' and ')}`];
  return [...waysOf(dx, dy, ['further left', 'further right', 'higher', 'lower']), ...now].join(' and ');
}

function waysOf(dx: number, dy: number, [left, right, up, down]: readonly [string, string, string, string]): string[] {
  return [
    ...(dx === 0 ? [] : [`${Math.abs(dx)} px ${dx < 0 ? left : right}`]),
    ...(dy === 0 ? [] : [`${Math.abs(dy)} px ${dy < 0 ? up : down}`]),
  ];
}

export function pixelsDiffer(count: number): string {
  return count === 1 ? '1 pixel differs' : `${count} pixels differ`;
}

/** More names than these are only counted. */
const maxNames = 4;

/** "price", "price and unit", "price, unit and 3 others". */
export function listOf(names: readonly string[]): string {
  const all = [...new Set(names)];
  const shown = all.length > maxNames ? all.slice(0, maxNames - 1) : all;
  const rest = all.length - shown.length;
  const parts = rest > 0 ? [...shown, `${rest} others`] : shown;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}`;
}

/** In characters. Longer texts are cut to what differs. */
const maxCharacters = 32;
/** How many equal characters precede and follow a difference. */
const around = 10;

/** Two values for comparison: texts in quotation marks, long ones cut to what differs. */
export function bothValues(from: string, to: string): readonly [string, string] {
  if (isPlain(from) && isPlain(to)) return [from, to];
  const [a, b] = [splitGraphemes(from), splitGraphemes(to)];
  if (a.length <= maxCharacters && b.length <= maxCharacters) return [quoted(from), quoted(to)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [part(a, start, a.length - end), part(b, start, b.length - end)];
}

/** One value, cut in the middle if it is long. */
export function oneValue(value: string): string {
  return isPlain(value) ? value : part(splitGraphemes(value), 0, Infinity);
}

export function endOf(text: string): string {
  const characters = splitGraphemes(text);
  return part(characters, characters.length, characters.length);
}

/** A text around its part from `start` to `end`, without the middle of a long part. All of a text that is not long. */
function part(characters: readonly string[], start: number, end: number): string {
  if (characters.length <= maxCharacters) return quoted(characters.join(''));
  const last = Math.min(end, characters.length);
  const from = start <= around ? 0 : wordFrom(characters, start - around, start);
  const to = characters.length - last <= around ? characters.length : last + around;
  const half = maxCharacters / 2;
  const [before, middle, after] = [
    characters.slice(from, start),
    characters.slice(start, last),
    characters.slice(last, to),
  ];
  const shown =
    middle.length <= maxCharacters
      ? middle
      : middle.slice(0, half).concat('…', middle.slice(wordFrom(middle, middle.length - half, middle.length)));
  const [left, right] = [from > 0 ? '…' : '', to < characters.length ? '…' : ''];
  return quoted(left + [before, shown, after].map((some) => some.join('')).join('') + right);
}

/** The start of the first word at or after `from`; `from` without one before `to`. */
function wordFrom(characters: readonly string[], from: number, to: number): number {
  const blank = characters.indexOf(' ', from - 1);
  return blank >= 0 && blank + 1 < to ? blank + 1 : from;
}

/** Whether a value needs no quotation marks: amounts, days, codes. */
function isPlain(value: string): boolean {
  if (value.length > maxCharacters || value.includes('"')) return false;
  return (/\p{Nd}/u.test(value) && !/\p{L}{3}/u.test(value)) || /^[A-Z]{3}$|^[a-z]{2,3}(-[A-Za-z0-9]+)+$/.test(value);
}

function quoted(text: string): string {
  return `"${text}"`;
}

/** A text for a sentence: without direction marks, with plain blanks. */
export function written(text: string): string {
  return text.replace(/[\u200e\u200f\u061c]/g, '').replace(/[\u00a0\u202f]/g, ' ');
}

import { splitGraphemes } from '../text/graphemes.js';
import type { Change } from './change.js';

type Altered = Extract<Change, { kind: 'altered' }>;

/** Says what people call a colour. */
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

/** "2 px lower and now red instead of black": how something is that is else as it was. */
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

/** More names than these are counted. */
const mostNames = 4;

/** "price", "price and unit", "price, unit and 3 others". */
export function listOf(names: readonly string[]): string {
  const all = [...new Set(names)];
  const shown = all.length > mostNames ? all.slice(0, mostNames - 1) : all;
  const rest = all.length - shown.length;
  const parts = rest > 0 ? [...shown, `${rest} others`] : shown;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}`;
}

/** A text that is longer is cut to what differs. In characters. */
const mostTold = 32;
/** So much of what is equal is told before and after what differs. */
const around = 10;

/** Two values as people compare them: texts in quotation marks, and of long ones what differs. */
export function bothValues(from: string, to: string): readonly [string, string] {
  if (isPlain(from) && isPlain(to)) return [from, to];
  const [a, b] = [splitGraphemes(from), splitGraphemes(to)];
  if (a.length <= mostTold && b.length <= mostTold) return [quoted(from), quoted(to)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [part(a, start, a.length - end), part(b, start, b.length - end)];
}

/** One value, cut in the middle where it is long. */
export function oneValue(value: string): string {
  return isPlain(value) ? value : part(splitGraphemes(value), 0, Infinity);
}

/** How a text ends. */
export function endOf(text: string): string {
  const characters = splitGraphemes(text);
  return part(characters, characters.length, characters.length);
}

/** A text around its part from `start` to `end`; the middle of a long part is left out. All of a text that is not long. */
function part(characters: readonly string[], start: number, end: number): string {
  if (characters.length <= mostTold) return quoted(characters.join(''));
  const last = Math.min(end, characters.length);
  const from = start <= around ? 0 : wordFrom(characters, start - around, start);
  const to = characters.length - last <= around ? characters.length : last + around;
  const half = mostTold / 2;
  const [before, middle, after] = [
    characters.slice(from, start),
    characters.slice(start, last),
    characters.slice(last, to),
  ];
  const told =
    middle.length <= mostTold
      ? middle
      : middle.slice(0, half).concat('…', middle.slice(wordFrom(middle, middle.length - half, middle.length)));
  const [left, right] = [from > 0 ? '…' : '', to < characters.length ? '…' : ''];
  return quoted(left + [before, told, after].map((some) => some.join('')).join('') + right);
}

/** Where the first word begins at or after `from`; `from` where none does before `to`. */
function wordFrom(characters: readonly string[], from: number, to: number): number {
  const blank = characters.indexOf(' ', from - 1);
  return blank >= 0 && blank + 1 < to ? blank + 1 : from;
}

/** Whether a value needs no quotation marks: amounts, days, codes. */
function isPlain(value: string): boolean {
  if (value.length > mostTold || value.includes('"')) return false;
  return (/\p{Nd}/u.test(value) && !/\p{L}{3}/u.test(value)) || /^[A-Z]{3}$|^[a-z]{2,3}(-[A-Za-z0-9]+)+$/.test(value);
}

function quoted(text: string): string {
  return `"${text}"`;
}

/** Marks of direction go and odd blanks become blanks: what is written, in a sentence. */
export function written(text: string): string {
  return text.replace(/[\u200e\u200f\u061c]/g, '').replace(/[\u00a0\u202f]/g, ' ');
}

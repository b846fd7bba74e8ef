import type { Content, Warning } from '../../../renderer/index.js';
import { fieldOf } from '../../../renderer/layout/template.js';
import { places } from './labels.js';

/**
 * What may go wrong with a label, in the order of the columns. A number is cut where an ellipsis stands inside it or between
 * it and its unit, in a name for example: "12 × 1…" of "12 × 1 kg".
 */
export const faults = [
  'name cut',
  'unit cut',
  'amount cut',
  'other cut',
  'number cut',
  'refused',
  'hidden',
  'shrunk',
] as const;
export type Fault = (typeof faults)[number];

/** A field of which something is not whole, and what is shown of it. */
export interface Example {
  readonly fault: Fault;
  readonly field: string;
  /** The field's text; empty where it is a text of the layout's own. */
  readonly text: string;
  readonly shown: string;
}

/** Labels counted, and how many of them have each fault at least once. */
export interface Tally {
  labels: number;
  readonly faulty: Record<Fault, number>;
}

export function emptyTally(): Tally {
  return { labels: 0, faulty: Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number> };
}

/** Adds a label with the faults that it has. */
export function count(tally: Tally, found: readonly Example[]): void {
  tally.labels++;
  for (const fault of new Set(found.map((example) => example.fault))) tally.faulty[fault]++;
}

/** What the warnings on a content tell of texts that are not shown whole, or not as large as the layout prefers. */
export function faultsOf(content: Content, warnings: readonly Warning[]): readonly Example[] {
  return warnings.flatMap(({ code, field, message, shown = message }): Example[] => {
    const fault = faultOf(code, field);
    if (fault === undefined) return [];
    const example = { fault, field, text: fieldOf(content, field), shown };
    const inNumber = code === 'TEXT_TRUNCATED' && cutsNumber(example.text, shown);
    return inNumber ? [example, { ...example, fault: 'number cut' }] : [example];
  });
}

/** The words that stand right after a number in the units of the places: "g", "fl", "пак". */
const unitWords = new Set(
  Object.values(places).flatMap(({ units }) =>
    Array.from(units.join(' | ').matchAll(/\p{Nd}\s*([\p{L}\p{M}]+)/gu), ([, word]) => word!),
  ),
);

/** Whether what is shown of a text ends inside a number, or between a number and its unit or factor. */
export function cutsNumber(text: string, shown: string): boolean {
  const start = shown.replace(/\s*(?:…|⋯|\.{3})$/u, '');
  if (start === '' || start === text || !text.startsWith(start)) return false;
  if (start.endsWith('×')) return true;
  if (!/\p{Nd}[.,]?$/u.test(start)) return false;
  const rest = text.slice(start.length);
  if (/^(?:[.,]?\p{Nd}|\s*[×%])/u.test(rest)) return true;
  return unitWords.has(/^\s*([\p{L}\p{M}]+)/u.exec(rest)?.[1] ?? '');
}

function faultOf(code: string, field: string): Fault | undefined {
  switch (code) {
    case 'TEXT_TRUNCATED':
      return cutOf(field);
    case 'TEXT_SHRUNK':
      return 'shrunk';
    case 'FIELD_HIDDEN':
      return 'hidden';
    default:
      return undefined;
  }
}

function cutOf(field: string): Fault {
  if (field === 'product_name') return 'name cut';
  if (field === 'unit') return 'unit cut';
  // A text of several fields has the name of its first: {data.unit_price} per {data.unit_quantity}.
  return /price|quantity/.test(field) ? 'amount cut' : 'other cut';
}

import { InvalidArgumentError } from 'commander';
import { isDay } from '../../../renderer/index.js';
import {
  allScopes,
  isScope,
  isTenant,
  maxNameLength,
  readLimit,
  type Scope,
  type UpdateLimit,
} from '../../keys/record.js';

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a time such as 30m, 24h or 90d. @returns milliseconds */
export function readDuration(value: string): number {
  const [, count, unit = ''] = /^([0-9]{1,5})([mhd])$/.exec(value) ?? [];
  if (count === undefined) throw new InvalidArgumentError('Expected a time such as 30m, 24h or 90d.');
  return Number(count) * units[unit]!;
}

/** When a key expires: after a duration, or at the end of a day in UTC. */
export type Expiry = { readonly inMs: number } | { readonly at: number };

export function readExpiry(value: string): Expiry {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return { inMs: readDuration(value) };
  const day = Date.parse(`${value}T00:00:00Z`);
  // JavaScript takes 30 February for 2 March.
  if (!isDay(value)) throw new InvalidArgumentError('Expected a day that exists, such as 2027-06-30.');
  return { at: day + units.d! };
}

export function readScopes(value: string): readonly Scope[] {
  const list = value.split(',');
  if (list.every(isScope)) return allScopes.filter((scope) => list.includes(scope));
  throw new InvalidArgumentError(`Expected ${allScopes.join(', ')}, or several of them with commas.`);
}

/** Reads the updates that a key may send, such as 5000/min. */
export function readUpdateLimit(value: string): UpdateLimit {
  const limit = readLimit(value);
  if (limit) return limit;
  throw new InvalidArgumentError('Expected 1 to 1000000 updates per s, min or h, such as 5000/min.');
}

export function readTenant(value: string): string {
  if (value !== '' && isTenant(value)) return value;
  throw new InvalidArgumentError(
    'Expected 1 to 64 letters, digits, dots, dashes and underscores, the first a letter or digit.',
  );
}

export function readName(value: string): string {
  if (value.trim() !== '' && value.length <= maxNameLength && !/\p{Cc}/u.test(value)) return value;
  throw new InvalidArgumentError(`Expected 1 to ${maxNameLength} characters on one line.`);
}

/** Reads the id of a key from `<id>`, `esl_live_<id>` or the complete key. Messages never repeat the secret. */
export function readKeyId(value: string): string {
  const id = /^(?:esl_(?:live|test)_)?([0-9A-Za-z]{12})(?:_[0-9A-Za-z]*)?$/.exec(value)?.[1];
  if (id !== undefined) return id;
  throw new InvalidArgumentError('Expected the id of a key, as esl-sim keys list shows it.');
}

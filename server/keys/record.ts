import type { StoredKey } from '../labels/store/index.js';
import { type Mode, modes } from './text.js';

/** What a key permits. No scope includes another. */
export const scopes = {
  read: 'See labels, layouts and pictures, and draw without storing.',
  update: 'Send updates to labels.',
  manage: 'Create, bind and delete labels and layouts, and read the metrics.',
} as const;
export type Scope = keyof typeof scopes;
export const allScopes = Object.keys(scopes) as readonly Scope[];

/** The updates that a key may send in each window of seconds, in place of the server's limit. */
export interface UpdateLimit {
  readonly quota: number;
  readonly window_s: number;
}

/** The seconds of the windows of {@link limitText}. */
const windows: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 };

/** Reads a limit such as `5000/min`, at most a million per window. Null: it is none. */
export function readLimit(text: string): UpdateLimit | null {
  const [, count, window = ''] = /^([1-9][0-9]{0,5}|1000000)\/(s|min|h)$/.exec(text) ?? [];
  return count === undefined ? null : { quota: Number(count), window_s: windows[window]! };
}

/** A limit as `5000/min`. */
export function limitText({ quota, window_s }: UpdateLimit): string {
  return `${quota}/${Object.keys(windows).find((name) => windows[name] === window_s)!}`;
}

/** A key without its secret. Times are in ISO 8601. */
export interface Key {
  readonly id: string;
  /** The owner of labels and layouts; `''` is the open sandbox. */
  readonly tenant: string;
  /** For people. */
  readonly name: string;
  readonly mode: Mode;
  /** The hash of the complete key, in hex. */
  readonly sha256: string;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
  /** Null: the key does not expire. */
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** The id of the rotated key. */
  readonly replaces: string | null;
  /** Null: the server's limit. */
  readonly updates: UpdateLimit | null;
}

export const maxNameLength = 100;

// Keys of older versions may end after the year 9999.
const instant = /^(\+\d{2})?\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const isText = (value: unknown): value is string => typeof value === 'string';
const isInstant = (value: unknown) => isText(value) && instant.test(value) && !Number.isNaN(Date.parse(value));
const orNull = (test: (value: unknown) => boolean) => (value: unknown) => value === null || test(value);

/** Checks of a record's members. */
const tests: Readonly<Record<Exclude<keyof Key, 'id'>, (value: unknown) => boolean>> = {
  tenant: (value) => isText(value) && isTenant(value),
  name: isText,
  mode: (value) => modes.some((mode) => mode === value),
  sha256: (value) => isText(value) && /^[0-9a-f]{64}$/.test(value),
  scopes: (value) => Array.isArray(value) && value.every(isScope),
  created_at: isInstant,
  expires_at: orNull(isInstant),
  revoked_at: orNull(isInstant),
  replaces: orNull(isText),
  updates: orNull(isLimit),
};

/** The last time whose text sorts after all earlier ones. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A time as text, at most the end of the year 9999. @param at in milliseconds since 1970 */
export function instantOf(at: number): string {
  return new Date(Math.min(at, lastInstant)).toISOString();
}

export function isScope(value: unknown): value is Scope {
  return isText(value) && Object.hasOwn(scopes, value);
}

/** `''`, or 1 to 64 letters, digits, dots, dashes and underscores that begin with a letter or digit. */
export function isTenant(value: string): boolean {
  return /^([A-Za-z0-9][A-Za-z0-9._-]{0,63})?$/.test(value);
}

function isLimit(value: unknown): boolean {
  const { quota, window_s } = value as Partial<Record<keyof UpdateLimit, unknown>>;
  return Number.isInteger(quota) && readLimit(limitText({ quota, window_s } as UpdateLimit)) !== null;
}

export function recordOf({ id, ...record }: Key): StoredKey {
  return { id, record: JSON.stringify(record) };
}

/** Reads a stored key. @throws {Error} with the name of a member unknown to this version, never with its value */
export function keyOf({ id, record }: StoredKey): Key {
  const value: unknown = parsed(record);
  if (typeof value !== 'object' || value === null)
    throw new Error(`Expected an object for the record of the key ${id}`);
  // Records of older versions have no limit.
  const known = { updates: null, ...value };
  const members = new Map(Object.entries(known));
  const wrong = Object.entries(tests).find(([name, test]) => !test(members.get(name)));
  if (wrong) throw new Error(`Expected another value for ${wrong[0]} of the key ${id}`);
  return { id, ...(known as unknown as Omit<Key, 'id'>) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function stateOf({ revoked_at, expires_at }: Key, now: Date): 'valid' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now.getTime() ? 'expired' : 'valid';
}

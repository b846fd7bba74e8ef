import type { PanelEvent } from './event.js';

/** The first line of a trace. Other fields are allowed and ignored. */
export interface TraceHeader {
  readonly name?: string;
  /** The chip, as the driver names it. */
  readonly controller?: string;
  /** The panel's model, or the id of a profile. */
  readonly panel?: string;
  /** The picture in the controller's native orientation. */
  readonly width: number;
  readonly height: number;
  readonly inks: readonly string[];
  /** The level of BUSY while the chip works. */
  readonly busy_active?: number;
  readonly placement?: {
    readonly turn_cw?: number;
    readonly mirror_x?: boolean;
    readonly ram_x?: number;
    readonly grey_code_order?: readonly number[];
  } | null;
}

/** A trace that can't be read. The message names the line, what was expected and what was received. */
export class TraceError extends Error {
  override readonly name = 'TraceError';
}

export interface Trace {
  readonly header: TraceHeader;
  /** The header has size and inks without defaults. */
  readonly isComplete: boolean;
  /** Between the header and the profile that was chosen for it. */
  readonly disagreement?: { readonly expected: string; readonly received: string };
  readonly events: readonly PanelEvent[];
  /** Kinds of events that the format does not have; they are left out, as `call` with an empty text. */
  readonly unknownEvents: readonly string[];
}

export const traceLimits = { events: 2_000_000, pixels: 4_000_000, side: 4096, inks: 16 } as const;

/**
 * Reads a trace: NDJSON, a header and then an event a line. Empty lines are skipped.
 * @param defaults for fields that the header lacks, from a profile
 * @throws {TraceError} naming the line
 */
export function readTrace(
  text: string,
  defaults: Partial<TraceHeader> = {},
  maxEvents: number = traceLimits.events,
): Trace {
  const events: PanelEvent[] = [];
  const unknownEvents = new Set<string>();
  let header: TraceHeader | undefined;
  let isComplete = true;
  for (let start = 0, number = 1; start < text.length; number++) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    start += line.length + 1;
    if (line.trim() === '') continue;
    const value = parseLine(line.trim(), `line ${number}`);
    if (!header) {
      header = checkHeader(value, number, defaults);
      isComplete = ['width', 'height', 'inks'].every((field) => Object.hasOwn(value as object, field));
    } else {
      if (events.length >= maxEvents) throw new TraceError(`Expected at most ${maxEvents} events but received more`);
      events.push(checkEvent(value, `line ${number}`, unknownEvents));
    }
  }
  if (!header) throw new TraceError('Expected a header in the first line but received an empty file');
  return { header, isComplete, events, unknownEvents: [...unknownEvents] };
}

/** @throws {TraceError} naming the place */
export function parseLine(line: string, place: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new TraceError(`Expected JSON in ${place} but received ${JSON.stringify(line.slice(0, 40))}`);
  }
}

type MemberCheck = readonly [expected: string, isRight: (value: unknown) => boolean];

const isWhole = (from: number, to: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';

const side: MemberCheck = [`a whole number from 1 to ${traceLimits.side}`, isWhole(1, traceLimits.side)];
const text: MemberCheck = ['a text', (value) => isText(value ?? '')];
const fields: Readonly<Record<string, MemberCheck>> = {
  width: side,
  height: side,
  inks: [
    `2 to ${traceLimits.inks} names of inks`,
    (value) => Array.isArray(value) && value.every(isText) && isWhole(2, traceLimits.inks)(value.length),
  ],
  controller: text,
  panel: text,
  placement: ['a ram_x from 0 to 1023', (value) => isWhole(0, 1023)((value as TraceHeader['placement'])?.ram_x ?? 0)],
};

/** @throws {TraceError} naming the field */
function checkHeader(value: unknown, line: number, defaults: Partial<TraceHeader>): TraceHeader {
  const place = `line ${line}`;
  if (!isObject(value)) return fail('a header object', place, value);
  const header = { ...defaults, ...value } as TraceHeader & Readonly<Record<string, unknown>>;
  for (const [field, [expected, isRight]] of Object.entries(fields))
    if (!isRight(header[field])) fail(`${expected} for ${field}`, place, header[field]);
  const pixels = header.width * header.height;
  return pixels <= traceLimits.pixels ? header : fail(`at most ${traceLimits.pixels} pixels`, place, pixels);
}

const level: MemberCheck = ['a level, 0 or 1', isWhole(0, 1)];
const octets: MemberCheck = [
  'an even number of hexadecimal digits',
  (value) => typeof value === 'string' && value.length % 2 === 0 && /^[0-9a-f]*$/i.test(value),
];
const any: MemberCheck = ['anything', () => true];
const events: Readonly<Record<PanelEvent[0], MemberCheck>> = {
  cs: level,
  dc: level,
  rst: level,
  pwr: level,
  c: ['a byte', isWhole(0, 255)],
  d: octets,
  d1: octets,
  read: ['a number of bytes', isWhole(0, 2 ** 31)],
  wait_us: ['microseconds', (value) => typeof value === 'number' && value >= 0],
  refresh_expected: ['an object', isObject],
  busy: any,
  level: any,
  call: any,
};

/**
 * @param place for messages
 * @param unknownEvents collects kinds that the format does not have
 * @throws {TraceError} naming the line
 */
export function checkEvent(value: unknown, place: string, unknownEvents?: Set<string>): PanelEvent {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return fail('an event such as ["c", 36]', place, value);
  const [kind, argument] = value as [string, unknown];
  if (!Object.hasOwn(events, kind)) {
    unknownEvents?.add(kind.slice(0, 40));
    return ['call', ''];
  }
  const [expected, isRight] = events[kind as PanelEvent[0]];
  return isRight(argument) ? (value as unknown as PanelEvent) : fail(`${expected} for ${kind}`, place, argument);
}

function fail(expected: string, place: string, received: unknown): never {
  const text = received === undefined ? 'nothing' : JSON.stringify(received).slice(0, 60);
  throw new TraceError(`Expected ${expected} in ${place} but received ${text}`);
}

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
  readonly events: readonly PanelEvent[];
  /** Kinds of events that the format does not have; they are left out, as `call` with an empty text. */
  readonly unknownEvents: readonly string[];
}

/** The most events and pixels of a trace. */
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
  for (let start = 0, number = 1; start < text.length; number++) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    start += line.length + 1;
    if (line.trim() === '') continue;
    const value = parse(line, number);
    if (!header) header = checkHeader(value, number, defaults);
    else {
      if (events.length >= maxEvents) throw new TraceError(`Expected at most ${maxEvents} events but received more`);
      events.push(checkEvent(value, `line ${number}`, unknownEvents));
    }
  }
  if (!header) throw new TraceError('Expected a header in the first line but received an empty file');
  return { header, events, unknownEvents: [...unknownEvents] };
}

function parse(line: string, number: number): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new TraceError(`Expected JSON in line ${number} but received ${JSON.stringify(line.slice(0, 40))}`);
  }
}

/** @throws {TraceError} naming the field */
function checkHeader(value: unknown, line: number, defaults: Partial<TraceHeader>): TraceHeader {
  const fail = (expected: string, received: unknown): never => {
    throw new TraceError(`Expected ${expected} in line ${line} but received ${shortened(received)}`);
  };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('a header object', value);
  const header: Record<string, unknown> = { ...defaults, ...value };
  for (const side of ['width', 'height']) {
    const pixels = header[side];
    if (!Number.isInteger(pixels) || (pixels as number) < 1 || (pixels as number) > traceLimits.side)
      fail(`a whole number from 1 to ${traceLimits.side} for ${side}`, pixels);
  }
  const { width, height, inks } = header as { width: number; height: number; inks: unknown };
  if (width * height > traceLimits.pixels) fail(`at most ${traceLimits.pixels} pixels`, width * height);
  const named = Array.isArray(inks) && inks.every((ink) => typeof ink === 'string');
  if (!named || inks.length < 2 || inks.length > traceLimits.inks)
    fail(`2 to ${traceLimits.inks} names of inks for inks`, inks);
  return { ...(header as Partial<TraceHeader>), width, height, inks: inks as string[] };
}

const numbers: ReadonlySet<string> = new Set(['cs', 'dc', 'rst', 'pwr', 'c', 'read', 'wait_us']);

/**
 * @param place for messages
 * @param unknownEvents collects kinds that the format does not have
 * @throws {TraceError} naming the line
 */
export function checkEvent(value: unknown, place: string, unknownEvents?: Set<string>): PanelEvent {
  if (!Array.isArray(value) || typeof value[0] !== 'string')
    throw new TraceError(`Expected an event such as ["c", 36] in ${place} but received ${shortened(value)}`);
  const [kind, argument] = value as [string, unknown];
  const wrong = (expected: string): never => {
    throw new TraceError(`Expected ${expected} for ${kind} in ${place} but received ${shortened(argument)}`);
  };
  if (numbers.has(kind)) {
    if (typeof argument !== 'number' || !Number.isFinite(argument)) wrong('a number');
    if (kind === 'c' && ((argument as number) < 0 || (argument as number) > 255)) wrong('a byte');
  } else if (kind === 'd' || kind === 'd1') {
    if (typeof argument !== 'string' || argument.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(argument))
      wrong('an even number of hexadecimal digits');
  } else if (kind === 'refresh_expected') {
    if (typeof argument !== 'object' || argument === null) wrong('an object');
  } else if (kind !== 'busy' && kind !== 'level' && kind !== 'call') {
    unknownEvents?.add(kind.slice(0, 40));
    return ['call', ''];
  }
  return value as unknown as PanelEvent;
}

const shortened = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60));

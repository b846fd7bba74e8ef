/**
 * What the wire has, as in a line of a trace: see docs/panel-trace.md. `cs` may name a chip, from 0, on panels with two;
 * bytes are hexadecimal in a trace and may be octets elsewhere.
 */
export type PanelEvent =
  | readonly ['cs', number, number?]
  | readonly ['dc' | 'rst' | 'pwr', number]
  | readonly ['c', number]
  | readonly ['d' | 'd1', string | Uint8Array]
  | readonly ['read', number]
  | readonly ['wait_us', number]
  | readonly ['busy' | 'level']
  | readonly ['call', string]
  | readonly ['refresh_expected', Expectation];

/** A check: what the glass must show now. */
export interface Expectation {
  /** The PNG beside the trace. */
  readonly picture?: string;
  readonly of?: string;
  /** Absent: the picture must be equal. `negative:unchanged`: equal, too. Any other: the picture is not what must appear. */
  readonly kind?: string;
}

/** The octets of an event's data. Hexadecimal digits that are none count as 0. */
export const bytesOf = (data: string | Uint8Array): Uint8Array =>
  typeof data === 'string' ? Buffer.from(data.replace(/[^0-9a-f]/gi, '0'), 'hex') : data;

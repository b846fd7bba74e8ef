import { assumedSecondsOf, type Device } from '../../../devices/index.js';
import type { Arrival, Pace, Trouble } from './tag.js';

type Time = Omit<Pace, 'ms'>;

/** The durations of a panel's refreshes with their sources. `partial` is null if the panel has no partial refresh. */
export interface Times {
  readonly full: Time;
  readonly partial: Time | null;
}

/** Seconds of a simulated trouble, divided by REFRESH_SPEED. */
export const troubleSeconds = 60;
/** A low battery slows refreshes by this factor, and allows full refreshes only. Our assumption. */
export const weakFactor = 2;

/** The durations in a profile. Seconds without a basis are assumed. */
export function timesOf({ inks, refresh: { full_s, partial_s, basis } }: Pick<Device, 'inks' | 'refresh'>): Times {
  const known = basis ?? 'assumed';
  const usual = assumedSecondsOf(inks.map(({ name }) => name));
  return {
    full: full_s === null ? { seconds: usual, basis: 'assumed' } : { seconds: full_s, basis: known },
    partial: partial_s === null ? null : { seconds: partial_s, basis: known },
  };
}

/** The maximum duration of a refresh at any speed, so that its end is a valid date: 300 years, in milliseconds. */
const maxRefreshMs = 1e13;

/** The arrival of a content that is accepted at `at` (milliseconds since 1970). @param speed REFRESH_SPEED */
export function arrivalAt(at: number, device: Device, speed: 'instant' | number, trouble: Trouble | null): Arrival {
  const { full, partial } = timesOf(device);
  const weak = trouble === 'low_battery';
  const scaled = (seconds: number, factor: number) => Math.min(maxRefreshMs, Math.round((seconds * 1000) / factor));
  const paceOf = ({ seconds: own, basis }: Time): Pace => {
    const seconds = weak ? own * weakFactor : own;
    return { seconds, basis: weak ? 'assumed' : basis, ms: speed === 'instant' ? 0 : scaled(seconds, speed) };
  };
  const troubleMs = scaled(troubleSeconds, speed === 'instant' ? 1 : speed);
  return { at, full: paceOf(full), partial: partial && !weak ? paceOf(partial) : null, trouble, troubleMs };
}

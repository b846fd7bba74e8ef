import type { Device } from '../../../devices/index.js';
import type { Arrival, Pace, Trouble } from './tag.js';

type Time = Omit<Pace, 'ms'>;

/** The seconds of a panel's refreshes, and where they come from; null: it has no partial one. */
export interface Times {
  readonly full: Time;
  readonly partial: Time | null;
}

/** Where no source states the seconds of a full refresh: with colour, and without. */
export const assumedSeconds = { colour: 15, black: 2 } as const;
/** How long a tag is in trouble that {@link arrivalAt} makes, in seconds; REFRESH_SPEED divides them. */
export const troubleSeconds = 60;
/** A weak battery: so many times slower, and full refreshes only. Our assumption. */
export const weakFactor = 2;

/** What a profile says of its panel's time. Seconds without a basis are assumed. */
export function timesOf({ inks, refresh: { full_s, partial_s, basis } }: Pick<Device, 'inks' | 'refresh'>): Times {
  const known = basis ?? 'assumed';
  const usual = inks.length > 2 ? assumedSeconds.colour : assumedSeconds.black;
  return {
    full: full_s === null ? { seconds: usual, basis: 'assumed' } : { seconds: full_s, basis: known },
    partial: partial_s === null ? null : { seconds: partial_s, basis: known },
  };
}

/** No refresh takes longer, however slow the speed, so that its end is still a date: 300 years, in milliseconds. */
const longestMs = 1e13;

/** How a content that is accepted at `at` (milliseconds since 1970) reaches a tag. @param speed REFRESH_SPEED */
export function arrivalAt(at: number, device: Device, speed: 'instant' | number, trouble: Trouble | null): Arrival {
  const { full, partial } = timesOf(device);
  const weak = trouble === 'low_battery';
  const scaled = (seconds: number, factor: number) => Math.min(longestMs, Math.round((seconds * 1000) / factor));
  const paced = ({ seconds: own, basis }: Time): Pace => {
    const seconds = weak ? own * weakFactor : own;
    return { seconds, basis: weak ? 'assumed' : basis, ms: speed === 'instant' ? 0 : scaled(seconds, speed) };
  };
  const troubleMs = scaled(troubleSeconds, speed === 'instant' ? 1 : speed);
  return { at, full: paced(full), partial: partial && !weak ? paced(partial) : null, trouble, troubleMs };
}

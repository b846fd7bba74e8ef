import type { Busyness } from './families/family.js';

/** Virtual time in microseconds, and how long the panel is busy. */
export interface Clock {
  now: number;
  /** Whether the trace has waits. Without, as of a logic analyser's bytes, it shows nothing about BUSY. */
  isTimed: boolean;
  busyUntil: number;
  /** The part of that time that no assumption shortens. */
  surelyUntil: number;
}

export const isBusy = ({ now, busyUntil }: Clock): boolean => now < busyUntil;

export const busynessAt = (clock: Clock): Busyness =>
  !clock.isTimed || !isBusy(clock) ? 'idle' : clock.now < clock.surelyUntil ? 'busy' : 'assumed';

export function wait(clock: Clock, us: number): void {
  clock.isTimed = true;
  if (us > 0 && us < Infinity) clock.now += us;
}

export function waitUntilIdle(clock: Clock): void {
  clock.isTimed = true;
  clock.now = Math.max(clock.now, clock.busyUntil);
}

export function startBusy(clock: Clock, us: number, surelyUs: number): void {
  clock.busyUntil = Math.max(clock.busyUntil, clock.now + us);
  clock.surelyUntil = Math.max(clock.surelyUntil, clock.now + surelyUs);
}

import type { Busyness } from './families/family.js';

/** Virtual time in microseconds, and how long the panel is busy. */
export interface Clock {
  now(): number;
  /** Whether the trace has waits. Without, as of a logic analyser's bytes, it shows nothing about BUSY. */
  isTimed(): boolean;
  isBusy(): boolean;
  busyness(): Busyness;
  wait(us: number): void;
  waitUntilIdle(): void;
  /** @param surelyUs the part of the time that no assumption shortens */
  startBusy(us: number, surelyUs: number): void;
  stopBusy(): void;
}

export function createClock(): Clock {
  let now = 0;
  let isTimed = false;
  let busyUntil = 0;
  let surelyUntil = 0;
  return {
    now: () => now,
    isTimed: () => isTimed,
    isBusy: () => now < busyUntil,
    busyness: () => (!isTimed || now >= busyUntil ? 'idle' : now < surelyUntil ? 'busy' : 'assumed'),
    wait(us) {
      isTimed = true;
      if (us > 0 && us < Infinity) now += us;
    },
    waitUntilIdle() {
      isTimed = true;
      now = Math.max(now, busyUntil);
    },
    startBusy(us, surelyUs) {
      busyUntil = Math.max(busyUntil, now + us);
      surelyUntil = Math.max(surelyUntil, now + surelyUs);
    },
    stopBusy: () => ([busyUntil, surelyUntil] = [now, now]),
  };
}

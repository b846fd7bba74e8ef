import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createJobClock } from '../../../server/labels/drawing/job-clock.js';

let cpuMs = 0;
beforeEach(() => {
  jest.useFakeTimers();
  cpuMs = 0;
});
afterEach(() => {
  jest.useRealTimers();
});

/** Lets time pass in which the process gets the given part of a processor. */
function pass(ms: number, processors: number): void {
  for (let i = 0; i < ms / 10; i++) {
    cpuMs += 10 * processors;
    jest.advanceTimersByTime(10);
  }
}

const start = () => createJobClock(1_000, () => cpuMs);

test.each([
  ['its time, and no earlier where several processors work', 950, 50, 4],
  ['five times as long where it gets a fifth of a processor', 4_900, 150, 0.2],
  ['ten times its limit, even if it gets no processor at all', 9_900, 150, 0],
])('a job is ended after %s', (_, beforeMs, moreMs, processors) => {
  const { signal } = start().start();
  pass(beforeMs, processors);
  expect(signal.aborted).toBe(false);
  pass(moreMs, processors);
  expect(signal.aborted).toBe(true);
});

test('jobs that run concurrently share the time of the process; one that starts later has its whole time', () => {
  const clock = start();
  const first = clock.start();
  pass(500, 1);
  const second = clock.start();
  pass(950, 1);
  expect(first.signal.aborted).toBe(false);
  pass(100, 1);
  expect([first.signal.aborted, second.signal.aborted]).toEqual([true, false]);
  first.end();
  pass(400, 1);
  expect(second.signal.aborted).toBe(false);
  pass(150, 1);
  expect(second.signal.aborted).toBe(true);
});

test('time before a job does not count, nor does a job that has ended keep a timer', () => {
  const clock = start();
  const before = clock.start();
  pass(100, 1);
  before.end();
  expect(jest.getTimerCount()).toBe(0);
  pass(5_000, 1);
  const { signal, end } = clock.start();
  pass(500, 1);
  expect(signal.aborted).toBe(false);
  end();
  pass(5_000, 1);
  expect(signal.aborted).toBe(false);
});

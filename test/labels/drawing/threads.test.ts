import { afterEach, describe, expect, test } from '@jest/globals';
import { Problem } from '../../../server/fields/problem.js';
import { createThreads, threadLimits, type Threads } from '../../../server/labels/drawing/threads.js';
import type { Order } from '../../support/labels/thread.js';

const program = new URL('../../support/labels/thread.js', import.meta.url);
let threads: Threads<Order>;
/** The seconds that jobs have waited. */
let waits: number[];
const start = (count = 1, limits = {}, startMs = 0) => {
  waits = [];
  const all = { ...threadLimits, running: 60_000, waiting: 60_000, ...limits };
  threads = createThreads<Order>(program, startMs, count, all, (seconds) => waits.push(seconds));
  return (order: Order, client: string, bytes = 1) => threads.run(order, client, bytes);
};
afterEach(() => threads.close());

const say = (word: string): Order => ({ kind: 'say', word });
const sleep: Order = { kind: 'sleep', ms: 200 };
/** The status and the reason of what is thrown. */
const refusal = (answer: Promise<unknown>) =>
  answer.then(
    (result) => result,
    (error: unknown) => {
      if (!(error instanceof Problem)) return (error as Error).message;
      return [error.status, error.options.errors?.[0]?.reason ?? error.options.headers?.['Retry-After']];
    },
  );

describe('threads', () => {
  test('start with the first job, whose time begins when its thread is there', async () => {
    const run = start(2, { running: 600, waiting: 600 }, 1_000);
    expect(threads.load().threads).toBe(0);
    const jobs = ['a', 'b', 'c'].map((client) => run(say(client), client));
    expect(threads.load()).toEqual({ threads: 2, running: 0, waiting: 3 });
    expect(await Promise.all(jobs.map(refusal))).toEqual(['a', 'b', 'c']);
  });

  test('end after the job that runs, or after a second', async () => {
    const run = start();
    await run(say('ready'), 'a');
    const short = run(sleep, 'a').then(() => 'ended');
    await threads.close();
    expect(await short).toBe('ended');
    const again = start();
    await again(say('ready'), 'a');
    const long = again({ kind: 'sleep', ms: 5_000 }, 'a').catch(() => 'cut off');
    const begin = performance.now();
    await threads.close();
    expect(performance.now() - begin).toBeLessThan(3_000);
    expect(await long).toBe('cut off');
  });

  test('that do not start in time refuse the jobs that wait for them', async () => {
    const run = start(1, { starting: 100 }, 10_000);
    expect(await refusal(run(say('a'), 'a'))).toEqual([503, '2']);
  });

  test('answer each job, however many there are', async () => {
    const run = start(2);
    const words = Array.from({ length: 100 }, (_, i) => `${i}`);
    const begun = performance.now();
    expect(await Promise.all(words.map((word) => run(say(word), 'a')))).toEqual(words);
    expect(waits).toHaveLength(100);
    expect(Math.max(...waits)).toBeLessThan((performance.now() - begun) / 1000);
  });

  test('take a job of each client in turn: one with a hundred waiting does not hold up another', async () => {
    const run = start();
    const done: string[] = [];
    const asked = [...Array.from({ length: 100 }, (_, i) => `a${i}`), 'b0'].map(async (word) => {
      done.push((await run(say(word), word[0]!)) as string);
    });
    await Promise.all(asked);
    expect(done.indexOf('b0')).toBeLessThan(3);
    expect(done).toHaveLength(101);
  });

  test('are ended when a job takes too long, which is its own fault alone', async () => {
    const run = start(1, { running: 1_000 });
    const jobs = [run({ kind: 'loop' }, 'a'), run(say('b'), 'b'), run(say('a'), 'a')];
    expect(await Promise.all(jobs.map(refusal))).toEqual([[422, 'too_costly'], 'b', 'a']);
    // The thread that was ended is counted no more: the new one does one job, and the other waits.
    const later = [run(sleep, 'a'), run(sleep, 'b')];
    expect(threads.load()).toEqual({ threads: 1, running: 1, waiting: 1 });
    await Promise.all(later);
  });

  test('are ended when a job takes too much memory, which is its own fault alone (fault 39)', async () => {
    const run = start(1, { heap: 32 });
    const jobs = [run({ kind: 'hoard' }, 'a'), run(say('b'), 'b')];
    expect(await Promise.all(jobs.map(refusal))).toEqual([[422, 'too_costly'], 'b']);
  });

  test('go on after a job that fails, and after one that ends its thread (fault 36)', async () => {
    const run = start();
    expect(await refusal(run({ kind: 'fail' }, 'a'))).toBe('as told');
    expect(await refusal(run(say('x'), 'a'))).toBe('x');
    expect(await refusal(run({ kind: 'exit' }, 'a'))).toMatch(/exit/i);
    expect(await refusal(run(say('y'), 'a'))).toBe('y');
  });

  test('refuse a job that has waited too long', async () => {
    const run = start(1, { waiting: 300, running: 2_000, bytes: 3 });
    while ((await refusal(run(say('ready'), 'a'))) !== 'ready');
    const jobs = [run({ kind: 'loop' }, 'a'), run(say('b'), 'b')];
    expect((await Promise.all(jobs.map(refusal))).join(' ')).toBe('422,too_costly 503,2');
    // Its bytes are free again: another job may run, or wait for the new thread.
    const later = refusal(run(say('c'), 'c', 3));
    expect(threads.load().running + threads.load().waiting).toBe(1);
    await later;
  });

  test.each([
    ['of one client', { jobsOfClient: 3 }, ['a', 'a', 'a', 'a', 'b'], [3]],
    ['of all clients', { jobs: 4 }, ['a', 'b', 'c', 'd', 'e'], [4]],
    ['of too many bytes', { bytes: 35 }, ['a', 'b', 'c', 'd', 'e'], [3, 4]],
  ])('let only so many jobs wait: %s', async (_, limits, clients, refused) => {
    const run = start(1, limits);
    // None is taken before the thread has started.
    const answers = await Promise.all(clients.map((client) => refusal(run(say(client), client, 10))));
    expect(answers).toEqual(clients.map((client, i) => (refused.includes(i) ? [503, '2'] : client)));
    expect(await Promise.all(clients.slice(0, 3).map((client) => run(say(client), client, 10)))).toHaveLength(3);
  });

  test('do one job each at a time', async () => {
    const run = start(2);
    await Promise.all([run(say('a'), 'a'), run(say('b'), 'b')]);
    const begun = performance.now();
    await Promise.all(Array.from({ length: 6 }, (_, i) => run(sleep, i % 2 === 0 ? 'a' : 'b')));
    expect(performance.now() - begun).toBeGreaterThan(550);
  });

  test('are never all one client’s: another’s job finds one free', async () => {
    const run = start(3);
    await Promise.all(['a', 'b', 'c'].map((client) => run(say(client), client)));
    const long = Array.from({ length: 4 }, () => run({ kind: 'sleep', ms: 2_000 }, 'a'));
    const begun = performance.now();
    expect(await run(say('b'), 'b')).toBe('b');
    expect(performance.now() - begun).toBeLessThan(1_500);
    await Promise.all(long);
    // Two of its jobs were done beside each other, and then the other two.
    expect(performance.now() - begun).toBeGreaterThan(3_500);
    await Promise.all(['a', 'a', 'a'].map((client) => run(say(client), client)));
  });
});

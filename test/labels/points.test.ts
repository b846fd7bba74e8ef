import { expect, jest, test } from '@jest/globals';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { StoreBusy, StoreFull } from '../../server/labels/store/index.js';
import { createFlexibleLimiter } from '../../server/labels/store/flexible.js';
import { createMemoryLimiter } from '../../server/labels/store/memory-limiter.js';
import { takeTogether } from '../../server/labels/store/points.js';
import { isLost, mayCome, refusalOf } from '../../server/labels/store/postgres/faults.js';
import { createTurns } from '../../server/labels/store/postgres/turns.js';

/** A counter of one client whose answers the test releases. */
function createCounter() {
  let consumedPoints = 0;
  const asked: { readonly points: number; readonly answer: (error?: Error) => Promise<unknown> }[] = [];
  const take = takeTogether((_, points) => {
    return new Promise((resolve, reject) => {
      const answer = (error?: Error) => {
        if (error) reject(error);
        else resolve({ consumedPoints: (consumedPoints += points), msBeforeNext: 1000 });
        return turn();
      };
      asked.push({ points, answer });
    });
  });
  return { take, asked };
}

/** Lets all promises go on that can. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('requests of a client that come while one is counted are counted together, and each hears of those before it', async () => {
  const { take, asked } = createCounter();
  const first = [take('till', 1), take('till', 2), take('till', 4)];
  expect(asked.map(({ points }) => points)).toEqual([1]);
  await asked[0]!.answer();
  expect(asked.map(({ points }) => points)).toEqual([1, 6]);
  const later = take('till', 3);
  await asked[1]!.answer();
  await asked[2]!.answer();
  const taken = await Promise.all([...first, later]);
  expect(taken.map(({ consumedPoints }) => consumedPoints)).toEqual([1, 3, 7, 10]);
});

test('requests of different clients do not wait for each other', () => {
  const { take, asked } = createCounter();
  for (const client of ['one', 'two', 'three']) void take(client, 1);
  expect(asked).toHaveLength(3);
});

test('where one can not be counted, neither can those that wait for it, and the next one is', async () => {
  const { take, asked } = createCounter();
  const refused = [take('till', 1), take('till', 1), take('till', 1)].map((taken) =>
    expect(taken).rejects.toThrow('away'),
  );
  await asked[0]!.answer(new Error('away'));
  await Promise.all(refused);
  expect(asked).toHaveLength(1);
  const next = [take('till', 1), take('till', 2)];
  await asked[1]!.answer();
  await asked[2]!.answer();
  expect(await Promise.all(next)).toMatchObject([{ consumedPoints: 1 }, { consumedPoints: 3 }]);
});

test('a client that has used up its quota is not admitted, nor told so when it only looks', async () => {
  const policy = { name: 'update', quota: 3, windowS: 60 } as const;
  /** As a database has them. */
  let [points, ms] = [0, 59_001];
  const answer = () => Promise.resolve(new RateLimiterRes(0, ms, points));
  const library = {
    consume: (_: string, more = 1) => ((points += more), answer()),
    get: answer,
  } as unknown as RateLimiterAbstract;
  const forget = () => Promise.resolve(([points, ms] = [0, 60_000]));
  const shared = createFlexibleLimiter(policy, library, { apartMs: 1000, sweep: forget, forget });
  for (const limiter of [shared, createMemoryLimiter(policy)]) {
    expect(await limiter.consume('till', 2)).toMatchObject({ admitted: true, remaining: 1, resetS: 60 });
    expect(await limiter.peek('till')).toMatchObject({ admitted: true, remaining: 1 });
    expect(await limiter.consume('till')).toMatchObject({ admitted: true, remaining: 0 });
    expect(await limiter.peek('till')).toMatchObject({ admitted: false, remaining: 0 });
    expect(await limiter.consume('till')).toMatchObject({ admitted: false });
    limiter.close();
  }
  // The clock was set back, by a second more than clocks may differ.
  ms = 61_001;
  expect(await shared.consume('till', 2)).toMatchObject({ remaining: 1, resetS: 60 });
});

test('of those who write to PostgreSQL 2,000 may wait, and when these are done, so may others', async () => {
  const turns = createTurns();
  const take = (key: string) => turns.take(key, () => Promise.resolve(key));
  for (let round = 0; round < 2; round++) {
    const taken = Array.from({ length: 2000 }, (_, i) => take(`${i % 7}`));
    await expect(take('a')).rejects.toBeInstanceOf(StoreBusy);
    expect(await Promise.all(taken)).toHaveLength(2000);
  }
  const failed = turns.take('a', () => Promise.reject(new Error('lost')));
  await expect(failed).rejects.toThrow('lost');
});

test('those who write to the same take turns, also after one that failed, and not when it is too late', async () => {
  const turns = createTurns();
  const done: string[] = [];
  const opens: (() => void)[] = [];
  const take = (name: string) =>
    turns.take('a', async () => {
      done.push(`${name} begins`);
      await new Promise<void>((resolve) => opens.push(resolve));
      done.push(name);
      if (name === 'one') throw new Error('lost');
    });
  const taken = [expect(take('one')).rejects.toThrow('lost'), take('two')];
  await turn();
  opens[0]!();
  await turn();
  taken.push(take('three'));
  await turn();
  expect(done).toEqual(['one begins', 'one', 'two begins']);
  jest.useFakeTimers({ now: 0, doNotFake: ['setImmediate'] });
  const late = expect(take('late')).rejects.toBeInstanceOf(StoreBusy);
  opens[1]!();
  await turn();
  jest.advanceTimersByTime(1201);
  opens[2]!();
  await Promise.all([...taken, late]);
  jest.useRealTimers();
  expect(done.slice(3)).toEqual(['two', 'three begins', 'three']);
});

test.each([
  ['ECONNRESET', true, true, true],
  ['57P01', true, true, true],
  ['25006', true, true, false],
  ['ERR_SSL_WRONG_VERSION_NUMBER', false, false, false],
  ['53300', false, true, true],
  ['40P01', false, true, true],
  ['23505', false, false, false],
  ['53100', false, false, false],
])('a failure %s: lost %s, busy %s, and may be waited for %s', (code, lost, busy, wait) => {
  const error = Object.assign(new Error('x'), { code });
  expect([isLost(error), refusalOf(error) instanceof StoreBusy, mayCome(error)]).toEqual([lost, busy, wait]);
  expect(refusalOf(error) instanceof StoreFull).toBe(code === '53100');
});

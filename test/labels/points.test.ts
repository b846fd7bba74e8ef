import { expect, test } from '@jest/globals';
import { StoreBusy } from '../../server/labels/store/index.js';
import { takeTogether } from '../../server/labels/store/points.js';
import { createTurns } from '../../server/labels/store/postgres/turns.js';

/** A counter of one client that answers when it is told to. */
function createCounter() {
  let consumedPoints = 0;
  const asked: { readonly points: number; readonly answer: (error?: Error) => void }[] = [];
  const take = takeTogether((_, points) => {
    return new Promise((resolve, reject) => {
      const answer = (error?: Error): void => {
        if (error) reject(error);
        else resolve({ consumedPoints: (consumedPoints += points), msBeforeNext: 1000 });
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
  asked[0]!.answer();
  await turn();
  expect(asked.map(({ points }) => points)).toEqual([1, 6]);
  const later = take('till', 3);
  asked[1]!.answer();
  await turn();
  asked[2]!.answer();
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
  asked[0]!.answer(new Error('away'));
  await Promise.all(refused);
  expect(asked).toHaveLength(1);
  const next = take('till', 1);
  asked[1]!.answer();
  expect(await next).toMatchObject({ consumedPoints: 1 });
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

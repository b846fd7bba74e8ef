import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FairQueue } from '../../../server/labels/drawing/fair-queue.js';

const all = (queue: FairQueue<string>) => Array.from({ length: queue.size }, () => queue.shift()!.item);

describe('a fair queue', () => {
  test('takes one item of each client in turn, each client’s in its order', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item[0]!, item);
    expect([queue.size, queue.waiting('a'), queue.waiting('x')]).toEqual([6, 3, 0]);
    expect(all(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect([queue.size, queue.waiting('a'), queue.shift()]).toEqual([0, 0, undefined]);
  });

  test('lets a new client wait for at most one item of each other', () => {
    const queue = new FairQueue<string>();
    for (let i = 0; i < 100; i++) queue.push('a', `a${i}`);
    for (let i = 0; i < 50; i++) queue.shift();
    queue.push('b', 'b');
    expect(queue.shift()).toEqual({ client: 'a', item: 'a50' });
    expect(queue.shift()).toEqual({ client: 'b', item: 'b' });
  });

  test('passes over clients that may not have their turn', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'b1', 'a2']) queue.push(item[0]!, item);
    expect(queue.shift((client) => client !== 'a')?.item).toBe('b1');
    expect(queue.shift((client) => client !== 'a')).toBeUndefined();
    expect(all(queue)).toEqual(['a1', 'a2']);
  });

  test('gives up an item that need not wait any more', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'b1']) queue.push(item[0]!, item);
    expect([queue.remove('a', 'a1'), queue.remove('a', 'a1'), queue.remove('x', 'a2')]).toEqual([true, false, false]);
    expect([queue.remove('b', 'b1'), queue.size]).toEqual([true, 1]);
    expect(all(queue)).toEqual(['a2']);
  });

  test('loses nothing and doubles nothing, whatever is done', () => {
    const step = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.constant(null), fc.nat(40));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const queue = new FairQueue<string>();
        const [pushed, gone]: string[][] = [[], []];
        steps.forEach((client, i) => {
          if (typeof client === 'string') {
            pushed!.push(`${client}${i}`);
            queue.push(client, `${client}${i}`);
          } else if (client === null) gone!.push(...[queue.shift()].flatMap((turn) => turn?.item ?? []));
          else {
            const item = pushed![client];
            if (item !== undefined && queue.remove(item[0]!, item)) gone!.push(item);
          }
        });
        expect(queue.size).toBe(pushed!.length - gone!.length);
        expect([...gone!, ...all(queue)].sort()).toEqual([...pushed!].sort());
      }),
    );
  });
});

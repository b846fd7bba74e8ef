import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/** The faults that a title names as `(fault 13)`: 40 ways in which a client, a disk, a network or a process can go wrong. */
const faults = Array.from({ length: 40 }, (_, i) => i + 1);

/** Faults that no test names, with the reason. */
const exempt: ReadonlyMap<number, string> = new Map([
  [33, 'Ids are names here, which anybody may know: labels of other tenants are kept apart by their keys.'],
  [34, 'Nothing is exported as CSV.'],
]);

const titles = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && path !== 'forty.test.ts')
  .flatMap((path) =>
    Array.from(readFileSync(join('test', path), 'utf8').matchAll(/['"`].*\(fault \d+\).*['"`]/g), String),
  );
const named = new Set(titles.flatMap((title) => Array.from(title.matchAll(/\(fault (\d+)\)/g), ([, n]) => Number(n))));

test('each of the forty faults is named by the title of a test, or has a reason why none does', () => {
  expect(faults.filter((fault) => !named.has(fault) && !exempt.has(fault))).toEqual([]);
  expect([...exempt.keys()].filter((fault) => named.has(fault))).toEqual([]);
  expect([...named].filter((fault) => !faults.includes(fault))).toEqual([]);
});

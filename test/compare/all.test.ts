import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { differenceMask, readLabel, withoutExtras } from '../../renderer/compare/index.js';
import { compareAll } from '../../server/compare/compare-all.js';
import type { Result } from '../../server/compare/compare-pair.js';
import { junitPieces } from '../../server/compare/junit.js';
import { findPairs, type Pair } from '../../server/compare/pairs.js';
import { openSimulator } from '../../server/library.js';
import { milkLabel, temporaryFolder } from '../support/server.js';

const simulator = await openSimulator();
const folder = temporaryFolder();
afterAll(folder.remove);
const { png: milk } = simulator.render(milkLabel);
const { png: dearer } = simulator.render({ ...milkLabel, price: '3.60' });
const at = (...names: readonly string[]) => join(folder.path, ...names);

function put(side: string, name: string, bytes: Uint8Array): void {
  mkdirSync(join(at(side, name), '..'), { recursive: true });
  writeFileSync(at(side, name), bytes);
}

for (let i = 0; i < 200; i++) {
  const name = `${i % 7}/label ${String(i).padStart(3, '0')}.png`;
  put('before', name, milk);
  put('after', name, i % 10 === 3 ? dearer : i === 150 ? Buffer.from('no PNG') : milk);
}
const found = findPairs(at('before'), at('after'));
const pairs: readonly Pair[] = found.kind === 'folders' ? found.pairs : [];

/** Results in the order in which they come, the numbers that the progress bar was told, and how many pictures there are. */
async function all(jobs: number, these = pairs, signal = new AbortController().signal) {
  const [results, told]: [Result[], number[]] = [[], []];
  let pictures = 0;
  const progress = { update: (done: number) => told.push(done), stop: () => told.push(-1) };
  for await (const compared of compareAll(these, { jobs, pictured: true, progress, signal })) {
    results.push(compared.result);
    if (compared.pictures) pictures++;
  }
  return { results, told, pictures };
}

describe('many pairs', () => {
  test('are compared by threads as by one, in their order, and the progress is told', async () => {
    const [one, two] = [await all(1), await all(2)];
    expect(two).toEqual(one);
    expect(two.results.map(({ name }) => name)).toEqual(pairs.map(({ name }) => name));
    expect(two.results.filter(({ outcome }) => outcome === 'differs')).toHaveLength(20);
    expect(two.results.filter(({ outcome }) => outcome === 'broken').map(({ name }) => name)).toEqual([
      '3/label 150.png',
    ]);
    expect(two.pictures).toBe(20);
    expect(two.told.slice(-3)).toEqual([192, 200, -1]);
  });

  test('end early with the file that can’t be read, or when the command is interrupted', async () => {
    const gone = [...pairs, { name: 'x.png', expected: at('no', 'x.png'), actual: at('no', 'x.png') }];
    await expect(all(2, gone)).rejects.toThrow('no/x.png');
    await expect(all(1, gone.slice(-1))).rejects.toThrow('no/x.png');
    await expect(all(2, pairs, AbortSignal.abort())).rejects.toThrow('Interrupted: nothing was written');
  });

  test('are found however deep their folder is', () => {
    const deep = `${'d/'.repeat(1000)}x.png`;
    put('deep', deep, milk);
    expect(findPairs(at('deep'), at('deep'))).toMatchObject({ pairs: [{ name: deep }] });
    rmSync(at('deep'), { recursive: true });
  });
});

describe('the pictures of a report', () => {
  test('have the pixels of the labels, and nothing else', () => {
    const plain = withoutExtras(simulator.render({ ...milkLabel, device: 'waveshare-4.2-b' }).png);
    expect(readLabel(plain).pixels).toEqual(
      readLabel(simulator.render({ ...milkLabel, device: 'waveshare-4.2-b' }).png).pixels,
    );
    expect(plain.toString('latin1')).not.toMatch(/pHYs|tEXt|iTXt|zTXt/);
  });

  test('have a mask that covers the pixels that differ', () => {
    const [a, b] = [readLabel(milk), readLabel(dearer)];
    const { data } = PNG.sync.read(differenceMask(a, b));
    const covered = Array.from(a.pixels, (_, i) => data[i * 4 + 3] === 255);
    expect(covered).toEqual(Array.from(a.pixels, (pixel, i) => pixel !== b.pixels[i]));
  });
});

describe('a JUnit report', () => {
  const result = (name: string): Result => ({ name, expected: 'a', actual: 'b', outcome: 'missing' });

  test('counts failures and errors, and names what failed', () => {
    const results: Result[] = [
      { name: 'a/b.png', expected: 'x/a/b.png', actual: 'y/a/b.png', outcome: 'broken', message: 'Expected a PNG' },
      result('c.png'),
      { name: 'd.png', expected: 'a', actual: 'b', outcome: 'same' },
    ];
    expect([...junitPieces('labels', results, 1234.5678)].join('').split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="esl-sim compare" tests="3" failures="1" errors="1" time="1234.568">',
      '<testsuite name="labels" tests="3" failures="1" errors="1" time="1234.568" skipped="0">',
      '<testcase name="b.png" classname="a">',
      '<error type="broken" message="Expected a PNG">Not a PNG of a label&#10;  Expected a PNG&#10;expected: x/a/b.png&#10;actual: y/a/b.png</error>',
      '<system-out>[[ATTACHMENT|y/a/b.png]]</system-out>',
      '</testcase>',
      '<testcase name="c.png" classname="labels">',
      '<failure type="missing" message="There is no actual label">There is no actual label&#10;expected: a</failure>',
      '<system-out>[[ATTACHMENT|a]]</system-out>',
      '</testcase>',
      '<testcase name="d.png" classname="labels"/>',
      '</testsuite>',
      '</testsuites>',
      '',
    ]);
  });

  test('has only characters that XML 1.0 allows (section 2.2), whatever a file is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
        const xml = [...junitPieces(name, [result(name)], 0)].join('');
        expect(xml).toMatch(/^(?:[\t\n\r\x20-\ud7ff\ue000-\ufffd]|[\u{10000}-\u{10ffff}])*$/u);
        expect(xml.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!#\d+;)/);
      }),
    );
    expect([...junitPieces('\0\x1b\ud800a😀', [], 0)].join('')).toContain('name="\ufffd\ufffd\ufffda😀"');
  });
});

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';

interface Mutant {
  readonly file: string;
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Operators {
  readonly operators: object;
  readonly mutantsOf: (file: string, source: string) => Mutant[];
  readonly treeOf: (file: string, source: string) => object;
}

interface Sampling {
  readonly changeOf: (mutant: Mutant, source: string) => string;
  readonly productFiles: () => string[];
  readonly roomOf: (file: string) => string;
  readonly sample: (mutants: readonly Mutant[], count: number, seed: number) => Mutant[];
  readonly withoutEquivalents: (mutants: readonly Mutant[], list?: string) => Mutant[];
}

const load = (name: string) => import(pathToFileURL(resolve('.ci/mutants', name)).href);
const { operators, mutantsOf, treeOf } = (await load('operators.mjs')) as Operators;
const { changeOf, productFiles, roomOf, sample, withoutEquivalents } = (await load('sample.mjs')) as Sampling;

const apply = ({ start, end, text }: Mutant, source: string) => source.slice(0, start) + text + source.slice(end);
const read = (file: string) => readFileSync(file, 'utf8');

/** The sources that each operator makes of one. */
const changes: Readonly<Record<string, readonly (readonly [source: string, ...mutants: string[]])[]>> = {
  comparison: [
    ['a < b;', 'a <= b;'],
    ['(a as number) >= b;', '(a as number) > b;'],
    ['a === b;', 'a !== b;'],
    ['a + b;'],
  ],
  logic: [['a && b;', 'a || b;'], ['a ?? b;']],
  rounding: [['Math.ceil(a);', 'Math.floor(a);'], ['Math.min(a);', 'Math.max(a);'], ['a.min(b);']],
  number: [
    ['a[0];', 'a[1];', 'a[(-1)];'],
    ['a = 60_000;', 'a = 120000;', 'a = 30000;'],
    ['a = 64 * 1024;', 'a = 128 * 1024;', 'a = 32 * 1024;', 'a = 64 * 2048;', 'a = 64 * 512;'],
    ['type A = 1; enum B { c = 1 } a = { 1: b };'],
  ],
  arguments: [
    ['f(a, b.c, 1);', 'f(b.c, a, 1);'],
    ["new F('a', 'b', 1);", "new F('b', 'a', 1);"],
    ['f(a, a, g());'],
    ['Math.min(a, b);'],
  ],
  slots: [['`${a}: ${b}`;', '`${b}: ${a}`;']],
  entry: [
    ['x = [a, b];', 'x = [b];', 'x = [a];'],
    ['x = { a, b: [c] };', 'x = { b: [c] };', 'x = { a };', 'x = { a, b: [] };'],
    ['x = { ...a };'],
  ],
  spread: [['x = { a, ...b };', 'x = { a };']],
  attributes: [['x = <a {...b} />;', 'x = <a  />;']],
  await: [['await f();', 'f();']],
  cleaning: [['escapeHtml(a);', 'a;'], ["a.normalize('NFC');", 'a;'], ['a.trim().b();', 'a.b();'], ['f(a);']],
  finally: [['try { f(); } finally { g(); }', 'try { f(); } finally {}']],
  release: [
    ['if (a) clearTimeout(timer);', 'if (a) ;'],
    ['await a?.close();', ';'],
    ['delete a.b;', ';'],
    ['const a = b.close();'],
  ],
  header: [
    ["ctx.vary('Origin');", ';'],
    ["ctx.type = 'text/plain';", ';'],
    ['setRateHeaders(ctx);', ';'],
    ['map.set(a, b);'],
  ],
  default: [
    ['a ?? b;', 'a;'],
    ['function f(a: number = b) {}', 'function f(a: number) {}'],
    ['const { a = b } = c;', 'const { a } = c;'],
  ],
  condition: [
    ['if (a) f();', 'if (!(a)) f();'],
    ['a ? b : c;', '!(a) ? b : c;'],
  ],
  boolean: [['() => true;', '() => false;'], ['() => { return false; };', '() => { return true; };'], ['f(true);']],
};

describe('the operators of mutants', () => {
  test.each(Object.keys(operators))('%s', (operator) => {
    for (const [source, ...expected] of changes[operator]!) {
      const mutants = mutantsOf('a.tsx', source).filter((mutant) => mutant.operator === operator);
      expect(mutants.map((mutant) => apply(mutant, source))).toEqual(expected);
    }
  });

  test('change numbers, booleans and lists of JSON', () => {
    const source = '{ "a": [1, 0], "b": true }';
    expect(mutantsOf('a.json', source).map((mutant) => apply(mutant, source))).toEqual([
      '{ "a": [0], "b": true }',
      '{ "a": [1], "b": true }',
      '{ "a": [2, 0], "b": true }',
      '{ "a": [0, 0], "b": true }',
      '{ "a": [1, 1], "b": true }',
      '{ "a": [1, -1], "b": true }',
      '{ "a": [1, 0], "b": false }',
    ]);
  });

  test.each(['renderer/cache.ts', 'server/page/parts/controls/dialog.tsx', 'renderer/layout/documents/minimal.json'])(
    'make sources of %s that can be parsed',
    (file) => {
      const source = read(file);
      const mutants = mutantsOf(file, source);
      expect(mutants.length).toBeGreaterThan(5);
      for (const mutant of mutants) {
        expect(apply(mutant, source)).not.toBe(source);
        treeOf(file, apply(mutant, source));
      }
    },
  );
});

describe('a sample of mutants', () => {
  const files = productFiles().filter((file) => /^(devices|fonts|renderer\/refresh)\//.test(file));
  const mutants = files.flatMap((file) => mutantsOf(file, read(file)));

  test('is the same for a seed', () => {
    expect(sample(mutants, 20, 5)).toEqual(sample(mutants, 20, 5));
    expect(sample(mutants, 20, 5)).not.toEqual(sample(mutants, 20, 6));
  });

  test('has as many mutants of each room, and one at a place', () => {
    const chosen = sample(mutants, 30, 5);
    const countOf = (room: string) => chosen.filter(({ file }) => roomOf(file) === room).length;
    expect(['devices', 'fonts', 'renderer/refresh'].map(countOf)).toEqual([10, 10, 10]);
    for (const { file, start, end } of chosen)
      expect(chosen.filter((other) => other.file === file && other.start < end && start < other.end)).toHaveLength(1);
  });

  test('has at most all of them', () => {
    const few = mutantsOf('a.ts', 'a < b;');
    expect(sample(few, 5, 1)).toEqual(few);
  });

  test('leaves out the equivalent ones', () => {
    const [mutant] = mutants;
    const change = `${mutant!.file} "${changeOf(mutant!, read(mutant!.file))}"`;
    expect(withoutEquivalents(mutants, `// Comment\n${change} no user sees it\n`)).not.toContain(mutant);
    expect(() => withoutEquivalents(mutants, `${mutant!.file} "a → b" no user sees it\n`)).toThrow('"a → b"');
    expect(() => withoutEquivalents(mutants, change)).toThrow('reason');
  });

  test('may have equivalent ones listed', () => {
    const listed = [...read('test/equivalent-mutants.txt').matchAll(/^(?!\/\/)\S+/gm)].map(([file]) => file);
    withoutEquivalents([...new Set(listed)].flatMap((file) => mutantsOf(file, read(file))));
  });
});

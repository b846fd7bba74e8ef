import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compose, defaultBinding } from '../../renderer/index.js';
import { loadDevices } from '../../devices/index.js';
import { outcome, type DrawnBlock } from '../../server/batch/output/drawn.js';
import { nameFields, patternFor, readPattern } from '../../server/batch/output/file-name.js';
import { fileKey } from '../../server/batch/output/safe-name.js';
import { failedEntry, writeEntry } from '../../server/batch/output/manifest.js';
import { createUsedNames } from '../../server/batch/output/used-names.js';
import { refuseDuplicates } from '../../server/batch/output/refuse-duplicates.js';
import { entriesOf, panel, step } from '../support/batch.js';

const update = { product_name: 'Milk', price: '1.00', unit: '1 L' };
const binding = { ...defaultBinding, sku: 'a/1', data: { origin: 'Spain', empty: '', ['a'.repeat(32)]: 'longest' } };
const content = compose(update, binding, loadDevices().get(panel)!, '2026-11-20');
const named = { line: 42, device: panel, layout: 'standard', content };

describe('the pattern of names', () => {
  test.each([
    [undefined, 1, '{line}'],
    [undefined, 2, '{line}-{device}'],
    ['{sku}', 1, '{sku}'],
    ['{sku}', 2, '{sku}-{device}'],
    ['{device} {sku}', 2, '{device} {sku}'],
  ])('%j for %d panels is %s', (pattern, devices, expected) => {
    expect(patternFor(pattern, devices)).toBe(expected);
  });

  test('comes to a name of the fields that it has', () => {
    const names = {
      ...{ '{line}': '0000042', '{device}_{layout}': `${panel}_standard`, 'from {data.origin}.': 'from Spain.' },
      ...{ '{price} {unit} {product_name}': '1.00 1 L Milk', '{date}{locale}{currency}': '2026-11-20en-USUSD' },
      ...{ [`{data.${'a'.repeat(32)}}`]: 'longest', '{sku}': 'a%2F1' },
    };
    for (const [pattern, stem] of Object.entries(names))
      expect([pattern, readPattern(pattern)(named)]).toEqual([pattern, { file: `${stem}.png` }]);
  });

  test('keeps the files of ten million rows in their order', () => {
    const name = readPattern('{line}');
    const files = [2, 10, 99, 1_000_000, 9_999_999].map((line) => JSON.stringify(name({ ...named, line })));
    expect(files.toSorted()).toEqual(files);
  });

  test.each([
    ['{skk}', '"{skk}" (did you mean "sku"?)'],
    ...['{}', '{sku}{data.A}', '{xdata.a}', '{data.a b}'].map((p) => [p, `"${p.slice(p.lastIndexOf('{'))}"`] as const),
    [`{data.${'a'.repeat(33)}}`, `"{data.${'a'.repeat(33)}}"`],
    ['sku', 'Expected a field in braces for --file-name, such as "{sku}", but received "sku"'],
  ])('%s is a wrong usage', (pattern, received) => {
    const message = received.startsWith('Expected')
      ? received
      : `Expected fields of a label in braces for --file-name but received ${received}`;
    expect(() => readPattern(pattern)).toThrow(expect.objectContaining({ name: 'BatchError', kind: 'usage', message }));
  });

  test('takes each field of a label', () => {
    for (const field of nameFields) expect(readPattern(`{${field}}`)(named)).toHaveProperty('file');
  });
});

describe('the name of an image', () => {
  const fileOf = (sku: string) => readPattern('{sku}')({ ...named, content: { ...content, sku } });

  test('is safe on every file system, and two names never become one', () => {
    const letter = fc.constantFrom(...Array.from('ab.%/\\:*?"<>|- 2Fé漢'), '\u0000', 'con', 'NUL', 'lpt1');
    const text = fc.string({ unit: letter, minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [one, two] = [fileOf(a), fileOf(b)];
        if (!('file' in one) || !('file' in two)) throw new Error('Expected names that are short enough');
        expect(one.file).not.toMatch(/[<>:"/\\|?*]|\p{Cc}|^[. -]|^(con|prn|aux|nul|com\d|lpt\d)\./iu);
        expect(one.file === two.file).toBe(a === b);
      }),
    );
  });

  test('escapes names that a file system forbids, and no others', () => {
    const written = {
      ...{ 'a<b>c:d"e/f\\g|h?i*j%k': 'a%3Cb%3Ec%3Ad%22e%2Ff%5Cg%7Ch%3Fi%2Aj%25k', '\t\u0085': '%09%C2%85' },
      ...{ '.hidden .-x': '%2Ehidden .-x', ' x ': '%20x ', '-rf': '%2Drf' },
      ...{ CON: '%43ON', Prn: '%50rn', aux: '%61ux', 'nul.txt': '%6Eul.txt' },
      ...{ com0: '%63om0', 'com9.x': '%63om9.x', 'com¹': '%63om¹', lpt0: '%6Cpt0', 'lpt²': '%6Cpt²' },
      ...{ 'prn x': 'prn x', xaux: 'xaux', com0x: 'com0x', com10: 'com10' },
    };
    for (const [sku, stem] of Object.entries(written))
      expect([sku, fileOf(sku)]).toEqual([sku, { file: `${stem}.png` }]);
  });

  test('has at most 255 bytes', () => {
    expect(fileOf('漢'.repeat(83))).toHaveProperty('file');
    expect(fileOf('a'.repeat(251))).toHaveProperty('file');
    const message = `Expected a file name of at most 255 bytes but received 256: "${'a'.repeat(32)}…"`;
    expect(fileOf('a'.repeat(252))).toEqual({ problem: { field: '', reason: 'too_long', message } });
    expect(fileOf('漢'.repeat(84))).toHaveProperty('problem.reason', 'too_long');
  });

  test.each(['data.empty', 'data.absent', 'data.constructor'])('needs a value for {%s}', (field) => {
    const message = `Expected a value for ${field}, which --file-name asks for, but received none`;
    expect(readPattern(`{line}{${field}}`)(named)).toEqual({ problem: { field, reason: 'missing', message } });
  });
});

describe('names that are taken', () => {
  test('are known, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { maxLength: 10_000, size: 'max' }), (numbers) => {
        const [taken, oracle] = [createUsedNames(), new Set<number>()];
        const took = numbers.map((number) => taken.add(String(number)));
        expect(took).toEqual(numbers.map((number) => oracle.size < oracle.add(number).size));
      }),
      { numRuns: 10, endOnFailure: true },
    );
    const many = createUsedNames();
    const takeAll = () => Array.from({ length: 20_000 }, (_, i) => many.add(String(i))).filter(Boolean).length;
    expect([takeAll(), takeAll()]).toEqual([20_000, 0]);
  });

  test('are the same for Windows and macOS in any case', () => {
    expect(fileKey('Ä1.png')).toBe(fileKey('ä1.PNG'));
    expect(fileKey('a.png')).not.toBe(fileKey('b.png'));
  });
});

describe('an image whose name an earlier row has', () => {
  const entry = (line: number, file: string) =>
    writeEntry({ line, device: 'panel', file, sha256: '', warnings: [], step });
  const block = (manifest: string, results: readonly number[], archive: string): DrawnBlock => ({
    failure: null,
    manifest,
    results: Int32Array.from(results),
    archive: Buffer.from(archive),
  });

  test('is refused, in the manifest and in the archive', () => {
    const taken = createUsedNames();
    const failed = writeEntry(failedEntry(3, 'panel', [{ field: '', reason: 'x', message: 'X' }]));
    const manifest = entry(2, 'a.png') + failed + entry(4, 'A.png') + entry(5, 'b.png');
    const settled = refuseDuplicates(block(manifest, [1, outcome.failed, 2, 3], 'abbccc'), taken);
    expect([...settled.results]).toEqual([1, outcome.failed, outcome.failed, 3]);
    expect(Buffer.from(settled.archive).toString()).toBe('accc');
    expect(settled.failure).toBeNull();
    const entries = entriesOf(settled.manifest);
    const message = 'Expected a file name that no earlier row has but received "A.png"';
    const problem = { field: '', reason: 'name_taken', message, received: 'A.png' };
    expect(entries[2]).toEqual({ line: 4, device: 'panel', problems: [problem] });
    expect(entries.toSpliced(2, 1)).toEqual(entriesOf(entry(2, 'a.png') + failed + entry(5, 'b.png')));
  });

  test('is refused when the earlier row was in an earlier block, or its image was there already', () => {
    const taken = createUsedNames();
    const first = block(entry(2, 'a.png'), [outcome.unchanged], '');
    expect(refuseDuplicates(first, taken)).toBe(first);
    const second = block(entry(3, 'a.png') + entry(4, 'b.png'), [outcome.unchanged, 0], '');
    expect([...refuseDuplicates(second, taken).results]).toEqual([outcome.failed, 0]);
  });
});

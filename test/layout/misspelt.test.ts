import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { layoutSchema } from '../../renderer/layout/schema.js';
import { nearest } from '../../renderer/suggestion.js';
import { meant, synonyms } from '../../renderer/layout/check/synonyms.js';
import { column, name, node, problemAt, problemsOf, withRoot } from '../support/labels/documents.js';
import { layoutDocument } from '../support/labels/random-layout.js';
import { rowsOf } from '../support/tables/table.js';

const first = '#/root/children/0';
const picture = { type: 'picture', source: 'data:,' };

/** The words of the language: keys of objects, and values that are listed. */
const words = (function collect(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, enum: values = [] } = schema as { properties?: object; enum?: readonly unknown[] };
  return [...Object.keys(properties), ...values.map(String), ...Object.values(schema).flatMap(collect)];
})(layoutSchema);
const vocabulary = [...new Set(words)];

describe('a word of another tool', () => {
  const nodes = { text: name, box: column(name), picture };

  test.each(
    rowsOf(`
      text → color → ink | text → textAlign → align | text → algin → align | text → font-weight → weight
      text → fontWeight → weight | text → bold → weight | text → verticalAlign → valign | text → flex → grow
      text → visible → when | text → if → when | box → background → fill | box → backgroundColor → fill
      box → border → outline | box → borderRadius → radius | box → margin → padding | box → color → fill
    `),
  )('beside the keys of a %s, %s, is answered with %s', (type, key, right) => {
    expect(problemsOf(node({ ...nodes[type as 'text'], [key]: 'x' }))).toEqual([
      problemAt(`#/root/children/0/${key}`, 'unknown_key', `a known key but received @ (did you mean "${right}"?)`),
    ]);
  });

  test.each(
    rowsOf(`
      text → size → fontSize | text → size → font-size | text → text → content | text → text → value
      text → text → label | picture → source → src | picture → source → url | picture → source → href
      box → children → items | box → children → nodes
    `),
  )('in place of a key that a %s needs, %s, is reported once: %s', (type, right, key) => {
    const { [right]: value, ...rest } = nodes[type as 'text'] as Record<string, unknown>;
    const problems = problemsOf(node({ ...rest, [key]: value }));
    expect(problems.map(({ pointer, message }) => [pointer, message.split(' (')[1]])).toEqual([
      [`${first}/${key}`, `did you mean "${right}"?)`],
    ]);
  });

  test.each(
    rowsOf(`
      weight → 700 → bold | weight → "700" → bold | weight → 400 → regular | weight → true → bold | when → "prise" → price
      valign → "center" → middle | align → "left" → start | align → "right" → end | align → "flex-start" → start
      align → "middle" → center | ink → "#ff0000" → red | ink → "#FFF" → white | type → "image" → picture
      type → "img" → picture | type → "label" → text | type → "row" → box | type → "group" → box | type → "view" → box
      type → "hr" → line | type → "divider" → line | type → "ean13" → barcode | type → "code-128" → barcode
      type → "qrcode" → qr | type → "qr-code" → qr
    `),
  )('for the value of %s, %s, is answered with %s', (key, value, right) => {
    const problems = problemsOf(node({ ...(key !== 'type' && name), [key]: JSON.parse(value) as unknown }));
    expect(problems.map(({ message }) => message.split(' (')[1])).toEqual([`did you mean "${right}"?)`]);
  });

  test('is proposed only where the language allows what it means', () => {
    expect(meant('color', ['fill', 'outline'])).toBe('fill');
    expect(meant('color', ['width'])).toBeUndefined();
    expect(problemsOf(node({ type: 'line', background: 'red' }))[0]!.message).not.toContain('mean');
  });

  test('means a word of the language, is in small letters, and is none of its words where it would be proposed', () => {
    expect(Object.keys(synonyms).filter((word) => !vocabulary.includes(word))).toEqual([]);
    for (const others of Object.values(synonyms)) expect(others).toMatch(/^[a-z0-9#]+( [a-z0-9#]+)*$/);
  });
});

describe('one mistake', () => {
  const reasons = (document: object) => problemsOf(document).map(({ pointer, reason }) => `${pointer} ${reason}`);

  test('is reported once: a number that is of the wrong type and out of range', () => {
    expect(reasons(node({ ...name, lines: 0.5, optional: 99.5 }))).toEqual([
      `${first}/lines type`,
      `${first}/optional type`,
    ]);
  });

  test('is reported once: a root that is no box', () => {
    expect(reasons(withRoot(name))).toEqual(['#/root/type unknown_value']);
  });

  test('does not hide another: a missing key beside an unknown one, and two missing ones', () => {
    expect(reasons(node({ type: 'picture', nonsense: 1 }))).toEqual([
      `${first} missing`,
      `${first}/nonsense unknown_key`,
    ]);
    expect(reasons({ root: column(name) })).toEqual(['# missing', '# missing']);
  });

  test('is reported once: a node without a type, or with one under a wrong name', () => {
    const { type, ...rest } = name;
    expect(problemsOf(node(rest, { ...rest, tpye: type }))).toEqual([
      problemAt('', 'missing', 'the key type in @ but received none'),
      problemAt('#/root/children/1', 'missing', 'the key type in @ but received "tpye" (did you mean "type"?)'),
    ]);
  });

  test('of 20,000 is answered quickly', () => {
    const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`key${i}`, 1]));
    const started = performance.now();
    expect(problemsOf(node({ ...picture, ...keys }))).toHaveLength(50);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

interface Spot {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  /** The keys of its path. */
  readonly path: readonly string[];
}

/** Every place of a value in a document. */
function spotsOf(value: unknown, path: readonly string[] = []): readonly Spot[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    { holder: value as Record<string, unknown>, key, path: [...path, key] },
    ...spotsOf(inner, [...path, key]),
  ]);
}

/** Whether a pointer leads to a value, or to where one is missing. */
function leads(document: unknown, pointer: string): boolean {
  const steps = pointer.split('/').slice(1).map(decodeURIComponent);
  let at = document;
  for (const step of steps.slice(0, -1)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return false;
    at = (at as Record<string, unknown>)[step];
  }
  return pointer.startsWith('#');
}

/** A word with one letter left out, doubled, changed or swapped with the next, and for a long one, another changed at its end. */
function misspell(word: string, place: number, how: number): string {
  const at = place % (word.length - 1);
  const [before, letter, next, after] = [word.slice(0, at), word[at]!, word[at + 1]!, word.slice(at + 2)];
  const wrong = [
    before + next + after,
    before + letter + letter + next + after,
    `${before}q${next}${after}`,
    before + next + letter + after,
  ];
  const once = wrong[how % 4]!;
  return how >= 4 && word.length >= 8 && at < word.length - 3 ? `${once.slice(0, -1)}q` : once;
}

const broken = fc.tuple(layoutDocument, fc.nat(), fc.nat(), fc.nat(7));

/** Breaks a valid document at one place. @returns the correct word there, if a word is misspelt */
function breakIn(
  copy: object,
  spot: number,
  place: number,
  how: number,
  what: 'key' | 'value' | 'type',
): string | undefined {
  const open = spotsOf(copy).filter(({ holder, key, path }) => {
    const language = path.at(-2) === 'text' || path[0] === 'data';
    if (what === 'type') return true;
    if (Array.isArray(holder) || language) return false;
    const word = what === 'key' ? key : holder[key];
    // The type of a root is no choice.
    return typeof word === 'string' && word.length > 2 && vocabulary.includes(word) && path.at(-2) !== 'root';
  });
  fc.pre(open.length > 0);
  const { holder, key } = open[spot % open.length]!;
  if (what === 'type') {
    holder[key] = how % 2 === 0 ? null : { nonsense: 1 };
    return undefined;
  }
  const word = what === 'key' ? key : (holder[key] as string);
  const wrong = misspell(word, place, how);
  // A misspelling that is as near to another word is skipped.
  const others = vocabulary.filter((other) => other !== word);
  fc.pre(wrong !== word && nearest(wrong, others) === undefined && !vocabulary.includes(wrong));
  if (what === 'value') holder[key] = wrong;
  else {
    holder[wrong] = holder[key];
    // oxlint-disable-next-line typescript/no-dynamic-delete -- the key is to be misspelt
    delete holder[key];
  }
  return word;
}

describe('a valid document that is broken at one place', () => {
  test.each(['key', 'value', 'type'] as const)(
    'by a wrong %s has a problem with a path, a reason, and the word that is meant',
    (what) => {
      fc.assert(
        fc.property(broken, ([document, spot, place, how]) => {
          const copy = JSON.parse(JSON.stringify(document)) as object;
          const word = breakIn(copy, spot, place, how, what);
          const problems = problemsOf(copy);
          expect(problems.length).toBeGreaterThan(0);
          for (const { pointer, reason, message } of problems) {
            expect([pointer, leads(copy, pointer)]).toEqual([pointer, true]);
            expect(reason).toMatch(/^[a-z_]+$/);
            expect(message).toMatch(/^Expected .+/);
          }
          const said = problems.map(({ pointer, reason, message }) => `${pointer} ${reason} ${message}`);
          expect(new Set(said).size).toBe(said.length);
          if (word !== undefined) expect(said.join('\n')).toContain(`(did you mean "${word}"?)`);
        }),
        { numRuns: 150 },
      );
    },
  );
});

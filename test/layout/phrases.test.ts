import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { createWords, findPhrase, shippedPhrases } from '../../renderer/layout/phrases.js';
import { column, name, node, problemOf, problemsOf, withRoot } from '../support/labels/documents.js';

const origin = { en: 'Origin', de: 'Herkunft', 'de-CH': 'Herkunftsland' };
const saying = (text: unknown, rest: object = {}) => withRoot(column({ ...name, text }), rest);

describe('the words of a text', () => {
  const words = createWords({ origin, was: { en: 'before' } });

  test.each([
    ['en-US', 'Origin: {data.origin}'],
    ['de-DE', 'Herkunft: {data.origin}'],
    ['de-CH', 'Herkunftsland: {data.origin}'],
    ['de-Latn-AT', 'Herkunft: {data.origin}'],
    ['pl-PL', 'Origin: {data.origin}'],
  ])('have phrases in the language of %s', (locale, expected) => {
    expect(words('{phrase.origin}: {data.origin}', locale)).toBe(expected);
  });

  test('take each phrase in its best language, independent of the text’s', () => {
    const text = { en: 'from {phrase.origin}, {phrase.per_unit}', 'de-CH': 'aus {phrase.origin}, {phrase.per_unit}' };
    expect(words(text, 'de-CH')).toBe('aus Herkunftsland, {unit:pro *}');
    expect(words(text, 'de-DE')).toBe('from Herkunft, {unit:pro *}');
  });

  test('are the shipped ones where the layout has none of the name', () => {
    expect(words('{phrase.was}', 'de-DE')).toBe('before');
    expect(createWords()('{phrase.was}', 'de-DE')).toBe('statt');
    expect(findPhrase('toString')).toBeUndefined();
    expect(findPhrase('toString', {})).toBeUndefined();
  });

  test('without a phrase are left as they are', () => {
    expect(words('{unit} {phrase} $& $1', 'de-DE')).toBe('{unit} {phrase} $& $1');
    expect(createWords({ money: { en: '$& $1' } })('{phrase.money}', 'de-DE')).toBe('$& $1');
  });
});

describe('a layout with phrases', () => {
  test('is taken when each is known, and each of their fields', () => {
    expect(problemsOf(saying('{phrase.origin}: {data.origin}, {phrase.per_unit}', { phrases: { origin } }))).toEqual(
      [],
    );
    expect(problemsOf(node({ type: 'qr', text: '{phrase.sku}' }))).toEqual([]);
  });

  test.each(
    Object.entries<unknown>({
      'text unknown_phrase: a known phrase for @ but received {phrase.orign} (did you mean "origin"?)': saying(
        '{phrase.orign}',
        { phrases: { origin } },
      ),
      'text unknown_phrase: a known phrase for @ but received {phrase.per_unit:short}':
        saying('{phrase.per_unit:short}'),
      'text/de unknown_phrase: a known phrase for @ but received {phrase.per_unti} (did you mean "per_unit"?)': saying({
        en: 'x',
        de: '{phrase.per_unti}',
      }),
      '#/phrases/a/de unknown_field: a known field for @ but received {untt} (did you mean "unit"?)': saying(
        '{phrase.a}',
        { phrases: { a: { en: '{unit}', de: '{untt}' } } },
      ),
      'text unknown_field: a known field for @ but received {data.valid_until}': saying('{phrase.until}', { data: {} }),
      '#/phrases/a/en nested: no phrase in a phrase but received {phrase.was} at @': saying('x', {
        phrases: { a: { en: '{phrase.was}' } },
      }),
      'text too_long: at most 400 characters with phrases filled in for @ but received 402': saying(
        '{phrase.a}{phrase.a}',
        { phrases: { a: { en: 'x', de: 'x'.repeat(201) } } },
      ),
    }),
  )('has a problem at %s', (problem, document) => {
    expect(problemsOf(document)).toEqual([problemOf(problem)]);
  });

  test('of 400 characters with phrases filled in is taken', () => {
    const phrases = { a: { en: 'x', de: 'x'.repeat(200) } };
    expect(problemsOf(saying('{phrase.a}{phrase.a}', { phrases }))).toEqual([]);
  });
});

describe('the shipped phrases', () => {
  test('are in the guide, with their English text', () => {
    const guide = readFileSync('renderer/layout/documents/README.md', 'utf8');
    const [, rows] = /\| in English +\|\n\| -+ \| -+ \|\n((?:\|.*\|\n)+)/.exec(guide)!;
    const listed = Array.from(rows!.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm), ([, phrase, en]) => [phrase, en]);
    expect(listed).toEqual(Object.entries(shippedPhrases).map(([phrase, { en }]) => [phrase, en]));
  });

  test('are valid', () => {
    expect(problemsOf(saying('x', { phrases: shippedPhrases }))).toEqual([]);
  });
});

import { describe, expect, test } from '@jest/globals';
import { hashKey, makeKey, readKey, withoutSecrets } from '../../server/keys/text.js';

const { id, text } = makeKey('live');

describe('the text of a key', () => {
  test('has mode and id, and is different each time', () => {
    expect(text).toMatch(/^esl_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/);
    expect(readKey(text)).toEqual({ mode: 'live', id });
    expect(readKey(makeKey('test').text)?.mode).toBe('test');
    const many = Array.from({ length: 1000 }, () => makeKey('live'));
    expect(new Set(many.map((key) => key.id)).size).toBe(1000);
    // The first of 43 characters holds the remainder of 32 bytes; the others are practically random.
    for (const place of [12, 40, 63]) expect(new Set(many.map((key) => key.text[place])).size).toBeGreaterThan(55);
  });

  test('is none where a character is missing, doubled, swapped or another', () => {
    for (let at = 0; at < text.length; at++) {
      const [before, letter, after] = [text.slice(0, at), text[at]!, text.slice(at + 1)];
      const swapped = before + after.slice(0, 1) + letter + after.slice(1);
      const wrong = [before + after, before, before + letter + letter + after, swapped];
      for (const other of ['0', '1', 'z', 'Z', '_', 'é']) wrong.push(before + other + after);
      for (const one of wrong.filter((key) => key !== text)) expect([one, readKey(one)]).toEqual([one, null]);
    }
    for (const one of ['', ` ${text}`, `${text}\n`, text.toLowerCase(), text.replace('live', 'prod')])
      expect(readKey(one)).toBeNull();
  });

  test('is hashed whole', () => {
    expect(hashKey('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

test('texts lose the secrets of keys, whole and cut short, also in addresses', () => {
  const secret = text.slice(22);
  const redacted = `esl_live_${id}_…`;
  expect(withoutSecrets(`{"a":"${text}","b":"${text}"}`)).toBe(`{"a":"${redacted}","b":"${redacted}"}`);
  expect(withoutSecrets(text.slice(0, 30))).toBe(redacted);
  expect(withoutSecrets(`GET /${text.replaceAll('_', '%5F')}/x`)).toBe(`GET /esl%5Flive%5F${id}_…/x`);
  expect(withoutSecrets(text.toUpperCase())).not.toContain(secret.toUpperCase());
  expect(withoutSecrets(`the key ${id}`)).toBe(`the key ${id}`);
});

import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { computed } from '../../renderer/computed/arithmetic.js';
import { loadDevices } from '../../devices/index.js';
import { compose, createRenderer, defaultBinding, loadLayouts } from '../../renderer/index.js';
import { shippedPhrases } from '../../renderer/layout/phrases.js';
import { iconNames } from '../../renderer/shapes/icons.js';

const table = JSON.parse(readFileSync('renderer/shapes/allergens.json', 'utf8')) as Record<
  string,
  Record<string, string>
>;
const devices = loadDevices();
const contentOf = (icons: string, locale = 'en-GB', device = 'generic-296x128-bw') =>
  compose(
    { price: '3.50', product_name: 'Cake', unit: '1 kg' },
    { ...defaultBinding, device, layout: 'allergens', locale, currency: 'EUR', data: { icons } },
    devices.get(device)!,
    '2026-11-20',
  );
const words = (icons: string, locale?: string) => computed.allergens(contentOf(icons, locale));
const names = Object.keys(table);

test('each icon of an allergen has its words, all in the same languages', () => {
  expect(names.map((name) => `allergen_${name}`)).toEqual(iconNames.filter((name) => name.startsWith('allergen_')));
  const languages = Object.keys(table.gluten!);
  for (const [name, of] of Object.entries(table)) {
    expect([name, Object.keys(of)]).toEqual([name, languages]);
    for (const word of Object.values(of)) expect(word).toMatch(/^\S(.*\S)?$/);
  }
  // A heading in a language needs words in it.
  const headings = Object.keys(shippedPhrases.contains_allergens!);
  expect(headings.filter((language) => !languages.includes(language))).toEqual([
    ...['kk', 'az', 'hy', 'ka', 'fil', 'mr', 'ne', 'bn', 'ta', 'fa', 'ur'],
  ]);
});

test.each(Object.keys(table.gluten!).flatMap((language) => names.map((name) => [language, name] as const)))(
  'in %s, %s has its own word, with and without its prefix',
  (language, name) => {
    const locale = language.includes('-') ? language : `${language}-XX`;
    expect(words(name, locale)).toBe(table[name]![language]);
    expect(words(`allergen_${name}`, locale)).toBe(table[name]![language]);
  },
);

test.each([
  ['gluten milk', 'en-GB', 'gluten, milk'],
  ['allergen_milk,milk  nuts', 'de-DE', 'Milch, Schalenfrüchte (Nüsse)'],
  ['gluten milk', 'ja-JP', '小麦（グルテン）、乳'],
  ['gluten milk', 'ar-EG', 'غلوتين، حليب'],
  ['vegan gluten_free', 'en-GB', ''],
  ['vegan milk kiwi tree_bark', 'en-GB', 'milk, kiwi, tree bark'],
  ['milk', 'kk-KZ', 'milk'],
  ['allergen_kiwi constructor xxxxxxxxxmilk __proto__', 'de-DE', 'kiwi, constructor, xxxxxxxxxmilk,   proto  '],
])('%s in %s is %s: what is not known is not left out', (icons, locale, expected) => {
  expect(words(icons, locale)).toBe(expected);
});

test('a label has them all, or is refused; icons give way first', async () => {
  const renderer = await createRenderer({ optionalFonts: false });
  const layout = loadLayouts().get('allergens')!;
  const all = names.join(' ');
  for (const device of devices.values()) {
    const content = { ...contentOf(all, 'de-DE', device.id) };
    let text;
    try {
      text = renderer
        .measure(content, layout, device)
        .map((box) => box.words.join(' '))
        .join(' ');
      renderer.render(content, layout, device);
    } catch (error) {
      expect((error as Error).message).toMatch(/allergens|price/);
      expect(device.width * device.height).toBeLessThan(26_000);
      continue;
    }
    for (const word of names.flatMap((name) => table[name]!.de!.split(' ')))
      expect([device.id, text.replaceAll('- ', '')]).toEqual([device.id, expect.stringContaining(word)]);
  }
});

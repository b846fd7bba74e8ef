import { describe, expect, test } from '@jest/globals';
import type { Device } from '../../devices/index.js';
import { loadPanels as loadDevices } from '../support/devices/panels.js';
import { type Content, type Layout, loadLayouts, locales } from '../../renderer/index.js';
import type { Node } from '../../renderer/layout/document.js';
import { inlineParts } from '../../renderer/layout/parts.js';
import { contentOf } from '../support/labels/cases.js';
import { share } from '../support/labels/share.js';
import { arrange } from '../support/rulers/arranging.js';

const promotion = loadLayouts().get('promotion')!;
const devices = [...loadDevices().values()];
const dates = ['', '30.11.'];

function offer(device: Device, locale: string, valid_until: string): Content {
  const update = { product_name: 'Butter', price: '5.49', unit: '250 g' };
  const data = { previous_price: '6.99', ...(valid_until !== '' && { valid_until }) };
  return { ...contentOf({ update }, device), locale, currency: 'EUR', data };
}

function wordsOf(content: Content, device: Device): readonly string[] {
  return arrange(content, promotion, device).marks.flatMap((mark) => (mark.kind === 'text' ? [mark.word.text] : []));
}

const isWord = (node: Node) => node.type === 'text' && node.text === '{phrase.was}';

function withoutWord(layout: Layout): Layout {
  const without = <N extends Node>(node: N): N =>
    node.type === 'box' ? { ...node, children: node.children.filter((child) => !isWord(child)).map(without) } : node;
  const roots = inlineParts(layout);
  const variants = roots.variants!.map((variant) => ({ ...variant, root: without(variant.root) }));
  return { ...layout, root: without(roots.root), variants };
}

describe('a struck price', () => {
  test.each([
    ['en-US', 'was'],
    ['nl-NL', 'was'],
    ['de-DE', 'statt'],
    ['es-ES', 'antes'],
    ['da-DK', 'før'],
    ['ru-RU', 'было'],
  ])(
    'has the word for "was" beside it on every panel that is wide, with a last day and without: %s',
    (locale, word) => {
      for (const device of devices.filter(({ width, height }) => width / height > 1.25))
        for (const date of dates) {
          const words = wordsOf(offer(device, locale, date), device);
          expect([device.id, date, words.filter((text) => text === word)]).toEqual([device.id, date, [word]]);
        }
    },
  );

  test('has none where a locale’s word does not fit; neither the price nor another field shrinks for it', () => {
    const plain = withoutWord(promotion);
    const languages = [...new Map(locales.map((one) => [one.slice(0, 2), one])).values()];
    for (const [turn, device] of devices.entries())
      for (const locale of share(languages, 9, turn))
        for (const date of dates) {
          const content = offer(device, locale, date);
          const [now, before] = [promotion, plain].map((layout) => outcomeOf(content, layout, device));
          expect([device.id, locale, now!.hidden]).toEqual([device.id, locale, before!.hidden]);
          expect([device.id, locale, now!.price]).toEqual([device.id, locale, before!.price]);
        }
  });
});

/** The warnings of fields that are hidden, other than the layout's own words, and the size of the price's digits in px. */
function outcomeOf(content: Content, layout: Layout, device: Device) {
  const { warnings, marks } = arrange(content, layout, device);
  const sizes = marks.flatMap((mark) =>
    mark.kind === 'text' && mark.word.font.face.startsWith('price') ? [mark.word.font.size] : [],
  );
  return {
    hidden: warnings.filter(({ code, field }) => code === 'FIELD_HIDDEN' && field !== 'layout'),
    price: Math.max(...sizes),
  };
}

import { expect, test } from '@jest/globals';
import { plainRenderer } from '../support/rulers/renderers.js';
import { findDevices, readDevice } from '../../devices/index.js';
import { compose, defaultBinding, type LintSet, loadLayouts } from '../../renderer/index.js';
import { unitPriceShareOf } from '../../renderer/lint-sets.js';
import { profiles } from '../support/measured/labels.js';

const renderer = await plainRenderer();
const paths = findDevices();
const layouts = loadLayouts();

const milk = { product_name: 'Bio-Vollmilch', price: '3.50', unit: '500 ml' };
const promoted = { previous_price: '4.99', lowest_price: '4.49' };
const data: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  promotion: promoted,
  member: { member_price: '2.99' },
};

function findingsOf(id: string, panel: string, lint: readonly LintSet[]) {
  const [layout, device] = [layouts.get(id)!, readDevice(paths.get(panel)!)];
  const binding = { ...defaultBinding, locale: 'de-AT', currency: 'EUR', data: data[id] ?? {}, lint };
  const content = compose(milk, binding, device, '2026-11-20');
  const { warnings } = renderer.render(content, layout, device);
  return renderer.lint(content, layout, device, ['at'], warnings).filter(({ grade }) => grade === 'error');
}

/** 296×128 and larger. */
const panels = (['296x128', '400x300', '522x152', '800x480', '960x672', '1600x1200'] as const).map(
  (size) => profiles[size],
);

test.each(['unit-price', 'standard', 'promotion', 'member'])(
  '%s is lawful in Austria on 296×128 and larger, where the lint of its binding says so',
  (layout) => {
    const found = panels.flatMap((panel) => findingsOf(layout, panel, ['at']).map(({ code }) => [panel, code]));
    expect(found).toEqual([]);
  },
);

test('without it, the unit price stays smaller than half of the price', () => {
  expect(findingsOf('standard', 'solum-m2-2.9-bwr', []).map(({ code }) => code)).toEqual(['AT_UNIT_PRICE_RATIO']);
});

test('the largest share of several sets counts', () => {
  expect(unitPriceShareOf(['truth', 'eu'])).toBeUndefined();
  expect(unitPriceShareOf(['nz', 'at', 'eu'])).toBe(0.5);
});

import { describe, expect, test } from '@jest/globals';
import { openSimulator } from '../../server/library.js';
import { checkLint } from '../../server/snapshots/lint.js';
import { passLabelLint } from '../../server/snapshots/node.js';

const date = '2026-11-20';
const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date, device: 'solum-m2-2.9-bwr' };
/** A reduction without the lowest price of 30 days. */
const reduced = { ...milk, layout: 'promotion', data: { previous_price: '4.99' } };

describe('toPassLabelLint', () => {
  test('passes a label without errors, and can say that there are none', async () => {
    await passLabelLint(milk, ['eu']);
    expect((await checkLint(milk, ['eu'])).message()).toContain('but the label has none');
  });

  test('says which rule a label breaks, by which law, and what would mend it', async () => {
    await expect(passLabelLint(reduced, ['eu'])).rejects.toThrow(
      [
        'The label has 1 finding of the grade error with the rules of truth, eu:',
        '',
        '  LOWEST_PRICE_MISSING (98/6/EC, Art. 6a): A reduction is announced without the lowest price of the 30 days before',
        '    wanted: the lowest price of 30 days; drawn: none',
      ].join('\n'),
    );
    expect((await checkLint(reduced, ['eu'])).pass).toBe(false);
  });

  test('lets warnings and notes pass', async () => {
    expect((await checkLint({ ...milk, price: '0.00' }, ['truth'])).pass).toBe(true);
  });

  test('refuses sets that do not exist, and what is no label', async () => {
    await expect(checkLint(milk, ['atlantis'] as never)).rejects.toThrow('received "atlantis"');
    await expect(checkLint(milk, [])).rejects.toThrow('received []');
    await expect(checkLint(Buffer.from('png'), ['eu'])).rejects.toThrow('Expected the fields of a label');
  });
});

test('the library has findings where lint is given', async () => {
  const simulator = await openSimulator();
  expect(simulator.render(reduced)).not.toHaveProperty('findings');
  expect(simulator.render({ ...reduced, lint: ['eu'] }).findings?.map(({ code }) => code)).toEqual([
    'LOWEST_PRICE_MISSING',
  ]);
});

import { expect, test } from '@jest/globals';
import { mapArticle } from '../../server/vendors/core/mapping.js';

const mapping = {
  fields: { UNIT: 'unit', currency: 'currency', 'data.EAN': 'sku' },
  defaults: {},
  models: {},
  templates: {},
} as const;

const clash = 'Expected one value for UNIT but received "g" and "kg"';

test.each<[string, object, object]>([
  ['as they are named', { UNIT: 'kg', data: { EAN: '1' } }, { unit: 'kg', sku: '1' }],
  ['in other capitals', { Unit: 'kg', CURRENCY: 'EUR', Data: { ean: '1' } }, { unit: 'kg', currency: 'EUR', sku: '1' }],
  ['with a problem where two spellings differ', { unit: 'g', UNIT: 'kg' }, { unit: 'g', clash }],
  ['once where all spellings have one value', { unit: 'kg', Un_it: 'kg' }, { unit: 'kg' }],
  ['as numbers', { data: { EAN: 9007199254740991 } }, { sku: '9007199254740991' }],
  ['but not as numbers that JSON changes', { data: { EAN: 9007199254740992 } }, { sku: 9007199254740992 }],
])('fields of an article are read %s', (_, article, expected) => {
  const { unit, currency, sku, clash: problem } = mapArticle(mapping, article as Parameters<typeof mapArticle>[1]);
  const none = { unit: undefined, currency: undefined, sku: undefined, clash: undefined };
  expect({ unit, currency, sku, clash: problem }).toEqual({ ...none, ...expected });
});

import { expect, test } from '@jest/globals';
import { mapArticle } from '../../server/vendors/core/mapping.js';

const mapping = {
  fields: { UNIT: 'unit', currency: 'currency', 'data.EAN': 'sku' },
  defaults: {},
  models: {},
  templates: {},
} as const;

test.each<[string, object, object]>([
  ['as they are named', { UNIT: 'kg', data: { EAN: '1' } }, { unit: 'kg', sku: '1' }],
  ['in other capitals', { Unit: 'kg', CURRENCY: 'EUR', Data: { ean: '1' } }, { unit: 'kg', currency: 'EUR', sku: '1' }],
  ['as they are named before others', { unit: 'g', UNIT: 'kg' }, { unit: 'kg' }],
  ['in no capitals that two names have', { unit: 'g', Unit: 'kg' }, {}],
  ['as numbers', { data: { EAN: 9007199254740991 } }, { sku: '9007199254740991' }],
  ['but not as numbers that JSON changes', { data: { EAN: 9007199254740992 } }, { sku: 9007199254740992 }],
])('fields of an article are read %s', (_, article, expected) => {
  const { unit, currency, sku } = mapArticle(mapping, article as Parameters<typeof mapArticle>[1]);
  expect({ unit, currency, sku }).toEqual({ unit: undefined, currency: undefined, sku: undefined, ...expected });
});

import { expect, test } from '@jest/globals';
import { mapArticle } from '../../server/vendors/core/mapping.js';

const mapping = {
  fields: { UNIT: 'unit', currency: 'currency', 'data.EAN': 'sku' },
  defaults: {},
  models: {},
  templates: {},
} as const;

const later = (text: string) => `Expected an article that is valid now, but it is from "${text}" on`;
const clash = 'Expected one value for UNIT but received "g" and "kg"';

test.each<[string, object, object]>([
  ['as they are named', { UNIT: 'kg', data: { EAN: '1' } }, { unit: 'kg', sku: '1' }],
  ['in other capitals', { Unit: 'kg', CURRENCY: 'EUR', Data: { ean: '1' } }, { unit: 'kg', currency: 'EUR', sku: '1' }],
  ['with a problem where two spellings differ', { unit: 'g', UNIT: 'kg' }, { unit: 'g', clash }],
  ['once where all spellings have one value', { unit: 'kg', Un_it: 'kg' }, { unit: 'kg' }],
  ['as numbers', { data: { EAN: 9007199254740991 } }, { sku: '9007199254740991' }],
  ['but not as numbers that JSON changes', { data: { EAN: 9007199254740992 } }, { sku: 9007199254740992 }],
  [
    'once it is valid',
    { unit: 'kg', validFrom: '2026-11-20T11:00:00Z', data: { VALID_FROM: '20261120' } },
    { unit: 'kg' },
  ],
  ['without a day', { unit: 'kg', validFrom: 'soon', properties: { validFrom: null } }, { unit: 'kg' }],
  ['with a problem before', { validFrom: '2026-11-20T13:00:00+00:00' }, { clash: later('2026-11-20T13:00:00+00:00') }],
  ['with a problem before a day', { properties: { VALID_FROM: '2026-11-21' } }, { clash: later('2026-11-21') }],
  ['with a problem before a day in digits', { data: { validFrom: '20261201' } }, { clash: later('20261201') }],
])('fields of an article are read %s', (_, article, expected) => {
  const {
    unit,
    currency,
    sku,
    clash: problem,
  } = mapArticle(mapping, article as Parameters<typeof mapArticle>[1], new Date('2026-11-20T12:00:00Z'));
  const none = { unit: undefined, currency: undefined, sku: undefined, clash: undefined };
  expect({ unit, currency, sku, clash: problem }).toEqual({ ...none, ...expected });
});

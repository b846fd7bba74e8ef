import type { Mapping } from '../core/mapping.js';

/** Fields of data: each merchant of Minew chooses them; these are the names in the vendor's document and in two clients. */
export const mapping: Mapping = {
  fields: {
    name: 'product_name',
    product: 'product_name',
    specification: 'product_name',
    price: 'price',
    price1: 'price',
    unit: 'unit',
    barcode: 'sku',
    barcode13: 'sku',
    id: 'sku',
    price2: 'data.previous_price',
    memberPrice: 'data.member_price',
    origin: 'data.origin',
    currency: 'currency',
    currencyCode: 'currency',
  },
  defaults: { unit: 'piece' },
  models: {
    '4.2 bwr': 'generic-400x300-bwr',
    '2.9 bwr': 'generic-296x128-bwr',
    '2.13 bwr': 'generic-250x122-bwr',
    '7.5 bwr': 'generic-800x480-bwr',
  },
  templates: {},
};

import type { Mapping } from '../core/mapping.js';

/**
 * Fields of articles: the names in `data` are those of the description's examples, of SoluM's upload format and of common shops;
 * each company of AIMS chooses its own. Models: the names of label types in the description, and the panels of that size.
 */
export const mapping: Mapping = {
  fields: {
    articleName: 'product_name',
    'data.ARTICLE_NAME': 'product_name',
    'data.ITEM_NAME': 'product_name',
    'data.SALE_PRICE': 'price',
    'data.PRICE': 'price',
    'data.UNIT': 'unit',
    'data.EAN': 'sku',
    articleId: 'sku',
    'data.ORIGINAL_PRICE': 'data.previous_price',
    'data.LIST_PRICE': 'data.previous_price',
    currency: 'currency',
    currencyCode: 'currency',
    'data.CURRENCY': 'currency',
    'data.CURRENCY_CODE': 'currency',
    'data.ORIGIN': 'data.origin',
  },
  defaults: { unit: 'piece' },
  models: {
    NEWTON_GRAPHIC_2_9_RED_NFC: 'solum-m3-2.9-bwr',
    NEWTON_GRAPHIC_1_6_RED_NFC: 'solum-m3-1.6-bwr',
    NEWTON_GRAPHIC_2_2_RED_NFC: 'solum-m3-2.2-bwr',
    NEWTON_GRAPHIC_2_6_YEL_NFC: 'solum-m3-2.6-bwry',
    NEWTON_GRAPHIC_3_5_YEL_NFC: 'solum-m3-3.5-bwry',
    NEWTON_GRAPHIC_4_3_RED_NFC: 'solum-m3-4.3-bwr',
    NEWTON_GRAPHIC_7_5_YEL_NFC: 'solum-m3-7.5-bwry',
    NEWTON_GRAPHIC_9_7_RED_NFC: 'solum-m3-9.7-bwr',
  },
  templates: {},
};

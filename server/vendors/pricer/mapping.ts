import type { Mapping } from '../core/mapping.js';

/** Fields of items. The names in `properties` are the stores' own; models are those of our profiles' sources. */
export const mapping: Mapping = {
  fields: {
    itemName: 'product_name',
    price: 'price',
    'properties.UNIT': 'unit',
    'properties.BARCODE': 'sku',
    itemId: 'sku',
    'properties.PRIOR_PRICE': 'data.previous_price',
    'properties.old_price': 'data.previous_price',
    currency: 'currency',
    currencyCode: 'currency',
    'properties.currency': 'currency',
    'properties.currencyCode': 'currency',
    'properties.ORIGIN': 'data.origin',
  },
  defaults: { unit: 'piece' },
  models: {
    'SmartTAG HD M Red': 'pricer-smarttag-hd-m-red',
    'SmartTAG HD S Red': 'pricer-smarttag-hd-s-red',
    'SmartTAG HD L Red': 'pricer-smarttag-hd-l-red',
    'SmartTAG HD150 Red': 'pricer-smarttag-hd150-red',
  },
  templates: {},
};

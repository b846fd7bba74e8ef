import type { Shape } from '../core/shape.js';

/** Facts of Pricer's descriptions: Central Manager 4.41.0 and Store 1.0.0. `?` marks what a description does not require. */

export const token: Shape = { tokenType: 'string', token: 'string' };
export const accepted: Shape = { requestId: 'integer' };
export const refused: Shape = { status: 'integer', error: 'string', message: 'string' };

export const item: Shape = {
  'itemId?': 'id',
  'itemName?': 'string|null',
  'price?': 'string|number|null',
  'itemGroup?': 'string|null',
  'department?': 'string|null',
  'presentation?': 'string|null',
  'validFrom?': 'string|null',
  'sics?': 'array|null',
  'properties?': 'object|null',
};
export const items: Shape = [item];
export const deletions: Shape = { itemIds: ['id'] };
const link: Shape = {
  'barcode?': 'id',
  'itemId?': 'id|null',
  'linkedItemId?': 'id|null',
  'displayPosition?': 'integer|null',
  'facings?': 'any',
};
export const labels: Shape = [{ barcode: 'id', 'modelName?': 'string|null', 'links?': [link] }];
export const singleLink: Shape = {
  barcode: 'id',
  itemId: 'id',
  'displayPosition?': 'integer|null',
  'modelName?': 'string|null',
};

const itemLink: Shape = { barcode: 'string', itemId: 'string', linkedItemId: 'string', displayPosition: 'integer' };
export const itemView: Shape = {
  itemId: 'string',
  'itemName?': 'string',
  'price?': 'string',
  'itemGroup?': 'string',
  'department?': 'string',
  'presentation?': 'string',
  'lastUpdated?': 'string',
  'validFrom?': 'string',
  'sics?': ['string'],
  'properties?': 'object',
  'links?': [itemLink],
};
export const labelView: Shape = {
  barcode: 'string',
  modelName: 'string',
  links: [itemLink],
  'plState?': '=OK|=WAITING_FOR_UPDATE|=ROAMING|=FAILED',
  'batteryState?': '=OK|=LOW|=UNKNOWN',
  'lastDisplayUpdate?': 'string',
  'lastLinked?': 'string',
};
export const itemResults: Shape = {
  status: '=COMPLETED|=IN_PROGRESS|=REQUEST_NOT_FOUND',
  'itemErrorCount?': 'integer',
  'itemResults?': [
    {
      itemId: 'string',
      status: 'string',
      'errors?': [{ propertyType: '=INTERNAL|=CUSTOM|=UNKNOWN', property: 'string', error: 'string' }],
    },
  ],
};
export const deleteResults: Shape = {
  status: '=COMPLETED|=IN_PROGRESS|=REQUEST_NOT_FOUND',
  'itemErrorCount?': 'integer',
  'itemResults?': [{ itemId: 'string', status: 'string', unlinkedBarcodes: ['string'] }],
};
export const labelResult: Shape = { barcode: 'string', itemId: 'string', status: 'string' };
export const labelResults: Shape = { status: '=COMPLETED|=IN_PROGRESS', results: [labelResult] };
export const models: Shape = {
  models: [{ name: 'string', labelTypes: ['integer'], linkPositions: 'integer', numberOfLinkedLabels: 'integer' }],
};

import type { AnswerShape } from '../core/shape.js';

/** Facts of Pricer's descriptions: Central Manager 4.41.0 and Store 1.0.0. `?` marks what a description does not require. */

export const token: AnswerShape = { tokenType: 'string', token: 'string' };
export const accepted: AnswerShape = { requestId: 'integer' };
export const refused: AnswerShape = { status: 'integer', error: 'string', message: 'string' };

export const item: AnswerShape = {
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
export const items: AnswerShape = [item];
export const deletions: AnswerShape = { itemIds: ['id'] };
const link: AnswerShape = {
  'barcode?': 'id',
  'itemId?': 'id|null',
  'linkedItemId?': 'id|null',
  'displayPosition?': 'integer|null',
  'facings?': 'any',
};
export const labels: AnswerShape = [{ barcode: 'id', 'modelName?': 'string|null', 'links?': [link] }];
export const singleLink: AnswerShape = {
  barcode: 'id',
  itemId: 'id',
  'displayPosition?': 'integer|null',
  'modelName?': 'string|null',
};

const itemLink: AnswerShape = {
  barcode: 'string',
  itemId: 'string',
  linkedItemId: 'string',
  displayPosition: 'integer',
};
export const itemView: AnswerShape = {
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
export const labelView: AnswerShape = {
  barcode: 'string',
  modelName: 'string',
  links: [itemLink],
  'plState?': '=OK|=WAITING_FOR_UPDATE|=ROAMING|=FAILED',
  'batteryState?': '=OK|=LOW|=UNKNOWN',
  'lastDisplayUpdate?': 'string',
  'lastLinked?': 'string',
};
export const itemResults: AnswerShape = {
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
export const deleteResults: AnswerShape = {
  status: '=COMPLETED|=IN_PROGRESS|=REQUEST_NOT_FOUND',
  'itemErrorCount?': 'integer',
  'itemResults?': [{ itemId: 'string', status: 'string', unlinkedBarcodes: ['string'] }],
};
export const labelResult: AnswerShape = { barcode: 'string', itemId: 'string', status: 'string' };
export const labelResults: AnswerShape = { status: '=COMPLETED|=IN_PROGRESS', results: [labelResult] };
export const models: AnswerShape = {
  models: [{ name: 'string', labelTypes: ['integer'], linkPositions: 'integer', numberOfLinkedLabels: 'integer' }],
};

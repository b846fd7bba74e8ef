import type { AnswerShape } from '../../../../server/vendors/core/shape.js';

/** Facts of Pricer's descriptions: Central Manager 4.41.0 and Store 1.0.0. `?` marks what a description does not require. */

const token: AnswerShape = { tokenType: 'string', token: 'string' };
const accepted: AnswerShape = { requestId: 'integer' };
export const refused: AnswerShape = { status: 'integer', error: 'string', message: 'string' };

const itemLink: AnswerShape = {
  barcode: 'string',
  itemId: 'string',
  linkedItemId: 'string',
  displayPosition: 'integer',
};
const itemView: AnswerShape = {
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
const labelView: AnswerShape = {
  barcode: 'string',
  modelName: 'string',
  links: [itemLink],
  'plState?': '=OK|=WAITING_FOR_UPDATE|=ROAMING|=FAILED',
  'batteryState?': '=OK|=LOW|=UNKNOWN',
  'lastDisplayUpdate?': 'string',
  'lastLinked?': 'string',
};
const itemResults: AnswerShape = {
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
const deleteResults: AnswerShape = {
  status: '=COMPLETED|=IN_PROGRESS|=REQUEST_NOT_FOUND',
  'itemErrorCount?': 'integer',
  'itemResults?': [{ itemId: 'string', status: 'string', unlinkedBarcodes: ['string'] }],
};
const labelResult: AnswerShape = { barcode: 'string', itemId: 'string', status: 'string' };
const labelResults: AnswerShape = { status: '=COMPLETED|=IN_PROGRESS', results: [labelResult] };
const models: AnswerShape = {
  models: [{ name: 'string', labelTypes: ['integer'], linkPositions: 'integer', numberOfLinkedLabels: 'integer' }],
};

/** The answers by method and first path of the route. */
export const answers: Readonly<Record<string, AnswerShape>> = {
  'PATCH /api/public/core/v1/items': accepted,
  'GET /api/public/core/v1/items': [itemView],
  'DELETE /api/public/core/v1/items': accepted,
  'GET /api/public/core/v1/items/:itemId': itemView,
  'PATCH /api/public/core/v1/items/:itemId': accepted,
  'DELETE /api/public/core/v1/items/:itemId': accepted,
  'DELETE /api/public/core/v1/items/:itemId/links': accepted,
  'POST /api/public/core/v1/items/:itemId/page/:pageIndex': accepted,
  'GET /api/public/core/v1/items-result/:requestId': itemResults,
  'GET /api/public/core/v1/items-delete-result/:requestId': deleteResults,
  'PATCH /api/public/core/v1/labels': accepted,
  'GET /api/public/core/v1/labels': [labelView],
  'POST /api/public/core/v1/labels/link-single': labelResult,
  'GET /api/public/core/v1/labels/models': models,
  'GET /api/public/core/v1/labels/:barcode': labelView,
  'GET /api/public/core/v1/labels-result/:requestId': labelResults,
  'DELETE /api/public/core/v1/labels/:barcode/links': accepted,
  'GET /api/public/auth/v1/login': token,
  'GET /api/public/auth/v1/refresh': token,
};

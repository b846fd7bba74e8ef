import type { AnswerShape } from '../../../../server/vendors/core/shape.js';
import { integers, texts } from './members.js';

/** Facts of Pricer's descriptions: Central Manager 4.41.0 and Store 1.0.0. `?` marks what a description does not require. */

const token = texts('tokenType token');
const accepted: AnswerShape = { requestId: 'integer' };
export const refused: AnswerShape = { status: 'integer', ...texts('error message') };

const itemLink: AnswerShape = { ...texts('barcode itemId linkedItemId'), displayPosition: 'integer' };
const itemView: AnswerShape = {
  ...texts('itemId itemName? price? itemGroup? department? presentation? lastUpdated? validFrom?'),
  ...{ 'sics?': ['string'], 'properties?': 'object', 'links?': [itemLink] },
};
const labelView: AnswerShape = {
  ...{ ...texts('barcode modelName lastDisplayUpdate? lastLinked?'), links: [itemLink] },
  ...{ 'plState?': '=OK|=WAITING_FOR_UPDATE|=ROAMING|=FAILED', 'batteryState?': '=OK|=LOW|=UNKNOWN' },
};
const status = '=COMPLETED|=IN_PROGRESS|=REQUEST_NOT_FOUND';
const error = { propertyType: '=INTERNAL|=CUSTOM|=UNKNOWN', ...texts('property error') };
const itemResults: AnswerShape = {
  ...{ status, 'itemErrorCount?': 'integer', 'itemResults?': [{ ...texts('itemId status'), 'errors?': [error] }] },
};
const deleted: AnswerShape = { ...texts('itemId status'), unlinkedBarcodes: ['string'] };
const deleteResults: AnswerShape = { status, 'itemErrorCount?': 'integer', 'itemResults?': [deleted] };
const labelResult = texts('barcode itemId status');
const labelResults: AnswerShape = { status: '=COMPLETED|=IN_PROGRESS', results: [labelResult] };
const model: AnswerShape = {
  name: 'string',
  labelTypes: ['integer'],
  ...integers('linkPositions numberOfLinkedLabels'),
};
const models: AnswerShape = { models: [model] };

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

import type { AnswerShape } from '../core/shape.js';

/** Facts of Pricer's descriptions: Central Manager 4.41.0 and Store 1.0.0. `?` marks what a description does not require. */

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
